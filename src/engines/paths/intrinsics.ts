// The intrinsics that models are written with: allocate, free, escape, read, write, choose, never return.
// Called by calls.ts by name; all other library functions are C models in src/models.

import type { CallInstr, Expr } from '../../ir/instr.js';
import type { Intrinsic } from '../../ir/intrinsics.js';
import type { NumberValue } from '../../numeric/arithmetic.js';
import { difference, type Linear, multipleOf } from '../../numeric/numbers.js';
import { multipleOfProduct, productIn } from '../../numeric/products.js';
import { type Range, rangeOfType, singleOf } from '../../numeric/range.js';
import type { Certainty } from '../engine.js';
import { because } from '../reason.js';
import { visibleFrame, visibleFunction } from '../shared/frames.js';
import { MOVED_FROM_NOWHERE } from '../shared/ledger.js';
import { access, liesInside, type Position } from './access.js';
import { allocatedType } from './allocated-type.js';
import { checked, doubt, doubtAll, type Here, passed, report, siteOf, slotOf } from './analysis.js';
import { assignResult, unknownResult } from './calls.js';
import { copy, fill } from './copy.js';
import { letEscape } from './escape.js';
import { evaluate, lastingValue, type Value } from './evaluate.js';
import { assumeThat, freeOutside, isFromOutside, LONG_ENOUGH } from './outside.js';
import {
  cellOf,
  ENDED,
  FAILED,
  FREED,
  isFunction,
  isHeap,
  isNull,
  NULL,
  nameOf,
  offsetOf,
  placeOf,
  pointsToNode,
  SIZE,
  type Target,
  UNINITIALIZED,
  UNKNOWN,
  VALUE,
} from './paper/cell.js';
import { makeNode, type ShapeNode } from './paper/graph.js';
import { at, displace } from './paper/refine.js';
import { freshName } from './paper/split.js';
import { permute, shuffle } from './shuffle.js';
import type { State } from './state.js';
import { applyChange } from './store.js';
import { assignAmount } from './stride.js';
import { copyEnd, endWithin, knownLength, stringAt, takeAsEnd, takeAsLength } from './strings.js';
import { escapeValue } from './transfer.js';
import { isRegister } from './variable-names.js';

type Handler = (here: Here, state: State, instr: CallInstr) => State[];

const WORDS: Readonly<Record<Intrinsic, Handler>> = {
  __caulk_alloc: allocate,
  __caulk_free: free,
  __caulk_escape: (here, state, { args }) => escapeValue(here, state, args[0]!),
  __caulk_nondet: unknownResult,
  __caulk_nondet_long: unknownResult,
  __caulk_nondet_double: unknownResult,
  __caulk_nondet_pointer: unknownResult,
  __caulk_unfollowed: unfollowed,
  __caulk_later: (_, s) => [s],
  __caulk_never_returns: neverReturns,
  __caulk_read: (here, state, { args }) => touch(here, state, args, (s) => [s]),
  __caulk_string: (here, state, { args }) => readString(here, state, args[0]!).map((r) => r.state),
  __caulk_ends: endString,
  __caulk_shuffle: (here, state, { args }) => touch(here, state, args, (s, p, n) => shuffle(here, s, p, n)),
  __caulk_write: (here, state, { args }) => overwrite(here, state, args, VALUE),
  __caulk_clear: (here, state, { args }) => overwrite(here, state, args, NULL),
  __caulk_copy: copyBytes,
  __caulk_move: moveAllocation,
};

/** Functions other than intrinsics of models that the engine implements itself. */
const OTHERS: Readonly<Record<string, Handler>> = {
  __builtin_va_arg: unknownResult,
  alloca: allocateOnStack,
  __builtin_alloca: allocateOnStack,
  __builtin_alloca_with_align: allocateOnStack,
};

export const intrinsics: ReadonlyMap<string, Handler> = new Map([...Object.entries(WORDS), ...Object.entries(OTHERS)]);

/** Table 1: a fresh unique node without incoming edges. */
function allocate(here: Here, state: State, instr: CallInstr): State[] {
  const failed: Value = { kind: 'pointer', position: at(FAILED) };
  const failing = here.settings.failures === 'assumed-away' ? [] : assignResult(here, state, instr, failed);
  return [...succeed(here, state, instr, null), ...failing];
}

function succeed(here: Here, state: State, instr: CallInstr, stack: number | null): State[] {
  return evaluate(here, state, instr.args[0]!).flatMap(({ state: s, value }) => {
    const name = freshName(new Map(s.graph));
    const fresh = addBlock(s, name, value, {
      rest: [UNINITIALIZED],
      site: siteOf(here),
      type: allocatedType(here.frame),
      stack,
    });
    if (instr.result) return assignResult(here, fresh, instr, { kind: 'pointer', position: at(cellOf(name, 0)) });
    if (stack !== null) return [s];
    report(here, 'leak', s.certainty, 'the allocated memory is not stored anywhere', fresh.graph.get(name)!);
    return [s];
  });
}

