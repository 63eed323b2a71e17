// Does the analysis describe a concrete heap at a point? The heap is converted to a two-valued structure, which must
// embed into one of the structures at the station. Values of dead variables are dropped as in the engine; if that
// depends on the values, both alternatives are tried.

import type { Box } from '../../../src/engines/stack/boxes.js';
import type { StackAnalysis } from '../../../src/engines/stack/engine.js';
import { variablesOf } from '../../../src/engines/stack/paper/definitions.js';
import type { PointerVariable, Predicates } from '../../../src/engines/stack/paper/predicates.js';
import { reachedBy } from '../../../src/engines/stack/reachable.js';
import type { CallSite } from '../../../src/engines/stack/scene.js';
import type { ProgramPoint } from '../../../src/interp/observe.js';
import type { CellValue, HeapNode, HeapSnapshot } from '../../../src/interp/snapshot.js';
import type { FunctionSymbol, LocalVariable } from '../../../src/ir/program.js';
import { elementsOf } from '../../../src/logic/tvl/bits.js';
import { printStructure } from '../../../src/logic/tvl/print.js';
import { Structure } from '../../../src/logic/tvl/structure.js';
import type { UnaryPredicate } from '../../../src/logic/tvl/vocabulary.js';
import { embeds } from './embedding.js';
import { forgettableIn } from './freed-cells.js';
import { recompute } from './memory-states.js';

const MOST_FORGOTTEN = 6;
const MOST_WAYS = 100;

/** The number of heaps compared with structures, and the number of heaps skipped. */
export interface Compared {
  heaps: number;
  /** Too large, or too many alternatives of dropped values. */
  passed: number;
  /** No embedding was found, but not all could be tried. */
  givenUp: number;
}

export function coverage(
  analysis: StackAnalysis,
  tally: Compared,
): (point: ProgramPoint, heap: HeapSnapshot) => true | string {
  const named = new Map([...analysis.scene.functions.keys()].map((f) => [f.name, f]));
  return (point, heap) => {
    const symbol = named.get(point.body.symbol.name);
    // There are no states inside basic blocks to compare with.
    if (!symbol || point.index !== 0) return true;
    const isLocal = analysis.abstraction.calls === 'local';
    const states = analysis.solver.statesAt(symbol, point.block).map((s) => (isLocal ? seenBy(analysis, s) : s));
    const seen = isLocal ? { ...heap, frames: heap.frames.slice(0, 1) } : heap;
    const maker = new Concretizer(analysis, seen, point.block, boxesIn(analysis, heap));
    const ways = 1 << Math.min(MOST_FORGOTTEN + 1, maker.forgettable.length);
    const labellings = maker.feasible ? maker.labellings() : [];
    if (!maker.feasible || ways > 1 << MOST_FORGOTTEN || labellings.length * ways > MOST_WAYS) {
      tally.passed++;
      return true;
    }
    tally.heaps++;
    let concrete: Structure | null = null;
    let givenUp = false;
    for (let way = 0; way < ways; way++) {
      for (const labels of labellings) {
        concrete = maker.structure(way, labels);
        for (const s of states) {
          const answer = embeds(concrete, s, optionalIn(analysis, s));
          if (answer === 'embeds') return true;
          givenUp ||= answer === 'given up';
        }
      }
    }
    if (givenUp) {
      tally.givenUp++;
      return true;
    }
    return `${states.length} structures, none fits\n${printStructure(concrete!)}\n--\n${states.map(printStructure).join('\n--\n')}`;
  };
}

/** Nodes that may be empty: dropped freed cells, and nodes that a local heap has only for its callers. */
function optionalIn(analysis: StackAnalysis, s: Structure): number {
  const { predicates, abstraction } = analysis;
  const forgotten = forgettableIn(predicates, s);
  return abstraction.calls === 'local' ? forgotten | (s.must(predicates.heap) & ~reachedIn(analysis, s)) : forgotten;
}

/** Cells that visible variables must reach; other cells of a local heap exist only for its callers. */
function reachedIn({ predicates }: StackAnalysis, s: Structure): number {
  const visible = variablesOf(predicates).filter((x) => predicates.doors.every(({ ghost }) => ghost !== x));
  return reachedBy(predicates, visible, s).must;
}

/** A local heap from the view of a frame: other pointers to its cells are unknown. */
function seenBy({ predicates: p }: StackAnalysis, structure: Structure): Structure {
  const s = structure.copy();
  const ghosts = p.doors.flatMap(({ ghost }) => [ghost.at, ...ghost.reaches, ghost.nonNull]);
  const cells = [...p.directions.flatMap((d) => [d.shared, d.cyclic]), ...p.fields.map((f) => f.shared)];
  const open = [p.input, p.spent, p.passedOn, ...cells, ...ghosts];
  for (const q of open) s.set(q, 0, s.nodes);
  for (const { ghost } of p.doors) for (const v of elementsOf(s.nodes)) s.setRow(ghost.points, v, 0, s.nodes);
  return s;
}

