// The local heap of a call: what the callee can reach, cut out of the caller's structure, and put back when it returns.
// Used by local-calls.ts. Cells that something outside points to are doors: both sides identify them by number.

import { elementsOf, lowest } from '../../logic/tvl/bits.js';
import { type RelationFormula, related, type SetFormula } from '../../logic/tvl/formula.js';
import type { Structure } from '../../logic/tvl/structure.js';
import type { UnaryPredicate } from '../../logic/tvl/vocabulary.js';
import { defineCells, down, variablesOf } from './paper/definitions.js';
import type { Direction, PointerVariable, Predicates } from './paper/predicates.js';

/** A three-valued set of nodes. */
export interface Plane {
  must: number;
  may: number;
}

/** A pointer value, evaluated in the caller: the cell, or a special value. */
export interface Passed {
  readonly at: Plane;
  readonly uninitialized: Plane;
  readonly foreign: Plane;
}

export interface Cut {
  /** The callee's structure at its entry. */
  readonly inside: Structure;
  /** The caller's structure, without the local heap. */
  readonly outside: Structure;
}

/** The region to cut out, its doors (slot by slot, some in several), and the cells that are known outside. */
export interface Incision {
  readonly region: number;
  readonly doors: readonly number[];
  readonly known: number;
}

/** Where the variables that the caller keeps may point to. */
export type Kept = readonly PointerVariable[];

const EMPTY: Plane = { must: 0, may: 0 };

/** The predicates of cells that do not depend on who points to them. */
const ofContents = (p: Predicates): UnaryPredicate[] => [
  p.heap,
  p.freed,
  p.boxed,
  ...p.directions.map((d) => d.cyclic),
  ...p.sizes.values(),
  ...p.fields.flatMap((f) => [f.nonNull, f.uninitialized, f.foreign]),
];

export class LocalHeap {
  private readonly contents: readonly UnaryPredicate[];
  private readonly sharing: readonly (readonly [UnaryPredicate, SetFormula, RelationFormula])[];
  private readonly variables: readonly PointerVariable[];
  /** The variables that stay outside: globals go with the callee, the result comes from it. */
  private readonly kept: readonly PointerVariable[];

  /** Local heaps are cut along paths over all fields: there is one direction. */
  readonly way: Direction;

  constructor(private readonly p: Predicates) {
    this.way = p.directions[0]!;
    this.contents = ofContents(p);
    this.variables = variablesOf(p);
    this.kept = this.variables.filter((x) => !p.globals.includes(x) && x !== p.result);
    this.sharing = defineCells(p)
      .filter(([q]) => q === this.way.shared || p.fields.some((f) => f.shared === q))
      .map(([q, formula]) => {
        const own = p.fields.find((f) => f.shared === q);
        return [q, formula, own ? related(own.points) : down(p.fields)] as const;
      });
  }

  /** The nodes reachable from the cells, whose paths are definite. */
  regionOf(s: Structure, roots: number): number {
    return elementsOf(roots).reduce((set, v) => set | s.mustRow(this.way.path, v), 0);
  }

  /** The cells of the region that kept variables, or cells outside, may point to. */
  knownOutside(s: Structure, region: number, kept: Kept): { variables: number; cells: number } {
    let [variables, cells] = [0, 0];
    for (const x of kept) variables |= s.may(x.at) & region;
    const outside = s.nodes & ~region;
    for (const { points } of this.p.fields) for (const v of elementsOf(outside)) cells |= s.mayRow(points, v);
    return { variables, cells: cells & region };
  }

