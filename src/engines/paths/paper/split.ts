// split: materialises one location from a summary node (Algorithm 2, with the edges of all cells, as in Fig. 1.5).
// Called by refine.ts, which cuts the result.

import { cellOf, HEAP, type Name, nameOf, offsetOf, pointsToNode, type Targets } from './cell.js';
import { type Draft, mapEdges } from './graph.js';

export function freshName(draft: Draft): Name {
  let most = HEAP - 1;
  for (const name of draft.keys()) if (name > most) most = name;
  return most + 1;
}

/** The new node inherits every predicate, and all in- and out-edges, of the old one. */
export function split(draft: Draft, name: Name): Name {
  const fresh = freshName(draft);
  draft.set(fresh, { ...draft.get(name)!, name: fresh, unique: true });
  mapEdges(draft, (targets) => withTwin(targets, name, fresh));
  return fresh;
}

function withTwin(targets: Targets, name: Name, twin: Name): Targets {
  if (!targets.some((t) => pointsToNode(t) && nameOf(t) === name)) return targets;
  const twins = targets.flatMap((t) => (pointsToNode(t) && nameOf(t) === name ? [cellOf(twin, offsetOf(t))] : []));
  return [...targets, ...twins].sort((a, b) => a - b);
}
