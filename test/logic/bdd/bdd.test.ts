// The BDD kernel against truth tables: every operation on random formulas, with variables inserted into the order and
// garbage collections in between.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bdd, FALSE, negate, type Ref, TRUE, type Variable } from '../../../src/logic/bdd/bdd.js';
import {
  canBeTrue,
  countModels,
  cubesOf,
  evaluate,
  nodeCount,
  printCubes,
  supportOf,
} from '../../../src/logic/bdd/models.js';
import '../../support/fixed-seed.js';

const SIZE = 6;
const ROWS = 1 << SIZE;

/** A formula as a program for a stack machine over literals. */
type Formula =
  | { readonly op: 'var'; readonly v: number }
  | { readonly op: 'not'; readonly a: Formula }
  | { readonly op: 'and' | 'or' | 'xor' | 'iff' | 'implies'; readonly a: Formula; readonly b: Formula }
  | { readonly op: 'ite'; readonly a: Formula; readonly b: Formula; readonly c: Formula };

const formulas: fc.Arbitrary<Formula> = fc.letrec<{ f: Formula }>((tie) => ({
  f: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.record({ op: fc.constant('var' as const), v: fc.integer({ min: 0, max: SIZE - 1 }) }),
    fc.record({ op: fc.constant('not' as const), a: tie('f') }),
    fc.record({ op: fc.constantFrom('and', 'or', 'xor', 'iff', 'implies'), a: tie('f'), b: tie('f') }),
    fc.record({ op: fc.constant('ite' as const), a: tie('f'), b: tie('f'), c: tie('f') }),
  ) as fc.Arbitrary<Formula>,
})).f;

function truth(f: Formula, row: number): boolean {
  switch (f.op) {
    case 'var':
      return ((row >> f.v) & 1) === 1;
    case 'not':
      return !truth(f.a, row);
    case 'and':
      return truth(f.a, row) && truth(f.b, row);
    case 'or':
      return truth(f.a, row) || truth(f.b, row);
    case 'xor':
      return truth(f.a, row) !== truth(f.b, row);
    case 'iff':
      return truth(f.a, row) === truth(f.b, row);
    case 'implies':
      return !truth(f.a, row) || truth(f.b, row);
    case 'ite':
      return truth(f.a, row) ? truth(f.b, row) : truth(f.c, row);
  }
}

/** Six variables whose order in the diagram differs from the order of their creation. */
function kernel(): { bdd: Bdd; vars: Variable[] } {
  const bdd = new Bdd(16);
  const a = bdd.addVariable();
  const b = bdd.addVariable();
  const vars = [a, b, bdd.addVariable(a), bdd.addVariable(b), bdd.addVariable(a), bdd.addVariable()];
  return { bdd, vars };
}

function build(bdd: Bdd, vars: readonly Variable[], f: Formula): Ref {
  const go = (g: Formula) => build(bdd, vars, g);
  switch (f.op) {
    case 'var':
      return bdd.literal(vars[f.v]!);
    case 'not':
      return negate(go(f.a));
    case 'ite':
      return bdd.ite(go(f.a), go(f.b), go(f.c));
    default:
      return bdd[f.op](go(f.a), go(f.b));
  }
}

const tableOf = (bdd: Bdd, vars: readonly Variable[], f: Ref): boolean[] =>
  Array.from({ length: ROWS }, (_, row) => evaluate(bdd, f, (v) => ((row >> vars.indexOf(v)) & 1) === 1));

const rows = (holds: (row: number) => boolean): boolean[] => Array.from({ length: ROWS }, (_, row) => holds(row));

const sets = fc.uniqueArray(fc.integer({ min: 0, max: SIZE - 1 }));

/** A row that differs from this one only in the variables of the set. */
const someVariant = (row: number, set: readonly number[], holds: (row: number) => boolean): boolean =>
  Array.from({ length: ROWS }, (_, other) => other).some(
    (other) => ((row ^ other) & ~set.reduce((mask, v) => mask | (1 << v), 0)) === 0 && holds(other),
  );

const check = <T extends unknown[]>(arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> }, law: (...values: T) => void) =>
  fc.assert(fc.property(...(arbitraries as [fc.Arbitrary<T[0]>]), law as unknown as (x: T[0]) => void), {
    numRuns: 300,
  });