  /** Cuts at the doors, cells of the region in the order of their slots; several slots may have the same. */
  cut(
    s: Structure,
    { region, doors, known }: Incision,
    dead: readonly PointerVariable[],
    record: (e: Structure) => void,
  ): Cut {
    const { p } = this;
    const outside = s.copy();
    for (const x of dead) this.clear(outside, x);
    this.passOn(outside, region);
    this.leaveBehind(outside, { region, doors, known });
    const inside = s.copy();
    inside.removeNodes(inside.nodes & ~(region | inside.must(p.statics)));
    for (const x of this.variables) if (!p.globals.includes(x)) this.clear(inside, x);
    const statics = lowest(inside.must(p.statics));
    doors.forEach((cell, i) => {
      if ((cell & known) !== 0) this.point(inside, p.doors[i]!.ghost, statics, { must: cell, may: cell });
    });
    this.recount(inside, known);
    inside.set(p.input, region, region);
    inside.set(p.spent, 0, 0);
    record(inside);
    inside.touched = inside.nodes;
    return { inside, outside };
  }

  private passOn(s: Structure, region: number): void {
    const { input, passedOn, statics } = this.p;
    const own = s.must(statics);
    const all = region !== 0 && (region & ~s.must(input)) === 0;
    s.set(passedOn, all ? own : 0, (region & s.may(input)) === 0 ? 0 : own);
  }

  /** in'(v) = in(v) inside ∧ passed on; spent' = spent ∨ (spent inside ∧ passed on) */
  private takeBack(s: Structure, inside: Structure, move: (set: number) => number): void {
    const { input, spent, passedOn } = this.p;
    const [all, some] = [s.must(passedOn) !== 0, s.may(passedOn) !== 0];
    for (const q of [input, spent]) {
      s.set(q, s.must(q) | (all ? move(inside.must(q)) : 0), s.may(q) | (some ? move(inside.may(q)) : 0));
    }
    s.set(passedOn, 0, 0);
  }

  /** The caller's structure: doors lose their contents, all other passed cells are removed. */
  private leaveBehind(s: Structure, { region, doors, known }: Incision): void {
    const { p } = this;
    const entered = this.enteredFrom(s, region, known);
    s.removeNodes(region & ~known);
    for (const q of [...this.contents, p.input]) if (q !== p.heap) s.set(q, s.must(q) & ~known, s.may(q) & ~known);
    for (const x of [...p.globals, p.result]) this.clear(s, x);
    for (const v of elementsOf(known)) {
      for (const { points } of p.fields) s.setRow(points, v, 0, 0);
      s.setRow(this.way.path, v, 1 << v, 1 << v);
    }
    entered(s);
    doors.forEach((cell, i) => {
      s.set(p.doors[i]!.mark, cell & known, cell & known);
    });
    this.recount(s, known);
    s.touched = s.nodes;
  }

  /**
   * With several doors, a path to one may lead through another, and is interrupted while the callee runs:
   * ↓*'(a, d) = ∃w outside: ↓*(a, w) ∧ ↓(w, d), and reachability accordingly.
   */
  private enteredFrom(s: Structure, region: number, known: number): (t: Structure) => void {
    if ((known & (known - 1)) === 0) return () => {};
    const edges = new Map(elementsOf(s.nodes & ~region).map((w) => [w, this.edgesFrom(s, w, known)] as const));
    const through = ({ must, may }: Plane): Plane => {
      let [yes, perhaps] = [0, 0];
      for (const [w, edge] of edges) {
        if ((must >>> w) & 1) yes |= edge.must;
        if ((may >>> w) & 1) perhaps |= edge.may;
      }
      return { must: yes, may: perhaps };
    };
    const rows = [...edges.keys()].map(
      (a) => [a, through({ must: s.mustRow(this.way.path, a), may: s.mayRow(this.way.path, a) })] as const,
    );
    const reaches = this.kept.map((x) => {
      const { must, may } = through({ must: s.must(x.reaches[0]!), may: s.may(x.reaches[0]!) });
      return [x, { must: must | (s.must(x.at) & known), may: may | (s.may(x.at) & known) }] as const;
    });
    return (t) => {
      const keep = ~known;
      for (const [a, { must, may }] of rows) {
        t.setRow(
          this.way.path,
          a,
          (t.mustRow(this.way.path, a) & keep) | must,
          (t.mayRow(this.way.path, a) & keep) | may,
        );
      }
      for (const [x, { must, may }] of reaches) {
        const reach = x.reaches[0]!;
        t.set(reach, (t.must(reach) & keep) | must, (t.may(reach) & keep) | may);
      }
    };
  }

