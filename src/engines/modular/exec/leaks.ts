// Leaks: heap cells of this procedure that no pointer reaches any more, directly or indirectly.
// Checked after every instruction that may drop a pointer. Each leaked cell is reported once.

import { type Cell, type Event, hasHeap, type State } from '../domain/state.js';
import { isKnown, isZero, type Value } from '../domain/symbols.js';
import { unclearBlock } from '../ownership/claims.js';
import { type HolderOf, NO_HOLDER } from './holders.js';
import { type Here, type Suspend, suspendLeak } from './report.js';

/** A pointer that a callee dropped, and the event. */
export interface Loss {
  readonly value: Value;
  readonly event: Event;
  readonly why: string;
}

/** Cells reachable from registers, variables, inputs, escaped cells, and `extra`. */
export function reached(state: State, extra: readonly Value[]): Set<number> {
  const seen = new Set<number>();
  const work: Value[] = [...extra];
  for (const value of state.registers) if (value !== undefined) work.push(value);
  for (const cell of state.cells.values()) if (cell.kind !== 'heap' || cell.escaped) mark(cell, seen, work);
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    const cell = state.cellAt(isKnown(value) ? value : state.resolve(value));
    if (cell) mark(cell, seen, work);
  }
  return seen;
}

/** Fields of a freed cell reach nothing, unless the cell had escaped: unknown code may have copied or freed their targets. */
function mark(cell: Cell, seen: Set<number>, work: Value[]): void {
  if (seen.has(cell.name)) return;
  seen.add(cell.name);
  if (cell.status === 'ended' || (cell.status === 'freed' && !cell.escaped)) return;
  for (const { value } of cell.fields.values()) if (!isKnown(value)) work.push(value);
}

const isOwned = (cell: Cell): boolean => cell.kind === 'heap' && cell.status === 'live' && !cell.escaped;

/** Is the allocation empty, such as n · size with n = 0? Such leaks are not reported. */
function isEmpty(state: State, size: Value | null): boolean {
  if (size === null) return false;
  const n = state.resolve(size);
  if (isKnown(n)) return isZero(n);
  const info = n.plus === 0 && n.index === '' ? state.symbols.info(n.symbol) : null;
  if (info?.kind !== 'term' || (info.op !== 'mul' && info.op !== 'cast')) return false;
  return isEmpty(state, info.left) || (info.op === 'mul' && isEmpty(state, info.right));
}

/** What is known of what happens to pointers besides the state. */
export interface Loser {
  /** Values that go on to be held, such as results. */
  readonly kept?: readonly Value[];
  /** Pointers that a callee dropped. */
  readonly losses?: readonly Loss[];
  readonly suspend?: Suspend;
  readonly holderOf?: HolderOf;
}

/** Reports leaked cells, if the path goes on; of a connected structure only the roots. */
export function reportLost(
  here: Here,
  state: State,
  why: string,
  { kept = [], losses = [], suspend = suspendLeak, holderOf = NO_HOLDER }: Loser = {},
): void {
  if (!hasHeap(state)) return;
  noteUnclear(here, state);
  const owned = [...state.cells.values()].filter(isOwned);
  if (owned.length === 0) return;
  const seen = reached(state, kept);
  const lost = owned.filter((cell) => !seen.has(cell.name) && !isEmpty(state, cell.size));
  if (lost.length === 0) return;
  const inner = new Set<number>();
  for (const cell of lost) for (const name of childrenOf(state, cell)) if (name !== cell.name) inner.add(name);
  const heads = lost.filter((cell) => !inner.has(cell.name));
  for (const cell of heads.length > 0 ? heads : lost.slice(0, 1)) {
    const loss = losses.find(({ value }) => state.cellAt(state.resolve(value)) === cell);
    const how = loss?.why ?? why;
    const message = `${describe(cell)} is lost: ${how}`;
    const facts = { name: holderOf(state, cell), how };
    suspend(here, state, { message, cell, event: loss?.event ?? null, facts });
  }
  for (const cell of lost) state.cells.delete(cell.name);
}

/** Memory that unknown code may hold may as well be lost here. */
function noteUnclear({ notes, at }: Here, state: State): void {
  for (const { kind, status, escaped, site } of state.cells.values())
    if (kind === 'heap' && status === 'live' && escaped) notes.blur(unclearBlock(at, site?.at ?? null), state);
}

function childrenOf(state: State, cell: Cell): number[] {
  return [...cell.fields.values()].flatMap(({ value }) => {
    const child = isKnown(value) ? null : state.cellAt(state.resolve(value));
    return child ? [child.name] : [];
  });
}

function describe(cell: Cell): string {
  if (!cell.site) return 'memory';
  const { line } = cell.site.source.locate(cell.site.at);
  const first = cell.via[0];
  if (!first) return `the memory allocated in line ${line}`;
  return `the memory allocated by the call in line ${first.site.source.locate(first.site.at).line}`;
}
