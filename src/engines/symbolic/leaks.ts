// Leak checks: an operation may lose the records to which it removes a pointer. Reports those that became unreachable.
// Called after every assignment, `free`, end of scope and return; an operation that removes no pointer loses nothing.

import { and, TRUE } from '../../logic/linear/constraint.js';
import type { Term } from '../../logic/linear/term.js';
import type { Site } from '../engine.js';
import { checked, doubt, type Here } from './analysis.js';
import { report } from './memory.js';
import { assume, type Context } from './paper/context.js';
import { sameBase } from './paper/get.js';
import { type Entry, entriesOf } from './paper/heap.js';
import { isLost, pointerGraph, type Taken, targetsIn } from './paper/pointer-graph.js';
import type { Base, Value } from './paper/value.js';

/** The values of the variables of all activations. */
export const rootsOf = (context: Context): Value[] =>
  [...context.variables.values()].flatMap((slot) => (slot.kind === 'value' ? [slot.value] : []));

export const takenFrom = (v: Value | undefined): Taken[] =>
  v?.kind === 'pointer' && v.base.kind === 'record' ? [{ target: v.base.number, condition: TRUE, index: null }] : [];

/** The pointers in the cells of a record or object. */
export function takenFromBase(here: Here, context: Context, base: Base): Taken[] {
  return targetsIn(here.run, context, pointerGraph(here.run, context, []), base);
}

/** Bytes are overwritten, whatever their type: there may have been pointers to records among them. */
export function overwrite(here: Here, context: Context, base: Base, write: (c: Context) => Context): Context {
  const taken = mayHoldRecords(context, base) ? takenFromBase(here, context, base) : [];
  const after = write(context);
  checkLost(here, after, taken, 'the last pointer to the memory is overwritten');
  return after;
}

/** Was a pointer to a record ever stored there? */
export function mayHoldRecords({ heap }: Context, base: Base): boolean {
  const entries = entriesOf(heap).flatMap((e) => (e.kind === 'loop' ? e.body : [e]));
  return entries.some((e) => e.kind === 'put' && takenFrom(e.value).length > 0 && sameBase(e.base, base).length > 0);
}

export function checkLost(here: Here, context: Context, taken: readonly Taken[], message: string): void {
  if (taken.length === 0) return;
  checked(here, 'valid-memtrack');
  const roots = rootsOf(context);
  const held = new Set(roots.flatMap((v) => takenFrom(v).map((t) => t.target.key)));
  const graph = pointerGraph(here.run, context, roots);
  const unique = [...new Map(taken.map((t) => [t.target.key, t])).values()];
  for (const t of unique) {
    if (held.has(t.target.key)) continue;
    const lost = isLost(here.run, context, graph, t.target);
    if (!lost.exact) doubt(here, 'valid-memtrack', 'the memory is not known to be reachable');
    const there = assume(here.run.decider, context, and(t.condition, lost.condition));
    if (there && lost.exact)
      report(here, there, { rule: 'leak', message, allocation: allocationOf(context, t.target) });
  }
}

/** The allocation site of the record. */
export function allocationOf(context: Context, y: Term): Site | null {
  const base: Base = { kind: 'record', number: y };
  const isIt = (e: Entry): boolean => e.kind === 'new' && sameBase(e.base, base).length > 0;
  const entries = entriesOf(context.heap);
  const flat = entries.flatMap((e) => (e.kind === 'loop' ? e.body : [e]));
  const exact = flat.find((e) => e.kind === 'new' && e.base.kind === 'record' && e.base.number.key === y.key);
  const born = exact ?? flat.find(isIt);
  return born?.kind === 'new' ? born.site : null;
}
