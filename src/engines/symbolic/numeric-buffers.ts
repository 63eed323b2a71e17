// Numeric buffers: memory into which a loop writes numbers only. If no recurrence is found, their contents are forgotten.
// Memory safety rarely depends on the numbers in an array. Part of one-iteration.ts and loops.ts.

import { type Term, ZERO } from '../../logic/linear/term.js';
import type { Here } from './analysis.js';
import { mayHoldRecords } from './leaks.js';
import { fill, lifeOf } from './memory.js';
import type { Context } from './paper/context.js';
import { type Entry, entriesOf, extend } from './paper/heap.js';
import { deltaOf } from './paper/recurrent-context.js';
import { type Base, keyOfBase } from './paper/value.js';

/** Keys of bases. */
export type Buffers = ReadonlySet<string>;

export const NO_BUFFERS: Buffers = new Set();

interface NumericBuffer {
  readonly base: Base;
  readonly size: Term;
}

/** Memory that existed before the iterations and into which only numbers have been written since. */
export function numericBuffersIn(here: Here, start: Context, after: readonly Context[]): NumericBuffer[] {
  const written = after.flatMap((c) => (deltaOf(c.heap, start.heap) ?? []).flatMap(flatten));
  const bases = new Map(written.flatMap((e) => (isNumeric(e) ? [[keyOfBase(e.base), e.base] as const] : [])));
  const otherWrites = new Set(written.flatMap((e) => ('base' in e && !isNumeric(e) ? [keyOfBase(e.base)] : [])));
  return [...bases].flatMap(([key, base]): NumericBuffer[] => {
    if (otherWrites.has(key) || !isOld(start, base) || mayHoldRecords(start, base)) return [];
    const [life, ...others] = lifeOf(here, start, base);
    return life?.living && life.size && others.length === 0 ? [{ base, size: life.size }] : [];
  });
}

const flatten = (e: Entry): Entry[] => (e.kind === 'loop' ? e.body.flatMap(flatten) : [e]);

type Write = Extract<Entry, { kind: 'put' | 'fill' }>;

const isNumeric = (e: Entry): e is Write =>
  e.kind === 'fill' ? e.value === 'unknown' : e.kind === 'put' && e.value.kind !== 'pointer';

function isOld({ heap }: Context, base: Base): boolean {
  if (base.kind === 'object' && base.id < 0) return true;
  const key = keyOfBase(base);
  return entriesOf(heap).some((e) => e.kind === 'new' && keyOfBase(e.base) === key);
}

/** Makes their contents unknown. */
export const blur = (context: Context, found: readonly NumericBuffer[]): Context =>
  found.reduce((c, { base, size }) => fill(c, { base, offset: ZERO }, size, 'unknown'), context);

/** h ⊕ fill(b) ⊕ put(b, q, n) is one of the heaps that h ⊕ fill(b) describes. */
export function forgetBuffers(context: Context, start: Context, buffers: Buffers): Context {
  if (buffers.size === 0) return context;
  const delta = deltaOf(context.heap, start.heap);
  if (!delta) return context;
  const kept = delta.filter((e) => !isForgotten(e, buffers));
  return kept.length === delta.length ? context : { ...context, heap: extend(start.heap, ...kept) };
}

function isForgotten(e: Entry, buffers: Buffers): boolean {
  if (e.kind === 'loop') return e.body.every((b) => isForgotten(b, buffers));
  return isNumeric(e) && buffers.has(keyOfBase(e.base));
}

export const keysOf = (found: readonly NumericBuffer[]): Buffers => new Set(found.map((b) => keyOfBase(b.base)));
