// The intrinsics of models on states of this engine.
// Called by calls.ts by name; null means that the path ends.

import type { CallInstr, Expr } from '../../../ir/instr.js';
import type { Intrinsic } from '../../../ir/intrinsics.js';
import { copyBytes, havoc, markEscaped, materialize, overwrite } from '../domain/memory.js';
import { makeCell, type State } from '../domain/state.js';
import { isKnown, isOpaque, isUninitialized, isZero, numberOf, type Symbolic, type Value } from '../domain/symbols.js';
import { assumeTruth } from './conditions.js';
import { reach } from './evaluate.js';
import { nameReleaser, textAt } from './families.js';
import { free } from './freeing.js';
import { eventOf, type Here, siteOf } from './report.js';

/** The result of the call (undefined: none), or null if the path ends. */
type Handler = (here: Here, state: State, call: CallInstr, args: readonly Value[]) => Value | undefined | null;

const WORDS: Readonly<Record<Intrinsic, Handler>> = {
  __caulk_alloc: allocate,
  __caulk_free: (here, state, _, [p]) => (free(here, state, p!, freeing(here)) ? undefined : null),
  __caulk_escape: escapeAndHavoc,
  __caulk_nondet: (_, state, call) => unknownValue(state, call),
  __caulk_nondet_long: (_, state, call) => unknownValue(state, call),
  __caulk_nondet_double: (_, state, call) => unknownValue(state, call),
  __caulk_nondet_pointer: (_, state, call) => unknownValue(state, call),
  __caulk_never_returns: () => null,
  __caulk_unfollowed: () => undefined,
  __caulk_later: () => undefined,
  __caulk_string: (here, state, call, [p]) => (reach(here, state, p!, call.args[0]!) ? undefined : null),
  __caulk_ends: () => undefined,
  __caulk_shuffle: shuffle,
  __caulk_read: (here, state, call, [p, n]) => (touch(here, state, call.args[0]!, p!, n!) ? undefined : null),
  __caulk_write: (here, state, call, args) => fill(here, state, call, args, 'unknown'),
  __caulk_clear: (here, state, call, args) => fill(here, state, call, args, 'zero'),
  __caulk_copy: copy,
  __caulk_move: move,
};

/** Functions that the engine knows besides the intrinsics of models. */
const OTHERS: Readonly<Record<string, Handler>> = {
  __caulk_is_zero: isZeroSize,
  __caulk_released_by: (_, state, __, [p, name]) => nameReleaser(state, p!, name!),
  __caulk_release: (here, state, _, [p, name]) =>
    free(here, state, p!, { ...freeing(here), by: textAt(state, name!) }) ? undefined : null,
  __caulk_wraps: () => 0, // the allocation may fail anyway
  __caulk_unforeseen: askOutside,
  __caulk_changes_errno: () => undefined, // every use of errno reads any number
  __builtin_alloca: allocateOnStack,
};

export const intrinsics: ReadonlyMap<string, Handler> = new Map([...Object.entries(WORDS), ...Object.entries(OTHERS)]);

const freeing = (here: Here) => ({
  steps: [{ site: siteOf(here), message: 'freed here' }],
  event: eventOf(here),
  conditional: false as const,
  by: 'free',
});

/** A fresh heap cell. A later test decides whether the allocation failed. By the belief nonzero-size, something fits in. */
function allocate(here: Here, state: State, call: CallInstr, [size]: readonly Value[]): Value {
  if (size !== undefined && !isKnown(size) && here.believes('nonzero-size')) {
    here.notes.gaps.add('inputs');
    assumeTruth(state, size, true);
  }
  const pointer = state.symbols.fresh(call.at, state.birth(call.at), 'heap', null);
  const rest = { site: siteOf(here), size: size ?? null, maybeNull: true, releasedBy: 'free' };
  state.cells.set(pointer.symbol, makeCell(pointer.symbol, 'heap', 'uninitialized', rest));
  return pointer;
}

function allocateOnStack(_: Here, state: State, call: CallInstr): Value {
  const pointer = state.symbols.fresh(call.at, state.birth(call.at), 'stack', null);
  state.cells.set(pointer.symbol, makeCell(pointer.symbol, 'local', 'uninitialized'));
  return pointer;
}

function escapeAndHavoc(_: Here, state: State, call: CallInstr, [p]: readonly Value[]): undefined {
  markEscaped(state, p!);
  havoc(state, p!, call.at);
  return undefined;
}

/** Permutes elements: each may be at any index. */
function shuffle(here: Here, state: State, call: CallInstr, [p]: readonly Value[]): undefined | null {
  const where = reach(here, state, p!, call.args[0]!);
  if (!where) return null;
  for (const { value } of [...state.cells.get(where.symbol)!.fields.values()]) markEscaped(state, value);
  return undefined;
}

/** Is the size zero? By the belief nonzero-size, only if it is known to be. */
function isZeroSize({ notes, believes }: Here, state: State, call: CallInstr, [n]: readonly Value[]): Value {
  if (isZero(n!)) return 1;
  if (!believes('nonzero-size'))
    return isKnown(n!)
      ? 0
      : isOpaque(n!)
        ? unknownValue(state, call)
        : state.symbols.term('eq', n!, 0, call.result!.type);
  notes.gaps.add('inputs');
  return assumeTruth(state, n!, true) ? 0 : 1;
}

function askOutside({ notes }: Here, state: State, call: CallInstr): Value {
  notes.isUnforeseen = true;
  return unknownValue(state, call);
}

export function unknownValue(state: State, call: CallInstr): Value {
  const type = call.result?.type ?? null;
  return state.symbols.fresh(call.at, state.birth(call.at), 'any', type);
}

/** Checks that the pointer is valid, unless the size is 0. With an unknown size the pointer may still be null. */
function touch(here: Here, state: State, pointer: Expr, p: Value, size: Value): Symbolic | boolean {
  if (isZero(size) || (!isKnown(size) && (isKnown(p) || isOpaque(p)))) return true;
  if (isKnown(size) || isKnown(p) || isUninitialized(p) || state.cells.has(p.symbol))
    return reach(here, state, p, pointer) ?? false;
  state.update(materialize(state, p.symbol), { maybeNull: true });
  return p;
}

function fill(
  here: Here,
  state: State,
  call: CallInstr,
  [p, n]: readonly Value[],
  how: 'zero' | 'unknown',
): undefined | null {
  const where = touch(here, state, call.args[0]!, p!, n!);
  if (where === false) return null;
  if (where !== true) overwrite(state, where, n!, how);
  return undefined;
}

function copy(here: Here, state: State, call: CallInstr, [to, from, n]: readonly Value[]): undefined | null {
  if (isZero(n!)) return undefined;
  const source = reach(here, state, from!, call.args[1]!);
  const target = source && reach(here, state, to!, call.args[0]!);
  if (!source || !target) return null;
  copyBytes(state, target, source, isKnown(n!) ? numberOf(n) : null);
  noteLength(state, target, n!);
  return undefined;
}

/** The caller knows how many bytes are copied into an input. */
function noteLength(state: State, { symbol }: Symbolic, n: Value): void {
  const cell = state.cells.get(symbol)!;
  if (cell.untouched === 'input' && cell.copyOf) state.update(cell, { wiped: n });
}

function move(here: Here, state: State, call: CallInstr, [to, from]: readonly Value[]): undefined | null {
  const source = reach(here, state, from!, call.args[1]!);
  const target = source && reach(here, state, to!, call.args[0]!);
  if (!source || !target) return null;
  copyBytes(state, target, source, null);
  return undefined;
}
