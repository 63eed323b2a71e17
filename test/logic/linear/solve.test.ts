// Linear reasoning against brute force: small random cubes over few unknowns with small ranges.
// A wrong `unsat` would be a wrong proof; a wrong model a wrong input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atMost, type Cube, different, equal, holds, holdsIn, not } from '../../../src/logic/linear/constraint.js';
import { project } from '../../../src/logic/linear/project.js';
import { simplify } from '../../../src/logic/linear/simplify.js';
import { solveCube } from '../../../src/logic/linear/solve.js';
import {
  add,
  constant,
  multiply,
  quotient,
  remainder,
  scale,
  symbol,
  type Term,
  type Unknown,
} from '../../../src/logic/linear/term.js';
import '../../support/fixed-seed.js';

const unknowns: Unknown[] = ['x', 'y', 'z'].map((name) => ({ id: name, name, low: -4n, high: 4n, origin: 'input' }));

const linear = fc
  .tuple(fc.integer({ min: -6, max: 6 }), ...unknowns.map(() => fc.integer({ min: -3, max: 3 })))
  .map(([c, ...times]) => times.reduce<Term>((t, n, i) => add(t, scale(symbol(unknowns[i]!), BigInt(n))), constant(c)));

const term = fc.oneof(
  { weight: 6, arbitrary: linear },
  { weight: 1, arbitrary: linear.map((t) => remainder(t, 3n)) },
  { weight: 1, arbitrary: linear.map((t) => quotient(t, 2n)) },
  { weight: 1, arbitrary: fc.tuple(linear, linear).map(([a, b]) => multiply(a, b)) },
);

const cubeOf = (t: fc.Arbitrary<Term>): fc.Arbitrary<Cube> =>
  fc.array(
    fc.tuple(fc.constantFrom(atMost, equal, different), t).map(([make, x]) => make(x, constant(0))),
    { minLength: 1, maxLength: 4 },
  );

function* assignments(): Generator<Map<string, bigint>> {
  for (let x = -4n; x <= 4n; x++)
    for (let y = -4n; y <= 4n; y++)
      for (let z = -4n; z <= 4n; z++)
        yield new Map([
          ['x', x],
          ['y', y],
          ['z', z],
        ]);
}

const satisfiable = (cube: Cube): boolean => [...assignments()].some((m) => cube.every((c) => holds(c, m)));
const isUnsat = (cube: Cube): boolean => solveCube(cube).kind === 'unsat';

describe('linear reasoning', () => {
  it('never reports a satisfiable cube as unsatisfiable, and its models are solutions', () => {
    fc.assert(
      fc.property(cubeOf(term), (cube) => {
        const verdict = solveCube(cube);
        if (verdict.kind === 'unsat') expect(satisfiable(cube)).toBe(false);
        if (verdict.kind === 'sat') expect(cube.every((c) => holds(c, verdict.model))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('projects exactly when it says so, and otherwise over-approximates', () => {
    fc.assert(
      fc.property(cubeOf(linear), (cube) => {
        const { condition, exact } = project([cube], (s) => s.id !== 'z');
        for (const m of assignments()) {
          if (m.get('z') !== 0n) continue;
          const some = [...Array(9).keys()].some((z) =>
            cube.every((c) => holds(c, new Map(m).set('z', BigInt(z - 4)))),
          );
          if (exact) expect(holdsIn(condition, m)).toBe(some);
          else if (some) expect(holdsIn(condition, m)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('simplifies without changing the meaning, and negates', () => {
    fc.assert(
      fc.property(fc.array(cubeOf(linear), { minLength: 1, maxLength: 3 }), (condition) => {
        const short = simplify(condition, [], isUnsat);
        const opposite = not(condition);
        for (const m of assignments()) {
          expect(holdsIn(short, m)).toBe(holdsIn(condition, m));
          expect(holdsIn(opposite, m)).toBe(!holdsIn(condition, m));
        }
      }),
      { numRuns: 40 },
    );
  });
});
