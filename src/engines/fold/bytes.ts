// Intrinsics on byte ranges, from which library models are built: read, overwrite, clear, copy, escape.
// Called through intrinsics.ts. Whatever cannot be tracked exactly ends the analysis with a reason.

import type { Span } from '../../base/source.js';
import type { CallInstr, Expr } from '../../ir/instr.js';
import { FALSE } from '../../logic/bdd/bdd.js';
import { MOVED_FROM_NOWHERE } from '../shared/ledger.js';
import { opaqueAccesses, reportFailure, writable } from './access.js';
import { complain, type Frame, giveUp, leakAt, visit } from './analysis.js';
import { evaluate } from './evaluate.js';
import { ENDED, type NodeId, OPAQUE } from './kernel.js';
import { withNumberAt, withUnknownRest } from './numbered.js';
import { constantIn } from './numbers.js';
import { removeRoot } from './paper/assign.js';
import { type Access, dereference } from './paper/deref.js';
import { load, store } from './paper/heap-access.js';
import { join } from './paper/lattice.js';
import { bottom, nodeOf, type State } from './paper/state.js';
import { MOST_SLOTS } from './pointer-offsets.js';
import { ANYWHERE, NULL_VALUE, type PointerValue, UNKNOWN_VALUE, valueIn } from './value.js';

/** The nodes that contain `bytes` bytes from the pointer on; null: an unknown number of bytes. */
function range(f: Frame, s: State, pointer: Expr, bytes: number | null, at: Span, purpose: 'read' | 'write'): Access[] {
  const value = evaluate(f, s, pointer);
  visit(f, 'valid-deref', at);
  const known = value === 'unknown' ? UNKNOWN_VALUE : value;
  const { accesses, failures } = dereference(f.run.k, s, known, `taken at ${at.at}`);
  for (const failure of failures) reportFailure(f, at, s, failure, 'valid-deref');
  const inside = accesses.filter((a) => lies(f, a, bytes, at));
  if (purpose === 'write') writable(f, inside, at);
  return [...inside, ...opaqueAccesses(f, s, failures, at, purpose)];
}

function lies(f: Frame, { state, node, offset }: Access, bytes: number | null, at: Span): boolean {
  const { size, allocated } = nodeOf(state, node);
  const known = bytes !== null && size !== null && offset !== ANYWHERE;
  if (known && offset >= 0 && offset + bytes <= size) return true;
  const rule = known ? 'out-of-bounds' : null;
  const message = known ? 'the access is out of bounds' : 'the access is not known to be in bounds';
  const certainty = 'possible';
  complain(f, at, state, {
    property: 'valid-deref',
    rule,
    failing: state.b,
    message,
    allocation: allocated,
    certainty,
  });
  return !known;
}

export function readBytes(f: Frame, s: State, i: CallInstr): State {
  const [pointer, length] = i.args;
  const accesses = range(f, s, pointer!, constantIn(f, s, length), i, 'read');
  return accesses.reduce((t, a) => join(f.run.k, t, a.state), bottom);
}

/** At least one byte is read; the length is known for literals only. */
export function readString(f: Frame, s: State, i: CallInstr): State {
  const value = evaluate(f, s, i.args[0]!);
  const targets = value === 'unknown' ? [] : value.targets;
  const literal =
    targets.length > 0 && targets.every((t) => /^global \d+ \.string\./.test(f.run.k.nameOfNode(t.target)));
  const accesses = range(f, s, i.args[0]!, literal ? 1 : null, i, 'read');
  return accesses.reduce((t, a) => join(f.run.k, t, a.state), bottom);
}

/** The permutation of the elements is not tracked. */
export function shuffleBytes(f: Frame, s: State, i: CallInstr): State {
  const [pointer, length] = i.args;
  const accesses = range(f, s, pointer!, constantIn(f, s, length), i, 'write');
  if (accesses.some((a) => nodeOf(a.state, a.node).cells.size > 0))
    return giveUp(f, i, 'pointers in an array are permuted');
  return accesses.reduce((t, a) => join(f.run.k, t, a.state), bottom);
}

/** Writes numbers over the bytes; pointers in them become unknown. */
export const writeBytes = (f: Frame, s: State, i: CallInstr): State => fill(f, s, i, UNKNOWN_VALUE);

export const clearBytes = (f: Frame, s: State, i: CallInstr): State => fill(f, s, i, NULL_VALUE);

function fill(f: Frame, s: State, i: CallInstr, value: PointerValue): State {
  const [pointer, length] = i.args;
  const bytes = constantIn(f, s, length);
  let after = bottom;
  for (const a of range(f, s, pointer!, bytes, i, 'write')) {
    after = join(f.run.k, after, fillOne(f, a, bytes, value, i));
  }
  return after;
}

function fillOne(f: Frame, a: Access, bytes: number | null, value: PointerValue, at: Span): State {
  const slots = slotsOf(f, a, bytes);
  if (!slots) return giveUp(f, at, 'an unknown number of bytes is written over memory that holds pointers');
  const known = nodeOf(a.state, a.node).cells;
  const exact = value === NULL_VALUE && slots.length > 0;
  const written = exact ? slots : slots.filter((slot) => known.has(slot));
  const start = exact ? a.state : withUnknownRest(a.state, a.node);
  const valueAt = (slot: number) => (isWhole(f, a, slot, bytes) ? value : UNKNOWN_VALUE);
  return written.reduce((t, slot) => store(f.run.k, t, a.node, slot, valueAt(slot), leakAt(f, at)), start);
}

