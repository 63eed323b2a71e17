// Algorithm 2 for one procedure: propagates states through its blocks in weak topological order. Loops are followed for a
// bounded number of iterations, and the states at the returns become the summary.

import type { Span } from '../../../base/source.js';
import { type Edge, edgesOf } from '../../../ir/cfg.js';
import type { Block, BranchTerminator, CallInstr, ReturnTerminator, SwitchTerminator } from '../../../ir/instr.js';
import { Liveness } from '../../../ir/liveness.js';
import type { LocalVariable } from '../../../ir/program.js';
import { flowGraphOf } from '../../../solver/flow-graph.js';
import { type WeakOrder, weakOrder } from '../../../solver/weak-order.js';
import { Worklist } from '../../../solver/worklist.js';
import { isCopiedAsBytes, isInteger } from '../../../types/questions.js';
import { lastWordsIn } from '../beliefs/dies-on-null.js';
import { isSearch } from '../beliefs/end-of-search.js';
import { isExhaustive } from '../beliefs/exhaustive-switch.js';
import { isNeeded, testedPlace } from '../beliefs/null-needed-by-another-path.js';
import { ownResults } from '../beliefs/owned-result.js';
import { doubtedBy, NO_DOUBTS, uniteAll } from '../domain/doubts.js';
import { shareHavocked } from '../domain/havoc-globals.js';
import { enterLoop, leaveLoop } from '../domain/learned.js';
import { copyBytes, discoverAll } from '../domain/memory.js';
import { isRegister, makeCell, makeField, State } from '../domain/state.js';
import { addressOf, isKnown, type Symbolic, Symbols, type Value, WIDENED } from '../domain/symbols.js';
import { dropUnreachable } from '../domain/unreachable.js';
import { assumeDoubting, confirmNull } from '../exec/conditions.js';
import { evaluate, locate } from '../exec/evaluate.js';
import { holdersAmong } from '../exec/holders.js';
import { reportLost } from '../exec/leaks.js';
import { arraysIn, markFilled, markWritten } from '../exec/loop-writes.js';
import { type Here, reportPending } from '../exec/report.js';
import { noteTested } from '../exec/unsaved.js';
import { claimLost } from '../ownership/owners.js';
import { addNumbers, countFurther } from '../summary/counting.js';
import { limitOutcomes, limitStates, type StateLimits } from '../summary/limits.js';
import { cellsFor, limitGlobals, limitSize } from '../summary/size.js';
import {
  absorbFailures,
  absorbNullArguments,
  effectsOf,
  makeOutcome,
  mergeOutcomes,
  type Outcome,
  type Summary,
} from '../summary/summary.js';
import { A_FEW, Loops } from './loops.js';
import { mayReturn } from './may-return.js';
import { raiseCounters } from './rising.js';
import { doubtsOfTest } from './test-doubts.js';
import { execute } from './transfer.js';

export interface Limits {
  /** Abstract steps on all paths together, before the number of states is reduced to a minimum. */
  readonly steps: number;
  /** Abstract steps after which the analysis stops. */
  readonly most: number;
  /** States per block. */
  readonly states: number;
  /** Iterations of a loop per path. */
  readonly rounds: number;
  readonly outcomes: number;
}

export interface Analysed {
  readonly summary: Summary;
  readonly steps: number;
  /** null: every path was followed as far as the limits on loops allow. */
  readonly stopped: string | null;
}

export function analyseProcedure(here: Here, limits: Limits): Analysed {
  return new Procedure(here, limits).run();
}

class Procedure {
  private readonly symbols = new Symbols();
  private readonly order: WeakOrder;
  private readonly loops: Loops;
  private readonly live: Liveness;
  private readonly lastWords: ReadonlySet<Block>;
  private readonly waiting = new Map<number, State[]>();
  private readonly work: Worklist<Block>;
  private readonly outcomes: Outcome[] = [];
  private readonly left = new Set<number>();
  private readonly counted = new Set<number>();
  /** The local arrays that each loop writes, by its head. */
  private readonly filled = new Map<number, readonly LocalVariable[]>();
  /** Outcomes whose result is a counter of a loop. */
  private readonly counting = new Set<Outcome>();
  private steps = 0;
  /** Paths that were cut in a loop. If there are any, a return without states may still be reachable. */
  private cut = 0;
  /** The first path that was cut at each head of a loop. */
  private readonly cutAt = new Map<Block, State>();
  private readonly seen = new Set<number>();
  /** Blocks of a loop that no path has reached; null while they are not looked for. */
  private unseen: ReadonlySet<number> | null = null;

