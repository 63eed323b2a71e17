// The fixpoint over one function body: states at the beginning of blocks, in weak topological order, widened at loop
// heads. Then one more walk over the stable solution, in which obligations are recorded.

import { edgesOf, successorsOf } from '../../ir/cfg.js';
import type { Block, CallInstr, Instr, ReturnTerminator } from '../../ir/instr.js';
import { Liveness, mayDie } from '../../ir/liveness.js';
import type { LocalVariable } from '../../ir/program.js';
import { weakOrder } from '../../solver/weak-order.js';
import { Worklist } from '../../solver/worklist.js';
import { type Frame, leakAt, nodeOfVariable, resultNode } from './analysis.js';
import { isLastHold, removeRoot } from './assign.js';
import { call } from './calls.js';
import { evaluate } from './evaluate.js';
import { ENDED } from './kernel.js';
import { includes, join, prune } from './lattice.js';
import { bottom, heapNodes, isBottom, type State } from './state.js';
import { assign, assume, clear, copyToRoot, endScope, giveUp, setRoot } from './transfer.js';
import { putBack, widen } from './widen.js';

/** Joins at a loop head before every partition is collapsed, grown or not. */
const PATIENCE = 12;

/** The state at the end of the body, with the result in its node and the frame gone; bottom if it never returns. */
export function solve(f: Frame, entry: State): State {
  const { ledger, calls } = f.run;
  const recording = ledger.recording;
  ledger.recording = false;
  const table = new BlockTable(f);
  calls.live.add(table);
  table.run(entry);
  ledger.recording = recording;
  const exit = table.walk();
  calls.live.delete(table);
  return exit;
}

class BlockTable implements Iterable<State> {
  private readonly states: State[];
  private readonly visits: Int32Array;
  private exit: State = bottom;
  private readonly live: Liveness;

  constructor(private readonly f: Frame) {
    this.live = liveness(f);
    this.states = f.body.blocks.map(() => bottom);
    this.visits = new Int32Array(f.body.blocks.length);
  }

  *[Symbol.iterator](): Iterator<State> {
    yield* this.states;
    yield this.exit;
  }

  run(entry: State): void {
    const { body } = this.f;
    const order = weakOrder({
      size: body.blocks.length,
      entry: 0,
      successors: (id) => successorsOf(body.blocks[id]!.terminator).map((b) => b.id),
    });
    const work = new Worklist<number>((id) => order.position[id]!);
    this.states[0] = entry;
    work.add(0);
    for (let id = work.take(); id !== null; id = work.take()) {
      this.collectGarbage();
      for (const [to, state] of this.successors(body.blocks[id]!)) {
        const again = order.isHead[to]! && order.position[id]! >= order.position[to]!;
        if (this.arrive(to, state, again ? 'again' : 'first')) work.add(to);
      }
    }
  }

  /** The states that leave the block, by successor. */
  private successors(block: Block): [number, State][] {
    const { f } = this;
    const end = this.through(block);
    if (isBottom(end)) return [];
    if (block.terminator.kind === 'return') {
      this.exit = join(f.run.k, this.exit, leave(f, end, block.terminator));
      return [];
    }
    return edgesOf(block).flatMap((edge): [number, State][] => {
      const after = edge.assumes.reduce((s, i) => assume(f, s, i), end);
      return isBottom(after) ? [] : [[edge.to.id, after]];
    });
  }

  private through(block: Block): State {
    let s = this.states[block.id]!;
    for (const [index, instr] of block.instrs.entries()) {
      if (isBottom(s)) return s;
      s = instr.kind === 'call' ? this.callAt(block, index, instr, s) : step(this.f, s, instr);
    }
    return s;
  }

  /** A callee need not see what its caller no longer reads. */
  private callAt(block: Block, index: number, instr: CallInstr, s: State): State {
    const { f } = this;
    const needed = dropDead(f, s, this.live.behind(block, index - 1));
    if (!countStep(f)) return outOfBudget(f, instr);
    return call(f, needed, instr, (t) => dropDead(f, t, this.live.behind(block, index)));
  }

