// Instrumented code: the same tests and branches, reported to a Coverage.
// Used by the compilers of expressions and terminators for runs with coverage; other runs pay nothing.

import type { BranchTerminator, SwitchTerminator } from '../../ir/instr.js';
import type { Comparison, Coverage } from '../coverage.js';
import type { End, Eval, Segment } from '../frame.js';
import type { Int } from '../wide.js';

/** The limits of comparisons per place that are recorded, and that are looked at: in a loop, the first few suffice. */
const MOST_PER_PLACE = 8;
const MOST_LOOKS = 64;

/** The count restarts with each run. */
export function watchComparison(
  coverage: Coverage,
  by: Comparison['by'],
  test: Eval<boolean>,
  [a, b]: readonly [Eval, Eval],
): Eval<boolean> {
  let told = 0;
  let looks = 0;
  let run = coverage.run;
  return (f) => {
    if (run !== coverage.run) {
      run = coverage.run;
      told = 0;
      looks = 0;
    }
    if (told < MOST_PER_PLACE && looks++ < MOST_LOOKS && coverage.compared(a(f), b(f), by)) told++;
    return test(f);
  };
}

/** Edge 0 is `then`, edge 1 is `else`. */
export function watchBranch(
  coverage: Coverage,
  t: BranchTerminator,
  test: Eval<boolean>,
  [yes, no]: readonly [Segment, Segment],
): End {
  const first = coverage.edgesOf(t, [t.then, t.else]);
  return (f) => {
    const holds = test(f);
    coverage.went(holds ? first : first + 1);
    return holds ? yes : no;
  };
}

/** One edge per target; every case value counts as compared with the operand. */
export function watchSwitch(
  coverage: Coverage,
  t: SwitchTerminator,
  value: Eval<Int>,
  cases: readonly Int[],
  end: End,
): End {
  const targets = [t.default, ...t.cases.map((c) => c.target)];
  const first = coverage.edgesOf(t, targets);
  let told = 0;
  let run = coverage.run;
  return (f) => {
    if (run !== coverage.run) {
      run = coverage.run;
      told = 0;
    }
    if (told++ < MOST_PER_PLACE) for (const c of cases) coverage.compared(value(f), c, 'equality');
    const next = end(f);
    coverage.went(first + Math.max(0, targets.indexOf(next.block)));
    return next;
  };
}
