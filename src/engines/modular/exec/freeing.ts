// free(p), and cells that one outcome of a call frees and another one does not.
// Used by intrinsics.ts, effects.ts and calls.ts.

import type { Believer } from '../beliefs/belief.js';
import { looksAlike } from '../beliefs/counted-free.js';
import type { Returned } from '../calls/instantiate.js';
import type { Meaning } from '../calls/meaning.js';
import { decide, isPossible } from '../domain/facts.js';
import { markEscaped } from '../domain/memory.js';
import { mergeStates } from '../domain/merge.js';
import { givenFor, type InputFacts, isConditional, NO_FACTS } from '../domain/preconditions.js';
import { type Cell, type Fact, type Freeing, makeCell, makeFact, type State } from '../domain/state.js';
import { addressOf, isKnown, isUninitialized, type Symbolic, type Value } from '../domain/symbols.js';
import type { Ending } from '../ownership/claims.js';
import type { Outcome } from '../summary/summary.js';
import { reportMismatch } from './families.js';
import { type Here, reportError } from './report.js';

/** free(p): null is allowed; anything but the start of a live heap cell is an error. Returns false if the path ends. */
export function free(
  here: Here,
  state: State,
  pointer: Value,
  freeing: Omit<Freeing, 'plus'>,
  ending: Ending = 'for good',
): boolean {
  const value = state.resolve(pointer);
  if (isKnown(value)) return true;
  const { event, conditional } = freeing;
  // The steps of a callee; the finding itself is at this call.
  const again = freeing.steps.length > 1 ? freeing.steps : [];
  if (isUninitialized(value)) {
    const message = 'an uninitialised pointer is freed';
    reportError(here, state, { rule: 'uninitialized-pointer', message, cell: null, event });
    return false;
  }
  const slot = state.symbols.slotOf(value);
  if (slot !== null) here.notes.free(slot, ending);
  const freed = { ...freeing, plus: value.plus };
  const cell = state.cells.get(value.symbol);
  if ((!cell || cell.kind === 'unknown') && state.symbols.info(value.symbol).kind === 'local') {
    const message = 'the memory belongs to a variable that is out of scope';
    reportError(here, state, { rule: 'invalid-free', message, cell: null, after: again });
    return false;
  }
  if (!cell) {
    state.cells.set(value.symbol, freedInput(state, value, freed));
    return true;
  }
  if (cell.status === 'freed') {
    const message = 'the memory has been freed before';
    const given = givenFor(cell);
    const after = [...(cell.freed?.steps ?? []), ...again];
    if (given && !conditional) reportError(here, state, { rule: 'double-free', message, cell, after, given });
    return isConditional(cell);
  }
  reportMismatch(here, state, cell, freeing);
  const inside = cell.kind === 'heap' && value.index === '' && value.plus !== 0 && !cell.escaped;
  if (inside || cell.kind === 'local' || (cell.kind === 'global' && value.index === '')) {
    const message = inside ? 'it points into the middle of an allocation' : notOnHeap(state, cell);
    reportError(here, state, { rule: 'invalid-free', message, cell, after: again });
    return false;
  }
  state.update(cell, { status: 'freed', freed });
  return true;
}

function notOnHeap({ symbols }: State, { name }: Cell): string {
  const info = symbols.info(name);
  if (symbols.isText(name)) return 'the memory is that of a string literal, not on the heap';
  const variable = info.kind === 'global' || info.kind === 'local' ? info.variable.name : '';
  return variable ? `the memory is that of \`${variable}\`, not on the heap` : 'the memory is not on the heap';
}

function freedInput(state: State, value: Symbolic, freed: Freeing): Cell {
  const { kind } = state.symbols.info(value.symbol);
  const isInput = kind === 'parameter' || kind === 'input';
  const how = isInput ? 'input' : 'unknown';
  return makeCell(value.symbol, how, how, { status: 'freed', maybeNull: true, freed });
}

export interface Possible {
  readonly outcome: Outcome;
  readonly meaning: Meaning;
  readonly returned: Returned;
}

/**
 * If one of two outcomes that look alike to the caller frees a cell and the other does not, a condition of the callee
 * decides, such as a reference count. The cell is then neither known to be freed nor lost, unless a caller of this
 * procedure knows the condition. Outcomes that differ in nothing else, and for nobody, are merged.
 */
export function doubtFreeing({ believes }: Believer, possible: readonly Possible[]): Returned[] {
  if (!believes('counted-free')) return possible.map(({ returned }) => returned);
  const doubted = new Set<Possible>();
  for (const one of possible) {
    for (const [name, cell] of one.returned.freed) {
      const others = possible.filter((p) => !p.returned.freed.has(name) && looksAlike(p.outcome, one.outcome));
      const known = one.returned.state.cells.get(cell);
      if (others.length === 0 || !known?.freed) continue;
      const conditional = decidedBy(one, others);
      one.returned.state.update(known, { freed: { ...known.freed, conditional } });
      for (const other of others) markEscaped(other.returned.state, addressOf(cell));
      if (conditional.length > 0) continue;
      for (const p of [one, ...others]) if (p.returned.result === null) doubted.add(p);
    }
  }
  const kept = possible.filter((p) => !doubted.has(p)).map(({ returned }) => returned);
  return doubted.size === 0 ? kept : [...kept, [...doubted].map(({ returned }) => returned).reduce(mergeReturned)];
}

/** The facts about what is passed to this procedure by which the callee decides for an outcome, and against all others. */
function decidedBy({ outcome, meaning, returned: { state } }: Possible, others: readonly Possible[]): InputFacts {
  const deciding: [number, Fact][] = [];
  const open = new Set(others);
  for (const [symbol, fact] of outcome.state.facts) {
    const against = others.filter((other) => excludes(other.outcome, symbol, fact));
    const v = against.length > 0 ? meaning.named(symbol) : 0;
    if (isKnown(v) || v.index !== '' || !isPassed(state, v.symbol)) continue;
    deciding.push([
      v.symbol,
      makeFact({ low: fact.low - v.plus, high: fact.high - v.plus }, fact.nonzero && v.plus === 0),
    ]);
    for (const other of against) open.delete(other);
  }
  return open.size === 0 ? deciding : NO_FACTS;
}

/** Is the symbol a parameter, a member behind one, or a term of these? What globals say, callers seldom know. */
function isPassed(state: State, symbol: number): boolean {
  const info = state.symbols.info(symbol);
  if (info.kind === 'input') return isPassed(state, info.of);
  if (info.kind === 'term') return [info.left, info.right].every((v) => isKnown(v) || isPassed(state, v.symbol));
  return info.kind === 'parameter';
}

function excludes({ state }: Outcome, symbol: number, fact: Fact): boolean {
  const v = addressOf(symbol);
  return !isPossible(state, v, fact) || (fact.low === fact.high && decide(state, 'eq', v, fact.low) === false);
}

const mergeReturned = (a: Returned, b: Returned): Returned => ({
  state: mergeStates(a.state, b.state),
  result: null,
  losses: [...a.losses, ...b.losses],
  freed: new Map([...a.freed, ...b.freed]),
});
