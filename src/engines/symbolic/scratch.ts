// Blocks that a loop writes numbers into and nothing else: if no pattern is seen otherwise, what they hold is forgotten.
// Where memory is concerned it rarely matters how an array was sorted. Part of one-iteration.ts and loops.ts.

import { type Term, ZERO } from '../../logic/linear/term.js';
import type { Here } from './analysis.js';
import { mayHoldRecords } from './leaks.js';
import { fill, lifeOf } from './memory.js';
import type { Context } from './paper/context.js';
import { type Entry, entriesOf, extend } from './paper/heap.js';
import { deltaOf } from './paper/recurrent-context.js';
import { type Base, keyOfBase } from './paper/value.js';

/** Keys of bases. */
export type Scratch = ReadonlySet<string>;

export const NO_SCRATCH: Scratch = new Set();

interface Block {
  readonly base: Base;
  readonly size: Term;
}

/** Blocks that were there before the iterations, whose cells have got numbers and nothing else since. */
export function scratchIn(here: Here, start: Context, after: readonly Context[]): Block[] {
  const written = after.flatMap((c) => (deltaOf(c.heap, start.heap) ?? []).flatMap(flatten));
  const bases = new Map(written.flatMap((e) => (isNumeric(e) ? [[keyOfBase(e.base), e.base] as const] : [])));
  const spoilt = new Set(written.flatMap((e) => ('base' in e && !isNumeric(e) ? [keyOfBase(e.base)] : [])));
  return [...bases].flatMap(([key, base]): Block[] => {
    if (spoilt.has(key) || !isOld(start, base) || mayHoldRecords(start, base)) return [];
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

/** Any numbers may be in them now. */
export const blur = (context: Context, blocks: readonly Block[]): Context =>
  blocks.reduce((c, { base, size }) => fill(c, { base, offset: ZERO }, size, 'unknown'), context);

/** h ⊕ fill(b) ⊕ put(b, q, n) is one of the heaps that h ⊕ fill(b) stands for. */
export function forgetScratch(context: Context, start: Context, scratch: Scratch): Context {
  if (scratch.size === 0) return context;
  const delta = deltaOf(context.heap, start.heap);
  if (!delta) return context;
  const kept = delta.filter((e) => !isForgotten(e, scratch));
  return kept.length === delta.length ? context : { ...context, heap: extend(start.heap, ...kept) };
}

function isForgotten(e: Entry, scratch: Scratch): boolean {
  if (e.kind === 'loop') return e.body.every((b) => isForgotten(b, scratch));
  return isNumeric(e) && scratch.has(keyOfBase(e.base));
}

export const keysOf = (blocks: readonly Block[]): Scratch => new Set(blocks.map((b) => keyOfBase(b.base)));