  private edgesFrom(s: Structure, w: number, to: number): Plane {
    let [must, may] = [0, 0];
    for (const { points } of this.p.fields) {
      must |= s.mustRow(points, w);
      may |= s.mayRow(points, w);
    }
    return { must: must & to, may: may & to };
  }

  /** Sharing of the cells, by the remaining edges. */
  private recount(s: Structure, cells: number): void {
    for (const [q, formula] of this.sharing) {
      if ((s.may(q) & cells) === 0) continue;
      formula.evaluate(s);
      s.set(q, (s.must(q) & ~cells) | (formula.must & cells), s.may(q) & (formula.may | ~cells));
    }
  }

  /** x, in the record, points to the cell. */
  point(s: Structure, x: PointerVariable, record: number, { must, may }: Plane): void {
    const own = 1 << record;
    const { path } = this.way;
    s.set(x.at, must, may);
    s.setRow(x.points, record, must, may);
    s.set(x.nonNull, must === 0 ? 0 : own, may === 0 ? 0 : own);
    const row = (of: (v: number) => number, set: number) => elementsOf(set).reduce((r, v) => r | of(v), 0);
    s.set(
      x.reaches[0]!,
      row((v) => s.mustRow(path, v), must),
      row((v) => s.mayRow(path, v), may),
    );
  }

  private clear(s: Structure, x: PointerVariable): void {
    for (const q of [x.at, ...x.reaches, x.nonNull, x.uninitialized, x.foreign]) s.set(q, 0, 0);
    for (const u of elementsOf(s.nodes)) s.setRow(x.points, u, 0, 0);
  }

  /** The value of a parameter in the new record. */
  receive(s: Structure, x: PointerVariable, record: number, { at, uninitialized, foreign }: Passed): void {
    const own = 1 << record;
    this.point(s, x, record, at);
    s.set(x.uninitialized, uninitialized.must & own, uninitialized.may & own);
    s.set(x.foreign, foreign.must & own, foreign.may & own);
  }

  /** The doors that something outside points to. */
  doorsOf(outside: Structure): PointerVariable[] {
    return this.p.doors.filter(({ mark }) => outside.may(mark) !== 0).map(({ ghost }) => ghost);
  }

  /** The caller's structure with the local heap as the callee leaves it; null: out of nodes. Ghosts are definite. */
  putBack(outside: Structure, inside: Structure): Structure | null {
    const { p } = this;
    const s = outside.copy();
    const places = this.placesFor(s, inside);
    if (!places) return null;
    const move = (set: number): number => {
      let result = 0;
      for (const [from, to] of places) result |= ((set >>> from) & 1) << to;
      return result;
    };
    for (const q of this.contents) s.set(q, s.must(q) | move(inside.must(q)), s.may(q) | move(inside.may(q)));
    this.takeBack(s, inside, move);
    this.addSharing(s, inside, move);
    for (const [from, to] of places) {
      if ((inside.summary >>> from) & 1) s.summary |= 1 << to;
      if (((inside.must(p.heap) >>> from) & 1) === 0) continue;
      for (const b of [...p.fields.map((f) => f.points), this.way.path]) {
        s.setRow(b, to, move(inside.mustRow(b, from)), move(inside.mayRow(b, from)));
      }
    }
    this.lengthenPaths(s, outside, inside, move);
    for (const x of [...p.globals, p.result]) this.copyVariable(s, inside, x, move);
    s.set(p.untested, move(inside.must(p.untested)), move(inside.may(p.untested)));
    for (const { mark } of p.doors) s.set(mark, 0, 0);
    s.touched = s.nodes;
    return s;
  }

