// The words that models are written in (libc/caulk.c explains them): one list, so that whoever executes programs says what
// it makes of each. A table of handlers is a Record<Intrinsic, …>: with one missing it does not compile.

/** What a parameter or a result is. */
type Kind = 'pointer' | 'size' | 'int' | 'long long' | 'double' | 'void';

interface Signature {
  readonly params: readonly Kind[];
  readonly result: Kind;
}

export const INTRINSICS = {
  __caulk_alloc: { params: ['size'], result: 'pointer' },
  __caulk_free: { params: ['pointer'], result: 'void' },
  __caulk_escape: { params: ['pointer'], result: 'void' },
  __caulk_nondet: { params: [], result: 'int' },
  __caulk_nondet_long: { params: [], result: 'long long' },
  __caulk_nondet_double: { params: [], result: 'double' },
  __caulk_nondet_pointer: { params: [], result: 'pointer' },
  __caulk_never_returns: { params: [], result: 'void' },
  __caulk_unfollowed: { params: [], result: 'void' },
  __caulk_later: { params: ['pointer'], result: 'void' },
  __caulk_read: { params: ['pointer', 'size'], result: 'void' },
  __caulk_string: { params: ['pointer'], result: 'void' },
  __caulk_ends: { params: ['pointer', 'size'], result: 'void' },
  __caulk_write: { params: ['pointer', 'size'], result: 'void' },
  __caulk_clear: { params: ['pointer', 'size'], result: 'void' },
  __caulk_copy: { params: ['pointer', 'pointer', 'size'], result: 'void' },
  __caulk_move: { params: ['pointer', 'pointer'], result: 'void' },
  __caulk_shuffle: { params: ['pointer', 'size'], result: 'void' },
} as const satisfies Readonly<Record<string, Signature>>;

export type Intrinsic = keyof typeof INTRINSICS;

export const isIntrinsic = (name: string): name is Intrinsic => Object.hasOwn(INTRINSICS, name);
