// How many states are followed, and how many outcomes a summary has: where there are too many, the least different are one.
// Nothing is left out. Between join.ts and merge.ts (two that meet) and procedure.ts.

import { addTo } from '../domain/join.js';
import { mergeStates } from '../domain/merge.js';
import { groupByShape } from '../domain/shape.js';
import { type Cell, hasHeap, type State } from '../domain/state.js';
import { isKnown, isZero, type Symbolic, textOf, type Value } from '../domain/symbols.js';
import { forgetGivenAway, joinResults, type Outcome, showResult } from './summary.js';

export interface Room {
  /** States that are followed as they are. */
  readonly exact: number;
  /** States that stand for others, beside those. */
  readonly merged: number;
}

export function fewStates(states: readonly State[], room: Room): State[] {
  if (states.length < 2) return [...states];
  const kept = groupByShape(states, addTo).flat();
  const exact = kept.filter((state) => !state.isMerged);
  const blocks = new Map<State, string>();
  if (exact.length > room.exact) exact.splice(0, exact.length, ...diverse(exact, blocks));
  const merged = [...kept.filter((state) => state.isMerged), ...exact.slice(room.exact)];
  for (const state of merged) state.doubt('merged-state');
  return [
    ...exact.slice(0, room.exact),
    ...(merged.length > room.merged ? fewMerged(merged, room.merged, blocks) : merged),
  ];
}

/** One for each constellation of blocks first, then a second for each. Notes what it has found out about blocks. */
function diverse(states: readonly State[], blocks: Map<State, string>): State[] {
  const ranks = new Map<string, number>();
  const ranked = states.map((state) => {
    const key = blocksOf(state);
    blocks.set(state, key);
    const rank = ranks.get(key) ?? 0;
    ranks.set(key, rank + 1);
    return { state, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ state }) => state);
}

/** Those that have the same blocks in the same places are one; if they are still too many, the last of them are. */
function fewMerged(states: readonly State[], most: number, blocks: ReadonlyMap<State, string>): State[] {
  const merged = mergeBy(states, (state) => blocks.get(state) ?? blocksOf(state), mergeStates);
  if (merged.length <= most) return merged;
  const rest = mergeBy(merged.slice(most - 1), ({ blurredIn }) => `${blurredIn}`, mergeStates);
  return [...merged.slice(0, most - 1), ...rest];
}

/** One of each kind, in the order in which the kinds appear. */
function mergeBy<T>(all: readonly T[], kindOf: (one: T) => string, merge: (a: T, b: T) => T): T[] {
  const merged = new Map<string, T>();
  for (const one of all) {
    const kind = kindOf(one);
    const known = merged.get(kind);
    merged.set(kind, known === undefined ? one : merge(known, one));
  }
  return [...merged.values()];
}

/** Blocks of this procedure, what became of those of its caller, and who points to them, as text. */
function blocksOf(state: State): string {
  let text = `${state.blurredIn}`;
  const show = (v: Value): string => {
    const value = state.resolve(v);
    const cell = state.cellAt(value);
    return cell?.kind === 'heap' ? textOf(value) : isZero(value) ? '0' : '';
  };
  state.registers.forEach((value, id) => {
    const shown = value === undefined ? '' : show(value);
    if (shown !== '') text += `;${id}=${shown}`;
  });
  const blocks: [number, string][] = [];
  const some = hasHeap(state);
  for (const { name, kind, status, maybeNull, escaped, fields } of state.cells.values()) {
    let held = '';
    for (const [key, { value }] of some ? fields : NO_FIELDS)
      if (!isKnown(value) && leadsToHeap(state, value)) held += `,${key}=${show(value)}`;
    if (kind !== 'heap' && status === 'live' && held === '') continue;
    const seen = kind === 'heap' ? `${maybeNull ? '?' : ''}${escaped ? 'e' : ''}` : '';
    blocks.push([name, `|${name}${status}${seen}${held}`]);
  }
  for (const [, block] of blocks.sort(([x], [y]) => x - y)) text += block;
  for (const [head, count] of state.rounds) text += `@${head}:${count}`;
  return text;
}

const NO_FIELDS: Cell['fields'] = new Map();

/** Hot: asked of every field of every state that meets others. */
function leadsToHeap(state: State, v: Symbolic): boolean {
  if (state.same.size > 0) return state.cellAt(state.resolve(v))?.kind === 'heap';
  return state.cells.get(v.symbol)?.kind === 'heap';
}

// ---- outcomes --------------------------------------------------------------------------------------------------

/** At most as many outcomes: first those that give the caller the same blocks are one, then those with the same result. */
export function fewOutcomes(outcomes: readonly Outcome[], most: number): Outcome[] {
  let few = [...outcomes];
  for (const kindOf of [gives, resultText, () => '']) if (few.length > most) few = mergeBy(few, kindOf, mergeOutcomes);
  return few;
}

const resultText = ({ state, result }: Outcome): string =>
  result === null ? '' : showResult(state, state.resolve(result));

/** The result, and the fresh blocks that are stored in memory of the caller's. */
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
  forgetGivenAway(state);
  return { state, result };
}
