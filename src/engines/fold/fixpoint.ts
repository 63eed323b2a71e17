// The fixpoint over one function body: states at block entries, in weak topological order, widened at loop heads.
// The last visit of a block has the stable state; its notes are the result.

import { isExhaustion, locateCrash } from '../../base/crash.js';
import type { AssignInstr, Block, CallInstr, Expr, Instr, Place, ReturnTerminator } from '../../ir/instr.js';
import type { LocalVariable } from '../../ir/program.js';
import { widen as widenNumbers } from '../../numeric/numbers.js';
import { Worklist } from '../../solver/worklist.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import {
  exhaust,
  type Frame,
  giveUp,
  leakAt,
  nodeOfVariable,
  type Picture,
  resultNode,
  type Solution,
} from './analysis.js';
import { call } from './calls.js';
import { evaluate } from './evaluate.js';
import { afterTest } from './failing.js';
import { ENDED, type Kernel, type NodeId } from './kernel.js';
import { Notes } from './notes.js';
import { assignedNumber, recordNumber } from './numbers.js';
import { removeRoot } from './paper/assign.js';
import { includes, join, prune } from './paper/lattice.js';
import { bottom, heapNodes, isBottom, type State, withNumbers } from './paper/state.js';
import { blurOffsets, putBack, widen, widenHard } from './paper/widen.js';
import { type Case, Cases, caseOf, splitByIndex } from './partition.js';
import { assign, assume, clear, copyToRoot, endScope, setRoot } from './transfer.js';

/** Joins at a loop head before all partitions are collapsed, including those that did not grow. */
const JOINS_BEFORE_COLLAPSE = 12;

/** Visits of a loop head before growing bounds of numbers are widened. */
const VISITS_BEFORE_WIDENING = 3;

/** Maximal number of contexts of a function that are kept for drawings. */
const PICTURES = 64;

/** The state at the end of the body: with the result, without the frame; bottom if the function never returns. */
export function solve(f: Frame, entry: State): Solution {
  const { run } = f;
  const table = new BlockTable(f);
  const { notes } = run;
  run.calls.live.add(table);
  const solution = table.solve(entry);
  run.calls.live.delete(table);
  run.notes = notes;
  return solution;
}

class BlockTable implements Iterable<State> {
  private readonly cases: Cases[];

  constructor(private readonly f: Frame) {
    this.cases = f.body.blocks.map(() => new Cases());
  }

  *[Symbol.iterator](): Iterator<State> {
    for (const cases of this.cases) yield* cases.states();
  }

  /** If the nodes or the memory run out during an operation, the notes so far are kept and nothing is proved. */
  solve(entry: State): Solution {
    try {
      this.run(entry);
      return this.solution();
    } catch (e) {
      if (!isExhaustion(e)) throw e;
      exhaust(this.f, e);
      return { exit: bottom, notes: [this.f.run.notes, ...this.notes()] };
    }
  }

  private run(entry: State): void {
    const { body, plan } = this.f;
    const { position, isHead } = plan.order;
    const work = new Worklist<number>((id) => position[id]!);
    this.cases[0]!.set('', entry);
    work.add(0);
    for (let id = work.take(); id !== null; id = work.take()) {
      for (const item of this.cases[id]!.takeChanged()) {
        this.collectGarbage();
        for (const [to, state] of this.successors(body.blocks[id]!, item)) {
          const again = isHead[to]! && position[id]! >= position[to]!;
          if (this.arrive(to, state, again ? 'again' : 'first')) work.add(to);
        }
      }
    }
  }

  /** The states on the outgoing edges of the block, by successor. */
  private successors(block: Block, item: Case): [number, State][] {
    const { f } = this;
    f.run.notes = item.notes = new Notes();
    const ends = this.through(block, item.state);
    const { terminator } = block;
    if (terminator.kind === 'return') {
      item.exit = ends.reduce((exit, end) => join(f.run.k, exit, leave(f, end, terminator)), bottom);
    }
    return f.plan.edgesOf(block).flatMap((edge) =>
      ends.flatMap((end): [number, State][] => {
        const after = edge.assumes.reduce((s, i) => assume(f, s, i), end);
        return isBottom(after) ? [] : [[edge.to.id, after]];
      }),
    );
  }

