// Inverse links: the back link of the cell that u->f points to is u, as in doubly linked lists. Kept per node.
// update.ts keeps the pairs that still hold after every change of edges; cut.ts deletes edges that contradict them.

import {
  cellOf,
  isHeap,
  isSomewhere,
  type Name,
  nameOf,
  type Offset,
  offsetOf,
  pointsToNode,
  type Target,
} from './paper/cell.js';
import { type Draft, isStrong, namesIn, only, type ShapeNode } from './paper/graph.js';

/**
 * (f, g, b): for every location u that the node stands for, if u[f] points to a place p in tracked memory, the cell g
 * bytes behind p points to u + b. It is relative to p, so that elements and a head of another type have equal pairs.
 * Packed into one number, ascending in lists.
 */
export type Pair = number;

const SPAN = 2 ** 16;
const BIAS = 2 ** 15;
const fits = (offset: Offset): boolean => offset >= 0 && offset < BIAS;
const pairOf = (f: Offset, g: Offset, b: Offset): Pair => (f * SPAN + g + BIAS) * SPAN + b;
export const firstOf = (pair: Pair): Offset => Math.floor(pair / SPAN / SPAN);
export const secondOf = (pair: Pair): Offset => (Math.floor(pair / SPAN) % SPAN) - BIAS;
export const backOf = (pair: Pair): Offset => pair % SPAN;

export const NO_PAIRS: readonly Pair[] = [];

/** The cells that a change has written. */
export interface Written {
  readonly name: Name;
  readonly offset: Offset;
}

/** Removes pairs that a write may have broken, unless they evidently hold; adds pairs that evidently hold. */
export function settleInverse(draft: Draft, written: readonly Written[]): void {
  for (const node of [...draft.values()]) {
    if (!isHeap(node.name)) continue;
    const kept = node.inverse.filter((pair) => !isTouched(node, pair, written));
    const pairs = [...new Set([...kept, ...evidentPairs(draft, node)])].sort((a, b) => a - b);
    if (!samePairs(pairs, node.inverse)) draft.set(node.name, { ...node, inverse: pairs });
  }
}

const samePairs = (a: readonly Pair[], b: readonly Pair[]): boolean =>
  a.length === b.length && a.every((pair, i) => pair === b[i]);

/** Was u[f] written, or the back link of a possible target of u[f]? */
function isTouched(node: ShapeNode, pair: Pair, written: readonly Written[]): boolean {
  const [f, g] = [firstOf(pair), secondOf(pair)];
  const places = (node.cells.get(f) ?? node.rest).filter(pointsToNode);
  return written.some((w) => {
    if (w.name === node.name && (w.offset === f || w.offset < 0)) return true;
    return places.some(
      (t) => nameOf(t) === w.name && (w.offset < 0 || isSomewhere(offsetOf(t)) || offsetOf(t) + g === w.offset),
    );
  });
}

/** u and w are single locations, u[f] = w + p and w[p + g] = u + b. */
function evidentPairs(draft: Draft, u: ShapeNode): Pair[] {
  if (!u.unique) return [];
  return [...u.cells].flatMap(([f, targets]) => {
    const place = isStrong(u, f) ? only(targets) : null;
    const w = locationIn(draft, place);
    if (!w || !fits(f)) return [];
    return [...w.cells].flatMap(([o, held]) => {
      const back = isStrong(w, o) ? only(held) : null;
      if (back === null || !pointsToNode(back) || nameOf(back) !== u.name || !fits(offsetOf(back)) || !fits(o))
        return [];
      return [pairOf(f, o - offsetOf(place!), offsetOf(back))];
    });
  });
}

/** The unique location of a target; null if there may be others, or unknown code may write there. */
function locationIn(draft: Draft, target: Target | null): ShapeNode | null {
  if (target === null || !pointsToNode(target) || !fits(offsetOf(target))) return null;
  const node = draft.get(nameOf(target));
  return node?.unique && !node.escaped ? node : null;
}

/** The pairs of the merged node: every node has the pair, or its f points to nothing tracked. */
export function joinInverse(nodes: readonly ShapeNode[]): readonly Pair[] {
  const all = new Set(nodes.flatMap((n) => n.inverse));
  const pairs = [...all].filter((pair) => nodes.every((n) => n.inverse.includes(pair) || isVacuous(n, pair)));
  return pairs.length === 0 ? NO_PAIRS : pairs.sort((a, b) => a - b);
}

const isVacuous = (n: ShapeNode, pair: Pair): boolean => namesIn(n.cells.get(firstOf(pair)) ?? n.rest).length === 0;

/** The offsets of heap cells that point back to the unique location u, because u's own links certainly lead there. */
export function linksBack(u: ShapeNode): Offset[] {
  return u.inverse.flatMap((pair) => {
    const targets = u.cells.get(firstOf(pair)) ?? [];
    const offsets = new Set(targets.map((t) => (pointsToNode(t) && isHeap(nameOf(t)) ? offsetOf(t) : Number.NaN)));
    const [place] = [...offsets];
    return offsets.size === 1 && fits(place!) ? [place! + secondOf(pair)] : [];
  });
}

/** Does a satisfy all pairs of b? */
export const hasInverse = (a: ShapeNode, b: ShapeNode): boolean =>
  b.inverse.every((pair) => a.inverse.includes(pair) || isVacuous(a, pair));

/** A cell whose targets can be restricted. */
export interface Narrowing {
  readonly name: Name;
  readonly offset: Offset;
  readonly targets: readonly Target[];
}

/**
 *   u[f] may be the place p of the one location w, but w[p + g] cannot be u + b      u[f] is not p
 *   u and w are single, u[f] = p                                                     w[p + g] = u + b
 */
export function narrowings(draft: Draft, u: ShapeNode): Narrowing[] {
  return u.inverse.flatMap((pair) => {
    const f = firstOf(pair);
    const targets = u.cells.get(f);
    if (!targets) return [];
    const back = cellOf(u.name, backOf(pair));
    const possible = targets.filter((t) => linkBack(draft, t, pair)?.held.includes(back) ?? true);
    const found: Narrowing[] = possible.length < targets.length ? [{ name: u.name, offset: f, targets: possible }] : [];
    const link = u.unique ? linkBack(draft, only(possible), pair) : null;
    if (link && link.held.length > 1)
      found.push({ name: link.name, offset: link.offset, targets: link.held.filter((t) => t === back) });
    return found;
  });
}

/** The cell that must point back, if it is a cell of one location. */
function linkBack(draft: Draft, t: Target | null, pair: Pair) {
  const w = locationIn(draft, t);
  const offset = w ? offsetOf(t!) + secondOf(pair) : 0;
  const held = w?.cells.get(offset);
  return w && held ? { name: w.name, offset, held } : null;
}
