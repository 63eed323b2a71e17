// The language of random heap programs: what a statement can be. Names are numbers, taken modulo what there is, so
// that every tree is a valid program and shrinking needs no repair.
// Made by generate.ts, printed as C by print.ts.

/** A pointer variable of the function at hand, or a global one. */
export type Var = number;
/** One of the pointer fields of the record. */
export type FieldIndex = number;

export type Condition =
  | { readonly kind: 'nondet' }
  | { readonly kind: 'null' | 'nonnull'; readonly of: Var }
  | { readonly kind: 'same'; readonly left: Var; readonly right: Var };

export type Statement =
  | { readonly kind: 'new'; readonly to: Var }
  | { readonly kind: 'clear'; readonly to: Var }
  | { readonly kind: 'copy'; readonly to: Var; readonly from: Var }
  | { readonly kind: 'load'; readonly to: Var; readonly from: Var; readonly field: FieldIndex }
  | { readonly kind: 'store'; readonly to: Var; readonly field: FieldIndex; readonly from: Var }
  | { readonly kind: 'cut'; readonly to: Var; readonly field: FieldIndex }
  /** `q = &p` and `q = &p->f`; then `*q = p` and `p = *q`. */
  | { readonly kind: 'address'; readonly of: Var }
  | { readonly kind: 'field-address'; readonly of: Var; readonly field: FieldIndex }
  | { readonly kind: 'store-through'; readonly from: Var }
  | { readonly kind: 'load-through'; readonly to: Var }
  | { readonly kind: 'free'; readonly of: Var }
  | { readonly kind: 'if'; readonly test: Condition; readonly yes: Statement[]; readonly no: Statement[] }
  | { readonly kind: 'while'; readonly test: Condition; readonly body: Statement[] }
  /** Put new records in front of a list; walk along it; free all of it. */
  | { readonly kind: 'build'; readonly list: Var; readonly field: FieldIndex }
  | { readonly kind: 'walk'; readonly list: Var; readonly field: FieldIndex; readonly with: Var }
  | { readonly kind: 'release'; readonly list: Var; readonly field: FieldIndex }
  | { readonly kind: 'call'; readonly helper: number; readonly arg: Var; readonly out: Var; readonly to: Var };

export interface HeapProgram {
  /** How many pointer fields the record has. */
  readonly fields: number;
  readonly variables: number;
  readonly globals: number;
  readonly helpers: readonly (readonly Statement[])[];
  readonly main: readonly Statement[];
  /** `guarded`: every access is tested for null and memory is given back at the very end, so nothing goes wrong. */
  readonly style: 'guarded' | 'reckless';
  /** May helpers call themselves and each other? */
  readonly recursion: 'on' | 'off';
  /** `none`: there is no `&`, and helpers take a second pointer instead of the address of one. */
  readonly addresses: 'taken' | 'none';
  /** `of-two-sizes`: some blocks are larger than others. */
  readonly blocks: 'alike' | 'of-two-sizes';
}
