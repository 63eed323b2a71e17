// Escape: memory that unknown code can reach leaves the graph; pointers to it become unknown.
// Called where an address flows to a place that this engine does not track.

import { keepOnly } from '../../numeric/numbers.js';
import type { Position } from './access.js';
import { doubt, type Here } from './analysis.js';
import { raise } from './outside.js';
import { isHeap, mapTargets, type Name, nameOf, pointsToNode, type Targets, UNKNOWN } from './paper/cell.js';
import { type Draft, mapEdges, NO_SHARING, reachable } from './paper/graph.js';
import { readReach, sharpenReach, writeReach } from './paper/reach.js';
import { settleSharing } from './paper/sharing.js';
import type { State } from './state.js';

/**
 * All that the targets reach escapes: heap nodes leave the graph, variables hold unknown values from now
 * on. In a slice, whoever gets memory that is stored outside must free it.
 */
export function letEscape(here: Here, state: State, targets: Targets, to: 'code' | 'outside' = 'code'): State {
  const region = reachable(state.graph, targets);
  if (region.size === 0 || [...region].every((name) => state.graph.get(name)?.escaped)) return state;
  const isHanded = to === 'outside' && here.settings.outside !== null;
  if ([...region].some(isHeap) && !isHanded) doubtTracking(here);
  const draft: Draft = new Map(state.graph);
  for (const name of region) release(draft, name);
  mapEdges(draft, (all) =>
    mapTargets(all, (t) => (pointsToNode(t) && isHeap(nameOf(t)) && region.has(nameOf(t)) ? UNKNOWN : t)),
  );
  const table = readReach(draft);
  sharpenReach(draft, table);
  writeReach(draft, table);
  settleSharing(draft, new Set(), new Set(draft.keys()));
  const numbers = keepOnly(state.numbers, (key) => !region.has(nameOf(key)));
  const after = { ...state, graph: draft, numbers, escapes: state.escapes + 1 };
  return [...region].some(isHeap) ? raise(here, after, 'spoilt', 'handed') : raise(here, after, 'spoilt');
}

/**
 * A position that was computed in the state `before`, in a later state of the same instruction. An evaluation in
 * between, such as `(uintptr_t)p ^ x`, may have let its node escape, and another node may have got its name: neither is
 * tracked any longer.
 */
export function lasting(here: Here, before: State, { state, position }: Arrived): Arrived {
  const { target } = position;
  if (state.escapes === before.escapes || !pointsToNode(target) || !isHeap(nameOf(target))) return { state, position };
  return { state: letEscape(here, state, [target]), position: { target: UNKNOWN, spread: null, displaced: 'no' } };
}

interface Arrived {
  readonly state: State;
  readonly position: Position;
}

/** Whether escaped memory stays reachable or is freed is unknown from here on. */
function doubtTracking(here: Here): void {
  doubt(here, 'valid-memtrack', 'an address escapes to memory or code that is not tracked');
  doubt(here, 'valid-memcleanup', 'an address escapes to memory or code that is not tracked');
}

function release(draft: Draft, name: Name): void {
  const node = draft.get(name);
  if (!node) return;
  if (isHeap(name)) draft.delete(name);
  else draft.set(name, { ...node, cells: new Map(), rest: [UNKNOWN], escaped: true, shared: NO_SHARING });
}