describe('bdd', () => {
  it('computes connectives like truth tables, and is canonical', () => {
    check([formulas, formulas], (f: Formula, g: Formula) => {
      const { bdd, vars } = kernel();
      const [x, y] = [build(bdd, vars, f), build(bdd, vars, g)];
      expect(tableOf(bdd, vars, x)).toEqual(rows((r) => truth(f, r)));
      expect(x === y).toBe(rows((r) => truth(f, r) === truth(g, r)).every(Boolean));
      expect(bdd.entails(x, y)).toBe(rows((r) => !truth(f, r) || truth(g, r)).every(Boolean));
    });
  });

  it('quantifies over sets of variables', () => {
    check([formulas, formulas, sets], (f: Formula, g: Formula, set: number[]) => {
      const { bdd, vars } = kernel();
      const [x, y] = [build(bdd, vars, f), build(bdd, vars, g)];
      const cube = bdd.cube(set.map((i) => vars[i]!));
      expect(tableOf(bdd, vars, bdd.exists(x, cube))).toEqual(rows((r) => someVariant(r, set, (s) => truth(f, s))));
      expect(tableOf(bdd, vars, bdd.forall(x, cube))).toEqual(rows((r) => !someVariant(r, set, (s) => !truth(f, s))));
      expect(bdd.andExists(x, y, cube)).toBe(bdd.exists(bdd.and(x, y), cube));
    });
  });

  it('renames simultaneously and composes', () => {
    const permutations = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: SIZE });
    check([formulas, formulas, permutations], (f: Formula, g: Formula, to: number[]) => {
      const { bdd, vars } = kernel();
      const [x, y] = [build(bdd, vars, f), build(bdd, vars, g)];
      const renamed = bdd.rename(x, bdd.renaming(to.map((t, from) => [vars[from]!, vars[t]!] as const)));
      const image = (row: number) => to.reduce((r, t, from) => r | (((row >> t) & 1) << from), 0);
      expect(tableOf(bdd, vars, renamed)).toEqual(rows((r) => truth(f, image(r))));
      const composed = bdd.compose(x, vars[2]!, y);
      expect(tableOf(bdd, vars, composed)).toEqual(rows((r) => truth(f, truth(g, r) ? r | 4 : r & ~4)));
    });
  });

  it('restricts by cubes', () => {
    check([formulas, sets, fc.nat(ROWS - 1)], (f: Formula, set: number[], values: number) => {
      const { bdd, vars } = kernel();
      const literals = set.map((i) => bdd.literal(vars[i]!) ^ (((values >> i) & 1) ^ 1));
      const cube = literals.reduce((a, b) => bdd.and(a, b), TRUE);
      const mask = set.reduce((m, i) => m | (1 << i), 0);
      const restricted = bdd.restrict(build(bdd, vars, f), cube);
      expect(tableOf(bdd, vars, restricted)).toEqual(rows((r) => truth(f, (r & ~mask) | (values & mask))));
    });
  });

  it('counts and lists models', () => {
    check([formulas], (f: Formula) => {
      const { bdd, vars } = kernel();
      const x = build(bdd, vars, f);
      expect(countModels(bdd, x)).toBe(rows((r) => truth(f, r)).filter(Boolean).length);
      const listed = [...cubesOf(bdd, x)].reduce((sum, cube) => sum + 2 ** (SIZE - cube.size), 0);
      expect(listed).toBe(countModels(bdd, x));
      const possible = canBeTrue(bdd, x);
      vars.forEach((v, i) => {
        expect(possible[v] === 1).toBe(rows((r) => truth(f, r) && ((r >> i) & 1) === 1).some(Boolean));
      });
      expect(supportOf(bdd, x).length).toBeLessThanOrEqual(nodeCount(bdd, x));
    });
  });

  it('keeps reachable nodes in a collection, and no others', () => {
    check([formulas, formulas, formulas], (f: Formula, g: Formula, h: Formula) => {
      const { bdd, vars } = kernel();
      const [x, y] = [build(bdd, vars, f), build(bdd, vars, g)];
      build(bdd, vars, h);
      bdd.collect([x]);
      expect(bdd.size).toBeLessThanOrEqual(nodeCount(bdd, x) + 1 + SIZE);
      expect(tableOf(bdd, vars, x)).toEqual(rows((r) => truth(f, r)));
      const again = build(bdd, vars, g);
      expect(tableOf(bdd, vars, again)).toEqual(rows((r) => truth(g, r)));
      expect(build(bdd, vars, f)).toBe(x);
      void y;
    });
  });

  it('prints cubes', () => {
    const { bdd, vars } = kernel();
    const name = (v: Variable) => 'abcdef'[vars.indexOf(v)]!;
    expect(printCubes(bdd, FALSE, name)).toBe('false');
    expect(printCubes(bdd, TRUE, name)).toBe('true');
    expect(printCubes(bdd, bdd.xor(bdd.literal(vars[0]!), bdd.literal(vars[1]!)), name)).toBe('!b a | b !a');
  });
});