  constructor(
    private readonly here: Here,
    private readonly limits: Limits,
  ) {
    this.order = weakOrder(flowGraphOf(here.body));
    this.loops = new Loops(here.body, this.order);
    this.live = new Liveness(here.body);
    this.lastWords = lastWordsIn(here.program, here.body);
    this.work = new Worklist((block) => this.order.position[block.id]!);
  }

  run(): Analysed {
    const { body } = this.here;
    this.arrive(body.entry, this.initial());
    this.workOff();
    this.revisit();
    this.noteRepeated();
    const exhausted = this.steps >= this.limits.most;
    for (const states of this.waiting.values()) for (const state of states) reportPending(this.here, state);
    const outcomes = this.settle();
    const neverReturns = outcomes.length === 0 && !mayReturn(this.here);
    const { notes, symbol } = this.here;
    const isEndless = this.cut === 0 && !notes.endedInError;
    const complete = neverReturns || (!exhausted && (outcomes.length > 0 || isEndless));
    if (!complete) notes.gaps.add('paths');
    if (neverReturns) notes.gaps.delete('callees');
    if (this.cut > 0) notes.gaps.add('loops');
    const counted = [...this.counted].sort((a, b) => a - b);
    const keeping = this.here.keepingOf(symbol)!;
    const gaps = [...notes.gaps].sort();
    const foresight = notes.isUnforeseen ? { isUnforeseen: true as const } : {};
    const summary = { symbols: this.symbols, outcomes, gaps, counted, keeping, ...foresight };
    const stopped = exhausted ? `stopped after ${this.limits.most} steps` : null;
    return { summary, steps: this.steps, stopped };
  }

  private workOff(): void {
    const { most } = this.limits;
    for (let block = this.work.take(); block && this.steps < most; block = this.work.take()) this.visit(block);
  }

  /** Notes the functions that are called more than once here. */
  private noteRepeated(): void {
    const called = new Set<string>();
    for (const { id, instrs } of this.here.body.blocks)
      for (const i of instrs) {
        if (i.kind !== 'call' || i.callee.kind !== 'direct') continue;
        const { name } = i.callee.function;
        if (called.has(name) || this.loops.contain(id)) this.here.notes.repeat(name);
        called.add(name);
      }
  }

  /** Parameters are symbols; all other inputs are materialised on demand. */
  private initial(): State {
    const state = new State(this.symbols);
    this.here.body.params.forEach((p, i) => {
      const value = this.symbols.parameter(i, p.type);
      if (isRegister(p)) state.registers[p.id] = value;
      else this.placeParameter(state, p, value);
    });
    return state;
  }

  /** A record parameter arrives as the address of a copy, from which the local variable is initialised. */
  private placeParameter(state: State, p: LocalVariable, value: Symbolic): void {
    const name = this.symbols.local(p);
    if (isCopiedAsBytes(p.type)) {
      state.cells.set(name, makeCell(name, 'local', 'unknown'));
      state.cells.set(value.symbol, makeCell(value.symbol, 'input', 'input'));
      discoverAll(state, value, p.type);
      copyBytes(state, addressOf(name), value, p.type.size);
      return;
    }
    const fields = new Map([[0, makeField(value, p.type.size, null)]]);
    state.cells.set(name, makeCell(name, 'local', 'uninitialized', { fields }));
  }

  private arrive(block: Block, state: State): void {
    this.forget(block, state);
    const states = this.waiting.get(block.id);
    if (states) states.push(state);
    else this.waiting.set(block.id, [state]);
    this.work.add(block);
  }

