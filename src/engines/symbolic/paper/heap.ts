// The heap algebra: a chain of `new`, `free` and `put`, with recurrences for loops (equation 2).
// Immutable; part of a context, read by `get` and the pointer graph.

import type { Substitution, Term, Unknown } from '../../../logic/linear/term.js';
import { substitute } from '../../../logic/linear/term.js';
import type { Site } from '../../engine.js';
import { type Base, keyOfBase, keyOfValue, substituteInBase, substituteInValue, type Value } from './value.js';

/**
 * The contents of memory before the first `put`. `external`: from the caller of the entry, or from an unknown call;
 * `texts`: pointers to strings of the system.
 */
export type Contents = 'uninitialized' | 'zero' | 'external' | 'texts';

export type Entry =
  | {
      readonly kind: 'new';
      readonly base: Base;
      readonly size: Term | null;
      readonly contents: Contents;
      readonly site: Site;
      /** Of external memory: the length of the pointer path to it from outside. */
      readonly depth?: number;
      /** Of a literal: it may share memory with another one. */
      readonly mayShare?: true;
    }
  /** Also the end of a variable's lifetime. */
  | { readonly kind: 'free'; readonly base: Base; readonly site: Site }
  | {
      readonly kind: 'put';
      readonly base: Base;
      readonly offset: Term;
      readonly size: number;
      readonly value: Value;
    }
  /** `length` bytes become zero, or unknown. */
  | {
      readonly kind: 'fill';
      readonly base: Base;
      readonly offset: Term;
      readonly length: Term;
      readonly value: 'zero' | 'unknown';
    }
  | Loop
  /** An unknown call: the contents before it are unknown. */
  | { readonly kind: 'havoc' };

/** h(k+1) = h(k) ⊕ body(k), for 0 <= k < count. */
export interface Loop {
  readonly kind: 'loop';
  readonly index: Unknown;
  readonly count: Term;
  readonly body: readonly Entry[];
  /** Unknowns of one iteration: a different value in each. */
  readonly locals: readonly Unknown[];
}

/** ⊥ is null. */
export type Heap = { readonly entry: Entry; readonly previous: Heap; readonly length: number } | null;

/** h ⊕ μ */
export const extend = (heap: Heap, ...entries: readonly Entry[]): Heap =>
  entries.reduce<Heap>((h, entry) => ({ entry, previous: h, length: (h?.length ?? 0) + 1 }), heap);

/** From left to right, after `start`. */
export function entriesOf(heap: Heap, start: Heap = null): Entry[] {
  const entries: Entry[] = [];
  for (let h = heap; h && h !== start; h = h.previous) entries.push(h.entry);
  return entries.reverse();
}

/** The prefix of the chain in which nothing is replaced is shared, so that later additions can be determined. */
export function substituteInHeap(heap: Heap, by: Substitution): Heap {
  const links: NonNullable<Heap>[] = [];
  for (let h = heap; h; h = h.previous) links.push(h);
  return links.reduceRight<Heap>((below, link) => {
    const entry = substituteInEntry(link.entry, by);
    return entry === link.entry && below === link.previous ? link : extend(below, entry);
  }, null);
}

/** Returns the same entry if nothing in it is replaced. */
export function substituteInEntry(e: Entry, by: Substitution): Entry {
  if (e.kind === 'havoc') return e;
  if (e.kind === 'loop') {
    const [count, body] = [substitute(e.count, by), e.body.map((b) => substituteInEntry(b, by))];
    return count === e.count && body.every((b, i) => b === e.body[i]) ? e : { ...e, count, body };
  }
  const base = substituteInBase(e.base, by);
  switch (e.kind) {
    case 'new': {
      const size = e.size && substitute(e.size, by);
      return base === e.base && size === e.size ? e : { ...e, base, size };
    }
    case 'free':
      return base === e.base ? e : { ...e, base };
    case 'put': {
      const [offset, value] = [substitute(e.offset, by), substituteInValue(e.value, by)];
      return base === e.base && offset === e.offset && value === e.value ? e : { ...e, base, offset, value };
    }
    case 'fill': {
      const [offset, length] = [substitute(e.offset, by), substitute(e.length, by)];
      return base === e.base && offset === e.offset && length === e.length ? e : { ...e, base, offset, length };
    }
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
