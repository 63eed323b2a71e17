// Sequences of numbers, the results of nondeterministic functions: made, varied, and derived from comparisons.
// Used by both searches: of functions (search.ts) and of whole programs (program-search.ts).

import type { Comparison } from '../../interp/coverage.js';
import type { Random } from '../../interp/libc/random.js';

export type Int = number | bigint;

/** Boundary values. */
const EDGES: readonly Int[] = [0, 1, -1, 2, 127, 128, 255, 256, 2147483647, -2147483648, 4294967295, 2n ** 63n - 1n];
/** Later values of an input are not mutated one by one. */
const FOLLOWED = 64;
/** Longer inputs are cut to this length. */
export const LONGEST = 256;
/** A compared number may come from any value of the input that equals it: the first ones are tried. */
const MATCHES = 4;

/** A value that was compared with a number is replaced by that number, or by a neighbour if the order was compared. */
export function* followValues(values: readonly Int[], comparisons: readonly Comparison[]): Generator<Int[]> {
  for (const { left, right, by } of comparisons) {
    let matches = 0;
    for (let i = 0; i < Math.min(values.length, FOLLOWED) && matches < MATCHES; i++) {
      const other = values[i] === left ? right : values[i] === right ? left : null;
      if (other === null) continue;
      matches++;
      const wanted = by === 'equality' ? [other] : [other, step(other, 1), step(other, -1)];
      for (const value of wanted) yield withValue(values, i, value);
    }
  }
}

type Draw = (random: Random, dictionary: readonly Int[]) => Int;

export const striking: Draw = (random, dictionary) => {
  const values = dictionary.length > 0 && random.below(3) > 0 ? dictionary : EDGES;
  return values[random.below(values.length)]!;
};

/** Generators of inputs: the interpreter's default; all zero; all one; long loops; small, large and boundary values. */
const FRESH: readonly (Draw | null)[] = [
  null,
  () => 0,
  () => 1,
  null,
  (random) => (random.below(12) === 0 ? 0 : 1 + random.below(4)),
  striking,
  null,
  (random) => (random.below(4) === 0 ? 1 : 0),
  (random, dictionary) => (random.below(2) === 0 ? random.below(4) : striking(random, dictionary)),
  (random) => random.next() | 0,
];

/** Turns after which every generator has been used twice. */
export const FIRST_TURNS = FRESH.length * 2;

export function freshValues(turn: number, random: Random, dictionary: readonly Int[]): Int[] {
  const draw = FRESH[turn % FRESH.length];
  return draw ? Array.from({ length: FOLLOWED }, () => draw(random, dictionary)) : [];
}

/** `seed`: of the values that follow, if they are to be others. */
export function varyValues(
  values: readonly Int[],
  random: Random,
  dictionary: readonly Int[],
): { readonly values: Int[]; readonly seed?: number } {
  const at = random.below(Math.max(1, Math.min(values.length, FOLLOWED)));
  switch (random.below(6)) {
    case 0: // another end
      return { values: values.slice(0, at), seed: random.below(1 << 30) };
    case 1: // the same again: another round of a loop
      return { values: [...values.slice(0, at), ...values.slice(Math.max(0, at - 1 - random.below(4)))] };
    case 2: // a round less
      return { values: [...values.slice(0, at), ...values.slice(at + 1 + random.below(3))] };
    case 3:
      return { values: withValue(values, at, step(values[at] ?? 0, random.below(9) - 4)) };
    case 4:
      return { values: withValue(values, at, random.below(4)) };
    default:
      return { values: withValue(values, at, striking(random, dictionary)) };
  }
}

function withValue(values: readonly Int[], at: number, value: Int): Int[] {
  const changed = [...values];
  changed[at] = value;
  return changed;
}

export const step = (value: Int, by: number): Int => (typeof value === 'bigint' ? value + BigInt(by) : value + by);
