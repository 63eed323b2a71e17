// Permuting the elements of an array, as qsort does: all states that exchanges of neighbours lead to.
// Called by intrinsics.ts on a checked range; where there are too many states, what the array holds escapes.

import { fingerprint, rename } from '../../numeric/numbers.js';
import type { Position } from './access.js';
import type { Here } from './analysis.js';
import { printAside } from './aside.js';
import { canonical } from './canonical.js';
import { fill } from './copy.js';
import { letEscape } from './escape.js';
import { exactOffset, hasOwnCells } from './memory.js';
import {
  cellOf,
  isNumber,
  nameOf,
  type Offset,
  pointsToNode,
  REST,
  UNINITIALIZED,
  VALUE,
  widthOf,
} from './paper/cell.js';
import { DEFAULT_CORE } from './paper/collapse.js';
import { type Draft, type ShapeNode, targetsOf } from './paper/graph.js';
import { change, type Edit } from './paper/update.js';
import { guessed, type State } from './state.js';
import { afterWrite } from './strings.js';

/** The orders of four elements that all differ. */
const MANY_ORDERS = 24;

/** Elements of unknown size are permuted: numbers become unknown; positions of pointers are not tracked. */
export function shuffle(here: Here, state: State, position: Position, size: number): State[] {
  const node = pointsToNode(position.target) ? state.graph.get(nameOf(position.target)) : undefined;
  const held = node ? [...node.rest, ...[...node.cells.values()].flat()] : [];
  if (held.every((t) => isNumber(t) || t === UNINITIALIZED)) return fill(here, state, position, size, VALUE);
  return [letEscape(here, state, [position.target])];
}

/** The elements in `size` bytes, each of `element` bytes. */
interface Elements {
  readonly node: ShapeNode;
  readonly start: Offset;
  readonly element: number;
  readonly count: number;
}

/**
 * Elements of known size are permuted. Exchanges of neighbours generate all permutations, and states that are equal up to
 * the names of nodes are one: elements that nothing tells apart have a single order.
 */
export function permute(here: Here, state: State, position: Position, size: number, element: number): State[] {
  const elements = elementsAt(here, state, position, size, element);
  const states = elements && ordersOf(state, position, size, elements);
  return states ?? shuffle(here, state, position, size);
}

/** Null unless the range consists of whole elements of a single allocation, and no cell lies across two of them. */
function elementsAt(here: Here, state: State, p: Position, size: number, element: number): Elements | null {
  const node = pointsToNode(p.target) ? state.graph.get(nameOf(p.target)) : undefined;
  const start = exactOffset(p);
  if (!node?.unique || node.escaped || !hasOwnCells(node) || start === null || start < 0) return null;
  if (element <= 0 || size % element !== 0) return null;
  const { pointerSize } = here.settings;
  const isWhole = [...node.cells].every(([offset, targets]) => {
    const width = Math.max(...targets.map((t) => widthOf(t, pointerSize)));
    if (offset + width <= start || offset >= start + size) return true;
    return offset >= start && ((offset - start) % element) + width <= element;
  });
  // Pointers of cells without an entry may lie anywhere.
  const isPlain = node.rest.length > 0 && !node.rest.some(pointsToNode);
  return isWhole && isPlain ? { node, start, element, count: size / element } : null;
}

/** { π(s) | π a permutation }, up to the names of nodes; null if there are too many. */
function ordersOf(state: State, position: Position, size: number, elements: Elements): State[] | null {
  const first = { ...state, numbers: afterWrite(state, position, size, 'anything') };
  const found = new Map([[textOf(first), first]]);
  for (const s of found.values()) {
    for (let i = 0; i + 1 < elements.count; i++) {
      const next = exchanged(s, elements, i);
      const text = textOf(next);
      if (!found.has(text)) found.set(text, next);
      if (found.size > MANY_ORDERS) return null;
    }
  }
  // Which of several orders it is, the comparison decides.
  return found.size === 1 ? [first] : [...found.values()].map(guessed);
}

function textOf(state: State): string {
  const { collapsed, state: named } = canonical(state, DEFAULT_CORE, 'keep');
  return collapsed.text + fingerprint(named.numbers) + printAside(named.aside);
}

/** Element i is exchanged with the next one. */
function exchanged(state: State, { node: { name }, start, element }: Elements, i: number): State {
  const node = state.graph.get(name)!;
  const low = start + i * element;
  const high = low + element;
  const other = (o: Offset): Offset | null => {
    if (o < low || o >= high + element) return null;
    return o < high ? o + element : o - element;
  };
  const offsets = [...node.cells.keys()].flatMap((o) => (o === REST || other(o) === null ? [] : [o, other(o)!]));
  const edits = [...new Set(offsets)].map(
    (o): Edit => ({ name, offset: o, targets: targetsOf(node, other(o)!), strength: 'strong' }),
  );
  const draft: Draft = new Map(state.graph);
  change(draft, edits, []);
  const numbers = rename(state.numbers, (key) => {
    const part = key - Math.floor(key);
    const o = nameOf(key) === name ? Math.floor(key) - cellOf(name, 0) : -1;
    const to = o < 0 ? null : other(o);
    return to === null ? key : cellOf(name, to) + part;
  });
  return { ...state, graph: draft, numbers };
}
