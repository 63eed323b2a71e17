// Inverse links: that u->f->g is u again, as next and prev are in a doubly linked list. Kept per node and pair of fields.
// After every change of edges (update.ts) what still holds is kept; cut.ts deletes the edges that contradict it.

import { cellOf, isHeap, type Name, nameOf, type Offset, offsetOf, pointsToNode, type Targets } from './cell.js';
import { type Draft, isStrong, namesIn, only, type ShapeNode } from './graph.js';

/**
 * A pair (f, g) of offsets: for every location u that the node stands for, u->f->g = u if u->f is tracked memory.
 * Packed into one number, ascending in lists.
 */
export type Pair = number;

const SPAN = 2 ** 20;
const pairOf = (f: Offset, g: Offset): Pair => f * SPAN + g;
export const firstOf = (pair: Pair): Offset => Math.floor(pair / SPAN);
export const secondOf = (pair: Pair): Offset => pair % SPAN;

export const NO_PAIRS: readonly Pair[] = [];

/** The cells that a change has written. */
export interface Written {
  readonly name: Name;
  readonly offset: Offset;
}

/** Pairs that a write may have broken go, unless they are seen to hold; pairs that are seen to hold come. */
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

/** Was u->f written, or the g of something that u->f may point to? */
function isTouched(node: ShapeNode, pair: Pair, written: readonly Written[]): boolean {
  const [f, g] = [firstOf(pair), secondOf(pair)];
  const names = namesIn(node.cells.get(f) ?? node.rest);
  return written.some((w) => {
    const hits = (offset: Offset) => w.offset === offset || w.offset < 0;
    return (w.name === node.name && hits(f)) || (names.includes(w.name) && hits(g));
  });
}

/** u and w are single locations, u->f = w and w->g = u. */
function evidentPairs(draft: Draft, u: ShapeNode): Pair[] {
  if (!u.unique) return [];
  return [...u.cells].flatMap(([f, targets]) => {
    const w = isStrong(u, f) ? baseIn(draft, only(targets)) : null;
    if (!w?.unique) return [];
    return [...w.cells].flatMap(([g, back]) => (only(back) === cellOf(u.name, 0) ? [pairOf(f, g)] : []));
  });
}

function baseIn(draft: Draft, target: number | null): ShapeNode | null {
  if (target === null || !pointsToNode(target) || offsetOf(target) !== 0 || !isHeap(nameOf(target))) return null;
  return draft.get(nameOf(target)) ?? null;
}

/** The pairs of a node that stands for all of these: each has the pair, or nothing tracked behind its f. */
export function joinInverse(nodes: readonly ShapeNode[]): readonly Pair[] {
  const all = new Set(nodes.flatMap((n) => n.inverse));
  const pairs = [...all].filter((pair) => nodes.every((n) => n.inverse.includes(pair) || isVacuous(n, pair)));
  return pairs.length === 0 ? NO_PAIRS : pairs.sort((a, b) => a - b);
}

const isVacuous = (n: ShapeNode, pair: Pair): boolean => namesIn(n.cells.get(firstOf(pair)) ?? n.rest).length === 0;

/** Does everything that b's pairs say hold for a? */
export const hasInverse = (a: ShapeNode, b: ShapeNode): boolean =>
  b.inverse.every((pair) => a.inverse.includes(pair) || isVacuous(a, pair));

/** A cell that can hold less than the graph says. */
export interface Narrowing {
  readonly name: Name;
  readonly offset: Offset;
  readonly targets: Targets;
}

/**
 *   u->f may be the one location w, but w->g cannot be u      u->f is not w
 *   u and w are single, u->f = w                              w->g = u
 */
export function narrowings(draft: Draft, u: ShapeNode): Narrowing[] {
  return u.inverse.flatMap((pair) => {
    const [f, g] = [firstOf(pair), secondOf(pair)];
    const targets = u.cells.get(f);
    if (!targets) return [];
    const back = cellOf(u.name, 0);
    const possible = targets.filter((t) => {
      const w = baseIn(draft, t);
      return !w?.unique || !w.cells.has(g) || w.cells.get(g)!.includes(back);
    });
    const found: Narrowing[] = possible.length < targets.length ? [{ name: u.name, offset: f, targets: possible }] : [];
    const w = u.unique ? baseIn(draft, only(possible)) : null;
    const held = w?.unique ? w.cells.get(g) : undefined;
    if (w && held && held.length > 1) found.push({ name: w.name, offset: g, targets: held.filter((t) => t === back) });
    return found;
  });
}
