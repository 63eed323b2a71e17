// The vocabulary that the typed AST and the IR have in common: operators, and what attributes promise of a function.
// Hardly any logic; see frontend/typecheck for what operators mean and ir/instr for how they are used.

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

/** What attributes promise about a function. */
export interface FunctionAttributes {
  noreturn: boolean;
  /** `malloc`: the result is fresh memory. */
  malloc: boolean;
  /** `malloc(f, n)`: what the result may be given back with; none named: `free`. */
  deallocators: readonly Deallocator[];
  /** `alloc_size`: 0-based indices of the arguments whose product is the size of the result. */
  allocSize: readonly number[] | null;
  returnsNonnull: boolean;
  /** `warn_unused_result`, `[[nodiscard]]`: who ignores the result makes a mistake. */
  warnUnusedResult: boolean;
  /** 0-based indices of arguments that must not be null; `'all'` for every pointer. */
  nonnull: readonly number[] | 'all' | null;
  /** `const` or `pure`: does not change memory. */
  pure: boolean;
  constructor: boolean;
  destructor: boolean;
  /** Another function's name that this symbol stands for. */
  alias: string | null;
  weak: boolean;
  /** `extern inline` with `gnu_inline`: the body is there to be inlined; the function itself is elsewhere. */
  standIn: boolean;
  format: Format | null;
}

/** The function to call, and which of its arguments (0-based) the memory is. */
export interface Deallocator {
  readonly name: string;
  readonly argument: number;
}

/** `format(printf, 1, 2)`: 0-based indices of the format and of the first argument it is for; null: they are a va_list. */
export interface Format {
  readonly style: string;
  readonly format: number;
  readonly first: number | null;
}

export const noPromises = (): FunctionAttributes => ({
  noreturn: false,
  malloc: false,
  deallocators: [],
  allocSize: null,
  returnsNonnull: false,
  warnUnusedResult: false,
  nonnull: null,
  pure: false,
  constructor: false,
  destructor: false,
  alias: null,
  weak: false,
  standIn: false,
  format: null,
});