  /** New numbers for the callee's nodes; doors and the node of globals keep theirs. */
  private placesFor(s: Structure, inside: Structure): Map<number, number> | null {
    const { p } = this;
    const places = new Map([[lowest(inside.must(p.statics)), lowest(s.must(p.statics))]]);
    for (const { ghost, mark } of p.doors) {
      if (s.must(mark) !== 0) places.set(lowest(inside.must(ghost.at)), lowest(s.must(mark)));
    }
    for (const v of elementsOf(inside.must(p.heap))) {
      if (places.has(v)) continue;
      const w = s.addNode();
      if (w < 0) return null;
      places.set(v, w);
    }
    return places;
  }

  /** is'(d) = is(d) outside ∨ is(d) inside ∨ (an edge from outside ∧ one from inside) */
  private addSharing(s: Structure, inside: Structure, move: (set: number) => number): void {
    for (const [q, , edges] of this.sharing) {
      const [here, there] = [incoming(s, edges), incoming(inside, edges)];
      s.set(
        q,
        s.must(q) | move(inside.must(q)) | (here.must & move(there.must)),
        s.may(q) | move(inside.may(q)) | (here.may & move(there.may)),
      );
    }
  }

  /** ↓*'(a, v) = ↓*(a, v) outside ∨ ∃ door d: ↓*(a, d) outside ∧ ↓*(d, v) inside; r_x accordingly */
  private lengthenPaths(s: Structure, outside: Structure, inside: Structure, move: (set: number) => number): void {
    const { p } = this;
    const doors = p.doors
      .filter(({ mark }) => outside.must(mark) !== 0)
      .map(({ ghost, mark }) => {
        const v = lowest(inside.must(ghost.at));
        const below = { must: move(inside.mustRow(this.way.path, v)), may: move(inside.mayRow(this.way.path, v)) };
        return [lowest(outside.must(mark)), below] as const;
      });
    const beyond = (must: number, may: number): Plane => {
      const result = { ...EMPTY };
      for (const [d, below] of doors) {
        if ((must >>> d) & 1) result.must |= below.must;
        if ((may >>> d) & 1) result.may |= below.may;
      }
      return result;
    };
    const isDoor = new Set(doors.map(([d]) => d));
    for (const a of elementsOf(outside.nodes).filter((v) => !isDoor.has(v))) {
      const [must, may] = [outside.mustRow(this.way.path, a), outside.mayRow(this.way.path, a)];
      const more = beyond(must, may);
      s.setRow(this.way.path, a, must | more.must, may | more.may);
    }
    // A door may have become null, or be known less precisely: its own bit comes from inside.
    for (const x of this.kept) {
      const more = beyond(outside.must(x.reaches[0]!), outside.may(x.reaches[0]!));
      s.set(x.reaches[0]!, outside.must(x.reaches[0]!) | more.must, outside.may(x.reaches[0]!) | more.may);
    }
  }

  private copyVariable(s: Structure, inside: Structure, x: PointerVariable, move: (set: number) => number): void {
    for (const q of [x.at, ...x.reaches, x.nonNull, x.uninitialized, x.foreign]) {
      s.set(q, move(inside.must(q)), move(inside.may(q)));
    }
    const [from, to] = [lowest(inside.must(this.p.statics)), lowest(s.must(this.p.statics))];
    s.setRow(x.points, to, move(inside.mustRow(x.points, from)), move(inside.mayRow(x.points, from)));
  }
}

/** The cells with an incoming edge. */
function incoming(s: Structure, edges: RelationFormula): Plane {
  edges.evaluate(s);
  const result = { ...EMPTY };
  for (const v of elementsOf(s.nodes)) {
    result.must |= edges.rows[edges.must + v]!;
    result.may |= edges.rows[edges.may + v]!;
  }
  return result;
}
