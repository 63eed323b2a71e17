// Where values come from: the places of the input that the value of an expression was made of.
// Instrumentation for runs that follow a route; decisions.ts asks, assignments, calls and returns hand origins on.

import type { AssignInstr, CallInstr, Expr, Place } from '../../ir/instr.js';
import type { Eval, Frame, Op, Segment, Store } from '../frame.js';
import { isCharacter } from '../given/scalars.js';
import { MOST_CHARACTERS, type SeenText } from '../given/texts.js';
import { Stop } from '../incidents.js';
import { boundedLength, copyOut, latin, readPointer } from '../libc/strings.js';
import type { Machine } from '../machine.js';
import type { Int } from '../wide.js';
import type { Context } from './context.js';
import { compileExpr } from './expr.js';
import { compileAddress, registerOf } from './place.js';

/** Places of the input, by their paths. */
export type Origins = readonly string[];

export const NO_ORIGINS: Origins = [];

/** More places than these behind one value say nothing. */
const MOST = 6;

export function compileOrigins(c: Context, e: Expr): Eval<Origins> {
  switch (e.kind) {
    case 'load':
      return originsOfLoad(c, e.place);
    case 'unary':
    case 'cast':
      return compileOrigins(c, e.operand);
    case 'binary':
      return union([compileOrigins(c, e.left), compileOrigins(c, e.right)]);
    default:
      return () => NO_ORIGINS;
  }
}

/** An element of a table depends on its index, too. */
function originsOfLoad(c: Context, place: Place): Eval<Origins> {
  const register = registerOf(c, place);
  if (register !== null) return (f) => f.origins?.get(register) ?? NO_ORIGINS;
  const { machine } = c;
  const address = compileAddress(c, place);
  const own: Eval<Origins> = (f) => attempt(() => machine.given!.origins.at(address(f))) ?? NO_ORIGINS;
  const index = indexIn(place);
  return index ? union([own, compileOrigins(c, index)]) : own;
}

function indexIn(place: Place): Expr | null {
  if (place.kind === 'index') return place.index;
  if (place.kind === 'field') return indexIn(place.base);
  return place.kind === 'deref' && place.pointer.kind === 'binary' ? place.pointer.right : null;
}

function union(parts: readonly Eval<Origins>[]): Eval<Origins> {
  return (f) => {
    let all = NO_ORIGINS;
    for (const part of parts) {
      const more = part(f);
      if (more.length > 0) all = all.length === 0 ? more : [...new Set([...all, ...more])];
    }
    return all.length > MOST ? NO_ORIGINS : all;
  };
}

/** Looking must not fail: what cannot be read now is not looked at. */
export function attempt<T>(look: () => T): T | null {
  try {
    return look();
  } catch (stop) {
    if (stop instanceof Stop) return null;
    throw stop;
  }
}

/** Are origins asked for? */
export const isTracked = ({ machine: { options } }: Context): boolean => options.trail !== undefined;

// ---- handing on ----------------------------------------------------------------------------------------------------

/** The place gets the origins of a value that is stored in it. */
function compileNote(c: Context, place: Place): (f: Frame, origins: Origins) => void {
  const register = registerOf(c, place);
  if (register !== null) {
    return (f, origins) => {
      f.origins ??= new Map();
      f.origins.set(register, origins);
    };
  }
  const { machine } = c;
  const address = compileAddress(c, place);
  return (f, origins) => machine.given!.origins.note(attempt(() => address(f)) ?? 0, origins);
}

/** What is found at an index depends on the index, also where a constant is stored: the end of a text. */
export function trackAssign(c: Context, { place, value }: AssignInstr, op: Op): Op {
  const index = value.kind === 'int' ? indexIn(place) : null;
  const origins = compileOrigins(c, index ?? value);
  const note = compileNote(c, place);
  return (f) => {
    const from = origins(f);
    op(f);
    note(f, from);
  };
}

/** Parameters have the origins of their arguments. */
export function trackArguments(c: Context, { args }: CallInstr): (caller: Frame) => void {
  const origins = args.map((arg) => compileOrigins(c, arg));
  return (caller) => {
    const frame = c.machine.frame!;
    frame.origins = new Map();
    frame.code.body.params.forEach(({ id }, i) => {
      const from = origins[i]?.(caller) ?? NO_ORIGINS;
      if (from.length > 0) frame.origins!.set(id, from);
    });
  };
}

