// Outcomes for more loop iterations than were followed. Loops are followed twice, so outcomes bound a counter by 2.
// What a callee does after two iterations it does after more (the belief more-rounds): if the caller's numbers exclude
// all outcomes of one kind, those are used that only such bounds exclude. procedure.ts finds the counters at loop exits.

import { isPossible, rangeOf } from '../domain/facts.js';
import { type Fact, makeFact, type State } from '../domain/state.js';
import { addressOf, isKnown, JOINED, numberOf, type Symbols, type Value } from '../domain/symbols.js';
import { isLimited } from './gaps.js';
import { type Outcome, type Summary, showResult } from './summary.js';

/** Of the outcomes that return a loop counter, the one with the highest number stands for all higher ones. */
export function countFurther(outcomes: readonly Outcome[], counting: ReadonlySet<Outcome>): readonly Outcome[] {
  const countOf = (o: Outcome): number =>
    counting.has(o) && o.result !== null && isKnown(o.result) ? numberOf(o.result) : 0;
  const highest = Math.max(0, ...outcomes.map(countOf));
  if (highest === 0) return outcomes;
  return outcomes.map((outcome) => {
    if (countOf(outcome) !== highest) return outcome;
    const { state } = outcome;
    const result = state.symbols.fresh(JOINED, 0, 'count', null);
    state.facts.set(result.symbol, makeFact({ low: highest, high: Infinity }, true));
    return { state, result };
  });
}

/** Adds the inputs that a number depends on. */
export function addNumbers(symbols: Symbols, v: Value, numbers: Set<number>): void {
  if (isKnown(v) || numbers.has(v.symbol)) return;
  const info = symbols.info(v.symbol);
  if (info.kind === 'term') for (const part of [info.left, info.right]) addNumbers(symbols, part, numbers);
  else if (info.kind === 'parameter' || info.kind === 'input') numbers.add(v.symbol);
}

/**
 * Outcomes with a result of a kind that no `fitting` one has, without their bounds on loop counters. If nothing fits,
 * the call is an unknown call.
 */
export function afterMoreRounds(
  summary: Summary,
  outcomes: readonly Outcome[],
  fitting: ReadonlySet<Outcome>,
): Outcome[] {
  const { counted } = summary;
  if (!isLimited(summary) || counted.length === 0 || fitting.size === 0 || fitting.size === outcomes.length) return [];
  const kinds = new Set([...fitting].map(kindOf));
  return outcomes.flatMap((outcome) => (kinds.has(kindOf(outcome)) ? [] : (relaxed(outcome, counted) ?? [])));
}

const kindOf = ({ state, result }: Outcome): string =>
  result === null ? '' : isKnown(result) || !state.cellAt(result) ? showResult(state, state.resolve(result)) : 'memory';

/** The outcome without its facts about these numbers; null if it has none. */
function relaxed({ state, result }: Outcome, counted: readonly number[]): Outcome | null {
  const isAbout = (symbol: number): boolean => {
    const numbers = new Set<number>();
    addNumbers(state.symbols, addressOf(symbol), numbers);
    return counted.some((n) => numbers.has(n));
  };
  const counts = new Map([...state.facts].filter(([symbol]) => isAbout(symbol)));
  if (counts.size === 0) return null;
  const other = state.fork();
  for (const symbol of counts.keys()) other.facts.delete(symbol);
  for (const [key, pair] of state.apart)
    if (pair.some((v) => !isKnown(v) && isAbout(v.symbol))) other.apart.delete(key);
  other.cases = withoutFacts(state, isAbout);
  return { state: other, result, counts };
}

/** Is the number beyond the bound of the outcome, or consistent with it? */
export function isBeyond(caller: State, v: Value, count: Fact): boolean {
  return rangeOf(caller, v).low > count.high || isPossible(caller, v, count);
}

function withoutFacts({ cases }: State, isAbout: (symbol: number) => boolean): State['cases'] {
  if (!cases.some((facts) => [...facts.keys()].some(isAbout))) return cases;
  const left = cases.map((facts) => new Map([...facts].filter(([symbol]) => !isAbout(symbol))));
  return left.some(({ size }) => size === 0) ? [] : left;
}
