// Symbolic values: numbers as terms, pointers as base and offset. A record is identified by its number, as in the paper.
// The values of registers and of `put`.

import { type FunctionSymbol, symbolOf } from '../../../ir/program.js';
import { type Substitution, substitute, type Term, ZERO } from '../../../logic/linear/term.js';
import type { CType } from '../../../types/types.js';

/** The target of a pointer. `record`: the heap record with this number; `object`: a variable. */
export type Base =
  | { readonly kind: 'null'; readonly failed: boolean }
  | { readonly kind: 'record'; readonly number: Term }
  | { readonly kind: 'object'; readonly id: number }
  | { readonly kind: 'function'; readonly symbol: FunctionSymbol }
  /** A string of the system, such as a program argument: not null, not to be freed, contents unknown. */
  | { readonly kind: 'text' }
  /** `somewhere`: any address except null. */
  | { readonly kind: 'wild'; readonly somewhere?: true };

export type Value =
  | { readonly kind: 'number'; readonly term: Term }
  | { readonly kind: 'pointer'; readonly base: Base; readonly offset: Term }
  | { readonly kind: 'uninitialized' }
  /** A number that no term describes. */
  | { readonly kind: 'unknown' };

export const number = (term: Term): Value => ({ kind: 'number', term });
export const pointer = (base: Base, offset: Term = ZERO): Value => ({ kind: 'pointer', base, offset });
export const record = (n: Term): Base => ({ kind: 'record', number: n });
export const NULL: Value = pointer({ kind: 'null', failed: false });
export const FAILED: Value = pointer({ kind: 'null', failed: true });
export const WILD: Value = pointer({ kind: 'wild' });
export const SOMEWHERE: Value = pointer({ kind: 'wild', somewhere: true });
export const TEXT: Value = pointer({ kind: 'text' });
export const UNKNOWN: Value = { kind: 'unknown' };
export const UNINITIALIZED: Value = { kind: 'uninitialized' };

export function keyOfBase(base: Base): string {
  switch (base.kind) {
    case 'record':
      return `#${base.number.key}`;
    case 'object':
      return `@${base.id}`;
    case 'function':
      return `&${symbolOf(base.symbol)} ${base.symbol.body?.source.name ?? ''}:${base.symbol.at}`; // names of static functions are not unique
    case 'null':
      return base.failed ? 'failed' : 'null';
    case 'text':
      return 'text';
    case 'wild':
      return base.somewhere ? 'somewhere' : 'wild';
  }
}

export function keyOfValue(v: Value): string {
  if (v.kind === 'number') return v.term.key;
  return v.kind === 'pointer' ? `${keyOfBase(v.base)}[${v.offset.key}]` : v.kind;
}

/** Returns the same base if nothing in it is replaced; likewise for values. */
export function substituteInBase(base: Base, by: Substitution): Base {
  if (base.kind !== 'record') return base;
  const number = substitute(base.number, by);
  return number === base.number ? base : { kind: 'record', number };
}

export function substituteInValue(v: Value, by: Substitution): Value {
  if (v.kind === 'number') {
    const term = substitute(v.term, by);
    return term === v.term ? v : { kind: 'number', term };
  }
  if (v.kind !== 'pointer') return v;
  const [base, offset] = [substituteInBase(v.base, by), substitute(v.offset, by)];
  return base === v.base && offset === v.offset ? v : { kind: 'pointer', base, offset };
}

/** The value of zeroed memory. */
export const zeroOf = (type: CType): Value =>
  type.kind === 'pointer' ? NULL : type.kind === 'int' || type.kind === 'enum' ? number(ZERO) : UNKNOWN;
