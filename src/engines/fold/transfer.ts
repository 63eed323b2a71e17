// The abstract semantics of instructions (Fig. 9), on three-address form: assignments, clears, scope ends, assumptions.
// Maps the state before to the state after; calls are in calls.ts.

import type { Span } from '../../base/source.js';
import type { AssignInstr, AssumeInstr, ClearInstr, Expr, LoadExpr, Place, ScopeEndInstr } from '../../ir/instr.js';
import { forget } from '../../numeric/numbers.js';
import { isCopiedAsBytes, isInteger } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import { resolve } from './access.js';
import { type Frame, giveUp, leakAt, nodeOfVariable } from './analysis.js';
import { assumeDifferent, assumeEqual, assumeNonNull, assumeNull } from './conditions.js';
import { evaluate, flatten, type Value } from './evaluate.js';
import { afterTest, concernsPointer, withTested } from './failing.js';
import { ENDED, type Kernel, OPAQUE } from './kernel.js';
import { type Extent, withNumberAt } from './numbered.js';
import { assignedNumber, assumeNumbers, recordNumber } from './numbers.js';
import { assignRoot, moveRoot, removeRoot, rootNode } from './paper/assign.js';
import type { Access } from './paper/deref.js';
import { load, PASSING, store } from './paper/heap-access.js';
import { given, join } from './paper/lattice.js';
import { bottom, isBottom, type Node, nodeOf, type State, withNode, withNumbers } from './paper/state.js';
import { isTracked, pointerSlots } from './pointer-offsets.js';
import { assignUnknown, fromUnknown } from './unknown.js';
import { ANYWHERE, NULL_VALUE, type PointerValue, type RootCell, UNKNOWN_VALUE, valueIn } from './value.js';

const joinAll = (f: Frame, states: Iterable<State>): State => {
  let result = bottom;
  for (const s of states) result = join(f.run.k, result, s);
  return result;
};

export function assign(f: Frame, before: State, i: AssignInstr): State {
  const s = afterTest(f, before, i.value);
  if (isCopiedAsBytes(i.value.type)) {
    if (i.value.kind === 'load') return copyAggregate(f, s, i.place, i.value.place, i);
    return assignPlace(f, s, i.place, i, () => 'unknown');
  }
  if (i.place.kind === 'var') {
    const x = { node: nodeOfVariable(f, i.place.variable), offset: 0 };
    return assignVariable(f, withAddressed(f, s, i.value), x, i.place.type, i.value, i);
  }
  return assignPlace(f, s, i.place, i, (t) => evaluate(f, t, i.value));
}

/** A variable whose address is taken has a node, even before the first write. */
function withAddressed(f: Frame, s: State, e: Expr): State {
  if (e.kind !== 'address') return s;
  const { base } = flatten(e.place);
  if (base.kind !== 'var') return s;
  const node = nodeOfVariable(f, base.variable);
  return s.nodes.has(node) ? s : withNode(s, rootNode(node, f.run.k.sizeOf(node), 'uninitialized'));
}

/** x = e, where x is a scalar variable. */
function assignVariable(f: Frame, s: State, x: RootCell, type: CType, e: Expr, at: Span): State {
  if (e.kind === 'load' && e.place.kind !== 'var') {
    return joinAll(
      f,
      resolve(f, s, e.place, 'read').map((a) => read(f, a, x, e.place, at)),
    );
  }
  if (!isTracked(type)) return overwrite(f, s, x.node, { offset: 0, size: type.size }, at);
  const value = evaluate(f, s, e);
  const worth = assignedNumber(f, s, e);
  const after = mentions(value, x.node, f, e) ? throughPassing(f, s, x, value, at) : setRoot(f, s, x, type, value, at);
  return recordNumber(after, s.numbers, x.node, e, worth);
}

/** Does the value depend on x itself? */
function mentions(value: Value, node: number, f: Frame, e: Expr): boolean {
  if (value === 'unknown') return false;
  switch (e.kind) {
    case 'load':
      return e.place.kind === 'var' && nodeOfVariable(f, e.place.variable) === node;
    case 'cast':
    case 'unary':
      return mentions(value, node, f, e.operand);
    case 'binary':
      return mentions(value, node, f, e.left) || mentions(value, node, f, e.right);
    case 'address':
      return mentionsInPlace(value, node, f, e.place);
    default:
      return false;
  }
}

function mentionsInPlace(value: Value, node: number, f: Frame, p: Place): boolean {
  if (p.kind === 'deref') return mentions(value, node, f, p.pointer);
  return p.kind === 'var' ? false : mentionsInPlace(value, node, f, p.base);
}

function throughPassing(f: Frame, s: State, x: RootCell, value: Value, at: Span): State {
  const { k } = f.run;
  const passing = { node: k.node(PASSING), offset: 0 };
  const held = assignRoot(k, s, passing, value as PointerValue, () => {});
  return moveRoot(k, held, passing, x, leakAt(f, at));
}

