// A concrete heap as a few lines of text, for the message of a failed differential test.

import type { CellValue, HeapNode, HeapSnapshot } from '../../../src/interp/snapshot.js';

export function drawHeap(heap: HeapSnapshot): string {
  const lines: string[] = [];
  for (const { variable, node } of heap.globals) lines.push(`  ${variable.name} = ${drawNode(heap, node)}`);
  for (const frame of heap.frames) {
    lines.push(`  in ${frame.function.name}:`);
    for (const { variable, value, node } of frame.variables) {
      lines.push(`    ${variable.name} = ${value ? drawValue(value) : drawNode(heap, node)}`);
    }
  }
  for (const node of heap.nodes.values()) if (node.kind === 'heap') lines.push(`  #${node.id}: ${drawBlock(node)}`);
  return lines.join('\n');
}

function drawNode(heap: HeapSnapshot, id: number | null): string {
  const node = id === null ? undefined : heap.nodes.get(id);
  return node ? drawCells(node) : '?';
}

function drawBlock(node: HeapNode): string {
  return node.state === 'freed' ? 'freed' : drawCells(node);
}

function drawCells(node: HeapNode): string {
  const cells = node.cells.map((c) => (node.cells.length === 1 ? '' : `+${c.offset} `) + drawValue(c.value));
  return cells.length === 1 ? cells[0]! : `{ ${cells.join(', ')} }`;
}

function drawValue(value: CellValue): string {
  switch (value.kind) {
    case 'pointer':
      return `→ #${value.node}${value.offset === 0 ? '' : `+${value.offset}`}`;
    case 'number':
      return String(value.value);
    case 'function':
      return value.target?.name ?? 'outside';
    default:
      return value.kind;
  }
}
