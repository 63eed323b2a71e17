// One iteration of a loop, from its head back to it; temporaries and objects of the iteration are forgotten.
// Used by loops.ts and the proofs of recurrences; runs the blocks through fixpoint.ts.

import { type Frame, keyOfVariable, type Run } from './analysis.js';
import { type Exits, runRegion } from './fixpoint.js';
import { Ledger } from './ledger.js';
import { type Buffers, forgetBuffers } from './numeric-buffers.js';
import { type Context, mergeAll } from './paper/context.js';
import { type Entry, extend } from './paper/heap.js';
import { deltaOf } from './paper/recurrent-context.js';
import { UNINITIALIZED, type Value } from './paper/value.js';
import type { NaturalLoop } from './plan.js';

/** A loop, and how it is run. */
export interface LoopRun {
  readonly run: Run;
  readonly frame: Frame;
  readonly loop: NaturalLoop;
  /** Memory whose numeric contents are forgotten. */
  readonly buffers: Buffers;
  /** `some`: iterations that lead to the same state may change the heap differently; all but one kind deviate. */
  readonly choices: 'none' | 'some';
}

/** Runs one iteration from the head. */
export function runOnce({ run, frame, loop, buffers }: LoopRun, context: Context): Exits {
  const exits = runRegion(run, frame, loop, [{ block: loop.head, context }]);
  const back = exits.back.map((c) =>
    forgetBuffers(forgetObjects(forgetTemporaries(frame, loop, c), context), context, buffers),
  );
  return { ...exits, back: mergeAll(run.decider, back) };
}

/** Without reports and drawings. */
export const silently = (here: LoopRun): LoopRun => ({
  ...here,
  run: { ...here.run, ledger: new Ledger(), seen: null },
});

/** Temporaries are dead at the head of a loop. */
export function forgetTemporaries(frame: Frame, loop: NaturalLoop, context: Context): Context {
  const assigned = temporariesIn(frame, loop);
  if (assigned.length === 0) return context;
  const variables = new Map(context.variables);
  for (const key of assigned)
    if (variables.get(key)?.kind === 'value') variables.set(key, { kind: 'value', value: UNINITIALIZED });
  return { ...context, variables };
}

function temporariesIn(frame: Frame, { blocks }: NaturalLoop): string[] {
  const inside = frame.body.blocks.filter((b) => blocks.has(b.id));
  return inside.flatMap((b) =>
    b.instrs.flatMap((i) => {
      const place = i.kind === 'assign' ? i.place : i.kind === 'call' ? i.result : null;
      return place?.kind === 'var' && place.variable.kind === 'temporary' ? [keyOfVariable(frame, place.variable)] : [];
    }),
  );
}

/** Forgets objects that were created and ended in one iteration, unless there are pointers to them. */
function forgetObjects(context: Context, start: Context): Context {
  if (context.objects === start.objects) return context;
  const delta = deltaOf(context.heap, start.heap);
  if (!delta) return context;
  const moved = movedSlots(context, start);
  const gone = (id: number): boolean => id > start.objects || moved.has(id);
  if (isPointedTo(context, delta, gone)) return context;
  const kept = delta.filter((e) => !('base' in e) || e.base.kind !== 'object' || !gone(e.base.id));
  const fresh = [...moved].flatMap(([old, now]) => delta.flatMap((e) => rebirth(e, old, now)));
  const variables = new Map(context.variables);
  for (const [key, slot] of start.variables) if (slot.kind === 'object' && moved.has(slot.id)) variables.set(key, slot);
  return { ...context, variables, objects: start.objects, heap: extend(start.heap, ...kept, ...fresh) };
}

/** Variables whose lifetime ended and began again: old object to new. */
function movedSlots(context: Context, start: Context): Map<number, number> {
  const moved = new Map<number, number>();
  for (const [key, slot] of start.variables) {
    const now = context.variables.get(key);
    if (slot.kind === 'object' && now?.kind === 'object' && now.id !== slot.id) moved.set(slot.id, now.id);
  }
  return moved;
}

const rebirth = (e: Entry, old: number, now: number): Entry[] =>
  e.kind === 'new' && e.base.kind === 'object' && e.base.id === now
    ? [{ ...e, base: { kind: 'object', id: old } }]
    : [];

function isPointedTo(context: Context, delta: readonly Entry[], gone: (id: number) => boolean): boolean {
  const points = (v: Value): boolean => v.kind === 'pointer' && v.base.kind === 'object' && gone(v.base.id);
  const held = [...context.variables.values()].some((s) => s.kind === 'value' && points(s.value));
  const stored = delta.some(
    (e) => e.kind === 'put' && points(e.value) && !(e.base.kind === 'object' && gone(e.base.id)),
  );
  const nested = delta.some((e) => e.kind === 'loop');
  return held || stored || nested;
}