/** Does the pointer at the offset lie within the bytes? A pointer that is written or copied in part becomes unknown. */
const isWhole = (f: Frame, { node, offset }: Access, slot: number, bytes: number | null): boolean =>
  bytes === null || (slot >= offset && slot + widthAt(f, node, slot) <= offset + bytes);

const widthAt = (f: Frame, node: NodeId, slot: number): number =>
  slot === 0 && f.run.k.isWide(node) ? f.run.k.sizeOf(node)! : f.run.pointerSize;

/** The offsets at which the bytes may hold pointers; null if these are unknown or too many. */
function slotsOf(f: Frame, a: Access, bytes: number | null): number[] | null {
  const { cells, size } = nodeOf(a.state, a.node);
  if (bytes === null || a.offset === ANYWHERE) return cells.size === 0 ? [] : null;
  const word = f.run.pointerSize;
  if (bytes / word > MOST_SLOTS || size === null) return cells.size === 0 ? [] : null;
  const first = Math.ceil(a.offset / word);
  const last = Math.floor((a.offset + bytes) / word);
  const aligned = Array.from({ length: Math.max(0, last - first) }, (_, i) => (first + i) * word);
  const width = f.run.k.isWide(a.node) ? size : word;
  const held = [...cells.keys()].filter((at) => at + width > a.offset && at < a.offset + bytes);
  return [...new Set([...aligned, ...held])];
}

export function copyBytes(f: Frame, s: State, i: CallInstr): State {
  const [to, from, length] = i.args;
  const bytes = constantIn(f, s, length);
  let after = bottom;
  for (const source of range(f, s, from!, bytes, i, 'read')) {
    for (const target of range(f, source.state, to!, bytes, i, 'write')) {
      after = join(f.run.k, after, copyOne(f, { ...source, state: target.state }, target, bytes, i));
    }
  }
  return after;
}

/** realloc: copies as much of the old allocation as fits into the new one. */
export function moveContents(f: Frame, s: State, i: CallInstr): State {
  const [to, from] = i.args;
  checkMoved(f, s, from!, i);
  let after = bottom;
  for (const source of range(f, s, from!, 0, i, 'read')) {
    for (const target of range(f, source.state, to!, 0, i, 'write')) {
      const sizes = [source, target].map(({ node }) => target.state.nodes.get(node)?.size ?? null);
      const bytes = sizes.includes(null) ? null : Math.min(...(sizes as number[]));
      after = join(f.run.k, after, copyOne(f, { ...source, state: target.state }, target, bytes, i));
    }
  }
  return after;
}

/** The model frees the old allocation afterwards; if it is already freed, that is a double free. */
function checkMoved(f: Frame, s: State, from: Expr, at: Span): void {
  const value = evaluate(f, s, from);
  const targets = value === 'unknown' ? UNKNOWN_VALUE.targets : value.targets;
  const gone = targets.filter((t) => f.run.k.isSpecial(t.target));
  const failing = gone.reduce((b, t) => f.run.k.bdd.or(b, f.run.k.bdd.and(s.b, t.guard)), FALSE);
  complain(f, at, s, { property: 'valid-free', rule: null, failing, message: MOVED_FROM_NOWHERE });
}

function copyOne(f: Frame, from: Access, to: Access, bytes: number | null, at: Span): State {
  const { k } = f.run;
  if (from.node === OPAQUE) return fillOne(f, { ...to, state: from.state }, bytes, UNKNOWN_VALUE, at);
  const holds = nodeOf(from.state, from.node).cells.size + nodeOf(from.state, to.node).cells.size > 0;
  const slots = slotsOf(f, from, bytes);
  if (!slots || bytes === null || to.offset === ANYWHERE)
    return holds ? giveUp(f, at, 'a copy of an unknown number of bytes') : withUnknownRest(from.state, to.node);
  const passing = { node: k.node('copied pointer'), offset: 0 };
  const goalOf = (slot: number) => Math.max(slot, from.offset) - from.offset + to.offset;
  let t = withNumberAt(k, from.state, to.node, { offset: to.offset, size: bytes });
  for (const slot of slots) {
    t = load(k, t, passing, from.node, slot, () => {});
    const value = isWhole(f, from, slot, bytes) ? valueIn(k, t, passing) : UNKNOWN_VALUE;
    t = store(k, t, to.node, goalOf(slot), value, leakAt(f, at));
    t = removeRoot(k, t, passing.node, ENDED, () => {});
  }
  const copied = new Set(slots.map(goalOf));
  const others = (slotsOf(f, { ...to, state: t }, bytes) ?? []).filter((slot) => !copied.has(slot));
  const known = nodeOf(t, to.node).cells;
  return others
    .filter((slot) => known.has(slot))
    .reduce((after, slot) => store(k, after, to.node, slot, UNKNOWN_VALUE, leakAt(f, at)), t);
}

/** Escape to an unknown call, which may keep the pointer and change all memory that it reaches: gives up. */
export function escapeBytes(f: Frame, s: State, i: CallInstr): State {
  const value = i.args[0] ? evaluate(f, s, i.args[0]) : 'unknown';
  const harmless = value !== 'unknown' && value.targets.every((t) => f.run.k.isSpecial(t.target));
  return harmless ? s : giveUp(f, i, 'memory escapes to an unknown call');
}