  /** The states after the instructions of the block; several where an index takes several values. */
  private through(block: Block, start: State): readonly State[] {
    let states: readonly State[] = [start];
    for (let index = 0; index < block.instrs.length; index++) {
      const instr = block.instrs[index]!;
      try {
        states = this.behind(block, index, instr, states).filter((s) => !isBottom(s));
      } catch (error) {
        throw locateCrash(error, () => this.f.body.source.locate(instr.at));
      }
    }
    return states;
  }

  private behind(block: Block, index: number, instr: Instr, states: readonly State[]): readonly State[] {
    const before = instr.kind === 'assign' ? this.split(states, instr) : states;
    if (instr.kind === 'call') return this.callWithEach(block, index, instr, before);
    return before.map((s) => step(this.f, s, instr));
  }

  private split(states: readonly State[], i: AssignInstr): readonly State[] {
    return states.flatMap((s) => splitByIndex(this.f, s, i, states.length));
  }

  /** A callee may collect garbage: the states before and after the other calls are kept. */
  private callWithEach(block: Block, index: number, instr: CallInstr, before: readonly State[]): readonly State[] {
    const { live } = this.f.run.calls;
    const behind: State[] = [];
    live.add(before).add(behind);
    for (const s of before) behind.push(this.callAt(block, index, instr, s));
    live.delete(before);
    live.delete(behind);
    return behind;
  }

  /** Variables that are dead in the caller are dropped before the callee is analysed. */
  private callAt(block: Block, index: number, instr: CallInstr, s: State): State {
    const { f } = this;
    const needed = dropDead(f, s, f.plan.liveness.behind(block, index - 1));
    if (!countStep(f)) return outOfBudget(f, instr);
    const behind = f.plan.liveness.behind(block, index);
    const goal = instr.result ? variablesIn(instr.result) : [];
    const live = goal.length === 0 ? behind : new Set([...behind, ...goal]);
    return call(f, needed, instr, (t) => dropDead(f, t, live));
  }

  /** Joins the state into its case at the block; true if the case changes. `again`: along a back edge, so widen. */
  private arrive(to: number, arriving: State, how: 'first' | 'again'): boolean {
    const { k, stats } = this.f.run;
    const live = this.f.plan.liveness.atEntry(this.f.body.blocks[to]!);
    const clean = putBack(k, prune(k, dropDead(this.f, arriving, live)));
    if (isBottom(clean)) return false;
    const cases = this.cases[to]!;
    const name = cases.nameFor(caseOf(this.f, clean, live), k, clean);
    if (name === null) return this.unite(to, clean, how);
    const old = cases.get(name);
    const joined = join(k, old, clean);
    if (joined === old) return false;
    const visits = cases.visit();
    const round = how === 'again' && !isBottom(old);
    const grown = heapNodes(joined).some((n) => !old.nodes.has(n.id));
    const tired = visits > JOINS_BEFORE_COLLAPSE;
    const shaped = round && tired ? widenHard(k, joined) : round && grown ? widen(k, old, joined) : joined;
    const next = round && visits > VISITS_BEFORE_WIDENING ? withNumbersWidened(k, old, shaped) : shaped;
    // Collapsing renames nodes, so inclusion has to be tested again.
    if (next !== joined && includes(k, old, next)) return false;
    cases.set(name, next);
    if (how === 'again') stats.loops.set(`${this.f.body.symbol.name}:${to}`, visits);
    return true;
  }

  /** Too many cases: joins them into one. */
  private unite(to: number, arriving: State, how: 'first' | 'again'): boolean {
    const { k } = this.f.run;
    const joined = [...this.cases[to]!.all()].reduce((s, { state }) => join(k, s, state), arriving);
    this.cases[to]!.unite(how === 'again' ? widenHard(k, joined) : joined);
    return true;
  }

  /** The last visit of every block was with its current states. */
  private solution(): Solution {
    const { k, pictures } = this.f.run;
    const { body, depth } = this.f;
    let all = bottom;
    for (const cases of this.cases) for (const { exit: one } of cases.all()) all = join(k, all, one);
    const exit = putBack(k, prune(k, all));
    const album = pictures.get(`${body.symbol.name} ${depth}`) ?? [];
    const blocks = this.cases.map((c) => [...c.all()].map((x) => x.state));
    album.push({ function: body.symbol.name, depth, blocks, exit });
    if (album.length > PICTURES) album.splice(0, album.length, mergePictures(k, album));
    pictures.set(`${body.symbol.name} ${depth}`, album);
    return { exit, notes: this.notes() };
  }

  private notes(): Notes[] {
    return this.cases.flatMap((cases) => [...cases.all()].flatMap(({ notes }) => notes ?? []));
  }

