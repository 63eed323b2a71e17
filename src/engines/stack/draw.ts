// Structures as drawings, in the paper's style: activation records with their variables, cells, summary nodes, dashed
// may edges. From the structures of a station to the drawings that all engines share.

import type { Variable } from '../../ir/instr.js';
import { elementsOf } from '../../logic/tvl/bits.js';
import { Blur } from '../../logic/tvl/blur.js';
import type { Structure } from '../../logic/tvl/structure.js';
import type { BinaryPredicate } from '../../logic/tvl/vocabulary.js';
import type { CType } from '../../types/types.js';
import type { Drawing, DrawnEdge, DrawnField, DrawnNode } from '../drawing.js';
import type { Point } from '../engine.js';
import { nameType, pointeeAt } from '../shared/name-fields.js';
import { nameShapes } from '../shared/shapes.js';
import { describeStructure } from './explain.js';
import type { Solver } from './fixpoint.js';
import type { PointerVariable, Predicates } from './paper/predicates.js';
import type { Scene, SceneFunction } from './scene.js';

/** The structures before an instruction: those of the last station before it, executed up to there. */
export function statesAt(solver: Solver, { function: symbol, block, index }: Point): Structure[] {
  const f = solver.scene.functions.get(symbol);
  if (!f) return [];
  const at = normalizedIndex(f, block, index);
  return solver
    .lastStations(symbol, block.id, at)
    .flatMap((station) => station.states.values().flatMap((s) => solver.replay(station, s.copy(), at)));
}

/** The canonical abstraction of the structures, by the core predicates or by all. */
export function abstracted(p: Predicates, by: 'concrete' | 'core' | 'all', states: Structure[]): Structure[] {
  if (by === 'concrete') return states;
  const core = new Set([p.heap, p.stack, p.statics, p.top, p.freed, ...p.callSite, ...p.sizes.values()]);
  const blur = new Blur(p.vocabulary, [], (q) => by === 'all' || core.has(q));
  return states.map((s) => blur.blur(s).structure);
}

/** Instructions of the three-address form have the positions of those they were made from. */
function normalizedIndex({ body }: SceneFunction, block: Point['block'], index: number): number {
  const { instrs } = body.blocks[block.id]!;
  const wanted = block.instrs[index];
  if (!wanted) return instrs.length;
  const found = instrs.findIndex((i) => i.at >= wanted.at);
  return found < 0 ? instrs.length : found;
}

/** The variables that may still be read at the point: dead ones are forgotten, so that what they hold means nothing. */
export function liveAt({ scene }: Solver, { function: symbol, block, index }: Point): ReadonlySet<Variable> {
  const f = scene.functions.get(symbol);
  const there = f?.body.blocks[block.id];
  if (!f || !there) return NONE;
  const at = normalizedIndex(f, block, index);
  return f.liveness.behind(there, at - 1);
}

const NONE: ReadonlySet<Variable> = new Set();

/** `live`: the variables of the innermost record that are drawn even where they are null. */
export function drawStructure(
  p: Predicates,
  scene: Scene,
  s: Structure,
  { title, live }: { readonly title: string; readonly live: ReadonlySet<Variable> },
): Drawing {
  const nodes: DrawnNode[] = [];
  const edges: DrawnEdge[] = [];
  const types = typesOfCells(p, s);
  for (const v of elementsOf(s.nodes)) {
    const cell = (s.must(p.heap) >>> v) & 1;
    nodes.push(cell ? drawCell(p, s, v, types.get(v) ?? null) : drawRecord(p, scene, s, { v, live }));
    if (cell) for (const f of p.fields) edges.push(...drawEdges(s, f.points, v, f.name));
    else {
      for (const x of variablesAt(p, s, v, live)) edges.push(...drawEdges(s, x.points, v, shortName(x)));
      edges.push(...drawEdges(s, p.previous, v, 'pr'));
    }
  }
  const drawing = { title, nodes, edges, notes: describeStructure(p, s), disjoint: true as const };
  return nameShapes(drawing, (id) => isPlain(p, s, Number(id.slice(1))));
}

/** At most one field of a cell points to it: with inverse links, there are two. */
const isPlain = ({ directions, freed }: Predicates, s: Structure, v: number): boolean =>
  directions.length === 1 && (((s.may(directions[0]!.shared) | s.may(freed)) >>> v) & 1) === 0;