function addBlock(state: State, name: number, value: Value, common: Partial<ShapeNode>): State {
  const size = value.kind === 'number' ? singleOf(value.range) : null;
  if (size !== null) return { ...state, graph: new Map(state.graph).set(name, makeNode(name, { ...common, size })) };
  const linear = value.kind === 'number' ? elementsIn(state, value.form) : null;
  const known = value.kind === 'number' ? productIn(state.numbers, value) : null;
  const product = known && known.times > (linear?.times ?? 0) ? known : null;
  const form = product ? null : linear;
  const unit = form?.times ?? product?.times ?? 1;
  const range: Range = value.kind === 'number' ? value.range : { low: 0, high: Infinity };
  const count: NumberValue = {
    range: { low: Math.max(0, Math.ceil(range.low / unit)), high: Math.floor(range.high / unit) },
    form: form && { key: form.key, times: 1, plus: form.plus / unit },
    sum: product && { product: { ...product, times: 1 }, of: null, plus: 0 },
  };
  const numbers = assignAmount(state.numbers, cellOf(name, SIZE), count);
  return { ...state, numbers, graph: new Map(state.graph).set(name, makeNode(name, { ...common, unit })) };
}

/** times · n + plus bytes are n + plus/times elements. */
function elementsIn(state: State, form: Linear | null): Linear | null {
  const bytes = form && resolved(state, form);
  return bytes && bytes.plus % bytes.times === 0 ? bytes : null;
}

/** A number that is a known multiple of another, as a form over that one. */
function resolved(state: State, form: Linear): Linear {
  if (form.times !== 1) return form;
  const known = multipleOf(state.numbers, form.key) ?? multipleOfProduct(state.numbers, form.key);
  return known ? { ...known, plus: known.plus + form.plus } : form;
}

/** The memory is released when the function returns; that of a variable length array when its scope ends. */
function allocateOnStack(here: Here, state: State, instr: CallInstr): State[] {
  const size = evaluate(here, state, instr.args[0]!);
  // A negative length gives a size that no object has; C leaves undefined what happens then.
  const limit = 2 ** (here.settings.pointerSize * 8 - 1);
  const mayBeNegative = size.some(({ value }) => value.kind !== 'number' || value.range.high >= limit);
  if (mayBeNegative) doubt(here, 'valid-deref', 'the length of the array may be negative');
  return succeed(here, state, instr, visibleFrame(here.frame).depth);
}

/** Table 2: the node is removed, pointers to it dangle, and what only it pointed to is lost. */
function free(here: Here, state: State, instr: CallInstr): State[] {
  checked(here, 'valid-free');
  return evaluate(here, state, instr.args[0]!).flatMap(({ state: s, value }) =>
    value.kind === 'pointer' ? passing(here, freeAt(here, s, value.position)) : [s],
  );
}

function passing(here: Here, states: State[]): State[] {
  if (states.length > 0) passed(here, 'valid-free');
  return states;
}

function freeAt(here: Here, state: State, position: Position): State[] {
  const { target, spread } = position;
  if (pointsToNode(target)) return freeNode(here, state, position);
  if (isNull(target) && position.displaced === 'no') return [state];
  if (isFromOutside(here, target)) return [freeOutside(here, state, position)];
  const failed = (rule: Parameters<typeof fail>[1], message: string) => fail(here, rule, message, state.certainty);
  if (target === FREED) return failed('double-free', 'the memory has been freed before');
  if (target === UNINITIALIZED) return failed('uninitialized-pointer', 'the pointer is uninitialized');
  if (target === ENDED || isFunction(target)) return failed('invalid-free', 'the memory is not on the heap');
  doubt(
    here,
    'valid-free',
    spread ? 'the pointer may point anywhere' : 'the pointer comes from code or memory that is not tracked',
  );
  return [state];
}

function fail(
  here: Here,
  rule: 'double-free' | 'uninitialized-pointer' | 'invalid-free',
  message: string,
  certainty: Certainty,
): State[] {
  report(here, rule, certainty, message);
  doubt(here, 'valid-free', message);
  return [];
}

function freeNode(here: Here, state: State, position: Position): State[] {
  const { target, spread } = position;
  const name = nameOf(target);
  if (!isHeap(name) || state.graph.get(name)!.stack !== null)
    return fail(here, 'invalid-free', 'the memory is not on the heap', state.certainty);
  if (spread || offsetOf(target) < 0) {
    doubt(here, 'valid-free', 'the pointer may point into the middle of an allocation');
    return [letEscape(here, state, [target])];
  }
  if (offsetOf(target) !== 0)
    return fail(here, 'invalid-free', 'it points into the middle of an allocation', state.certainty);
  const removals = [{ name, becomes: FREED }];
  return applyChange(here, state, { edits: [], removals, held: null });
}