/** The objects of variables that the engine represents as cells. */
function boxesIn({ scene }: StackAnalysis, { frames }: HeapSnapshot): ReadonlySet<number> {
  const functions = [...scene.functions.values()];
  const nodes = frames.flatMap(({ function: f, variables }) => {
    const boxes = functions.find((g) => g.symbol.name === f.name)?.boxes ?? [];
    return variables.filter((b) => boxes.some((x) => isSame(x.variable, b.variable))).map((b) => b.node);
  });
  return new Set(nodes.filter((node) => node !== null));
}

const isSame = (a: LocalVariable, b: LocalVariable): boolean => a.name === b.name && a.id === b.id;

class Concretizer {
  private readonly p: Predicates;
  /** Pointers in dead variables that the engine may have dropped. */
  readonly forgettable: { readonly depth: number; readonly variable: LocalVariable }[] = [];
  readonly feasible: boolean;

  constructor(
    private readonly analysis: StackAnalysis,
    private readonly heap: HeapSnapshot,
    private readonly block: number,
    private readonly boxes: ReadonlySet<number>,
  ) {
    this.p = analysis.predicates;
    this.feasible = heap.frames.length <= 10 && heap.nodes.size <= 20;
    for (const [depth, { function: f, variables }] of heap.frames.entries()) {
      const own = this.localsOf(f);
      for (const { variable, value } of variables) {
        const x = own.find((x) => isSame(x.variable as LocalVariable, variable));
        if (!value || value.kind === 'null' || !x) continue;
        if (this.isOdd(value) || this.mayBeLandmark(x, f, depth)) this.forgettable.push({ depth, variable });
      }
    }
  }

  /** A dead parameter may be kept as long as it identifies the target of a caller's pointer. */
  private mayBeLandmark(x: PointerVariable, f: FunctionSymbol, depth: number): boolean {
    const isCompared = this.p.across.some((a) => a.x === x && a.field !== null);
    return depth === 0 && isCompared && this.isForgotten(x, f, depth, []);
  }

  private localsOf(f: FunctionSymbol): readonly PointerVariable[] {
    const symbol = [...this.p.locals.keys()].find((g) => g.name === f.name);
    return symbol ? this.p.locals.get(symbol)! : [];
  }

  /** A variable that the interpreter has not reached yet. */
  private emptyBox(s: Structure, { variable }: Box, hold: (q: UnaryPredicate, v: number) => void): [number, number] {
    const v = s.addNode();
    const { heap, boxed, sizes, fields } = this.p;
    for (const q of [heap, boxed, sizes.get(variable.type.size)!]) hold(q, v);
    for (const { uninitialized } of fields) hold(uninitialized, v);
    return [1 << v, 1 << v];
  }

  private boxesOf(f: FunctionSymbol): readonly Box[] {
    return [...this.analysis.scene.functions.values()].find((g) => g.symbol.name === f.name)?.boxes ?? [];
  }

  private isOdd(value: CellValue): boolean {
    const node = value.kind === 'pointer' ? this.heap.nodes.get(value.node) : null;
    if (node) return !this.isCell(node) || node.state === 'freed';
    return value.kind !== 'pointer' && value.kind !== 'null';
  }

  private isCell({ kind, id }: HeapNode): boolean {
    return kind === 'heap' || this.boxes.has(id);
  }

  /** All combinations of call sites of the frames, because the snapshot does not have them. */
  labellings(): (CallSite | null)[][] {
    let result: (CallSite | null)[][] = [[]];
    for (const [depth, { function: f }] of this.heap.frames.entries()) {
      const caller = this.heap.frames[depth + 1]?.function.name;
      const sites = this.analysis.scene.sites.filter((c) => c.callee.name === f.name && c.caller.name === caller);
      const choices = sites.length > 0 ? sites : [null];
      if (result.length * choices.length > MOST_WAYS) return Array.from({ length: MOST_WAYS + 1 }, () => []);
      result = result.flatMap((labels) => choices.map((c) => [...labels, c]));
    }
    return result;
  }

