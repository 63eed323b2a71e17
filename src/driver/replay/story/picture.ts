// A concrete heap as a drawing: the variables of the active calls and what they reach, with the names of the source.
// From a snapshot of the interpreter to the vocabulary that all heaps are drawn in.

import type { Drawing, DrawnEdge, DrawnField, DrawnNode } from '../../../engines/drawing.js';
import { emptyFrame } from '../../../engines/shared/empty-frame.js';
import { isCharacter } from '../../../interp/given/scalars.js';
import type { Cell, CellValue, HeapNode, HeapSnapshot } from '../../../interp/snapshot.js';
import { printType } from '../../../types/print-type.js';
import { boundSnapshot, type Shown, type Wishes } from './bounds.js';
import { cellName, linkName } from './names.js';

const LONGEST_TEXT = 24;
/** Rows of a box. */
const MOST_ROWS = 10;
/** The id of the box that stands for what is not drawn. */
const MORE = 'more';

export function drawSnapshot(snapshot: HeapSnapshot, wishes: Wishes): Drawing {
  const shown = boundSnapshot(snapshot, wishes);
  const edges: DrawnEdge[] = [];
  const painter: Painter = { snapshot, shown, edges };
  const nodes = [...variableNodes(painter), ...shown.objects.map((node) => objectNode(painter, node))];
  const more: DrawnNode[] =
    shown.left > 0 && edges.some(({ to }) => to === MORE)
      ? [{ ...BOX, id: MORE, kind: 'unknown', label: `… ${shown.left} more`, title: `${shown.left} more objects` }]
      : [];
  const all = [...nodes, ...more];
  const active = snapshot.frames.find((frame) => wishes.isOwn(frame))?.function.name ?? 'the program';
  return { title: 'Heap of the run', nodes: all.length > 0 ? all : [emptyFrame(active)], edges, notes: [] };
}

interface Painter {
  readonly snapshot: HeapSnapshot;
  readonly shown: Shown;
  readonly edges: DrawnEdge[];
}

const BOX = { fields: [], summary: false } as const;

const objectId = (id: number): string => `o${id}`;

// ---- variables -----------------------------------------------------------------------------------------------------

function variableNodes(painter: Painter): DrawnNode[] {
  return painter.shown.variables.map(({ name, frame, value, node, id }): DrawnNode => {
    const object = node === null ? null : painter.snapshot.nodes.get(node);
    const fields = object
      ? rowsOf(painter, object, id)
      : [{ name: '', value: value ? show(painter, value, { from: id, fromField: null }, null) : null }];
    return {
      ...BOX,
      id,
      kind: 'variable',
      label: name,
      fields: plain(fields),
      title: name,
      ...(frame ? { frame } : {}),
    };
  });
}

/** A variable with one row without a name and value has no rows. */
const plain = (fields: readonly DrawnField[]): readonly DrawnField[] =>
  fields.length === 1 && fields[0]!.name === '' && fields[0]!.value === null ? [] : fields;

// ---- objects -------------------------------------------------------------------------------------------------------

function objectNode(painter: Painter, node: HeapNode): DrawnNode {
  const id = objectId(node.id);
  const where = node.site ? `, allocated in line ${lineOf(node.site)}` : '';
  if (node.state !== 'alive') {
    const gone = node.freed ? `freed in line ${lineOf(node.freed)}` : node.state === 'freed' ? 'freed' : 'out of scope';
    return {
      ...BOX,
      id,
      kind: 'freed',
      label: labelOf(node),
      fields: [{ name: '', value: gone }],
      title: `${gone}${where}`,
    };
  }
  const title = `${node.kind === 'heap' ? `${node.size} bytes on the heap` : (KINDS[node.kind] ?? node.kind)}${where}`;
  return { ...BOX, id, kind: 'cell', label: labelOf(node), fields: rowsOf(painter, node, id), title };
}

const KINDS: Readonly<Partial<Record<HeapNode['kind'], string>>> = {
  given: 'memory of the caller',
  stack: 'a local variable',
  static: 'a global variable',
  library: 'memory of the library',
};

const lineOf = ({ node, body }: NonNullable<HeapNode['site']>): number => body.source.locate(node.at).line;

function labelOf({ type, size, text }: HeapNode): string {
  if (!type) return text === null ? `${size} bytes` : 'text';
  const count = type.size > 0 ? Math.floor(size / type.size) : 1;
  return count > 1 ? `${printType(type)}[${count}]` : printType(type);
}

function rowsOf(painter: Painter, node: HeapNode, id: string): DrawnField[] {
  if (node.text !== null) return [{ name: '', value: quote(node.text) }];
  const cells = node.cells.slice(0, MOST_ROWS);
  const rows = cells.map((cell): DrawnField => {
    const name = cellName(node, cell);
    return { name, value: show(painter, cell.value, { from: id, fromField: name }, cell) };
  });
  return node.cells.length > MOST_ROWS ? [...rows, { name: '…', value: null }] : rows;
}

// ---- values --------------------------------------------------------------------------------------------------------

/** The value of a row; null if an edge is drawn instead. */
function show(
  { snapshot, shown, edges }: Painter,
  value: CellValue,
  start: Pick<DrawnEdge, 'from' | 'fromField'>,
  cell: Cell | null,
): string | null {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'uninitialized':
      return 'uninitialised';
    case 'function':
      return value.target?.name ?? 'a function outside';
    case 'number':
      return cell?.type && isCharacter(cell.type) ? character(Number(value.value)) : String(value.value);
    case 'pointer': {
      const target = snapshot.nodes.get(value.node);
      if (target && !shown.ids.has(value.node) && target.text !== null) return quote(target.text.slice(value.offset));
      const to = shown.variableAt.get(value.node) ?? (shown.ids.has(value.node) ? objectId(value.node) : MORE);
      const toField = to === MORE || !target || value.offset === 0 ? null : linkName(target, value.offset);
      edges.push({ ...start, to, toField, certainty: 'must', label: '' });
      return null;
    }
  }
}

const character = (code: number): string =>
  code >= 32 && code < 127 ? `'${String.fromCharCode(code)}'` : String(code);

function quote(text: string): string {
  const shown = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
  return JSON.stringify(shown);
}
