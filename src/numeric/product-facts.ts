// Facts about products: keys that are known to be the product of two others, such as the elements of a matrix.
// Data of the domain in numbers.ts; products.ts reasons with them.

import type { Key } from './zone.js';

/** key + plus */
export interface Term {
  readonly key: Key;
  readonly plus: number;
}

/** times · left · right */
export interface Product {
  readonly times: number;
  readonly left: Term;
  readonly right: Term;
}

/** key = times · left · right */
export interface ProductFact extends Product {
  readonly key: Key;
}

export const NO_PRODUCTS: readonly ProductFact[] = [];

/** Ascending, with factors in a fixed order: equal sets of facts are equal data. */
export function ordered(facts: readonly ProductFact[]): readonly ProductFact[] {
  if (facts.length === 0) return NO_PRODUCTS;
  const sorted = facts.map(inOrder).sort((a, b) => a.key - b.key || compareTerms(a.left, b.left));
  return sorted.filter((f, i) => i === 0 || !isSame(f, sorted[i - 1]!));
}

const compareTerms = (a: Term, b: Term): number => a.key - b.key || a.plus - b.plus;

const inOrder = (f: ProductFact): ProductFact =>
  compareTerms(f.left, f.right) <= 0 ? f : { ...f, left: f.right, right: f.left };

export const isSame = (a: ProductFact, b: ProductFact): boolean =>
  a.key === b.key && a.times === b.times && compareTerms(a.left, b.left) === 0 && compareTerms(a.right, b.right) === 0;

export const keysIn = (f: ProductFact): Key[] => [f.key, f.left.key, f.right.key];

/** Replaces the factors; null drops the fact. */
export function mapTerms(f: ProductFact, change: (t: Term) => Term | null): ProductFact | null {
  const [left, right] = [change(f.left), change(f.right)];
  return left && right ? { ...f, left, right } : null;
}

/** After key := key + by, the old value is key - by. */
export function shiftProducts(facts: readonly ProductFact[], key: Key, by: number): readonly ProductFact[] {
  if (facts.length === 0) return facts;
  const moved = (t: Term) => (t.key === key ? { key, plus: t.plus - by } : t);
  return ordered(facts.filter((f) => f.key !== key).flatMap((f) => mapTerms(f, moved) ?? []));
}

export function renameProducts(facts: readonly ProductFact[], name: (key: Key) => Key | null): readonly ProductFact[] {
  if (facts.length === 0) return facts;
  const renamed = (t: Term): Term | null => {
    const key = name(t.key);
    return key === null ? null : { ...t, key };
  };
  const all = facts.flatMap((f) => {
    const [key, terms] = [name(f.key), mapTerms(f, renamed)];
    return key === null || !terms ? [] : [{ ...terms, key }];
  });
  return ordered(all);
}

const printTerm = ({ key, plus }: Term, name: (key: Key) => string): string =>
  plus === 0 ? name(key) : `(${name(key)} + ${plus})`;

export const printProduct = (f: ProductFact, name: (key: Key) => string): string =>
  `${name(f.key)} == ${f.times} * ${printTerm(f.left, name)} * ${printTerm(f.right, name)}`;
