// The heap algebra: a chain of `new`, `free` and `put`, with recurrences for what loops did (equation 2).
// Immutable; a context holds one, `get` and the pointer graph read it.

import type { Substitution, Term, Unknown } from '../../logic/linear/term.js';
import { substitute } from '../../logic/linear/term.js';
import type { Site } from '../engine.js';
import { type Base, keyOfBase, keyOfValue, substituteInBase, substituteInValue, type Value } from './value.js';

/** What a block holds before anything is put into it. `external`: what the caller of the entry made, or unknown code. */
export type Contents = 'uninitialized' | 'zero' | 'external';

export type Entry =
  | {
      readonly kind: 'new';
      readonly base: Base;
      readonly size: Term | null;
      readonly contents: Contents;
      readonly site: Site;
      /** Of an external block: how many pointers lead to it from the outside. */
      readonly depth?: number;
    }
  /** Also the end of a variable's life. */
  | { readonly kind: 'free'; readonly base: Base; readonly site: Site }
  | {
      readonly kind: 'put';
      readonly base: Base;
      readonly offset: Term;
      readonly size: number;
      readonly value: Value;
    }
  /** `length` bytes become zero, or nobody knows what. */
  | {
      readonly kind: 'fill';
      readonly base: Base;
      readonly offset: Term;
      readonly length: Term;
      readonly value: 'zero' | 'unknown';
    }
  | Loop
  /** Unknown code ran: what lies before is not known any more. */
  | { readonly kind: 'havoc' };

/** h(k+1) = h(k) ⊕ body(k), for 0 <= k < count. */
export interface Loop {
  readonly kind: 'loop';
  readonly index: Unknown;
  readonly count: Term;
  readonly body: readonly Entry[];
  /** Unknowns of one iteration: another value in each. */
  readonly locals: readonly Unknown[];
}

/** ⊥ is null. */
export type Heap = { readonly entry: Entry; readonly previous: Heap; readonly length: number } | null;

/** h ⊕ μ */
export const extend = (heap: Heap, ...entries: readonly Entry[]): Heap =>
  entries.reduce<Heap>((h, entry) => ({ entry, previous: h, length: (h?.length ?? 0) + 1 }), heap);

/** From left to right, behind `start`. */
export function entriesOf(heap: Heap, start: Heap = null): Entry[] {
  const entries: Entry[] = [];
  for (let h = heap; h && h !== start; h = h.previous) entries.push(h.entry);
  return entries.reverse();
}

export function substituteInEntry(e: Entry, by: Substitution): Entry {
  switch (e.kind) {
    case 'new':
      return { ...e, base: substituteInBase(e.base, by), size: e.size && substitute(e.size, by) };
    case 'free':
      return { ...e, base: substituteInBase(e.base, by) };
    case 'put':
      return {
        ...e,
        base: substituteInBase(e.base, by),
        offset: substitute(e.offset, by),
        value: substituteInValue(e.value, by),
      };
    case 'fill':
      return {
        ...e,
        base: substituteInBase(e.base, by),
        offset: substitute(e.offset, by),
        length: substitute(e.length, by),
      };
    case 'loop':
      return { ...e, count: substitute(e.count, by), body: e.body.map((b) => substituteInEntry(b, by)) };
    case 'havoc':
      return e;
  }
}

export function keyOfEntry(e: Entry): string {
  switch (e.kind) {
    case 'new':
      return `new ${keyOfBase(e.base)} ${e.size?.key} ${e.contents}`;
    case 'free':
      return `free ${keyOfBase(e.base)}`;
    case 'put':
      return `put ${keyOfBase(e.base)} ${e.offset.key} ${e.size} ${keyOfValue(e.value)}`;
    case 'fill':
      return `fill ${keyOfBase(e.base)} ${e.offset.key} ${e.length.key} ${e.value}`;
    case 'loop':
      return `loop ${e.index.id} ${e.count.key} {${e.body.map(keyOfEntry).join('; ')}}`;
    case 'havoc':
      return 'havoc';
  }
}