/** Assigns a value, known or unknown, to a root cell. */
export function setRoot(f: Frame, s: State, x: RootCell, type: CType, value: Value, at: Span): State {
  if (value === 'unknown' && isInteger(type)) return assignUnknown(f.run.k, s, x, leakAt(f, at));
  const known = value === 'unknown' ? UNKNOWN_VALUE : value;
  const mayHoldPointer = type.kind === 'pointer' || type.size >= f.run.pointerSize;
  return assignRoot(f.run.k, s, x, known, mayHoldPointer ? leakAt(f, at) : () => {});
}

/** x = *y, where the access is resolved. */
function read(f: Frame, { state, node, offset }: Access, x: RootCell, place: Place, at: Span): State {
  const { type } = place;
  if (!isTracked(type)) return overwrite(f, state, x.node, { offset: 0, size: type.size }, at);
  if (node === OPAQUE) return setRoot(f, state, x, type, 'unknown', at);
  const n = nodeOf(state, node);
  if (type.kind !== 'pointer' && (isBitField(place) || !holdsNumber(f, n, offset, type))) {
    return assignUnknown(f.run.k, state, x, leakAt(f, at));
  }
  if (offset === ANYWHERE) return giveUp(f, at, 'a read of a pointer at an unknown offset of a large object');
  // Reading a pointer as a number counts as a test.
  const start = type.kind === 'pointer' ? state : withTested(f, state);
  return load(f.run.k, start, x, node, offset, leakAt(f, at));
}

/** Is the number in the cell tracked? Numbers of variables are, and pointers that are read as numbers. */
const holdsNumber = (f: Frame, n: Node, offset: number, type: CType): boolean =>
  n.cells.has(offset) && (type.size === f.run.pointerSize || isWholeVariable(f, n, type));

/** Does the number fill the whole variable, which has one cell? */
const isWholeVariable = ({ run: { k } }: Frame, n: Node, type: CType): boolean =>
  n.region === 'root' && n.size === type.size && isInteger(type) && (type.size <= k.pointerSize || k.isWide(n.id));

const isBitField = (place: Place): boolean => place.kind === 'field' && place.field.bits !== null;

/** *x = v, where the access is resolved. */
function write(f: Frame, { state, node, offset, within }: Access, type: CType, value: Value, at: Span): State {
  const { k } = f.run;
  const n = nodeOf(state, node);
  if (offset === ANYWHERE) {
    const { low, high } = within ?? { low: -Infinity, high: Infinity };
    if (type.kind !== 'pointer' && n.cells.size === 0)
      return withNumberAt(k, state, node, { offset: Math.max(0, low), size: high - Math.max(0, low) + type.size });
    return giveUp(f, at, 'a write at an unknown offset of a large object');
  }
  const cell = n.cells.get(offset);
  if (type.kind === 'pointer' || (type.size === f.run.pointerSize && carriesPointer(f, value))) {
    const across = offset % f.run.pointerSize === 0 ? state : withNumberAt(k, state, node, { offset, size: type.size });
    const rest = havocParts(f, across, node, offset, type.size, offset, at);
    return store(k, rest, node, offset, value === 'unknown' ? UNKNOWN_VALUE : value, leakAt(f, at));
  }
  if (isWholeVariable(f, n, type)) return setRoot(f, state, { node, offset }, type, value, at);
  const cleared = value === NULL_VALUE && cell && type.size >= f.run.pointerSize;
  if (value !== NULL_VALUE) return overwrite(f, state, node, { offset, size: type.size }, at);
  const forgotten = withNumbers(state, forget(state.numbers, [node]));
  const rest = havocParts(f, forgotten, node, offset, type.size, cleared ? offset : null, at);
  return cleared ? store(k, rest, node, offset, NULL_VALUE, leakAt(f, at)) : rest;
}

const carriesPointer = (f: Frame, v: Value): boolean =>
  v !== 'unknown' && v.targets.some((t) => !f.run.k.isSpecial(t.target));

/** Pointers that are overwritten in part become unknown; the cell at `except` is overwritten as a whole. */
function havocParts(
  f: Frame,
  s: State,
  node: number,
  offset: number,
  size: number,
  except: number | null,
  at: Span,
): State {
  let t = s;
  for (const cell of nodeOf(s, node).cells.values()) {
    const width = f.run.k.isWide(node) ? nodeOf(s, node).size! : f.run.pointerSize;
    const overlaps = cell.offset < offset + size && offset < cell.offset + width;
    if (overlaps && cell.offset !== except) t = store(f.run.k, t, node, cell.offset, UNKNOWN_VALUE, leakAt(f, at));
  }
  return t;
}

