// Holders: what may hold the address of a function. Elements of an array are one holder, and so is a member in all
// records of one type. flows.ts finds flows between holders in a unit, solve.ts solves them for a program.

import type { CType, Field, FunctionType, RecordType } from '../../types/types.js';
import type { AddressExpr, Callee, Expr, Place, Variable } from '../instr.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable } from '../program.js';
import { signatureOf } from '../signature.js';

/**
 * function   the function itself, which holds its own address
 * parameter  `which`: its index; also from the view of a caller
 * local      `which`: its id
 * result     of the function
 * variable   a global variable
 * member     `which`: the record and the name
 * pointed    memory that pointers to function pointers lead to; `which`: the signature
 * argument   of calls through pointers; `which`: the signature and the index
 * answer     of calls through pointers; `which`: the signature
 * anywhere   memory and code that are not followed
 */
export type HolderKind = (typeof HOLDER_KINDS)[number];

export const HOLDER_KINDS = [
  'function',
  'parameter',
  'local',
  'result',
  'variable',
  'member',
  'pointed',
  'argument',
  'answer',
  'anywhere',
] as const;

export interface Holder {
  readonly kind: HolderKind;
  readonly of: FunctionSymbol | GlobalVariable | null;
  readonly which: string;
}

/** A pointer that is called through. */
export interface CalledPointer {
  readonly signature: string;
  readonly holders: readonly Holder[];
}

export const ANYWHERE: Holder = { kind: 'anywhere', of: null, which: '' };

export const holderIn = (kind: HolderKind, of: Holder['of'], which: string | number = ''): Holder => ({
  kind,
  of,
  which: `${which}`,
});

/** Equal texts, equal holders of one unit. */
export const textOf = ({ kind, of, which }: Holder): string => `${kind} ${of?.name ?? ''} ${which}`;

/** The type of the functions whose addresses a value of the type holds; null: it is no pointer to a function. */
export function calledType(type: CType): FunctionType | null {
  let t = type;
  while (t.kind === 'array') t = t.element;
  return t.kind === 'pointer' && t.target.kind === 'function' ? t.target : null;
}

/** Pointers to function pointers: the type of the functions. */
export const pointedType = (type: CType): FunctionType | null =>
  type.kind === 'pointer' ? calledType(type.target) : null;

export const pointedHolder = (type: FunctionType): Holder => holderIn('pointed', null, signatureOf(type));

/** The function that an expression belongs to; null: it is part of an initialiser and names no local variables. */
export type Scope = FunctionBody | null;

export const pointerIn = (scope: Scope, { pointer, type }: Callee & { readonly kind: 'indirect' }): CalledPointer => ({
  signature: signatureOf(type),
  holders: holdersOf(scope, pointer),
});

/**
 * The holders whose contents a pointer to a function may be:
 *   ⟦&f⟧ = {f}   ⟦load p⟧ = {⟦p⟧}   ⟦n⟧ = ∅   ⟦(T) e⟧ = ⟦e⟧, if e is a pointer to a function or a cast of one
 */
export function holdersOf(scope: Scope, e: Expr): readonly Holder[] {
  const inner = withoutCasts(e);
  if (inner.kind === 'function-address') return [holderIn('function', inner.target)];
  if (inner.kind === 'int') return [];
  return inner.kind === 'load' && calledType(inner.type) ? [holderOf(scope, inner.place)] : [ANYWHERE];
}

export function withoutCasts(e: Expr): Expr {
  let inner = e;
  while (inner.kind === 'cast') inner = inner.operand;
  return inner;
}

/** The holder at a place of function pointers:  ⟦p[i]⟧ = ⟦p⟧   ⟦p.m⟧ = m of the record   ⟦*&p⟧ = ⟦*(&p + i)⟧ = ⟦p⟧. */
export function holderOf(scope: Scope, place: Place): Holder {
  switch (place.kind) {
    case 'var':
      return ofVariable(scope, place.variable);
    case 'index':
      return holderOf(scope, place.base);
    case 'field':
      return memberHolder(place.base.type as RecordType, place.field);
    case 'deref': {
      const address = addressIn(place.pointer);
      return address ? holderOf(scope, address.place) : behind(place.type);
    }
  }
}

/** The address that a pointer is by its form, moved by any number of elements. */
export function addressIn(pointer: Expr): AddressExpr | null {
  let e = pointer;
  while (e.kind === 'binary' && e.op === 'ptr-add') e = e.left;
  return e.kind === 'address' ? e : null;
}

function behind(type: CType): Holder {
  const called = calledType(type);
  return called ? pointedHolder(called) : ANYWHERE;
}

function ofVariable(scope: Scope, variable: Variable): Holder {
  if (variable.kind === 'global') return holderIn('variable', variable);
  const { params, symbol } = scope!;
  const index = params.findIndex(({ id }) => id === variable.id);
  return index < 0 ? holderIn('local', symbol, variable.id) : holderIn('parameter', symbol, index);
}

/**
 * Records of different units count as the same if they have the same tag; those without one, if they have the same first
 * member and as many. The members of a union are one holder.
 */
export function memberHolder({ body: { union, tag, fields } }: RecordType, { name }: Field): Holder {
  const record = tag ?? `{${fields![0]!.name} ${fields!.length}}`;
  return holderIn('member', null, union ? `union ${record}` : `${record}.${name}`);
}

/** The members of a record that hold function pointers, with their offsets; those of records inside it are their own. */
export function membersOf(record: RecordType, base = 0): readonly (readonly [offset: number, holder: Holder])[] {
  return (record.fields ?? []).flatMap((field) => {
    const at = base + field.offset;
    if (field.type.kind === 'record') return membersOf(field.type, at);
    return calledType(field.type) ? [[at, memberHolder(record, field)] as const] : [];
  });
}

/** The holder at an offset of a variable with an initialiser. */
export function holderAt(variable: GlobalVariable, offset: number): Holder {
  let [type, rest] = [variable.type, offset];
  let holder = holderIn('variable', variable);
  while (type.kind === 'array' || type.kind === 'record') {
    if (type.kind === 'array') {
      type = type.element;
      rest = type.size > 0 ? rest % type.size : 0;
      continue;
    }
    const field = fieldAt(type, rest);
    if (!field) return ANYWHERE;
    holder = memberHolder(type, field);
    rest -= field.offset;
    type = field.type;
  }
  return holder;
}

/** The last member that begins at the offset or before it: function pointers are not bit-fields, and empty members come first. */
const fieldAt = ({ fields }: RecordType, offset: number): Field | undefined =>
  fields?.filter((f) => f.offset <= offset && offset < f.offset + Math.max(1, f.type.size)).at(-1);