  /** Joins the state into the block's; true if that changed it. `again`: round a loop, so that growth must stop. */
  private arrive(to: number, arriving: State, how: 'first' | 'again'): boolean {
    const { k, stats } = this.f.run;
    const old = this.states[to]!;
    const clean = putBack(k, prune(k, dropDead(this.f, arriving, this.live.atEntry(this.f.body.blocks[to]!))));
    if (isBottom(clean) || includes(k, old, clean)) return false;
    const visits = ++this.visits[to]!;
    const joined = join(k, old, clean);
    const grown = heapNodes(joined).some((n) => !old.nodes.has(n.id));
    const tired = visits > PATIENCE;
    const next = how === 'again' && (grown || tired) ? widen(k, tired ? bottom : old, joined) : joined;
    // Nodes change their names when they are collapsed: only now can it be seen that nothing is new.
    if (next !== joined && includes(k, old, next)) return false;
    this.states[to] = next;
    if (how === 'again') stats.loops.set(`${this.f.body.symbol.name}:${to}`, visits);
    return true;
  }

  /** Once more over the stable solution: what is recorded here holds. Gives the state at the end. */
  walk(): State {
    const { f } = this;
    this.exit = bottom;
    for (const block of f.body.blocks) {
      if (!isBottom(this.states[block.id]!)) this.successors(block);
    }
    this.remember();
    return putBack(f.run.k, prune(f.run.k, this.exit));
  }

  private remember(): void {
    const { body, depth, run } = this.f;
    const { name } = body.symbol;
    const drawn = new Map(body.blocks.map((b) => [b.id, this.states[b.id]!]));
    const old = run.pictures.get(`${name} ${depth}`);
    run.pictures.set(`${name} ${depth}`, { function: name, depth, blocks: merged(this.f, old?.blocks, drawn) });
  }

  private collectGarbage(): void {
    const { k, calls, pictures, collectAt } = this.f.run;
    if (k.bdd.size < collectAt) return;
    const live = new Set<number>();
    for (const table of calls.live) for (const s of table) live.add(s.b);
    for (const { entry, exit } of calls.known.values()) live.add(entry.b).add(exit.b);
    for (const { blocks } of pictures.values()) for (const s of blocks.values()) live.add(s.b);
    k.bdd.collect(live);
  }
}

function liveness(f: Frame): Liveness {
  const { liveness: known } = f.run.calls;
  const before = known.get(f.body) ?? new Liveness(f.body);
  known.set(f.body, before);
  return before;
}

/** The state without variables that nobody reads any more, unless one of them is the last to hold some memory. */
function dropDead(f: Frame, s: State, live: ReadonlySet<LocalVariable>): State {
  const { k } = f.run;
  let t = s;
  for (const v of f.body.variables) {
    if (!mayDie(v) || live.has(v)) continue;
    const id = nodeOfVariable(f, v);
    if (t.nodes.has(id) && !isLastHold(k, t, id)) t = removeRoot(k, t, id, ENDED, () => {});
  }
  return t;
}

function merged(f: Frame, old: Map<number, State> | undefined, now: Map<number, State>): Map<number, State> {
  if (!old) return now;
  for (const [id, s] of now) old.set(id, join(f.run.k, old.get(id) ?? bottom, s));
  return old;
}

const countStep = ({ run }: Frame): boolean => ++run.stats.steps <= run.options.budget;

const outOfBudget = (f: Frame, i: Instr): State => giveUp(f, i, 'the budget of abstract steps ran out');

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

/** return e: the result is kept, the variables of the frame die. */
function leave(f: Frame, s: State, t: ReturnTerminator): State {
  const { k } = f.run;
  let left = t.value ? keepResult(f, s, t) : s;
  for (const v of f.body.variables) left = removeRoot(k, left, nodeOfVariable(f, v), ENDED, leakAt(f, t));
  return left;
}

function keepResult(f: Frame, s: State, t: ReturnTerminator): State {
  const value = t.value!;
  const result = { node: resultNode(f), offset: 0 };
  if (value.type.kind === 'record' || value.type.kind === 'array' || value.type.kind === 'vector') {
    return value.kind === 'load' ? copyToRoot(f, s, value.place, result.node, t) : s;
  }
  return setRoot(f, s, result, value.type, evaluate(f, s, value), t);
}
