// What variables reach in a structure, along all fields. With one direction, predicates say so; with two, a path may
// change direction, so that reachability is the closure under both. Used to find lost cells, and by descriptions.

import { elementsOf, lowest } from '../../logic/tvl/bits.js';
import type { Structure } from '../../logic/tvl/structure.js';
import type { UnaryPredicate } from '../../logic/tvl/vocabulary.js';
import type { PointerVariable, Predicates } from './paper/predicates.js';

/** What x may reach. */
export function reachOf(p: Predicates, x: PointerVariable, s: Structure): number {
  return p.directions.length === 1 ? s.may(x.reaches[0]!) : closure(p, s, s.may(x.at));
}

/** What may be reachable from the nodes. */
export function closure({ fields, directions }: Predicates, s: Structure, from: number): number {
  if (directions.length === 1) {
    return elementsOf(from).reduce((set, v) => set | s.mayRow(directions[0]!.path, v), 0);
  }
  return closedUnder(from, (v) => fields.reduce((set, { points }) => set | s.mayRow(points, v), 0));
}

/** The least set that contains `from` and is closed under successors. Hot: sets of nodes are bits of a number. */
function closedUnder(from: number, successorsOf: (v: number) => number): number {
  let result = from;
  for (let fresh = from; fresh !== 0; ) {
    const next = successorsOf(lowest(fresh));
    fresh = (fresh & (fresh - 1)) | (next & ~result);
    result |= next;
  }
  return result;
}

/** What some variable, visible or not, certainly reaches, and what one may reach. */
export function reachedBy(
  p: Predicates,
  variables: readonly PointerVariable[],
  s: Structure,
): { readonly must: number; readonly may: number } {
  let [must, may] = [0, 0];
  const add = (r: UnaryPredicate) => {
    must |= s.must(r);
    may |= s.may(r);
  };
  for (const { reaches, hidden } of variables) {
    reaches.forEach(add);
    hidden?.reaches.forEach(add);
  }
  return p.directions.length === 1 ? { must, may } : { must: turning(p, s, must), may: closure(p, s, may) };
}

/** What is certainly reached from certainly reached nodes: ↓*(u, v) in any direction, iterated. */
const turning = ({ directions }: Predicates, s: Structure, from: number): number =>
  closedUnder(from, (v) => directions.reduce((set, { path }) => set | s.mustRow(path, v), 0));
