// Random programs against the engine: no run may contradict its claims.
// A property is claimed if every obligation is proved, or open only because of a finding with a condition.

import type { Property } from '../../../src/engines/engine.js';
import { PROPERTY_OF } from '../../../src/engines/shared/ledger.js';
import { analyse, type SymbolicResult } from '../../../src/engines/symbolic/engine.js';
import { type RunResult, runProgram } from '../../../src/interp/run.js';
import type { Unit } from '../../../src/ir/program.js';
import { holdsIn } from '../../../src/logic/linear/constraint.js';
import { unknownsOf } from '../../../src/logic/linear/project.js';
import { numberIn } from '../../../src/logic/linear/term.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';
import { errorsOf } from '../../support/differential/record.js';

export interface Tally {
  /** Properties, over all programs. */
  claimed: number;
  open: number;
  /** Runs that violated a claimed property, as its findings say. */
  explained: number;
}

const PROPERTIES = ['valid-deref', 'valid-free', 'valid-memtrack'] as const;

/** What is wrong with the result on one program; null if nothing is. */
export function complainAbout(unit: Unit, inputs: number, tally: Tally): string | null {
  const program = linkWithModels([unit], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 3_000 };
  const result = analyse({ program, entry: program.functionNamed('main')!, options });
  const claimed = new Set(PROPERTIES.filter((p) => isClaimed(result, p)));
  tally.claimed += claimed.size;
  tally.open += PROPERTIES.length - claimed.size;
  for (let seed = 0; seed < inputs; seed++) {
    const run = runProgram([unit], { seed, steps: 20_000, leaks: 'locate' });
    for (const { rule, lines } of errorsIn(run)) {
      const property = PROPERTY_OF[rule as keyof typeof PROPERTY_OF] as (typeof PROPERTIES)[number];
      if (!claimed.has(property)) continue;
      const why = isExplained(result, rule, lines, run);
      if (why) return `input ${run.inputs.join(' ')}: ${rule} at line ${lines.join(' in ')} ${why}`;
      tally.explained++;
    }
  }
  return null;
}

/** A leak may be reported at the return of the callee or at the assignment in the caller. */
function errorsIn(run: RunResult): { rule: string; lines: number[] }[] {
  const incidents = errorsOf({ ...run, lost: [] }).map(({ rule, line }) => ({ rule, lines: [line] }));
  const losses = run.lost.flatMap(({ lost }) =>
    lost ? [{ rule: 'leak', lines: lost.map((c) => c.location.line) }] : [],
  );
  return [...incidents, ...losses];
}

const lineOf = ({ source, at }: { source: Unit['source']; at: number }): number => source.locate(at).line;

function isClaimed(result: SymbolicResult, property: Property): boolean {
  const reported = new Set(result.findings.map((f) => `${PROPERTY_OF[f.rule]} ${f.site.at}`));
  return result.obligations.every(
    (o) => o.property !== property || o.status === 'proved' || reported.has(`${property} ${o.site.at}`),
  );
}

/** Some finding of the rule at the line has a condition that the input of the run satisfies. */
function isExplained(result: SymbolicResult, rule: string, lines: readonly number[], run: RunResult): string | null {
  const found = result.findings.filter((f) => f.rule === rule && lines.includes(lineOf(f.site)));
  if (found.length === 0) return 'happens but is not found';
  const fits = found.some((f) => {
    const { condition, kind } = result.explained.get(f)!;
    if (kind === 'at least if') return true;
    const symbols = condition.flatMap((cube) => [...unknownsOf(cube).values()]);
    const positions = symbols.map((s) => (s.position ? numberIn(s.position) : null));
    if (positions.includes(null)) return true; // an input of a loop: the position is unknown
    const model = new Map(symbols.map((s, i) => [s.id, BigInt(run.inputs[Number(positions[i])] ?? 0)]));
    return holdsIn(condition, model);
  });
  return fits ? null : `happens outside its condition (${found.map((f) => f.condition).join('; ')})`;
}