/** The types of cells: from the variables that may point to them, then along fields. */
function typesOfCells(p: Predicates, s: Structure): Map<number, CType> {
  const types = new Map<number, CType>();
  const learn = (cells: number, type: CType | null) => {
    const fresh = type ? elementsOf(cells).filter((v) => !types.has(v)) : [];
    for (const v of fresh) types.set(v, type!);
    return fresh.length > 0;
  };
  for (const x of [...p.globals, ...[...p.locals.values()].flat()]) {
    for (const u of elementsOf(s.nodes)) learn(s.mayRow(x.points, u), x.variable && pointeeAt(x.variable.type, 0));
  }
  for (let learnt = true; learnt; ) {
    learnt = false;
    for (const [u, type] of types) {
      for (const f of p.fields) learnt = learn(s.mayRow(f.points, u), pointeeAt(type, f.offset)) || learnt;
    }
  }
  return types;
}

function drawCell(p: Predicates, s: Structure, v: number, type: CType | null): DrawnNode {
  const freed = (s.must(p.freed) >>> v) & 1;
  const holding = p.vocabulary.unary.filter((q) => q !== p.heap && (s.may(q) >>> v) & 1);
  const label = holding
    .filter((q) => !q.name.startsWith('size_'))
    .map((q) => ((s.must(q) >>> v) & 1 ? q.name : `${q.name}=1/2`));
  return {
    id: `n${v}`,
    kind: freed ? 'freed' : 'cell',
    label: type ? nameType(type) : 'cell',
    fields: p.fields.map((f) => asInPaper(field(s, f, f.name, v), s.mayRow(f.points, v))),
    summary: ((s.summary >>> v) & 1) === 1,
    outline: 'ellipse',
    title: label.join(', '),
  };
}

function drawRecord(
  p: Predicates,
  { sites, entry }: Scene,
  s: Structure,
  { v, live }: { readonly v: number; readonly live: ReadonlySet<Variable> },
): DrawnNode {
  // The call site of a record may be indefinite; the call that it waits for is not.
  const made = sites[p.callSite.findIndex((q) => (s.may(q) >>> v) & 1)];
  const waits = sites[p.waitsAt.findIndex((q) => (s.must(q) >>> v) & 1)];
  const statics = (s.must(p.statics) >>> v) & 1;
  const top = (s.must(p.top) >>> v) & 1 ? ' (top)' : '';
  const properties = p.vocabulary.unary.filter((q) => (s.must(q) >>> v) & 1).map((q) => q.name);
  return {
    id: `n${v}`,
    kind: 'activation',
    label: statics ? 'globals' : `${(waits?.caller ?? made?.callee ?? entry).name}${top}`,
    fields: variablesAt(p, s, v, live).map((x) => field(s, x, shortName(x), v)),
    summary: ((s.summary >>> v) & 1) === 1,
    outline: 'rectangle',
    title: properties.join(', '),
  };
}

/** The variables of a record whose values are worth showing. */
function variablesAt(p: Predicates, s: Structure, v: number, live: ReadonlySet<Variable>): PointerVariable[] {
  const all = [...p.globals, p.result, ...[...p.locals.values()].flat()];
  const isTop = ((s.must(p.top) >>> v) & 1) === 1;
  const isRead = ({ variable }: PointerVariable) =>
    isTop && variable !== null && variable.kind !== 'temporary' && live.has(variable);
  const isSet = (x: PointerVariable) =>
    s.mayRow(x.points, v) !== 0 || (((s.may(x.uninitialized) | s.may(x.foreign)) >>> v) & 1) === 1;
  return all.filter((x) => isSet(x) || isRead(x));
}

const shortName = (x: PointerVariable): string => x.variable?.name ?? 'result';

/** In the paper's figures, a pointer that may be null is only dashed. */
const asInPaper = (row: DrawnField, targets: number): DrawnField =>
  targets !== 0 && row.value === 'null' ? { ...row, value: null } : row;

/** What it may hold besides pointers to cells. */
function field(
  s: Structure,
  { nonNull, uninitialized, foreign }: Pick<PointerVariable, 'nonNull' | 'uninitialized' | 'foreign'>,
  name: string,
  v: number,
): DrawnField {
  const is = (set: number) => ((set >>> v) & 1) === 1;
  if (is(s.must(uninitialized))) return { name, value: '?' };
  if (is(s.must(foreign))) return { name, value: 'foreign' };
  const values = [
    ...(is(s.must(nonNull)) ? [] : ['null']),
    ...(is(s.may(uninitialized)) ? ['?'] : []),
    ...(is(s.may(foreign)) ? ['foreign'] : []),
  ];
  return { name, value: values.length > 0 ? values.join(' | ') : null };
}

function drawEdges(s: Structure, b: BinaryPredicate, v: number, label: string): DrawnEdge[] {
  return elementsOf(s.mayRow(b, v)).map((w) => ({
    from: `n${v}`,
    fromField: label === 'pr' ? null : label,
    to: `n${w}`,
    toField: null,
    certainty: (s.mustRow(b, v) >>> w) & 1 ? 'must' : 'may',
    label,
  }));
}
