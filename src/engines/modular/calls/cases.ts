// The cases of an outcome in the caller's state: the feasible ones become cases of the caller.
// Part of instantiate.ts. Cases come from joins (join.ts).

import { ZERO } from '../../../numeric/range.js';
import { doubtedBy } from '../domain/doubts.js';
import { assumeFact, isImplied, isPossible, isZeroFact } from '../domain/facts.js';
import { sameFact } from '../domain/join.js';
import { type Fact, makeFact, type State } from '../domain/state.js';
import { isKnown, isOpaque, sameValue, type Value } from '../domain/symbols.js';

/** A fact of a case about a value of the caller. */
interface Said {
  readonly v: Value;
  readonly fact: Fact;
}

/**
 * Is some case of the callee feasible? What all feasible ones say holds; if there are several, they become cases of the
 * caller.
 */
export function agreeOnCases(caller: State, cases: State['cases'], meaningOf: (symbol: number) => Value): boolean {
  if (cases.length === 0) return true;
  const meanings = new Map<number, Value>();
  for (const facts of cases)
    for (const symbol of facts.keys())
      if (!meanings.has(symbol)) meanings.set(symbol, caller.resolve(meaningOf(symbol)));
  const possible: Said[][] = [];
  for (const facts of cases) {
    const said = openIn(caller, facts, meanings);
    if (!said) continue;
    if (said.length === 0) return true;
    possible.push(said);
  }
  const [first, ...others] = possible;
  if (!first || !inAll(first, others).every(({ v, fact }) => assumeFact(caller, v, fact))) return false;
  if (others.length === 0 || caller.cases.length > 0) return true;
  const named = possible.map((said) => nameFacts(caller, said));
  if (named.every((facts) => facts.size > 0)) caller.cases = named;
  return true;
}

const inAll = (first: readonly Said[], others: readonly (readonly Said[])[]): Said[] =>
  first.filter(({ v, fact }) =>
    others.every((said) => said.some((other) => sameValue(other.v, v) && sameFact(other.fact, fact))),
  );

/** The facts of a case that the caller does not know yet; null if the case is infeasible. */
function openIn(caller: State, facts: ReadonlyMap<number, Fact>, meanings: ReadonlyMap<number, Value>): Said[] | null {
  const said: Said[] = [];
  for (const [symbol, fact] of facts) {
    const v = meanings.get(symbol)!;
    if (!isPossible(caller, v, fact)) return null;
    if (!isImplied(caller, v, fact)) said.push({ v, fact });
  }
  return said;
}

/** A null that only the callee tested for. */
const TESTED_BY_CALLEE: Fact = makeFact(ZERO, false, doubtedBy('null-tested-by-callee'));

/** The facts, by symbol of the caller. */
function nameFacts(state: State, said: readonly Said[]): Map<number, Fact> {
  const facts = new Map<number, Fact>();
  for (const { v, fact } of said) {
    if (isKnown(v) || v.index !== '' || isOpaque(v) || state.cells.has(v.symbol)) continue;
    const nonzero = fact.nonzero && v.plus === 0;
    if (isZeroFact(fact) && v.plus === 0) facts.set(v.symbol, TESTED_BY_CALLEE);
    else facts.set(v.symbol, makeFact({ low: fact.low - v.plus, high: fact.high - v.plus }, nonzero));
  }
  return facts;
}
