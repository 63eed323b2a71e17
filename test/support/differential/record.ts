// Records runs of one program on many inputs: the heaps at each point, and the errors.
// Second half of the differential tests; engines also use it on programs of their own.

import { ruleOf } from '../../../src/interp/incidents.js';
import type { Observation, ProgramPoint } from '../../../src/interp/observe.js';
import { type RunResult, runProgram } from '../../../src/interp/run.js';
import type { HeapSnapshot } from '../../../src/interp/snapshot.js';
import type { Unit } from '../../../src/ir/program.js';
import { canonicalText } from './canonical.js';
import type { ClaimedFinding } from './engine.js';

export interface RecordedHeap {
  readonly point: ProgramPoint;
  readonly heap: HeapSnapshot;
  /** The first input that reaches it. */
  readonly seed: number;
}

export interface Recording {
  /** Every different heap once per point, in the order of the run. */
  readonly heaps: readonly RecordedHeap[];
  readonly errors: readonly (ClaimedFinding & { readonly seed: number })[];
}

export interface RecordOptions {
  /** The number of inputs: seeds from 0. */
  readonly inputs: number;
  /** The maximal number of points of one run that are recorded. */
  readonly points?: number;
  readonly steps?: number;
  /** The points whose heaps are recorded; all by default. */
  readonly wanted?: (point: ProgramPoint) => boolean;
}

/** The rules that every engine must report; other errors of runs are ignored. */
const RULES = new Set([
  'leak',
  'null-dereference',
  'use-after-free',
  'double-free',
  'invalid-free',
  'uninitialized-pointer',
  'out-of-bounds',
]);

export function record(unit: Unit, options: RecordOptions): Recording {
  const { inputs, points = 1500, steps = 20_000, wanted = () => true } = options;
  const heaps: RecordedHeap[] = [];
  const errors: (ClaimedFinding & { seed: number })[] = [];
  const seen = new Set<string>();
  for (let seed = 0; seed < inputs; seed++) {
    let looked = 0;
    const observe = ({ point, snapshot }: Observation) => {
      if (looked++ >= points || !wanted(point)) return;
      const heap = snapshot();
      const key = `${point.body.symbol.name} ${point.block} ${point.index} ${canonicalText(heap)}`;
      if (seen.has(key)) return;
      seen.add(key);
      heaps.push({ point, heap, seed });
    };
    const result = runProgram([unit], { seed, steps, leaks: 'locate', observer: { observe } });
    for (const error of errorsOf(result)) errors.push({ ...error, seed });
  }
  return { heaps, errors };
}

/** The errors of a run, as rules. */
export function errorsOf(result: RunResult): ClaimedFinding[] {
  const errors: ClaimedFinding[] = [];
  if (result.outcome.kind === 'incident') {
    const { kind, calls } = result.outcome.incident;
    if (calls[0]) errors.push({ rule: ruleOf(kind), line: calls[0].location.line });
  }
  for (const { lost } of result.lost) if (lost?.[0]) errors.push({ rule: 'leak', line: lost[0].location.line });
  return errors.filter((e) => RULES.has(e.rule));
}