  /**
   * Dead variables no longer distinguish states. A dead variable that points to a live heap cell is kept, so that the
   * leak is reported where it happens.
   */
  private forget(block: Block, state: State): void {
    const live = this.live.atEntry(block);
    for (const variable of this.here.body.variables) {
      const value = state.registers[variable.id];
      if (value === undefined || live.has(variable)) continue;
      const cell = isKnown(value) ? null : state.cellAt(state.resolve(value));
      if (cell?.kind === 'heap' && cell.status === 'live') continue;
      state.registers[variable.id] = undefined;
    }
    dropUnreachable(state);
  }

  private visit(block: Block): void {
    const states = limitStates(this.waiting.get(block.id)!, this.stateLimits());
    this.seen.add(block.id);
    if (states.some(({ isMerged }) => isMerged)) this.here.notes.hasMerged = true;
    if (this.unseen?.has(block.id)) for (const state of states) state.widenedIn = null;
    this.waiting.delete(block.id);
    const done = states.flatMap((state) => this.runBlock(block, state));
    const needed = isNeeded(block, done);
    for (const state of done) this.leave(block, state, needed);
  }

  /** The more of the budget is spent, the fewer states are followed, so that some path reaches a return. */
  private stateLimits(): StateLimits {
    const { states, steps } = this.limits;
    if (this.steps < steps / 2) return { exact: states, merged: 3 };
    if (this.steps < steps) return { exact: Math.ceil(states / 2), merged: 2 };
    return { exact: this.steps < 2 * steps ? 2 : 1, merged: 1 };
  }

  private runBlock(block: Block, start: State): State[] {
    let states = [start];
    this.here.block = block;
    for (const [index, instr] of block.instrs.entries()) {
      this.here.index = index;
      const before = states.length;
      for (const state of states) this.show(state, instr);
      states = states.flatMap((state) => execute(this.here, state, instr));
      if (instr.kind === 'call') for (const state of states) this.endTemporaries(state, instr, block, index);
      this.steps += instr.kind === 'call' ? before + 2 * states.length : before;
      if (states.length > Math.max(4, before)) states = limitStates(states, this.stateLimits());
      if (states.length === 0) return states;
    }
    return states;
  }

  /** Keeps what reports want to see of the state before an instruction. */
  private show(state: State, next: Span): void {
    const { options, watch } = this.here;
    if (options.illustrated) state.remember(next);
    watch?.(this.here, state);
  }

  /** set(&slot, (uintptr_t)make()): ends a temporary integer that holds an address. Temporary pointers end by scope-end. */
  private endTemporaries(state: State, { args }: CallInstr, block: Block, index: number): void {
    for (const arg of args) {
      const variable =
        isInteger(arg.type) && arg.kind === 'load' && arg.place.kind === 'var' ? arg.place.variable : null;
      if (variable?.kind !== 'temporary') continue;
      const value = state.registers[variable.id];
      if (value === undefined || isKnown(value) || state.cellAt(state.resolve(value))?.kind !== 'heap') continue;
      if (this.live.behind(block, index).has(variable)) continue;
      state.registers[variable.id] = undefined;
      reportLost(this.here, state, 'its last pointer goes out of scope');
    }
  }

  private leave(block: Block, state: State, needed: boolean): void {
    const t = block.terminator;
    this.steps++;
    this.here.block = block;
    this.here.index = block.instrs.length;
    this.show(state, t);
    if (t.kind === 'return') {
      this.exit(state, t);
      return;
    }
    if (t.kind === 'branch' && isIdle(t)) {
      this.here.at = t.at;
      this.here.end = t.end;
      if (evaluate(this.here, state, t.condition) === null) return;
      state.note({ from: block, to: t.then, test: null, forced: true });
      this.follow(block, t.then, state);
      return;
    }
    const edges = edgesOf(block);
    if (t.kind === 'branch') noteTested(this.here, state, t.condition);
    if (t.kind === 'branch' && this.loops.isExit(block)) this.noteCounted(state, t);
    const ofTest = doubtsOfTest(this.here, t);
    const taken: [Edge, State][] = [];
    edges.forEach((edge, i) => {
      if (t.kind === 'switch' && i === edges.length - 1 && taken.length > 0 && this.isLast(t)) return;
      const own = i === edges.length - 1 ? state : state.fork();
      this.here.at = t.at;
      this.here.end = t.end;
      const doubts = uniteAll([
        ...(needed ? NEEDED : NO_DOUBTS),
        ...(isSearch(this.loops, block, edge.to, own) ? SEARCHED : NO_DOUBTS),
        ...(this.lastWords.has(edge.to) ? DEAD : NO_DOUBTS),
        ...ofTest,
      ]);
      if (!edge.assumes.every((a) => assumeDoubting(this.here, own, a, doubts))) return;
      if (t.kind === 'branch' && doubts === NO_DOUBTS) confirmNull(this.here, own, testedPlace(t.condition));
      taken.push([edge, own]);
    });
    for (const [{ to, assumes }, own] of taken) {
      const test = t.kind === 'branch' ? { condition: t.condition, holds: assumes[0]!.holds } : null;
      if (edges.length > 1) own.note({ from: block, to, test, forced: taken.length === 1 });
      this.follow(block, to, own);
    }
  }

