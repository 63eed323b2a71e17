// What functions of the C library and the intrinsics of models do to cells, as far as this engine needs to know it.
// Used when a call has no body to go into, or need not go into a model.

import type { CallInstr, Expr } from '../../ir/instr.js';
import { symbolOf } from '../../ir/program.js';
import { CONST } from '../../types/types.js';

export type LibraryEffect =
  | { readonly kind: 'free' | 'never-returns' | 'harmless' | 'read' | 'write' | 'clear' | 'copy' | 'move' | 'escape' }
  /** size -1: not known. */
  | { readonly kind: 'allocate'; readonly size: number; readonly content: 'zero' | 'uninitialized' };

type Simple = Exclude<LibraryEffect['kind'], 'allocate'>;

const EFFECTS: ReadonlyMap<string, Simple> = new Map<string, Simple>([
  ...['free', '__builtin_free', '__caulk_free'].map((name) => [name, 'free'] as const),
  ...[
    'exit',
    'abort',
    '_exit',
    '_Exit',
    'quick_exit',
    '__assert_fail',
    '__builtin_abort',
    '__builtin_trap',
    'reach_error',
    '__VERIFIER_error',
    '__caulk_never_returns',
  ].map((name) => [name, 'never-returns'] as const),
  // They touch no memory of the program's; what formats read is an obligation of its own (engines/formats.ts).
  ...[
    'putchar',
    'rand',
    'srand',
    'fflush',
    'getchar',
    'printf',
    'fprintf',
    'abs',
    '__caulk_nondet',
    '__caulk_nondet_long',
    '__caulk_nondet_double',
    '__caulk_nondet_pointer',
    '__builtin_expect',
    '__caulk_ends',
  ].map((name) => [name, 'harmless'] as const),
  ['__caulk_read', 'read'],
  ['__caulk_string', 'read'],
  ['__caulk_write', 'write'],
  ['__caulk_clear', 'clear'],
  ['__caulk_copy', 'copy'],
  ['__caulk_move', 'move'],
  ['__caulk_escape', 'escape'],
]);

/** How memory is got; the size is the first argument, of calloc the product of both. */
const ALLOCATORS: ReadonlySet<string> = new Set([
  'malloc',
  'calloc',
  '__builtin_malloc',
  '__builtin_calloc',
  '__caulk_alloc',
]);

export function describeLibrary(i: CallInstr): LibraryEffect | null {
  const { callee } = i;
  if (callee.kind !== 'direct') return null;
  const { attributes } = callee.function;
  const name = symbolOf(callee.function);
  if (ALLOCATORS.has(name)) return { kind: 'allocate', size: allocatedSize(i), content: contentOf(name) };
  const known = EFFECTS.get(name);
  if (known) return { kind: known };
  if (attributes.noreturn) return { kind: 'never-returns' };
  return name.startsWith('__VERIFIER_nondet') ? { kind: 'harmless' } : null;
}

const contentOf = (name: string): 'zero' | 'uninitialized' => (name.endsWith('calloc') ? 'zero' : 'uninitialized');

/** In bytes, or -1 if it is not constant: the product of the arguments that say how much. */
export function allocatedSize(
  { callee, args }: CallInstr,
  constant: (e: Expr) => number | null = (e) => (e.kind === 'int' ? Number(e.value) : null),
): number {
  const isCounted = callee.kind === 'direct' && symbolOf(callee.function).endsWith('calloc');
  const factors = args.slice(0, isCounted ? 2 : 1).map(constant);
  return factors.reduce<number>((size, n) => (size < 0 || n === null ? -1 : size * n), 1);
}

/** Strings that a function takes as `const char *` and that stand in the program end where they should. */
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
  if (e.kind !== 'address') return false;
  const root = e.place.kind === 'index' ? e.place.base : e.place;
  return root.kind === 'var' && root.variable.kind === 'global' && root.variable.literal;
}
