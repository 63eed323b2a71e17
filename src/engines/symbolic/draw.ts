// Draws a context: variables and records as boxes, pointers as edges, records of loops as summary nodes.
// For `caulk shapes`; the drawing model is in ../drawing.ts.

import { printTerm } from '../../logic/linear/print.js';
import type { Drawing, DrawnEdge, DrawnField, DrawnNode } from '../drawing.js';
import { nameFields } from '../shared/name-fields.js';
import { nameShapes } from '../shared/shapes.js';
import { type Frame, keyOfVariable, type Run } from './analysis.js';
import type { Context } from './paper/context.js';
import { type Entry, entriesOf } from './paper/heap.js';
import { type Base, keyOfBase, type Value } from './paper/value.js';
import { printPath } from './print.js';
import { type Shape, shapeOf } from './shape.js';

export function drawContext(run: Run, frame: Frame, context: Context): Drawing {
  const cells = new Map<string, { base: Base; summary: boolean; freed: boolean; fields: Map<string, Value> }>();
  const box = (base: Base, summary: boolean) => {
    const key = keyOfBase(base);
    const known = cells.get(key) ?? { base, summary, freed: false, fields: new Map<string, Value>() };
    cells.set(key, known);
    return known;
  };
  const visit = (e: Entry, summary: boolean): void => {
    if (e.kind === 'loop') for (const b of e.body) visit(b, true);
    if (e.kind === 'new') box(e.base, summary).freed = false;
    if (e.kind === 'free') box(e.base, summary).freed = true;
    if (e.kind === 'put') box(e.base, summary).fields.set(fieldAt(printTerm(e.offset)), e.value);
  };
  for (const e of entriesOf(context.heap)) visit(e, false);
  const shape = [...cells.values()].some((cell) => cell.freed) ? null : shapeOf(run, context);
  const nodes: DrawnNode[] = [];
  const edges: DrawnEdge[] = [];
  const link = (from: string, field: string | null, v: Value, may: boolean): DrawnField => {
    const name = field ?? '';
    if (v.kind !== 'pointer') return { name, value: v.kind === 'number' ? printTerm(v.term) : '?' };
    if (v.base.kind === 'null') return { name, value: 'null' };
    if (v.base.kind !== 'record' && v.base.kind !== 'object') return { name, value: '?' };
    const to = keyOfBase(v.base);
    if (!cells.has(to)) box(v.base, false);
    edges.push({ from, fromField: field, to, toField: null, certainty: may ? 'may' : 'must', label: '' });
    return { name, value: null };
  };
  for (const v of frame.body.variables) {
    const slot = context.variables.get(keyOfVariable(frame, v));
    if (!slot || v.kind === 'temporary') continue;
    if (slot.kind === 'value') {
      const field = link(v.name, null, slot.value, false);
      nodes.push({
        id: v.name,
        kind: 'variable',
        label: v.name,
        fields: field.value === null ? [] : [field],
        summary: false,
        title: v.name,
      });
    }
  }
  for (const [id, cell] of [...cells]) {
    const fields = [...cell.fields].map(([offset, value]) => link(id, offset, value, cell.summary));
    const label = cell.base.kind === 'record' ? `record ${printTerm(cell.base.number)}` : 'variable';
    nodes.push({ id, kind: cell.freed ? 'freed' : 'cell', label, fields, summary: cell.summary, title: label });
  }
  const known = new Set(nodes.map((n) => n.id));
  for (const { to } of edges)
    if (!known.has(to)) {
      known.add(to);
      nodes.push({ id: to, kind: 'cell', label: to, fields: [], summary: false, title: to });
    }
  const path = printPath(run, context);
  const notes = [...(path === 'always' ? [] : [`path: ${path}`]), ...(shape ? [`the records form a ${shape}`] : [])];
  const types = new Map(frame.body.variables.map((v) => [v.name, v.type]));
  const named = nameFields({ title: '', nodes, edges, notes }, types);
  return shape ? withShape(named, shape) : nameShapes(named, (id) => isAlone(named, id));
}

/** The records form one shape, so each pointer to one leads to a part of it. */
function withShape(drawing: Drawing, shape: Shape): Drawing {
  const labelOf = (id: string) => drawing.nodes.find((n) => n.id === id)?.label;
  const nodes = drawing.nodes.map((n): DrawnNode => {
    const target = drawing.edges.find((e) => e.from === n.id && RECORD.test(e.to));
    if (n.kind !== 'variable' || !target) return n;
    return { ...n, fields: [{ name: '', value: null, shape: `${SHAPES[shape]} of \`${labelOf(target.to)}\`` }] };
  });
  return { ...drawing, nodes };
}

const SHAPES: Readonly<Record<Shape, string>> = { list: 'an acyclic list', tree: 'a tree' };

/** Records have numbers. */
const RECORD = /^#/;

/** A record without pointers, if no box stands for several: another might be about the same record. */
const isAlone = ({ nodes, edges }: Drawing, id: string): boolean =>
  RECORD.test(id) && !nodes.some((n) => n.summary) && !edges.some((e) => e.from === id);

/** A known offset, as nameFields expects it. */
const fieldAt = (offset: string): string => (/^\d+$/.test(offset) ? `+${offset}` : offset);
