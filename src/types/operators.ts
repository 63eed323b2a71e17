// The vocabulary that the typed AST and the IR have in common: operators, and the attributes of functions.
// Hardly any logic; see frontend/typecheck for the meaning of operators and ir/instr for their use.

/** `not` is C's `!`: 1 for a zero operand, else 0. `real`, `imag` and `conj` take a complex operand. */
export type UnaryOp = 'neg' | 'bitnot' | 'not' | 'real' | 'imag' | 'conj';

/**
 * Operands have the same type, conversions being explicit casts, with these exceptions: the right operand of `shl` and
 * `shr` has its own integer type; `ptr-add` is pointer + ptrdiff_t, in units of the pointer's target; `ptr-diff` is the
 * distance of two pointers in units of their target. Comparisons yield `int` 0 or 1 (vectors: a mask per element).
 */
export type BinaryOp =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'rem'
  | 'and'
  | 'or'
  | 'xor'
  | 'shl'
  | 'shr'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'ptr-add'
  | 'ptr-diff';

export type Comparison = Extract<BinaryOp, 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'>;

/** ¬(a op b) is a NEGATED[op] b, for numbers and addresses; not for floating point, where neither may hold. */
export const NEGATED: Readonly<Record<Comparison, Comparison>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'ge',
  le: 'gt',
  gt: 'le',
  ge: 'lt',
};

/** a op b is b SWAPPED[op] a. */
export const SWAPPED: Readonly<Record<Comparison, Comparison>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'gt',
  le: 'ge',
  gt: 'lt',
  ge: 'le',
};

export const isComparison = (op: string): op is Comparison => Object.hasOwn(NEGATED, op);

/** The attributes of a function. */
export interface FunctionAttributes {
  noreturn: boolean;
  /** `malloc`: the result is fresh memory. */
  malloc: boolean;
  /** `malloc(f, n)`: the functions that release the result; `free` if none is named. */
  deallocators: readonly Deallocator[];
  /** `ownership_takes(family, n)`: the arguments that the function releases, and the family of memory. */
  takes: readonly Deallocator[];
  /** `alloc_size`: 0-based indices of the arguments whose product is the size of the result. */
  allocSize: readonly number[] | null;
  returnsNonnull: boolean;
  /** `warn_unused_result`, `[[nodiscard]]`: ignoring the result is a mistake. */
  warnUnusedResult: boolean;
  /** 0-based indices of arguments that must not be null; `'all'` for every pointer. */
  nonnull: readonly number[] | 'all' | null;
  /** `const` or `pure`: does not change memory. */
  pure: boolean;
  constructor: boolean;
  destructor: boolean;
  /** The name of the function that this symbol is an alias of. */
  alias: string | null;
  /** `asm("name")`: the symbol that the linker is to look for, or that a definition makes; null: the function's own name. */
  label: string | null;
  weak: boolean;
  /** `extern inline` with `gnu_inline`: the body is for inlining only; the function itself is defined elsewhere. */
  standIn: boolean;
  format: Format | null;
}

/** The function to call, and the index (0-based) of the argument that it releases. */
export interface Deallocator {
  readonly name: string;
  readonly argument: number;
}

/**
 * `format(printf, 1, 2)`: 0-based indices of the format and of its first argument; null if the arguments are a va_list.
 */
export interface Format {
  readonly style: string;
  readonly format: number;
  readonly first: number | null;
}

export const noPromises = (): FunctionAttributes => ({
  noreturn: false,
  malloc: false,
  deallocators: [],
  takes: [],
  allocSize: null,
  returnsNonnull: false,
  warnUnusedResult: false,
  nonnull: null,
  pure: false,
  constructor: false,
  destructor: false,
  alias: null,
  label: null,
  weak: false,
  standIn: false,
  format: null,
});