  /** The heap as a structure; the dropped variables of `way` are null. */
  structure(way: number, labels: readonly (CallSite | null)[]): Structure {
    const { p, heap } = this;
    const s = new Structure(p.vocabulary);
    const nodes = new Map<number, number>();
    const hold = (q: UnaryPredicate, v: number) => s.set(q, s.must(q) | (1 << v), s.may(q) | (1 << v));
    const statics = s.addNode();
    hold(p.statics, statics);
    for (const node of heap.nodes.values()) {
      if (!this.isCell(node)) continue;
      const v = s.addNode();
      nodes.set(node.id, v);
      hold(p.heap, v);
      hold(p.sizes.get(node.size) ?? p.sizes.get(-1)!, v);
      if (node.state === 'freed') hold(p.freed, v);
      if (!this.boxes.has(node.id)) continue;
      hold(p.boxed, v);
      for (const f of p.fields) if (f.offset >= node.size) hold(f.uninitialized, v);
    }
    const put = (x: Pick<PointerVariable, 'points' | 'uninitialized' | 'foreign'>, u: number, value: CellValue) => {
      const target = value.kind === 'pointer' ? nodes.get(value.node) : undefined;
      if (target !== undefined) s.setRow(x.points, u, 1 << target, 1 << target);
      else if (value.kind === 'uninitialized') hold(x.uninitialized, u);
      else if (value.kind !== 'null') hold(x.foreign, u);
    };
    for (const node of heap.nodes.values()) {
      for (const cell of this.isCell(node) && node.state === 'alive' ? node.cells : []) {
        const field = p.fields.find((f) => f.offset === cell.offset);
        if (!field) continue;
        // For the engine, numbers are not pointers, even if cells of another type have a pointer there.
        if (cell.type && cell.type.kind !== 'pointer') hold(field.uninitialized, nodes.get(node.id)!);
        else put(field, nodes.get(node.id)!, cell.value);
      }
    }
    for (const x of p.globals) {
      const binding = heap.globals.find((g) => g.variable.name === x.variable!.name);
      const cell = binding?.node != null ? heap.nodes.get(binding.node)?.cells[0] : undefined;
      if (cell) put(x, statics, cell.value);
    }
    this.frames(s, way, labels, put, hold);
    recompute(p, s);
    this.dropForgotten(s);
    return s;
  }

  private frames(
    s: Structure,
    way: number,
    labels: readonly (CallSite | null)[],
    put: (x: PointerVariable, u: number, value: CellValue) => void,
    hold: (q: UnaryPredicate, v: number) => void,
  ): void {
    const { p, heap } = this;
    let above = -1;
    heap.frames.forEach(({ function: f, variables }, depth) => {
      const u = s.addNode();
      hold(p.stack, u);
      if (depth === 0) hold(p.top, u);
      if (above >= 0) s.setRow(p.previous, above, 1 << u, 1 << u);
      above = u;
      for (const x of this.localsOf(f)) {
        const binding = variables.find(
          (b) => b.variable.name === x.variable!.name && b.variable.id === (x.variable as LocalVariable).id,
        );
        if (!binding?.value || (depth > 0 && !x.hidden)) continue;
        if (this.isForgotten(x, f, depth, labels) && !this.mayBeLandmark(x, f, depth)) continue;
        const i = this.forgettable.findIndex((x) => x.depth === depth && x.variable === binding.variable);
        if (i < 0 || !((way >>> i) & 1)) put(x, u, binding.value);
      }
      for (const x of this.localsOf(f)) {
        const box = this.boxesOf(f).find((b) => b.pointer === x.variable);
        if (!box || (depth > 0 && !x.hidden)) continue;
        const node = variables.find((b) => isSame(b.variable, box.variable))?.node;
        if (node != null) put(x, u, { kind: 'pointer', node, offset: 0 });
        else s.setRow(x.points, u, ...this.emptyBox(s, box, hold));
      }
      const site = labels[depth];
      if (site) hold(p.callSite[site.id]!, u);
    });
  }

  /** In a run that keeps only live values. */
  private isForgotten(
    x: PointerVariable,
    f: FunctionSymbol,
    depth: number,
    labels: readonly (CallSite | null)[],
  ): boolean {
    const { abstraction, solver, scene } = this.analysis;
    if (abstraction.memory === 'all') return false;
    const own = [...scene.functions.values()].find((g) => g.symbol.name === f.name)!;
    if (depth === 0) return solver.forgetting.deadBehind(own, this.block, -1).includes(x);
    const site = labels[depth - 1];
    return site != null && solver.forgetting.atCall(site, own).includes(x);
  }

  /** Freed cells without pointers to them, and cells that only dropped variables reached. */
  private dropForgotten(s: Structure): void {
    const reached = reachedBy(this.p, variablesOf(this.p), s).must;
    const lost = s.must(this.p.heap) & ~s.must(this.p.freed) & ~reached;
    if (lost !== 0) s.removeNodes(lost);
    this.analysis.solver.transfer.executor.dropForgotten(s);
    recompute(this.p, s);
  }
}