  private isLast(t: SwitchTerminator): boolean {
    return this.here.believes('exhaustive-switch') && isExhaustive(t);
  }

  private noteCounted(state: State, { condition }: BranchTerminator): void {
    const operands = condition.kind === 'binary' ? [condition.left, condition.right] : [condition];
    for (const operand of operands.filter(({ type }) => isInteger(type))) {
      const value = evaluate(this.here, state, operand);
      if (value !== null) addNumbers(this.symbols, value, this.counted);
    }
  }

  /** Follows an edge: counts the iterations of loops, and cuts paths that exceed the limit. */
  private follow(from: Block, to: Block, state: State): void {
    if (this.unseen && this.isAstray(from, to, state)) return;
    for (const head of this.loops.leftBy(from.id, to.id)) {
      if (state.widenedIn === null) this.left.add(head);
      state.rounds.delete(head);
      leaveLoop(state, head);
      if (state.widenedIn === head) state.widenedIn = null;
      if (this.here.believes('filled-by-loop')) markFilled(state, this.arraysIn(head));
    }
    if (this.order.isHead[to.id] && !this.loops.isBack(from.id, to.id)) enterLoop(state, to.id);
    if (this.loops.isBack(from.id, to.id)) {
      reportPending(this.here, state);
      const rounds = (state.rounds.get(to.id) ?? 0) + 1;
      const beyond = rounds - this.limits.rounds;
      const goesOn = beyond <= 0 || (beyond <= A_FEW && this.loops.endsSoon(to.id, state));
      if (!goesOn && !this.widenCounters(to, state, rounds)) {
        this.cutPath(to, state);
        return;
      }
      state.rounds.set(to.id, rounds);
    }
    this.arrive(to, state);
  }

  private arraysIn(head: number): readonly LocalVariable[] {
    const known = this.filled.get(head) ?? arraysIn(this.loops.blocksOf(head));
    this.filled.set(head, known);
    return known;
  }

  private cutPath(head: Block, state: State): void {
    this.cut++;
    reportPending(this.here, state);
    if (state.widenedIn === null && !state.isMerged && !this.cutAt.has(head)) this.cutAt.set(head, state);
  }

  /**
   * Code that no path through a loop has reached: in it, such as what makes room for the hundredth element, or behind it,
   * such as `return NULL` after a search of a long table. Follows the first path that was cut there once more, with
   * counters as high as they may get. Of what happens inside only losses are sure; the end of the loop is.
   */
  private revisit(): void {
    for (const [head, state] of [...this.cutAt]) {
      const blocks = this.loops.blocksOf(head.id);
      const inside = blocks.filter((block) => !this.seen.has(block.id));
      const unseen = inside.length > 0 ? inside : this.loops.behind(head.id).filter(({ id }) => !this.seen.has(id));
      if (unseen.length === 0 || !raiseCounters(state, head, blocks)) continue;
      this.unseen = new Set(unseen.map(({ id }) => id));
      state.widenedIn = head.id;
      state.rounds.set(head.id, this.limits.rounds - 1);
      if (inside.length > 0) state.doubt('more-rounds');
      this.arrive(head, state);
      this.workOff();
    }
  }

  /** Does a path that is to reach unseen code leave the loop elsewhere, or go round, without having seen any? */
  private isAstray(from: Block, to: Block, { widenedIn: head }: State): boolean {
    if (head === null || this.unseen!.has(to.id)) return false;
    return to.id === head || this.loops.leftBy(from.id, to.id).includes(head);
  }

