// Belief: a function that returns a fresh allocation in one outcome and an unknown pointer in another allocates in both.
// Asked by procedure.ts when all outcomes are known.

import { type Cell, makeCell } from '../domain/state.js';
import { addressOf, isKnown } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const ownedResult: Belief = {
  name: 'owned-result',
  why: 'The caller cannot distinguish the outcomes, so it owns the result in both or in neither.',
  stage: 'summary',
  effect: 'finds',
};

/** result(o₁) = a fresh unshared cell c, and result(o₂) unknown ⟹ result(o₂) = c. */
export function ownResults(outcomes: readonly Outcome[]): readonly Outcome[] {
  const block = outcomes.map(ownedCell).find((cell) => cell !== null);
  if (!block) return outcomes;
  const { name, site, via } = block;
  return outcomes.map((outcome) => {
    const { state } = outcome;
    if (!isUnknown(outcome) || state.cells.has(name) || state.facts.has(name)) return outcome;
    state.cells.set(name, makeCell(name, 'heap', 'unknown', { site, via, maybeNull: true }));
    return { state, result: addressOf(name) };
  });
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
