// The effects of C library functions and of the intrinsics of models on cells, as far as this engine needs them.
// Used for calls without a body, and instead of analysing models.

import type { CallInstr, Expr } from '../../ir/instr.js';
import { type Intrinsic, isIntrinsic } from '../../ir/intrinsics.js';
import { symbolOf } from '../../ir/program.js';
import { isInput } from '../../models/origin.js';
import { CONST } from '../../types/types.js';

export type LibraryEffect =
  | {
      readonly kind:
        | 'free'
        | 'never-returns'
        | 'harmless'
        | 'read'
        | 'write'
        | 'clear'
        | 'copy'
        | 'move'
        | 'escape'
        | 'shuffle'
        | 'unfollowed';
    }
  /** size -1: unknown. */
  | { readonly kind: 'allocate'; readonly size: number; readonly content: 'zero' | 'uninitialized' };

const WORDS: Readonly<Record<Intrinsic, LibraryEffect['kind']>> = {
  __caulk_alloc: 'allocate',
  __caulk_free: 'free',
  __caulk_escape: 'escape',
  __caulk_nondet: 'harmless',
  __caulk_nondet_long: 'harmless',
  __caulk_nondet_double: 'harmless',
  __caulk_nondet_pointer: 'harmless',
  __caulk_never_returns: 'never-returns',
  __caulk_unfollowed: 'unfollowed',
  __caulk_later: 'harmless',
  __caulk_read: 'read',
  __caulk_string: 'read',
  __caulk_ends: 'harmless',
  __caulk_write: 'write',
  __caulk_clear: 'clear',
  __caulk_copy: 'copy',
  __caulk_move: 'move',
  __caulk_shuffle: 'shuffle',
};

/** Functions of the library that need no model. */
const OTHERS: Readonly<Record<string, LibraryEffect['kind']>> = {
  malloc: 'allocate',
  calloc: 'allocate',
  __builtin_malloc: 'allocate',
  __builtin_calloc: 'allocate',
  free: 'free',
  __builtin_free: 'free',
  exit: 'never-returns',
  abort: 'never-returns',
  _exit: 'never-returns',
  _Exit: 'never-returns',
  quick_exit: 'never-returns',
  __assert_fail: 'never-returns',
  __builtin_abort: 'never-returns',
  __builtin_trap: 'never-returns',
  reach_error: 'never-returns',
  __VERIFIER_error: 'never-returns',
  // They access no memory of the program.
  putchar: 'harmless',
  rand: 'harmless',
  srand: 'harmless',
  getchar: 'harmless',
  abs: 'harmless',
  __builtin_expect: 'harmless',
};

const effectOf = (name: string): LibraryEffect['kind'] | undefined =>
  isIntrinsic(name) ? WORDS[name] : Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;

export function describeLibrary(i: CallInstr): LibraryEffect | null {
  const { callee } = i;
  if (callee.kind !== 'direct') return null;
  const { attributes } = callee.function;
  const name = symbolOf(callee.function);
  const known = effectOf(name);
  // The size is the first argument, for calloc the product of both.
  if (known === 'allocate') return { kind: known, size: allocatedSize(i), content: contentOf(name) };
  if (known) return { kind: known };
  if (attributes.noreturn) return { kind: 'never-returns' };
  return isInput(name) ? { kind: 'harmless' } : null;
}

const contentOf = (name: string): 'zero' | 'uninitialized' => (name.endsWith('calloc') ? 'zero' : 'uninitialized');

/** In bytes, or -1 if not constant: the product of the size arguments. */
export function allocatedSize(
  { callee, args }: CallInstr,
  constant: (e: Expr) => number | null = (e) => (e.kind === 'int' ? Number(e.value) : null),
): number {
  const isCounted = callee.kind === 'direct' && symbolOf(callee.function).endsWith('calloc');
  const factors = args.slice(0, isCounted ? 2 : 1).map(constant);
  return factors.reduce<number>((size, n) => (size < 0 || n === null ? -1 : size * n), 1);
}

/** Output to a standard stream by a literal format that has no pointers (ir/formats.ts). */
export function printsToStandardStream({ callee, args }: CallInstr): boolean {
  const name = callee.kind === 'direct' ? symbolOf(callee.function) : '';
  if (name === 'printf%') return true;
  if (name === 'fprintf%') return isStandardStream(args[0]!);
  return name === 'fflush' && (isStandardStream(args[0]!) || isNull(args[0]!));
}

const STANDARD_STREAM = /^std(?:in|out|err)$/;

const isStandardStream = (e: Expr): boolean =>
  e.kind === 'load' &&
  e.place.kind === 'var' &&
  e.place.variable.kind === 'global' &&
  STANDARD_STREAM.test(e.place.variable.name);

function isNull(e: Expr): boolean {
  if (e.kind === 'cast') return isNull(e.operand);
  return e.kind === 'int' && e.value === 0n;
}

/** String literals passed as `const char *` are terminated. */
export function onlyReadsLiterals({ callee, args, result }: CallInstr): boolean {
  if (result?.type.kind === 'pointer' || callee.type.variadic || callee.kind !== 'direct') return false;
  const pointers = args.flatMap((arg, n) =>
    arg.type.kind === 'pointer' ? [{ arg, param: callee.type.params?.[n]?.type }] : [],
  );
  return (
    pointers.length > 0 &&
    pointers.every(({ arg, param }) => {
      if (param?.kind !== 'pointer' || !isLiteral(arg)) return false;
      return param.target.size === 1 && param.target.kind !== 'void' && (param.target.quals & CONST) !== 0;
    })
  );
}

function isLiteral(e: Expr): boolean {
  if (e.kind === 'cast') return e.type.kind === 'pointer' && isLiteral(e.operand);
  if (e.kind !== 'address') return false;
  const root = e.place.kind === 'index' ? e.place.base : e.place;
  return root.kind === 'var' && root.variable.kind === 'global' && root.variable.literal;
}
