// Limits on the number of states per block and of outcomes per summary: similar ones are joined, the others merged.
// Drops nothing. Between procedure.ts and join.ts, merge.ts.

import { addTo } from '../domain/join.js';
import { mergeStates } from '../domain/merge.js';
import { groupByShape } from '../domain/shape.js';
import { type Cell, hasHeap, type State } from '../domain/state.js';
import { isKnown, isZero, type Symbolic, textOf, type Value } from '../domain/symbols.js';
import { dropEscapedInputs, joinResults, type Outcome, showResult } from './summary.js';

export interface StateLimits {
  /** States that are not merged. */
  readonly exact: number;
  /** Merged states, in addition. */
  readonly merged: number;
}

export function limitStates(states: readonly State[], stateLimits: StateLimits): State[] {
  if (states.length < 2) return [...states];
  const kept = groupByShape(states, addTo).flat();
  const exact = kept.filter((state) => !state.isMerged);
  const heaps = new Map<State, string>();
  if (exact.length > stateLimits.exact) exact.splice(0, exact.length, ...diverse(exact, heaps));
  const merged = [...kept.filter((state) => state.isMerged), ...exact.slice(stateLimits.exact)];
  for (const state of merged) state.doubt('merged-state');
  return [
    ...exact.slice(0, stateLimits.exact),
    ...(merged.length > stateLimits.merged ? limitMerged(merged, stateLimits.merged, heaps) : merged),
  ];
}

/** Orders states so that each heap configuration comes once before any comes twice. Caches the configurations. */
function diverse(states: readonly State[], heaps: Map<State, string>): State[] {
  const ranks = new Map<string, number>();
  const ranked = states.map((state) => {
    const key = heapOf(state);
    heaps.set(state, key);
    const rank = ranks.get(key) ?? 0;
    ranks.set(key, rank + 1);
    return { state, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ state }) => state);
}

/** Merges states with the same heap configuration; if there are still too many, also the last ones. */
function limitMerged(states: readonly State[], most: number, heaps: ReadonlyMap<State, string>): State[] {
  const merged = mergeBy(states, (state) => heaps.get(state) ?? heapOf(state), mergeStates);
  if (merged.length <= most) return merged;
  const rest = mergeBy(merged.slice(most - 1), ({ widenedIn }) => `${widenedIn}`, mergeStates);
  return [...merged.slice(0, most - 1), ...rest];
}

/** Merges all of one kind, in the order of the first of each kind. */
function mergeBy<T>(all: readonly T[], kindOf: (one: T) => string, merge: (a: T, b: T) => T): T[] {
  const merged = new Map<string, T>();
  for (const one of all) {
    const kind = kindOf(one);
    const known = merged.get(kind);
    merged.set(kind, known === undefined ? one : merge(known, one));
  }
  return [...merged.values()];
}

/** The heap configuration, as text: heap cells of this procedure, freed cells of the caller, and pointers to them. */
function heapOf(state: State): string {
  let text = `${state.widenedIn}`;
  const show = (v: Value): string => {
    const value = state.resolve(v);
    const cell = state.cellAt(value);
    return cell?.kind === 'heap' ? textOf(value) : isZero(value) ? '0' : '';
  };
  state.registers.forEach((value, id) => {
    const shown = value === undefined ? '' : show(value);
    if (shown !== '') text += `;${id}=${shown}`;
  });
  const heaps: [number, string][] = [];
  const some = hasHeap(state);
  for (const { name, kind, status, maybeNull, escaped, fields } of state.cells.values()) {
    let held = '';
    for (const [key, { value }] of some ? fields : NO_FIELDS)
      if (!isKnown(value) && leadsToHeap(state, value)) held += `,${key}=${show(value)}`;
    if (kind !== 'heap' && status === 'live' && held === '') continue;
    const seen = kind === 'heap' ? `${maybeNull ? '?' : ''}${escaped ? 'e' : ''}` : '';
    heaps.push([name, `|${name}${status}${seen}${held}`]);
  }
  for (const [, heap] of heaps.sort(([x], [y]) => x - y)) text += heap;
  for (const [head, count] of state.rounds) text += `@${head}:${count}`;
  return text;
}

const NO_FIELDS: Cell['fields'] = new Map();

/** Hot: called for every field of every state at a merge point. */
function leadsToHeap(state: State, v: Symbolic): boolean {
  if (state.same.size > 0) return state.cellAt(state.resolve(v))?.kind === 'heap';
  return state.cells.get(v.symbol)?.kind === 'heap';
}

// ---- outcomes --------------------------------------------------------------------------------------------------

/**
 * Merges outcomes that pass the same heap cells to the caller; if there are too many still, those with the same result,
 * then all.
 */
export function limitOutcomes(outcomes: readonly Outcome[], most: number): Outcome[] {
  let few = [...outcomes];
  for (const kindOf of [gives, resultText, () => '']) if (few.length > most) few = mergeBy(few, kindOf, mergeOutcomes);
  return few;
}

const resultText = ({ state, result }: Outcome): string =>
  result === null ? '' : showResult(state, state.resolve(result));

/** The result, and the heap cells that are stored in the caller's memory. */
function gives(outcome: Outcome): string {
  const { state } = outcome;
  let text = resultText(outcome);
  for (const name of [...state.cells.keys()].sort((x, y) => x - y)) {
    const cell = state.cells.get(name)!;
    for (const [key, { value }] of isShared(cell) ? cell.fields : []) {
      const held = state.resolve(value);
      if (state.cellAt(held)?.kind === 'heap') text += `|${name}.${key}=${textOf(held)}`;
    }
  }
  return text;
}

const isShared = ({ kind }: Cell): boolean => kind === 'input' || kind === 'global';

function mergeOutcomes(a: Outcome, b: Outcome): Outcome {
  const result = a.result === null || b.result === null ? a.result : joinResults(a, b);
  const state = mergeStates(a.state, b.state);
  dropEscapedInputs(state);
  return { state, result };
}
