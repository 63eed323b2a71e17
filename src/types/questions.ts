// Questions about types that the front end, the IR and engines ask alike: one function each, so that all agree.
// How types are made is in types.ts; whether two fit each other, in compatible.ts.

import type {
  ArrayType,
  ComplexType,
  CType,
  EnumType,
  Field,
  FloatType,
  IntType,
  RecordType,
  VectorType,
} from './types.js';

export const isInteger = (t: CType): t is IntType | EnumType => t.kind === 'int' || t.kind === 'enum';
export const isFloating = (t: CType): t is FloatType | ComplexType => t.kind === 'float' || t.kind === 'complex';
export const isArithmetic = (t: CType): boolean => isInteger(t) || isFloating(t);
export const isScalar = (t: CType): boolean => isArithmetic(t) || t.kind === 'pointer';
export const isComplete = (t: CType): boolean => t.size >= 0 || (t.kind === 'array' && t.variable !== null);

/** The integer type of an integer or enumerated type. */
export const integerOf = (t: IntType | EnumType): IntType => (t.kind === 'enum' ? t.integer : t.unqualified);

/** Does the size of the type depend on a value known only at run time? */
export function isVariable(t: CType): boolean {
  return t.kind === 'array' && (t.variable !== null || isVariable(t.element));
}

/** May a value of this type contain a pointer? */
export function holdsPointer(t: CType): boolean {
  switch (t.kind) {
    case 'pointer':
      return true;
    case 'array':
    case 'vector':
      return holdsPointer(t.element);
    case 'record':
      return t.fields?.some((f) => holdsPointer(f.type)) ?? false;
    default:
      return false;
  }
}

/** By how much a pointer to the type moves when one is added: an empty type has no size. */
export const sizeInSteps = (t: CType): number => (t.size < 0 ? 1 : t.size);

/** Has it an array inside, to which a pointer can be had without taking an address? */
export const holdsArray = (t: CType): boolean =>
  t.kind === 'array' || (t.kind === 'record' && (t.fields?.some((f) => holdsArray(f.type)) ?? false));

/** Is the type made of elements or members that an initializer lists one by one? */
export const hasParts = (t: CType): t is RecordType | ArrayType | VectorType =>
  t.kind === 'record' || t.kind === 'array' || t.kind === 'vector';

/**
 * Is a value of the type passed on as bytes, from one place in memory to another? All other values are one number or one
 * address. The two parts of a complex number are told apart by nobody, so that it is no number either.
 */
export const isCopiedAsBytes = (t: CType): boolean => hasParts(t) || t.kind === 'complex';

/** Finds a member by name, through anonymous members: the chain of fields that leads to it, or null. */
export function findField(record: RecordType, name: string): readonly Field[] | null {
  for (const field of record.fields ?? []) {
    if (field.name === name) return [field];
    if (field.name === null && field.type.kind === 'record') {
      const inner = findField(field.type, name);
      if (inner) return [field, ...inner];
    }
  }
  return null;
}