  private collectGarbage(): void {
    const { k, calls, pictures, collectAt } = this.f.run;
    if (k.bdd.size < collectAt) return;
    const live = new Set<number>();
    for (const table of calls.live) for (const s of table) live.add(s.b);
    for (const { entry, solution } of calls.known.values()) live.add(entry.b).add(solution.exit.b);
    for (const { blocks, exit } of [...pictures.values()].flat())
      for (const s of [...blocks.flat(), exit]) live.add(s.b);
    k.bdd.collect(live);
  }
}

/** Drops dead variables, except those that hold the last pointer to some memory. */
function dropDead(f: Frame, s: State, live: ReadonlySet<LocalVariable>): State {
  const { k } = f.run;
  let t = s;
  for (const v of f.body.variables) {
    if (v.addressTaken || live.has(v)) continue;
    const id = nodeOfVariable(f, v);
    if (t.nodes.has(id)) t = withoutUnlessHolding(k, t, id);
  }
  return t;
}

/** Drops the variable, unless memory would be lost. */
function withoutUnlessHolding(k: Kernel, s: State, id: NodeId): State {
  let lost = false;
  const without = removeRoot(k, s, id, ENDED, () => {
    lost = true;
  });
  return lost ? s : without;
}

/** The variables in the place of a call's result: they are read after the call returns. */
function variablesIn(p: Place): LocalVariable[] {
  if (p.kind === 'var') return [];
  if (p.kind === 'deref') return variablesOf(p.pointer);
  return p.kind === 'index' ? [...variablesIn(p.base), ...variablesOf(p.index)] : variablesIn(p.base);
}

function variablesOf(e: Expr): LocalVariable[] {
  if (e.kind === 'load' && e.place.kind === 'var') return e.place.variable.kind === 'global' ? [] : [e.place.variable];
  if (e.kind === 'load' || e.kind === 'address') return variablesIn(e.place);
  if (e.kind === 'cast' || e.kind === 'unary') return variablesOf(e.operand);
  return e.kind === 'binary' ? [...variablesOf(e.left), ...variablesOf(e.right)] : [];
}

/** Widens growing bounds, and merges edges of one cell with many different offsets. */
function withNumbersWidened(k: Kernel, old: State, s: State): State {
  return blurOffsets(k, withNumbers(s, widenNumbers(old.numbers, s.numbers)));
}

/** Merges the states of several contexts into one table. */
export function mergePictures(k: Kernel, album: readonly Picture[]): Picture {
  const merged = (id: number): State =>
    album.flatMap(({ blocks }) => blocks[id]!).reduce((sum, s) => join(k, sum, s), bottom);
  const exit = album.reduce((sum, picture) => join(k, sum, picture.exit), bottom);
  return { ...album[0]!, blocks: album[0]!.blocks.map((_, id) => [merged(id)]), exit };
}

const countStep = ({ run }: Frame): boolean => ++run.stats.steps <= run.options.budget;

const outOfBudget = (f: Frame, i: Instr): State => giveUp(f, i, 'the budget of abstract steps ran out', 'budget');

export function step(f: Frame, s: State, i: Instr): State {
  if (!countStep(f)) return outOfBudget(f, i);
  switch (i.kind) {
    case 'assign':
      return assign(f, s, i);
    case 'clear':
      return clear(f, s, i);
    case 'call':
      return call(f, s, i, (t) => t);
    case 'assume':
      return assume(f, s, i);
    case 'scope-end':
      return endScope(f, s, i);
    case 'asm':
      return giveUp(f, i, 'inline assembly');
  }
}

/** return e: stores the result and removes the variables of the frame. */
function leave(f: Frame, s: State, t: ReturnTerminator): State {
  const { k } = f.run;
  let left = t.value ? keepResult(f, afterTest(f, s, t.value), t) : s;
  for (const v of f.body.variables) left = removeRoot(k, left, nodeOfVariable(f, v), ENDED, leakAt(f, t));
  return left;
}

function keepResult(f: Frame, s: State, t: ReturnTerminator): State {
  const value = t.value!;
  const result = { node: resultNode(f), offset: 0 };
  if (isCopiedAsBytes(value.type)) {
    return value.kind === 'load' ? copyToRoot(f, s, value.place, result.node, t) : s;
  }
  const worth = assignedNumber(f, s, value);
  const kept = setRoot(f, s, result, value.type, evaluate(f, s, value), t);
  return recordNumber(kept, s.numbers, result.node, value, worth);
}