/** Stores a number over the bytes: pointers and numbers in them become unknown. */
function overwrite(f: Frame, s: State, node: number, { offset, size }: Extent, at: Span): State {
  if (!s.nodes.has(node)) return s;
  return havocParts(f, withNumberAt(f.run.k, s, node, { offset, size }), node, offset, size, null, at);
}

/** Copies pointer by pointer; numbers in aggregates are not tracked. */
export function copyAggregate(f: Frame, s: State, to: Place, from: Place, at: Span): State {
  const slots = pointerSlots(to.type);
  if (!slots) return giveUp(f, at, 'a copy of an object with very many pointers');
  return joinAll(
    f,
    resolve(f, s, from, 'read').flatMap((source) =>
      resolve(f, source.state, to, 'write').map((target) =>
        copySlots(f, { ...source, state: target.state }, target, { slots, size: to.type.size }, at),
      ),
    ),
  );
}

/** Copies the object at the place to a node of its own, as for arguments and results. */
export function copyToRoot(f: Frame, s: State, from: Place, node: number, at: Span): State {
  const slots = pointerSlots(from.type);
  if (!slots) return giveUp(f, at, 'passing an object with very many pointers');
  return joinAll(
    f,
    resolve(f, s, from, 'read').map((a) => {
      const state = withNode(a.state, rootNode(node, from.type.size, 'uninitialized'));
      return copySlots(f, { ...a, state }, { state, node, offset: 0 }, { slots, size: from.type.size }, at);
    }),
  );
}

export function copyFromRoot(f: Frame, s: State, node: number, to: Place, at: Span): State {
  const slots = pointerSlots(to.type);
  if (!slots) return giveUp(f, at, 'returning an object with very many pointers');
  return joinAll(
    f,
    resolve(f, s, to, 'write').map((a) =>
      copySlots(f, { state: a.state, node, offset: 0 }, a, { slots, size: to.type.size }, at),
    ),
  );
}

/** place = v for a scalar place; the value is evaluated in the state of each access. */
export function assignPlace(f: Frame, s: State, place: Place, at: Span, value: (s: State) => Value): State {
  if (place.kind === 'var') {
    const x = { node: nodeOfVariable(f, place.variable), offset: 0 };
    if (isTracked(place.type)) return setRoot(f, s, x, place.type, value(s), at);
    return overwrite(f, s, x.node, { offset: 0, size: place.type.size }, at);
  }
  return joinAll(
    f,
    resolve(f, s, place, 'write').map((a) =>
      isBitField(place) && a.offset !== ANYWHERE
        ? overwrite(f, a.state, a.node, { offset: a.offset, size: place.type.size }, at)
        : write(f, a, place.type, value(a.state), at),
    ),
  );
}

/** The offsets of pointers in the type that is copied, and its size. */
interface Copied {
  readonly slots: readonly number[];
  readonly size: number;
}

/** Pointers at offsets where the type has none are copied and overwritten as well. */
function copySlots(f: Frame, from: Access, to: Access, { slots, size }: Copied, at: Span): State {
  const { k } = f.run;
  const [source, goal] = [cellsWithin(from, size), cellsWithin(to, size)];
  const all = new Set([...slots, ...source, ...goal]);
  if (all.size > 0 && (from.offset === ANYWHERE || to.offset === ANYWHERE)) {
    return giveUp(f, at, 'a copy from or to an unknown offset');
  }
  const passing = { node: k.node('copied pointer'), offset: 0 };
  const extent = to.offset === ANYWHERE ? { offset: 0, size: Infinity } : { offset: to.offset, size };
  let t = withNumberAt(k, from.state, to.node, extent);
  for (const slot of all) {
    if (from.node === OPAQUE) t = assignRoot(k, t, passing, UNKNOWN_VALUE, () => {});
    else t = load(k, t, passing, from.node, from.offset + slot, () => {});
    t = store(k, t, to.node, to.offset + slot, valueIn(k, t, passing), leakAt(f, at));
    t = removeRoot(k, t, passing.node, ENDED, () => {});
  }
  return t;
}

function cellsWithin({ state, node, offset }: Access, size: number): number[] {
  const cells = state.nodes.get(node)?.cells.keys() ?? [];
  return [...cells].map((at) => at - offset).filter((slot) => offset === ANYWHERE || (slot >= 0 && slot < size));
}

export function clear(f: Frame, s: State, i: ClearInstr): State {
  const type = i.place.type;
  const slots = isInteger(type) ? [0] : pointerSlots(type);
  if (!slots) return giveUp(f, i, 'clearing an object with very many pointers');
  return joinAll(
    f,
    resolve(f, s, i.place, 'write').map((a) => clearSlots(f, a, new Set([...slots, ...cellsWithin(a, type.size)]), i)),
  );
}

