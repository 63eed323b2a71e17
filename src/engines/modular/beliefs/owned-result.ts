// Belief: a function that returns a fresh allocation in one outcome and an unknown pointer in another allocates in both.
// Asked by procedure.ts when all outcomes are known.

import { isZeroFact } from '../domain/facts.js';
import { type Cell, type Fact, makeCell, type State } from '../domain/state.js';
import { addressOf, isInputTerm, isKnown } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const ownedResult: Belief = {
  name: 'owned-result',
  why: 'The caller cannot distinguish the outcomes, so it owns the result in both or in neither.',
  stage: 'summary',
  effect: 'finds',
};

/**
 * result(o₁) = a fresh unshared cell c, and result(o₂) unknown ⟹ result(o₂) = c; unless numbers among the arguments say
 * which of the two outcomes it is.
 */
export function ownResults(outcomes: readonly Outcome[]): readonly Outcome[] {
  const allocating = outcomes.find((outcome) => ownedCell(outcome) !== null);
  if (!allocating) return outcomes;
  const { name, site, via } = ownedCell(allocating)!;
  return outcomes.map((outcome) => {
    const { state } = outcome;
    if (!isUnknown(outcome) || state.cells.has(name) || state.facts.has(name)) return outcome;
    if (areExclusive(state, allocating.state)) return outcome;
    state.cells.set(name, makeCell(name, 'heap', 'unknown', { site, via, maybeNull: true }));
    return { state, result: addressOf(name) };
  });
}

/** Do the facts about numbers among the arguments (flags, modes, sizes) exclude each other, in every case? */
function areExclusive(a: State, b: State): boolean {
  if (excludes(a, a.facts, b.facts)) return true;
  const [x, y] = [a, b].map(({ cases }) => (cases.length === 0 ? [NO_FACTS] : cases)) as [Case[], Case[]];
  return x.every((one) =>
    y.every((other) => excludes(a, one, b.facts) || excludes(a, a.facts, other) || excludes(a, one, other)),
  );
}

type Case = ReadonlyMap<number, Fact>;

const NO_FACTS: Case = new Map();

function excludes(state: State, a: Case, b: Case): boolean {
  for (const [symbol, x] of a) {
    const y = b.get(symbol);
    if (y && isDisjoint(x, y) && isNumber(state, symbol) && isInputTerm(state.symbols, symbol)) return true;
  }
  return false;
}

const isNumber = ({ symbols }: State, symbol: number): boolean => symbols.boundsOf(symbol).high < Infinity;

function isDisjoint(x: Fact, y: Fact): boolean {
  if (x.high < y.low || y.high < x.low) return true;
  return (x.nonzero && isZeroFact(y)) || (y.nonzero && isZeroFact(x));
}

/** The symbol of the result, if no cell holds the same pointer. */
function ownPointer({ state, result }: Outcome): number | null {
  const value = result === null ? null : state.resolve(result);
  if (value === null || isKnown(value) || value.plus !== 0 || value.index !== '') return null;
  for (const { fields } of state.cells.values())
    for (const field of fields.values()) {
      const held = state.resolve(field.value);
      if (!isKnown(held) && held.symbol === value.symbol) return null;
    }
  return value.symbol;
}

/** The heap cell that an outcome returns, if it is unshared. */
function ownedCell(outcome: Outcome): Cell | null {
  const symbol = ownPointer(outcome);
  const cell = symbol === null ? null : outcome.state.cells.get(symbol);
  return cell?.kind === 'heap' && cell.status === 'live' && !cell.escaped ? cell : null;
}

/** Is the result an unknown pointer? */
function isUnknown(outcome: Outcome): boolean {
  const { cells, facts, symbols } = outcome.state;
  const symbol = ownPointer(outcome);
  if (symbol === null || cells.has(symbol) || facts.has(symbol)) return false;
  const info = symbols.info(symbol);
  return info.kind === 'fresh' && info.at >= 0;
}