/** The result of a function of the program has the origins of what it returns. */
export function trackResult(c: Context, place: Place, store: Store): Store {
  const note = compileNote(c, place);
  return (f, value) => {
    store(f, value);
    note(f, c.machine.given!.origins.returned);
  };
}

export function trackReturn(c: Context, value: Expr | null, end: (f: Frame) => Segment): (f: Frame) => Segment {
  const origins = value ? compileOrigins(c, value) : () => NO_ORIGINS;
  return (f) => {
    c.machine.given!.origins.returned = origins(f);
    return end(f);
  };
}

/**
 * What the library returns depends on its arguments; what an unknown function returns is a place of the input. Looks at the arguments
 * before the call, and gives what is to be done behind it.
 */
export function trackLibrary(c: Context, instr: CallInstr): (f: Frame) => () => void {
  const { machine } = c;
  const scalars = union(instr.args.filter((a) => !isText(a)).map((a) => compileOrigins(c, a)));
  const texts = instr.args.flatMap((a) => {
    const pointer = compileExpr(c, a) as Eval<Int>;
    if (isText(a)) return [pointer];
    return isTextPlace(a) ? [(f: Frame) => readPointer(c.machine, pointer(f))] : [];
  });
  const note = instr.result ? compileNote(c, instr.result) : null;
  const changed = instr.args.filter(isTextPlace).map((a) => compileExpr(c, a));
  const copied = compileCopy(c, instr);
  return (f) => {
    const from = scalars(f);
    const copy = copied?.(f);
    const seen = texts.flatMap((pointer) => attempt(() => textAt(c.machine, pointer(f))) ?? []);
    const ends = seen.flatMap(({ input, end }) => (input ? [] : machine.given!.origins.at(end)));
    return () => {
      const given = machine.given!;
      const answer = given.answers.resultOf(instr);
      const compared = [...given.texts.compare(seen), ...ends];
      note?.(f, [...(answer ? [answer] : from), ...compared]);
      for (const place of changed) given.origins.note(place(f), compared);
      copy?.();
    };
  };
}

/** Where the functions that copy bytes have their target, source and number of bytes among their arguments. */
const COPYING: Readonly<Record<string, readonly [number, number, number]>> = {
  memcpy: [0, 1, 2],
  memmove: [0, 1, 2],
  mempcpy: [0, 1, 2],
  __memcpy_chk: [0, 1, 2],
  __memmove_chk: [0, 1, 2],
  __caulk_copy: [0, 1, 2],
};

/** Asks for the arguments of a copy, before the call; gives what is to be done behind it. */
function compileCopy(c: Context, { callee, args }: CallInstr): ((f: Frame) => () => void) | null {
  if (callee.kind !== 'direct') return null;
  const roles = COPYING[callee.function.name.replace(/^__builtin_/, '')];
  if (!roles) return null;
  const [to, from, n] = roles.map((i) => (args[i] ? compileExpr(c, args[i]) : () => 0)) as [Eval, Eval, Eval];
  const { machine } = c;
  return (f) => {
    const [target, source, count] = [to(f), from(f), Number(n(f) as Int)];
    return () => machine.given!.origins.copy(target, source, count);
  };
}

function textAt(m: Machine, pointer: Int): SeenText {
  const length = boundedLength(m, pointer, MOST_CHARACTERS);
  const content = latin(copyOut(m, pointer, length));
  return { content, end: Number(pointer) + length, input: m.given!.origins.textAt(pointer) };
}

/** A variable with a text, as `strsep` takes it. */
const isTextPlace = ({ type }: Expr): boolean =>
  type.kind === 'pointer' && type.target.kind === 'pointer' && isCharacter(type.target.target);

/** Library functions take texts as pointers to characters, or to anything. */
function isText(e: Expr): boolean {
  const inner = e.kind === 'cast' ? e.operand : e;
  return inner.type.kind === 'pointer' && isCharacter(inner.type.target);
}
