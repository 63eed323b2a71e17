// Random memory states as two-valued structures: a stack of activation records, cells, globals, all predicates as defined.
// The update formulas of the engine are tested against them.

import { type Definitions, define } from '../../../src/engines/stack/paper/definitions.js';
import type { PointerVariable, Predicates } from '../../../src/engines/stack/paper/predicates.js';
import type { Scene } from '../../../src/engines/stack/scene.js';
import type { FunctionSymbol } from '../../../src/ir/program.js';
import { elementsOf } from '../../../src/logic/tvl/bits.js';
import { Structure } from '../../../src/logic/tvl/structure.js';
import { update } from '../../../src/logic/tvl/update.js';
import type { UnaryPredicate } from '../../../src/logic/tvl/vocabulary.js';

export type Random = (bound: number) => number;

/** Numbers from 0 to bound-1, deterministic for a seed. */
export function randomFrom(seed: number): Random {
  let state = seed * 2654435761 + 1;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return ((state >>> 8) % 65536) % bound;
  };
}

const add = (s: Structure, p: UnaryPredicate, v: number): void => s.set(p, s.must(p) | (1 << v), s.may(p) | (1 << v));

export function randomMemory(scene: Scene, p: Predicates, random: Random): Structure {
  const s = new Structure(p.vocabulary);
  const statics = s.addNode();
  add(s, p.statics, statics);
  const cells = Array.from({ length: random(8) }, () => s.addNode());
  for (const c of cells) randomCell(p, s, c, cells, random);
  if (random(3) !== 0) answer(p, s, cells, random);
  for (const x of [...p.globals, p.result, ...p.doors.map((d) => d.ghost)]) point(s, x, statics, cells, random);
  randomStack(scene, p, s, cells, random);
  recompute(p, s);
  return s;
}

function randomCell(p: Predicates, s: Structure, c: number, cells: readonly number[], random: Random): void {
  add(s, p.heap, c);
  const freed = random(6) === 0;
  if (freed) add(s, p.freed, c);
  const near = random(2) === 0;
  for (const field of p.fields) {
    const choice = random(8);
    if (freed || choice === 0) continue;
    if (choice === 1) add(s, field.uninitialized, c);
    else if (choice === 2) add(s, field.foreign, c);
    else {
      // Half of the cells point only forward, so that lists and trees are common.
      const targets = near ? cells.filter((d) => d > c) : cells;
      const target = targets.length > 0 ? 1 << targets[random(targets.length)]! : 0;
      s.setRow(field.points, c, target, target);
    }
  }
}

/** Most forward pointers get a back pointer, so that doubly linked lists are common. */
function answer(p: Predicates, s: Structure, cells: readonly number[], random: Random): void {
  const { asking, answering } = p.directions[0]!.links ?? { asking: [], answering: [] };
  for (const v of cells) {
    for (const { points } of asking) {
      for (const w of elementsOf(s.mustRow(points, v) & ~s.must(p.freed))) {
        if (random(8) === 0) continue;
        const { points: back, uninitialized, foreign } = answering[random(answering.length)]!;
        s.setRow(back, w, 1 << v, 1 << v);
        for (const q of [uninitialized, foreign]) s.set(q, s.must(q) & ~(1 << w), s.may(q) & ~(1 << w));
      }
    }
  }
}

/** Local heaps have one activation record only. */
function randomStack(scene: Scene, p: Predicates, s: Structure, cells: readonly number[], random: Random): void {
  let owner: FunctionSymbol = scene.entry;
  let label: UnaryPredicate | null = null;
  let previous = -1;
  for (let depth = p.doors.length > 0 ? 0 : random(6); ; depth--) {
    const record = s.addNode();
    add(s, p.stack, record);
    if (label) add(s, label, record);
    if (previous >= 0) s.setRow(p.previous, record, 1 << previous, 1 << previous);
    const sites = scene.sites.filter((site) => site.caller === owner);
    const site = depth > 0 && sites.length > 0 ? sites[random(sites.length)]! : null;
    for (const x of p.locals.get(owner)!) {
      // A temporary that is not live across a call has no value in a pending record.
      if (x.hidden || !site) point(s, x, record, cells, random);
    }
    previous = record;
    if (!site) break;
    owner = site.callee;
    label = p.callSite[site.id]!;
  }
  add(s, p.top, previous);
}

function point(s: Structure, x: PointerVariable, record: number, cells: readonly number[], random: Random): void {
  const choice = random(6);
  if (choice === 0) add(s, x.uninitialized, record);
  else if (choice === 1) add(s, x.foreign, record);
  else if (choice > 2 && cells.length > 0) {
    const target = 1 << cells[random(cells.length)]!;
    s.setRow(x.points, record, target, target);
  }
}

const known = new WeakMap<Predicates, Definitions>();

function definitionsOf(p: Predicates): Definitions {
  const found = known.get(p) ?? define(p);
  known.set(p, found);
  return found;
}

/** All instrumentation predicates by their definitions. */
export function recompute(p: Predicates, s: Structure): void {
  const { unary, binary } = definitionsOf(p);
  update(s, { unary: [], binary });
  update(s, { unary, binary: [] });
}

/** The first predicate whose value differs from its definition. */
export function disagreement(p: Predicates, s: Structure): string | null {
  const right = s.copy();
  recompute(p, right);
  for (const q of p.vocabulary.unary) {
    const wrong = (s.must(q) ^ right.must(q)) | (s.may(q) ^ right.may(q));
    if (wrong !== 0) return `${q.name} at ${elementsOf(wrong).join()} (${s.must(q) & wrong ? '1' : '0 or 1/2'})`;
  }
  for (const b of p.vocabulary.binary) {
    for (const v of elementsOf(s.nodes)) {
      if (s.mustRow(b, v) !== right.mustRow(b, v) || s.mayRow(b, v) !== right.mayRow(b, v)) return `${b.name} of ${v}`;
    }
  }
  return null;
}
