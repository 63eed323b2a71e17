// Constraints on terms, conjunctions of them (cubes) and disjunctions of cubes (conditions).
// Path conditions, state conditions and leak predicates are conditions; solve.ts decides them.

import {
  add,
  constant,
  divideAll,
  evaluate,
  floorDiv,
  type Model,
  ONE,
  plus,
  type Substitution,
  scale,
  substitute,
  subtract,
  type Term,
} from './term.js';

/** term <= 0, term = 0 or term != 0. */
export interface Constraint {
  readonly kind: 'le' | 'eq' | 'ne';
  readonly term: Term;
  readonly key: string;
}

/** All constraints hold. */
export type Cube = readonly Constraint[];

/** One of the cubes holds; none: false. */
export type Condition = readonly Cube[];

export const TRUE: Condition = [[]];
export const FALSE: Condition = [];

/** Divided by the gcd of the coefficients; an equation that then has a fractional constant is false. */
function make(kind: Constraint['kind'], term: Term): Constraint {
  const t = normalize(kind, term);
  return { kind, term: t, key: `${kind} ${t.key}` };
}

function normalize(kind: Constraint['kind'], written: Term): Term {
  const term = kind === 'le' ? withoutQuotient(written) : written;
  const g = term.parts.reduce((all, p) => gcd(all, p.times), 0n);
  // an equation and its negative are the same
  const sign = kind !== 'le' && (term.parts[0]?.times ?? 1n) < 0n ? -1n : 1n;
  if (g <= 1n) return scale(term, sign);
  if (term.constant % g === 0n) return scale(divideAll(term, g), sign);
  if (kind !== 'le') return ONE;
  const rounded = constant(-floorDiv(-term.constant, g));
  return add(divideAll(plus(term, -term.constant), g), rounded);
}

/** t/n >= c is t >= c·n, and t/n <= c is t <= c·n + n - 1. */
function withoutQuotient(term: Term): Term {
  const [only] = term.parts;
  if (term.parts.length !== 1 || only?.atom.kind !== 'quotient' || (only.times !== 1n && only.times !== -1n))
    return term;
  const { term: t, by } = only.atom;
  const bound = constant(term.constant * by);
  return only.times === -1n ? subtract(bound, t) : plus(add(t, bound), 1n - by);
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export const atMost = (a: Term, b: Term): Constraint => make('le', subtract(a, b));
export const below = (a: Term, b: Term): Constraint => make('le', plus(subtract(a, b), 1));
export const equal = (a: Term, b: Term): Constraint => make('eq', subtract(a, b));
export const different = (a: Term, b: Term): Constraint => make('ne', subtract(a, b));

/** Constraints are often compared with negations: memoised. */
const negations = new WeakMap<Constraint, Constraint>();

export function negate(c: Constraint): Constraint {
  const known = negations.get(c);
  if (known) return known;
  const opposite = c.kind === 'le' ? make('le', subtract(ONE, c.term)) : make(c.kind === 'eq' ? 'ne' : 'eq', c.term);
  negations.set(c, opposite);
  return opposite;
}

/** true or false if no symbol is left, else null. */
export function truthOf({ kind, term }: Constraint): boolean | null {
  if (term.parts.length > 0) return null;
  return compare(kind, term.constant);
}

const compare = (kind: Constraint['kind'], value: bigint): boolean =>
  kind === 'le' ? value <= 0n : kind === 'eq' ? value === 0n : value !== 0n;

export const holds = (c: Constraint, model: Model): boolean => compare(c.kind, evaluate(c.term, model));
export const holdsIn = (condition: Condition, model: Model): boolean =>
  condition.some((cube) => cube.every((c) => holds(c, model)));

export const substituteIn = (c: Constraint, by: Substitution): Constraint => make(c.kind, substitute(c.term, by));

// ---- conditions ------------------------------------------------------------------------------------------------

export const just = (...constraints: readonly Constraint[]): Condition => and(TRUE, [constraints]);
export const or = (a: Condition, b: Condition): Condition => unique([...a, ...b]);

export function and(a: Condition, b: Condition): Condition {
  return unique(a.flatMap((x) => b.flatMap((y) => conjoin(x, y))));
}

export function not(a: Condition): Condition {
  return a.reduce<Condition>(
    (result, cube) =>
      and(
        result,
        cube.map((c) => [negate(c)]),
      ),
    TRUE,
  );
}

/** The constraints of both; no cube if one is trivially false. */
function conjoin(a: Cube, b: Cube): Cube[] {
  const all = new Map(a.map((c) => [c.key, c]));
  for (const c of b) {
    const truth = truthOf(c);
    if (truth === false || all.has(negate(c).key)) return [];
    if (truth === null) all.set(c.key, c);
  }
  return [[...all.values()]];
}

export const keyOfCube = (cube: Cube): string =>
  cube
    .map((c) => c.key)
    .sort()
    .join(' & ');

export const keyOf = (condition: Condition): string => condition.map(keyOfCube).sort().join(' | ');

/** Drops cubes that are subsumed by another. */
function unique(cubes: readonly Cube[]): Condition {
  if (cubes.length < 2) return cubes;
  const different = [...new Map(cubes.map((c) => [keyOfCube(c), c])).values()];
  if (different.length > MOST_COMPARED) return different;
  const keys = different.map((cube) => new Set(cube.map((c) => c.key)));
  return different.filter((_, i) => !keys.some((k, j) => j !== i && k.size < keys[i]!.size && isSubset(k, keys[i]!)));
}

const MOST_COMPARED = 200;

const isSubset = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  for (const key of a) if (!b.has(key)) return false;
  return true;
};
