// Draws states: boxes for variables and heap nodes, edges that must or may exist, and notes on what else b implies.
// Called by reports through AnalysisResult.draw; never by the analysis.

import { FALSE } from '../../logic/bdd/bdd.js';
import type { CType } from '../../types/types.js';
import type { Drawing, DrawnEdge, DrawnField, DrawnFrame, DrawnNode } from '../drawing.js';
import type { Point } from '../engine.js';
import { nameFields } from '../shared/name-fields.js';
import type { Analysis, Frame, Picture } from './analysis.js';
import { planOf } from './calls.js';
import { explain, NAMELESS, shapeOf, shortName } from './explain.js';
import { mergePictures, step } from './fixpoint.js';
import { GHOST, type Kernel, UNINITIALIZED } from './kernel.js';
import { Notes } from './notes.js';
import { bottom, type Cell, isBottom, type Node, type State } from './paper/state.js';

export function drawPoint(run: Analysis, point: Point): Drawing[] {
  const albums = [...run.pictures.values()].filter(([first]) => first?.function === point.function.name);
  const states = albums.map((album) => stateAt(run, mergePictures(run.k, album), point)).filter((s) => !isBottom(s));
  return states.map((s) => nameFields(drawState(run.k, s), typesOf(run, s)));
}

/** The state at the point, recomputed from the state at the beginning of its block. */
function stateAt(run: Analysis, { depth, blocks }: Picture, { function: symbol, block, index }: Point): State {
  const start = blocks[block.id]?.[0];
  if (!symbol.body || !start) return bottom;
  const plan = planOf(run, symbol.body);
  const f: Frame = { run, plan, body: plan.body, caller: null, calledAt: null, depth };
  const limit = block.instrs[index]?.at ?? Number.POSITIVE_INFINITY;
  const last = block.instrs[index - 1]?.end ?? -1;
  run.notes = new Notes();
  let s = start;
  for (const i of plan.body.blocks[block.id]!.instrs) {
    if (i.at >= limit && i.at >= last) break;
    if (!isBottom(s)) s = step(f, s, i);
  }
  return s;
}

export function drawState(k: Kernel, s: State): Drawing {
  const nodes = [...s.nodes.values()].filter((n) => n.region === 'heap' || n.cells.size > 0);
  const drawn = nodes.map((n) => drawNode(k, s, n));
  const edges = nodes.flatMap((n) => [...n.cells.values()].flatMap((c) => drawCell(k, s, n, c)));
  const notes = explain(k, s, (id) => shortName(k, id));
  const specials = new Set(edges.map((e) => e.to).filter((to) => !drawn.some((d) => d.id === to)));
  return { title: 'fold', nodes: [...drawn, ...[...specials].map(special)], edges, notes };
}

/** `depth:function:id name`, as analysis.ts names the nodes of local variables. */
const LOCAL = /^(\d+):(.+):(\d+) /;

function typesOf({ k, program }: Analysis, s: State): Map<string, CType> {
  const globals = program.units.flatMap((unit) => unit.globals);
  const roots = [...s.nodes.values()].filter((n) => n.region === 'root');
  return new Map(
    roots.flatMap((n): [string, CType][] => {
      const [, , inside, id] = LOCAL.exec(k.nameOfNode(n.id)) ?? [];
      const local = inside && program.functionNamed(inside)?.body?.variables[Number(id)];
      const variable = local || globals.find((g) => g.name === shortName(k, n.id));
      return variable ? [[String(n.id), variable.type]] : [];
    }),
  );
}

function frameOf(k: Kernel, n: Node): { frame?: DrawnFrame } {
  const [, depth, inside] = LOCAL.exec(k.nameOfNode(n.id)) ?? [];
  return inside ? { frame: { function: inside, depth: Number(depth) } } : {};
}

const special = (id: string): DrawnNode => ({
  id,
  kind: id.startsWith('freed') || id === 'ended' ? 'freed' : 'unknown',
  label: id,
  fields: [],
  summary: false,
  title: id,
});

function drawNode(k: Kernel, s: State, n: Node): DrawnNode {
  const fields = [...n.cells.values()].map((c) => ({
    name: `+${c.offset}`,
    value: plainValue(k, s, c),
    ...shapeIn(k, s, n, c),
  }));
  const label = n.region === 'root' ? shortName(k, n.id) : `#${n.id}`;
  const kind = n.region === 'root' ? 'variable' : 'cell';
  const title = n.region === 'root' ? label : k.nameOfNode(n.id);
  return { id: String(n.id), kind, label, fields, summary: n.summary, title, ...frameOf(k, n) };
}

function shapeIn(k: Kernel, s: State, { region }: Node, c: Cell): Pick<DrawnField, 'shape'> {
  if (region !== 'root' || c.reach.length === 0) return {};
  const shape = shapeOf(k, s, c);
  return shape === NAMELESS ? {} : { shape };
}

/** `null` or `?` if the cell may hold it. */
function plainValue(k: Kernel, s: State, c: Cell): string | null {
  const isFull = k.use.outCounters === 'off' || k.bdd.entails(s.b, k.is(c.out));
  const unset = c.edges.find((e) => e.target === UNINITIALIZED);
  const isUnset = unset && k.bdd.and(s.b, k.is(unset.flag)) !== FALSE;
  const isPointer = c.edges.some((e) => s.nodes.has(e.target));
  const isEmpty = !isFull && (isPointer || k.bdd.and(s.b, k.is(c.out)) === FALSE);
  const values = [...(isEmpty ? ['null'] : []), ...(isUnset ? ['?'] : [])];
  return isUnset && k.bdd.entails(s.b, k.is(unset.flag)) ? '?' : values.join(' | ') || null;
}

function drawCell(k: Kernel, s: State, n: Node, c: Cell): DrawnEdge[] {
  const live = c.edges.filter((e) => e.target !== UNINITIALIZED && k.bdd.and(s.b, k.is(e.flag)) !== FALSE);
  return live.map((e) => ({
    from: String(n.id),
    fromField: `+${c.offset}`,
    to: e.target === GHOST ? String(n.id) : s.nodes.has(e.target) ? String(e.target) : k.nameOfNode(e.target),
    toField: e.offset > 0 ? `+${e.offset}` : null,
    certainty: k.bdd.entails(s.b, k.is(e.flag)) ? 'must' : 'may',
    label: e.target === GHOST ? 'another' : '',
  }));
}
