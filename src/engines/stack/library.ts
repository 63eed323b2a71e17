// What functions of the C library do to cells, as far as this engine needs to know it.
// Used when a call has no body to go into.

import type { CallInstr } from '../../ir/instr.js';

export type LibraryEffect =
  | { readonly kind: 'free' | 'never-returns' | 'harmless' }
  /** size -1: not known. */
  | { readonly kind: 'allocate'; readonly size: number; readonly content: 'zero' | 'uninitialized' };

const NEVER_RETURN = new Set([
  'exit',
  'abort',
  '_exit',
  '_Exit',
  'quick_exit',
  '__assert_fail',
  '__builtin_trap',
  'reach_error',
  '__VERIFIER_error',
  '__caulk_never_returns',
]);

/** They touch no memory of the program's. */
const HARMLESS = new Set(['putchar', 'rand', 'srand', 'time', 'fflush', 'getchar', '__caulk_nondet']);

/** How memory is got; the size is the first argument, of calloc the second. */
export const ALLOCATORS: ReadonlySet<string> = new Set([
  'malloc',
  'calloc',
  '__builtin_malloc',
  '__builtin_calloc',
  '__caulk_alloc',
]);

const FREE = new Set(['free', '__builtin_free', '__caulk_free']);

export function describeLibrary(name: string, i: CallInstr): LibraryEffect | null {
  if (FREE.has(name)) return { kind: 'free' };
  if (ALLOCATORS.has(name)) return allocation(name, i);
  const { callee } = i;
  if (NEVER_RETURN.has(name) || (callee.kind === 'direct' && callee.function.attributes.noreturn)) {
    return { kind: 'never-returns' };
  }
  return HARMLESS.has(name) || name.startsWith('__VERIFIER_nondet') ? { kind: 'harmless' } : null;
}

function allocation(name: string, { args }: CallInstr): LibraryEffect {
  const zero = name.endsWith('calloc');
  const [first, second] = args;
  const count = zero ? (first?.kind === 'int' ? Number(first.value) : null) : 1;
  const size = zero ? second : first;
  const known = size?.kind === 'int' && count === 1 ? Number(size.value) : -1;
  return { kind: 'allocate', size: known, content: zero ? 'zero' : 'uninitialized' };
}