  /** No path has left the loop yet: widens its counters and follows it once more. */
  private widenCounters(head: Block, state: State, rounds: number): boolean {
    if (this.left.has(head.id) || rounds > this.limits.rounds + 1) return false;
    for (const variable of this.loops.countersOf(head.id)) {
      const value = state.registers[variable.id];
      if (value === undefined || (!isKnown(value) && state.cellAt(value))) continue;
      const at = WIDENED - head.id;
      state.registers[variable.id] = this.symbols.fresh(at, state.birth(at), `${variable.id}`, variable.type);
    }
    markWritten(state, this.loops.blocksOf(head.id));
    state.widenedIn ??= head.id;
    return true;
  }

  /** return e: locals end; the result and the caller's memory become an outcome. */
  private exit(state: State, t: ReturnTerminator): void {
    const { here } = this;
    here.at = t.at;
    here.end = t.end;
    const result = t.value ? this.resultOf(state, t.value) : null;
    if (t.value && result === null) return;
    if (t.value) noteTested(here, state, t.value);
    const holders = holdersAmong(state, here.body.variables);
    for (const variable of here.body.variables) {
      state.registers[variable.id] = undefined;
      if (!isRegister(variable)) state.cells.delete(this.symbols.local(variable));
    }
    reportLost(here, state, `its last pointer is gone when \`${here.symbol.name}\` returns`, {
      kept: result === null ? [] : [result],
      holderOf: holders,
    });
    reportPending(here, state);
    if (state.widenedIn !== null) {
      this.cut++;
      return;
    }
    claimLost(here, state, result);
    const outcome = makeOutcome(state, result);
    this.outcomes.push(outcome);
    const place = t.value?.kind === 'load' ? t.value.place : null;
    if (place?.kind === 'var' && place.variable.kind !== 'global' && this.loops.isCount(place.variable))
      this.counting.add(outcome);
  }

  private resultOf(state: State, value: NonNullable<ReturnTerminator['value']>): Value | null {
    if (!isCopiedAsBytes(value.type)) return evaluate(this.here, state, value);
    const from = value.kind === 'load' ? locate(this.here, state, value.place) : null;
    const copy = this.symbols.fresh(this.here.at, state.birth(this.here.at), 'result', null);
    state.cells.set(copy.symbol, makeCell(copy.symbol, 'unknown', 'unknown'));
    if (from) {
      discoverAll(state, from, value.type);
      copyBytes(state, copy, from, value.type.size);
    }
    return copy;
  }

  /** Joins outcomes with equal effects, and merges similar ones if there are too many. */
  private settle(): Outcome[] {
    const byEffects = new Map<string, Outcome[]>();
    const counted = this.cut > 0 ? countFurther(this.outcomes, this.counting) : this.outcomes;
    for (const outcome of this.here.believes('owned-result') ? ownResults(counted) : counted) {
      const key = effectsOf(outcome);
      const group = byEffects.get(key);
      if (group) group.push(outcome);
      else byEffects.set(key, [outcome]);
    }
    const joined = [...byEffects.values()].map((group) => mergeOutcomes(group));
    const outcomes = absorbFailures(absorbNullArguments(joined));
    const few = limitOutcomes(outcomes, this.limits.outcomes);
    const limited = few.map((outcome) => limitSize(limitGlobals(outcome), cellsFor(few.length)));
    shareHavocked(limited.map(({ state }) => state));
    return limited;
  }
}

const NEEDED = doubtedBy('null-needed-by-another-path');
const SEARCHED = doubtedBy('end-of-search');
const DEAD = doubtedBy('dies-on-null');

/** if (p == NULL) assert(n == 0), where assertions are empty: whatever is tested, the path goes on alike. */
const isIdle = (t: BranchTerminator): boolean => behind(t.then) === behind(t.else);

/** The block to which empty ones lead. */
function behind(block: Block): Block {
  let b = block;
  for (let left = 4; left > 0 && b.instrs.length === 0 && b.terminator.kind === 'goto'; left--) b = b.terminator.target;
  return b;
}
