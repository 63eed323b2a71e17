// A number that differs from constants, as a join keeps it: x ≠ 0 and x ≠ 1 becomes the cases x < 0 and x > 1.
// Facts have one range each; behind `switch` and chains of tests for one value there are several.

import { rangeOf } from './facts.js';
import { type Fact, makeFact, type State } from './state.js';
import { addressOf, isKnown, numberOf } from './symbols.js';

type Case = ReadonlyMap<number, Fact>;

/** More ranges of a number are not told apart. */
const MOST_RANGES = 3;

/** The case of a state, split by the constants that a number differs from there and not in the other state. */
export function splitAtGaps(state: State, other: State, only: Case): readonly Case[] {
  if (state.apart.shares(other.apart)) return [only];
  for (const [symbol, constants] of gapsIn(state, other)) {
    const ranges = rangesOf(state, symbol, constants);
    if (ranges.length > 1 && ranges.length <= MOST_RANGES)
      return ranges.map((fact) => new Map([...only, [symbol, fact]]));
  }
  return [only];
}

/** By number: the constants from which only the first state knows that it differs. */
function gapsIn({ apart, symbols }: State, other: State): Map<number, number[]> {
  const gaps = new Map<number, number[]>();
  for (const [key, [a, b]] of apart) {
    if (other.apart.has(key) || isKnown(a) === isKnown(b)) continue;
    const [v, n] = isKnown(a) ? [b, a] : [a, b];
    if (isKnown(v) || v.index !== '' || !isKnown(n) || symbols.boundsOf(v.symbol).low === -Infinity) continue;
    const constants = gaps.get(v.symbol) ?? [];
    constants.push(numberOf(n) - v.plus);
    gaps.set(v.symbol, constants);
  }
  return gaps;
}

/** The range of the number without the constants, from below. */
function rangesOf(state: State, symbol: number, constants: readonly number[]): Fact[] {
  const { low, high } = rangeOf(state, addressOf(symbol));
  const isNever0 = state.facts.get(symbol)?.nonzero === true;
  const ranges: Fact[] = [];
  let from = low;
  for (const n of [...new Set([...constants, ...(isNever0 ? [0] : [])])].sort((a, b) => a - b)) {
    if (n < from || n > high) continue;
    if (n > from) ranges.push(makeFact({ low: from, high: n - 1 }, isNever0));
    from = n + 1;
  }
  return from <= high ? [...ranges, makeFact({ low: from, high }, isNever0)] : ranges;
}
