// What C calls a piece of a concrete heap: `list->next`, `f.values`, `table[2].key`.
// For the rows of drawings, and for messages that say which pointer led to a block.

import { scalarAt } from '../../../interp/given/scalars.js';
import type { Binding, Cell, HeapNode, HeapSnapshot } from '../../../interp/snapshot.js';
import type { GlobalVariable, LocalVariable } from '../../../ir/program.js';

/** `next`, `items[2]`, `[3].key`; empty for an object that is one scalar. */
export function cellName(node: HeapNode, { offset }: Pick<Cell, 'offset'>): string {
  const { type, size } = node;
  if (!type) return size <= 8 ? '' : `+${offset}`;
  const index = type.size > 0 ? Math.floor(offset / type.size) : 0;
  const many = type.size > 0 && size >= 2 * type.size;
  const inner = scalarAt(type, '', offset - index * type.size)?.path ?? (offset > 0 ? `+${offset}` : '');
  return `${many ? `[${index}]` : ''}${many ? inner : inner.replace(/^\./, '')}`;
}

/** The row that an edge into the middle of an object ends at. */
export function linkName(node: HeapNode, offset: number): string | null {
  const there = node.cells.findLast((cell) => cell.offset <= offset);
  return there ? cellName(node, there) : null;
}

/** How the variables lead to each object: the shortest way. */
export interface Way {
  readonly name: string;
  readonly node: number;
  /** The object that points to it; null: a variable does. */
  readonly from: number | null;
  readonly hops: number;
  /** Where in the object the last pointer leads: the name is that of what lies there. */
  readonly offset: number;
}

/** The ways from the variables of frames and from globals, shortest first. */
export function waysIn({ frames, globals, nodes }: HeapSnapshot): Map<number, Way> {
  const ways = new Map<number, Way>();
  const queue: Way[] = [];
  const add = (way: Way) => {
    if (ways.has(way.node)) return;
    ways.set(way.node, way);
    queue.push(way);
  };
  const begin = ({ variable, value, node }: Binding<LocalVariable | GlobalVariable>) => {
    if (node !== null) add({ name: variable.name, node, from: null, hops: 0, offset: 0 });
    else if (value?.kind === 'pointer')
      add({ name: `*${variable.name}`, node: value.node, from: null, hops: 1, offset: value.offset });
  };
  for (const { variables } of frames) for (const b of variables) if (b.variable.kind !== 'temporary') begin(b);
  globals.forEach(begin);
  for (let i = 0; i < queue.length; i++) {
    const way = queue[i]!;
    const node = nodes.get(way.node);
    for (const cell of node?.cells ?? []) {
      if (cell.value.kind !== 'pointer') continue;
      const { node: target, offset } = cell.value;
      const place = placeIn(way, node!, cell);
      add({ name: `*${place}`, node: target, from: way.node, hops: way.hops + (place === '' ? FAR : 1), offset });
    }
  }
  return ways;
}

const FAR = 100;

/** What lies in the object; empty if the way leads elsewhere into it. */
function placeIn(way: Way, node: HeapNode, cell: Cell): string {
  if (way.offset === 0) return memberOf(way.name, cellName(node, cell));
  return cell.offset === way.offset ? way.name : '';
}

/** `(*p).x` is `p->x`. */
export function memberOf(object: string, row: string): string {
  if (row === '') return object;
  if (row.startsWith('[')) return object.startsWith('*') ? `${object.slice(1)}${row}` : `${object}${row}`;
  return object.startsWith('*') ? `${object.slice(1)}->${row}` : `${object}.${row}`;
}

const MOST_HOPS = 3;

/** The pointer that leads to an object: `list`, `f.values`; null if the way is long, or there is none. */
export function holderOf(snapshot: HeapSnapshot, id: number): string | null {
  const way = waysIn(snapshot).get(id);
  return way && way.hops <= MOST_HOPS && way.name.startsWith('*') ? way.name.slice(1) : null;
}
