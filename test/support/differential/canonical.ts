// Canonical text of the shape of a heap: equal for two snapshots with the same variables, edges and states.
// Runs reach the same heap many times; an engine needs to be asked only once.

import type { CellValue, HeapSnapshot } from '../../../src/interp/snapshot.js';

/** Nodes are numbered in the order in which variables reach them; numbers of the program are omitted. */
export function canonicalText(heap: HeapSnapshot): string {
  const numbers = new Map<number, number>();
  const queue: number[] = [];
  const visit = (id: number): string => {
    let n = numbers.get(id);
    if (n === undefined) {
      n = numbers.size;
      numbers.set(id, n);
      queue.push(id);
    }
    return `#${n}`;
  };
  const show = (v: CellValue): string => {
    if (v.kind === 'pointer') return `${visit(v.node)}+${v.offset}`;
    if (v.kind === 'function') return v.target?.name ?? 'outside';
    return v.kind;
  };
  const parts: string[] = [];
  for (const { variable, node } of heap.globals) parts.push(`${variable.name}=${node === null ? '' : visit(node)}`);
  for (const { function: f, variables } of heap.frames) {
    parts.push(f.name);
    for (const { variable, value, node } of variables) {
      parts.push(`${variable.name}.${variable.id}=${value ? show(value) : node === null ? '' : visit(node)}`);
    }
  }
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const node = heap.nodes.get(id);
    if (!node) continue;
    const cells = node.cells.map((c) => `${c.offset}:${show(c.value)}`).join(',');
    parts.push(`#${numbers.get(id)}${node.kind}${node.state}{${cells}}`);
  }
  return parts.join(' ');
}
