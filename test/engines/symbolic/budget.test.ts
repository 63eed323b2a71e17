// The budget counts work: the same analysis uses the same budget and gives the same result on any machine load.
// With z3, without z3, and when the budget is exhausted.

import { describe, expect, it } from 'vitest';
import { NO_SMT } from '../../../src/logic/smt/session.js';
import { analyseText, describeFindings, type Wish } from './support.js';

/** Products of inputs, which linear reasoning does not decide. */
const TRIANGLE = `int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n < 0 || n > 100) return 0;
  for (int i = 0; i <= n; i++) s += i;
  int *p = malloc(4); if (s * s > 100 && s <= n * 3) return 1; free(p); return 0; }`;

function measure(wish: Wish) {
  const analysed = analyseText(TRIANGLE, wish);
  const { run, obligations, assumptions, findings } = analysed.result;
  const inputs = findings.map((f) => f.input?.values);
  const open = obligations.map((o) => `${o.property} ${o.site.at} ${o.status} ${o.reason?.text}`);
  return {
    findings: describeFindings(analysed),
    inputs,
    open,
    assumptions,
    steps: run.budget.steps,
    spent: run.budget.effort.spent,
  };
}

/** Simulates load: an analysis in between warms caches and z3. */
function measureLater(wish: Wish) {
  analyseText('int main(void) { int n = __VERIFIER_nondet_int(); return n * n > 7; }', wish);
  return measure(wish);
}

describe('the budget', () => {
  it.each([
    ['with z3', {}],
    ['without z3', { session: NO_SMT }],
    ['used up', { budget: 12 }],
    ['exhausted without z3', { budget: 12, session: NO_SMT }],
  ] as const)('is used in the same way every time: %s', (_what, wish) => {
    expect(measureLater(wish)).toEqual(measure(wish));
  });

  it('leaves everything open when it is exhausted', () => {
    expect(measure({ budget: 12 }).open.join('\n')).toContain('the budget was used up');
  });

  it('suffices with z3; without it the report says what is unknown', () => {
    expect(measure({}).inputs).toEqual([[5n]]);
    expect(measure({ session: NO_SMT }).assumptions.map(({ kind }) => kind)).toContain('over-approximated');
  });
});
