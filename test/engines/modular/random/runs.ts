// The errors of all runs of a small program: every input of a small range, with no, each single, or every allocation failing.
// The oracle of the differential test of `modular`.

import type { CallSite } from '../../../../src/interp/incidents.js';
import type { RunOptions } from '../../../../src/interp/options.js';
import { type RunResult, runProgram } from '../../../../src/interp/run.js';
import type { Unit } from '../../../../src/ir/program.js';
import { errorsOf } from '../../../support/differential/record.js';

/** The numbers that the programs compare inputs with are 0 and 1. */
const VALUES = [-1, 0, 1, 2];
/** The driver of a helper takes a shape of its arguments beside a number. */
const SHAPES = Array.from({ length: 32 }, (_, i) => i);

export interface Shown {
  readonly rule: string;
  /** The line of the error, and the lines of the calls that lead there. */
  readonly lines: readonly number[];
  readonly input: readonly number[];
  /** Did an allocation have to fail? */
  readonly failing: boolean;
}

/** Which allocations fail, and how many there were. */
class Failures extends Set<number> {
  asked = 0;

  override has(n: number): boolean {
    this.asked = Math.max(this.asked, n);
    return super.has(n);
  }
}

/** The errors of runs from the entry. */
export function runAll(unit: Unit, entry: string): Shown[] {
  const shown = new Map<string, Shown>();
  for (const a of VALUES)
    for (const b of entry === 'main' ? VALUES : SHAPES)
      for (const one of runWithFailures(unit, { entry, input: [a, b] })) {
        const key = `${one.rule} ${one.lines}`;
        const known = shown.get(key);
        if (!known || (known.failing && !one.failing)) shown.set(key, one);
      }
  return [...shown.values()];
}

type From = Pick<RunOptions, 'entry'> & Pick<Shown, 'input'>;

function runWithFailures(unit: Unit, from: From): Shown[] {
  const none = new Failures();
  const shown = runOnce(unit, from, none);
  for (let n = 1; n <= none.asked; n++) shown.push(...runOnce(unit, from, new Failures([n])));
  return shown;
}

function runOnce(unit: Unit, from: From, numbers: Failures): Shown[] {
  const result = runProgram([unit], {
    ...from,
    steps: 20_000,
    leaks: 'locate',
    failures: { kind: 'numbers', numbers },
  });
  const how = { input: from.input, failing: numbers.size > 0 };
  const { outcome } = result;
  const calls = outcome.kind === 'incident' ? outcome.incident.calls.map((c) => c.location.line) : [];
  const incidents = errorsOf({ ...result, lost: [] }).map(({ rule }) => ({ rule, lines: calls, ...how }));
  const losses = result.lost.flatMap(({ lost }) =>
    lost && !isCutShort(result, lost) ? [{ rule: 'leak', lines: lost.map((c) => c.location.line), ...how }] : [],
  );
  return [...incidents, ...losses];
}

/** An allocation that is about to be stored when the run ends in an error is not a leak. */
function isCutShort({ outcome }: RunResult, lost: readonly CallSite[]): boolean {
  if (outcome.kind !== 'incident') return false;
  const end = outcome.incident.calls[0]?.location.line;
  return lost.some(({ location }) => location.line === end);
}