function neverReturns(here: Here, state: State): State[] {
  here.settings.atExit(here, state);
  return [];
}

/** Code of the program runs now or later, and is not analysed. */
function unfollowed(here: Here, state: State): State[] {
  const reason = 'code of the program runs that is not followed';
  here.settings.ledger.assume(because('gap', `in ${visibleFunction(here.frame).name}, ${reason}`));
  doubtAll(here, reason);
  return [state];
}

// ---- strings ---------------------------------------------------------------------------------------------------

/** Functions whose facts a C model cannot express. */
export const replacedFunctions: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  [
    'strlen',
    (here, state, instr) => readString(here, state, instr.args[0]!).flatMap((r) => takeLength(here, r, instr)),
  ],
  ['strnlen', readUpTo],
  ['__caulk_permute', permuteElements],
  [
    '__caulk_end',
    (here, state, instr) => readString(here, state, instr.args[0]!).flatMap((r) => takeEnd(here, r, instr)),
  ],
]);

/** strnlen(s, most) */
function readUpTo(here: Here, state: State, instr: CallInstr): State[] {
  const [pointer, bound] = instr.args as [Expr, Expr];
  return evaluate(here, state, pointer).flatMap(({ state: s, value }) =>
    evaluate(here, s, bound).flatMap((most) => {
      const position = value.kind === 'pointer' ? value.position : at(UNKNOWN);
      const known = knownLength(here, most.state, position, most.value);
      if (known) return assignResult(here, most.state, instr, known);
      const high = most.value.kind === 'number' ? most.value.range.high : Infinity;
      return touchRange(here, most.state, position, most.value, (after) => [after]).flatMap((after) =>
        assignResult(here, after, instr, { kind: 'number', range: { low: 0, high }, form: null }),
      );
    }),
  );
}

interface StringRead {
  readonly state: State;
  readonly length: Value;
  readonly position: Position;
}

function readString(here: Here, state: State, pointer: Expr): StringRead[] {
  return evaluate(here, state, pointer).flatMap(({ state: s, value }) => {
    const position = value.kind === 'pointer' ? value.position : at(UNKNOWN);
    return stringAt(here, s, position).map((r) => ({ ...r, position }));
  });
}

function takeLength(here: Here, { state, length, position }: StringRead, instr: CallInstr): State[] {
  const { result } = instr;
  const isWide = result?.kind === 'var' && result.type.size >= here.settings.pointerSize;
  const key = isWide && isRegister(result.variable) ? cellOf(slotOf(here, result.variable), 0) : null;
  return assignResult(here, state, instr, length).map((s) => (key === null ? s : takeAsLength(s, key, position)));
}

/** result := s + length, which is at most the known zero byte */
function takeEnd(here: Here, { state, length, position }: StringRead, instr: CallInstr): State[] {
  if (length.kind === 'pointer') return [state];
  const end: Value = { kind: 'pointer', position: displace(position, length.range, null) };
  const { result } = instr;
  const place = result?.kind === 'var' ? placeOf(cellOf(slotOf(here, result.variable), 0)) : null;
  return assignResult(here, state, instr, end).map((s) => (place === null ? s : takeAsEnd(s, place, position)));
}

/** (s, n): one of the n bytes at s is zero. */
function endString(here: Here, state: State, { args }: CallInstr): State[] {
  const [pointer, size] = args as [Expr, Expr];
  return evaluate(here, state, pointer).flatMap((s) =>
    evaluate(here, s.state, size).map((n) =>
      s.value.kind === 'pointer' ? endWithin(n.state, s.value.position, n.value) : n.state,
    ),
  );
}

// ---- reading and writing ranges --------------------------------------------------------------------------------

/** Touches at most `size` bytes, and at least the first `sure`. */
type Touch = (state: State, position: Position, size: number, sure: number, length: Value) => State[];

/** (pointer, bytes): the range must be valid; `then` is applied to it. An unknown length leaves the obligation open. */
function touch(here: Here, state: State, args: readonly Expr[], then: Touch): State[] {
  return evaluate(here, state, args[0]!).flatMap((pointer) =>
    evaluate(here, pointer.state, args[1]!).flatMap(({ state: s, value }) => {
      const { state: now, value: start } = lastingValue(here, pointer.state, { state: s, value: pointer.value });
      return start.kind === 'pointer' ? touchRange(here, now, start.position, value, then) : [now];
    }),
  );
}

function overwrite(here: Here, state: State, args: readonly Expr[], target: Target): State[] {
  return touch(here, state, args, (s, p, size, sure, length) =>
    fill(here, s, p, size, target, sure, isWhole(s, p, length) ? 'allocation' : 'bytes'),
  );
}

