// Summaries: what a call of a procedure may do, as outcomes over its inputs (precondition to postcondition).
// Made of the states at the exits of procedure.ts; instantiated at call sites by instantiate.ts.

import type { State } from './state.js';
import { isFailed, isKnown, type Symbols, type Value } from './symbols.js';

/** One way through the procedure: facts about the inputs, and the cells as it leaves them. */
export interface Outcome {
  readonly state: State;
  readonly result: Value | null;
}

export interface Summary {
  readonly symbols: Symbols;
  readonly outcomes: readonly Outcome[];
  /** Were all paths followed? If not, a call may do other things as well. */
  readonly complete: boolean;
}

/** Keeps what a caller can see: inputs, globals, and what they and the result lead to. */
export function makeOutcome(state: State, result: Value | null): Outcome {
  const kept = state.fork();
  kept.registers = [];
  kept.rounds = new Map();
  kept.births = new Map();
  kept.steps = null;
  const visible = visibleFrom(kept, result);
  for (const name of [...kept.cells.keys()]) if (!visible.has(name)) kept.cells.delete(name);
  dropFacts(kept, result);
  return { state: kept, result };
}

function visibleFrom(state: State, result: Value | null): Set<number> {
  const seen = new Set<number>();
  const work: Value[] = result === null ? [] : [result];
  for (const cell of state.cells.values())
    if (cell.kind === 'input' || cell.kind === 'global') work.push({ symbol: cell.name, plus: 0, index: '' });
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    const value = state.resolve(v);
    const cell = state.cellAt(value);
    if (!cell || seen.has(cell.name) || cell.kind === 'local') continue;
    seen.add(cell.name);
    for (const field of cell.fields.values()) work.push(field.value);
  }
  return seen;
}

/** Facts about symbols that nobody outside can name only split outcomes that are the same. */
function dropFacts(state: State, result: Value | null): void {
  const named = new Set<number>();
  const name = (v: Value) => {
    if (!isKnown(v)) named.add(v.symbol);
  };
  if (result !== null) name(result);
  for (const cell of state.cells.values()) for (const { value } of cell.fields.values()) name(value);
  for (const cell of state.cells.values()) for (const { value } of cell.before.values()) name(value);
  for (const symbol of [...state.facts.keys()])
    if (!named.has(symbol) && !isInputTerm(state, symbol)) state.facts.delete(symbol);
  const visible = (v: Value): boolean => isKnown(v) || named.has(v.symbol) || isInputTerm(state, v.symbol);
  state.apart = new Map([...state.apart].filter(([, [a, b]]) => visible(a) && visible(b)));
  for (const symbol of [...state.same.keys()])
    if (!named.has(symbol) && !isInputTerm(state, symbol)) state.same.delete(symbol);
}

/** Is the symbol made of inputs only? */
export function isInputTerm(state: State, symbol: number, depth = 0): boolean {
  const info = state.symbols.info(symbol);
  if (info.kind === 'parameter' || info.kind === 'input' || info.kind === 'global') return true;
  if (info.kind !== 'term' || depth > 3) return false;
  return [info.left, info.right].every((v) => isKnown(v) || isInputTerm(state, v.symbol, depth + 1));
}

/**
 * An outcome in which nothing happens but an allocation that fails adds nothing to another that returns the fresh block:
 * whether the block is null is left open there, and decided where the caller tests it.
 */
export function absorbFailures(outcomes: readonly Outcome[]): Outcome[] {
  const failures = outcomes.filter(isPureFailure);
  const fresh = outcomes.filter(returnsFreshBlock);
  if (failures.length === 0 || fresh.length === 0) return [...outcomes];
  for (const { state, result } of fresh) state.update(state.cellAt(state.resolve(result!))!, { maybeNull: true });
  return outcomes.filter((o) => !failures.includes(o));
}

function isPureFailure({ state, result }: Outcome): boolean {
  return result !== null && isFailed(state.resolve(result)) && leavesInputsAlone(state);
}

function leavesInputsAlone(state: State): boolean {
  return [...state.cells.values()].every(
    (c) =>
      c.kind === 'heap' ||
      (c.status === 'live' && !c.escaped && [...c.fields].every(([k, f]) => c.before.get(k) === f)),
  );
}

function returnsFreshBlock({ state, result }: Outcome): boolean {
  if (result === null || !leavesInputsAlone(state)) return false;
  const value = state.resolve(result);
  const cell = state.cellAt(value);
  return cell?.kind === 'heap' && !isKnown(value) && value.plus === 0 && cell.status === 'live';
}