/** Pointers at offsets where the type has none are cleared as well. */
function clearSlots(f: Frame, a: Access, slots: ReadonlySet<number>, i: ClearInstr): State {
  if (a.offset === ANYWHERE && slots.size > 0) return giveUp(f, i, 'clearing at an unknown offset');
  const type = scalarOf(f, i.place.type);
  return [...slots].reduce(
    (t, slot) => write(f, { ...a, state: t, offset: a.offset + slot }, type, NULL_VALUE, i),
    a.state,
  );
}

const scalarOf = (f: Frame, type: CType): CType => (isInteger(type) ? type : f.run.pointerType);

/** Removes the variables: what only they reached is lost, and pointers to them dangle. */
export function endScope(f: Frame, s: State, i: ScopeEndInstr): State {
  return i.variables.reduce((t, v) => removeRoot(f.run.k, t, nodeOfVariable(f, v), ENDED, leakAt(f, i)), s);
}

export function assume(f: Frame, s: State, i: AssumeInstr): State {
  const { condition: e, holds } = i;
  if (e.kind === 'load' && e.place.kind !== 'var') return assumeRead(f, s, e, holds);
  const t = assumeNumbers(f, s, e, holds);
  return isBottom(t) ? t : assumeThat(f, t, e, holds);
}

/** A condition that reads memory: the value is loaded into a temporary, which is tested. */
function assumeRead(f: Frame, s: State, e: LoadExpr, holds: boolean): State {
  const { k } = f.run;
  const tested = { node: k.node('tested value'), offset: 0 };
  const states = resolve(f, s, e.place, 'read').map((a) => {
    if (!isTracked(e.type)) return a.state;
    const t = read(f, a, tested, e.place, e);
    if (isBottom(t)) return t;
    const value = valueIn(k, t, tested);
    const decided = holds ? assumeNonNull(k, t, value) : foundNull(f, t, value, e);
    return isBottom(decided) ? decided : removeRoot(k, decided, tested.node, ENDED, () => {});
  });
  return joinAll(f, states);
}

function assumeThat(f: Frame, s: State, e: Expr, holds: boolean): State {
  const { k } = f.run;
  if (e.kind === 'unary' && e.op === 'not') return assumeThat(f, s, e.operand, !holds);
  if (e.kind === 'binary') return assumeComparison(f, s, e.op, e.left, e.right, holds);
  const v = evaluate(f, s, e);
  if (v === 'unknown') return s;
  return holds ? assumeNonNull(k, s, v) : foundNull(f, s, v, e);
}

/** The value is null; for a pointer, this counts as a test. */
function foundNull(f: Frame, s: State, v: PointerValue, e: Expr): State {
  const t = assumeNull(f.run.k, s, v);
  return concernsPointer(e) ? withTested(f, t) : t;
}

function assumeComparison(f: Frame, s: State, op: string, left: Expr, right: Expr, holds: boolean): State {
  const { k } = f.run;
  const [v, w] = [evaluate(f, s, left), evaluate(f, s, right)];
  if (v === 'unknown' || w === 'unknown') return afterComparison(f, s, left, right);
  if (op === 'lt' || op === 'gt') {
    if (!holds) return afterComparison(f, s, left, right);
    return w === NULL_VALUE
      ? assumeNonNull(k, s, v)
      : v === NULL_VALUE
        ? assumeNonNull(k, s, w)
        : afterComparison(f, s, left, right);
  }
  if (op !== 'eq' && op !== 'ne') return afterComparison(f, s, left, right);
  const equal = (op === 'eq') === holds;
  if (w === NULL_VALUE) return equal ? afterComparison(f, assumeNull(k, s, v), left, right) : assumeNonNull(k, s, v);
  if (v === NULL_VALUE) return equal ? afterComparison(f, assumeNull(k, s, w), left, right) : assumeNonNull(k, s, w);
  return afterComparison(
    f,
    equal ? equalValues(k, s, v, w, left.type) : differentValues(k, s, v, w, left.type),
    left,
    right,
  );
}

/** The comparison may count as a test for null. */
const afterComparison = (f: Frame, s: State, left: Expr, right: Expr): State =>
  concernsPointer(left) || concernsPointer(right) ? withTested(f, s) : s;

function equalValues(k: Kernel, s: State, v: PointerValue, w: PointerValue, type: CType): State {
  if (type.kind === 'pointer') return assumeEqual(k, s, v, w);
  return given(k, s, fromUnknown(k, v, w, k.bdd.iff(v.nonNull, w.nonNull)));
}

function differentValues(k: Kernel, s: State, v: PointerValue, w: PointerValue, type: CType): State {
  if (type.kind === 'pointer') return assumeDifferent(k, s, v, w);
  return given(k, s, fromUnknown(k, v, w, k.bdd.or(v.nonNull, w.nonNull)));
}