/** At least as many elements as the allocation has: size - key ≤ plus / unit, where the length is unit·key + plus. */
function isWhole(state: State, { target }: Position, length: Value): boolean {
  const node = pointsToNode(target) ? state.graph.get(nameOf(target)) : undefined;
  if (!node || node.size !== null || length.kind !== 'number' || length.form?.times !== node.unit) return false;
  const { key, plus } = length.form;
  return difference(state.numbers, cellOf(node.name, SIZE), key) <= Math.floor(plus / node.unit);
}

function touchRange(here: Here, state: State, position: Position, given: Value, then: Touch): State[] {
  const length: Value = given.kind === 'number' && given.form ? { ...given, form: resolved(state, given.form) } : given;
  const range = length.kind === 'number' ? length.range : rangeOfType({ kind: 'void' } as never);
  const exact = singleOf(range);
  if (exact === 0) return [state];
  const arrived = access(here, { state, position }, Math.max(1, exact ?? Math.max(1, range.low)));
  return arrived.flatMap((a) => {
    if (isFromOutside(here, a.position.target)) assumeThat(here, 'in-bounds', LONG_ENOUGH);
    else if (exact === null && !isCovered(a.state, a.position, length)) {
      doubt(here, 'valid-deref', 'the length of the access is not known to fit the allocation');
    }
    const most = exact ?? (Number.isFinite(range.high) ? range.high : 2 ** 20);
    return then(a.state, a.position, most, exact ?? Math.max(0, range.low), length);
  });
}

/** Is the last byte in bounds? */
function isCovered(state: State, position: Position, length: Value): boolean {
  const node = pointsToNode(position.target) ? state.graph.get(nameOf(position.target)) : undefined;
  if (!node || length.kind !== 'number') return false;
  const { range, form } = length;
  if (Number.isFinite(range.high) && liesInside(state, node, position, range.high) === 'yes') return true;
  if (position.spread || !form) return false;
  const bytes = { low: Math.max(0, range.low - 1), high: range.high - 1 };
  const last = { ...position, spread: { bytes, form: { ...form, plus: form.plus - 1 } } };
  return liesInside(state, node, last, 1) === 'yes';
}

function copyBytes(here: Here, state: State, { args }: CallInstr): State[] {
  const [to, from, length] = args as [Expr, Expr, Expr];
  return evaluate(here, state, to).flatMap((goal) =>
    touch(here, goal.state, [from, length], (s, source, size, sure, bytes) => {
      const { state: now, value } = lastingValue(here, goal.state, { state: s, value: goal.value });
      const position = value.kind === 'pointer' ? value.position : at(UNKNOWN);
      return access(here, { state: now, position }, 1).flatMap((a) => {
        if (isFromOutside(here, a.position.target)) assumeThat(here, 'in-bounds', LONG_ENOUGH);
        if (pointsToNode(a.position.target) && !isCovered(a.state, a.position, bytes))
          doubt(here, 'valid-deref', 'the copy is not known to fit the allocation');
        return copy(here, a.state, source, a.position, size, sure).map((after) =>
          copyEnd(a.state, after, source, a.position, bytes),
        );
      });
    }),
  );
}

/** (p, n, size): permutes the elements of `size` bytes in the n bytes at p. */
function permuteElements(here: Here, state: State, { args }: CallInstr): State[] {
  return evaluate(here, state, args[2]!).flatMap(({ state: sized, value }) => {
    const element = value.kind === 'number' ? singleOf(value.range) : null;
    return touch(here, sized, args, (s, p, n, sure) =>
      element !== null && n === sure ? permute(here, s, p, n, element) : shuffle(here, s, p, n),
    );
  });
}

/** (to, from): copies as much of one allocation as fits to the start of the other, as realloc does. */
function moveAllocation(here: Here, state: State, { args }: CallInstr): State[] {
  const [to, from] = args as [Expr, Expr];
  return evaluate(here, state, to).flatMap((goal) =>
    evaluate(here, goal.state, from).flatMap((source) => {
      if (goal.value.kind !== 'pointer' || source.value.kind !== 'pointer') return [source.state];
      const [a, b] = [source.value.position, goal.value.position];
      const size = Math.min(sizeAt(source.state, a), sizeAt(source.state, b));
      if (!pointsToNode(a.target) && !isFromOutside(here, a.target)) doubt(here, 'valid-free', MOVED_FROM_NOWHERE);
      return access(here, { state: source.state, position: a }, 1).flatMap((s) =>
        copy(here, s.state, s.position, b, size),
      );
    }),
  );
}

/** An unknown size is the maximum: everything that is there is copied. */
function sizeAt(state: State, { target }: Position): number {
  return (pointsToNode(target) ? state.graph.get(nameOf(target))?.size : null) ?? 2 ** 20;
}
