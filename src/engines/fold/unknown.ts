// Unknown numbers: any value, zero or nonzero.
// The result of inputs, arithmetic and loads of integers from the heap.

import type { Ref } from '../../logic/bdd/bdd.js';
import type { Kernel } from './kernel.js';
import { assignRoot, type LeakListener } from './paper/assign.js';
import { nodeOf, type State, withB } from './paper/state.js';
import { isUnknownTarget, OPAQUE_VALUE, type PointerValue, type RootCell } from './value.js';

/** x = nondet(): both flags of the cell are unconstrained, but equal. */
export function assignUnknown(k: Kernel, s: State, x: RootCell, onLeak: LeakListener): State {
  const t = assignRoot(k, s, x, OPAQUE_VALUE, onLeak);
  const cell = nodeOf(t, x.node).cells.get(x.offset)!;
  const edge = cell.edges[0]!.flag;
  const flags = k.use.outCounters === 'on' ? [edge, cell.out] : [edge];
  const free = k.drop(t.b, flags);
  return withB(t, k.use.outCounters === 'on' ? k.define(free, edge, k.is(cell.out)) : free);
}

/** `known`, unless one of the two values is uninitialised or unknown. */
export function fromUnknown(k: Kernel, v: PointerValue, w: PointerValue, known: Ref): Ref {
  const unset = [...v.targets, ...w.targets].filter(isUnknownTarget);
  return unset.reduce((sum, t) => k.bdd.or(sum, t.guard), known);
}
