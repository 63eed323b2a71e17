// Replaces the offsets in a drawing by names of the program: `+8` becomes `next`, `16 bytes` becomes `node`.
// Between the draw.ts of an engine and the reports; types propagate from the variables along the edges.

import { printType } from '../../types/print-type.js';
import type { CType } from '../../types/types.js';
import type { Drawing, DrawnEdge, DrawnNode } from '../drawing.js';

const OFFSET = /^\+(\d+)$/;

/** `types`: the types of the variables, by the id of their nodes. Fields are named `+8` before, `next` after. */
export function nameFields(drawing: Drawing, types: ReadonlyMap<string, CType>): Drawing {
  const known = spreadTypes(drawing, types);
  const nameOf = (id: string, field: string): string => {
    const [type, offset] = [known.get(id), OFFSET.exec(field)?.[1]];
    return type && offset !== undefined ? nameOffset(type, Number(offset)) : field;
  };
  const nodes = drawing.nodes.map((n) => ({ ...n, label: labelOf(n, known), fields: rename(n, nameOf) }));
  const rename2 = (id: string, field: string | null) => (field === null ? null : nameOf(id, field));
  const edges = drawing.edges.map((e) => ({
    ...e,
    fromField: rename2(e.from, e.fromField),
    toField: rename2(e.to, e.toField),
  }));
  const notes = drawing.notes.map((note) =>
    note.replace(/\b(\w+)(\+\d+)\b/g, (all, id: string, field: string) => {
      return known.has(id) ? `${id}.${nameOf(id, field)}` : all;
    }),
  );
  return { ...drawing, nodes, edges, notes };
}

const rename = (n: DrawnNode, nameOf: (id: string, field: string) => string) =>
  n.fields.map((f) => ({ ...f, name: nameOf(n.id, f.name) }));

function labelOf(node: DrawnNode, known: ReadonlyMap<string, CType>): string {
  const type = known.get(node.id);
  return type && node.kind === 'cell' ? nameType(type) : node.label;
}

export const nameType = (type: CType): string =>
  type.kind === 'record' ? (type.body.tag ?? (type.body.union ? 'union' : 'struct')) : printType(type);

/** To a fixpoint; a struct is more informative than the type of its first member. */
function spreadTypes(drawing: Drawing, types: ReadonlyMap<string, CType>): Map<string, CType> {
  const known = new Map(types);
  const cells = new Set(drawing.nodes.filter((n) => n.kind === 'cell').map((n) => n.id));
  for (let learnt = true; learnt; ) {
    learnt = false;
    for (const edge of drawing.edges) {
      const pointee = cells.has(edge.to) ? pointeeOf(edge, known) : null;
      const before = known.get(edge.to);
      if (!pointee || (before && (before.kind === 'record' || pointee.kind !== 'record'))) continue;
      known.set(edge.to, pointee);
      learnt = true;
    }
  }
  return known;
}

/** The type that the edge implies for the start of its target. */
function pointeeOf({ from, fromField, toField }: DrawnEdge, known: ReadonlyMap<string, CType>): CType | null {
  const [type, offset] = [known.get(from), OFFSET.exec(fromField ?? '+0')?.[1]];
  if (!type || offset === undefined || (toField !== null && toField !== '+0')) return null;
  return pointeeAt(type, Number(offset));
}

/** What a pointer at an offset of a type points to. */
export function pointeeAt(type: CType, offset: number): CType | null {
  const pointer = typesAt(type, offset).find((t) => t.kind === 'pointer');
  const target = pointer?.kind === 'pointer' ? pointer.target : null;
  return target && target.kind !== 'void' && target.kind !== 'function' && target.size > 0 ? target : null;
}

/** The scalars that begin at an offset: several in a union. */
function typesAt(type: CType, offset: number): CType[] {
  if (type.kind === 'array') return typesAt(type.element, within(type.element, offset));
  if (type.kind !== 'record') return offset === 0 ? [type] : [];
  if (offset >= type.size && type.size > 0) return typesAt(type, within(type, offset));
  const around = (type.fields ?? []).filter((f) => f.offset <= offset && offset < f.offset + Math.max(1, f.type.size));
  return around.flatMap((f) => typesAt(f.type, offset - f.offset));
}

const within = (type: CType, offset: number): number => (type.size > 0 ? offset % type.size : offset);

/** `next`, `child[1].left`, `[3]`; empty for a scalar itself. An allocation may hold several objects of its type. */
export function nameOffset(type: CType, offset: number): string {
  if (type.kind !== 'array' && type.size > 0 && offset >= type.size) {
    return `[${Math.floor(offset / type.size)}]${dotted(nameOffset(type, offset % type.size))}`;
  }
  if (type.kind === 'array') {
    const { element } = type;
    if (element.size <= 0) return `+${offset}`;
    return `[${Math.floor(offset / element.size)}]${dotted(nameOffset(element, offset % element.size))}`;
  }
  if (type.kind !== 'record') return offset === 0 ? '' : `+${offset}`;
  return nameMember(type.fields ?? [], offset) ?? `+${offset}`;
}

function nameMember(fields: NonNullable<Extract<CType, { kind: 'record' }>['fields']>, offset: number): string | null {
  const around = fields.filter((f) => f.offset <= offset && offset < f.offset + Math.max(1, f.type.size));
  const pointed = around.find((f) => typesAt(f.type, offset - f.offset).some((t) => t.kind === 'pointer'));
  const field = pointed ?? around[0];
  if (!field) return null;
  const rest = nameOffset(field.type, offset - field.offset);
  return field.name === null ? rest : `${field.name}${dotted(rest)}`;
}

const dotted = (rest: string): string =>
  rest === '' || rest.startsWith('[') || rest.startsWith('+') ? rest : `.${rest}`;
