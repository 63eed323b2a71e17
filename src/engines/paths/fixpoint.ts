// The least fixpoint of equation (2): every body from every state that it is called with; the states at all blocks.
// run.ts analyses one body, in weak topological order; calls return here, and equal calls are answered from a table.

import type { Block, ReturnTerminator, Variable } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import { isInModel } from '../../models/origin.js';
import { fingerprint } from '../../numeric/numbers.js';
import type { Frame, Here, Settings } from './analysis.js';
import { printAside } from './aside.js';
import { canonical, isDead, modeOf } from './canonical.js';
import { makePlan, type Plan } from './plan.js';
import { Summaries } from './recursion.js';
import { leaveFunction } from './return.js';
import { joinNumbers, Run, runBlock } from './run.js';
import type { State } from './state.js';

/** A state at the start of a block, and the run that saw it; null if several did. */
interface Seen {
  readonly state: State;
  readonly frame: Frame;
  readonly run: Run | null;
}

/** Nodes in the states that one step makes, as most programs have it at the most. */
const USUAL_WORK = 16;
/** Steps for one state if the analysis did not finish. */
const STEPS_TO_SHOW = 50;

/** The budget spent, and the states seen, of all functions. */
export class Solver {
  steps = 0;
  /** Nodes in the states that arrived at blocks. */
  private work = 0;
  exhausted = false;
  /** Blocks are run again to show their states. This costs no steps while results of calls are in the table. */
  private replaying = false;
  /** It does once a budget is used up: the steps that remain for one state, and for all. */
  private left = 0;
  private shown = 0;
  /** The states at the start of every block, over all calls. */
  readonly seen = new Map<Block, Map<string, Seen>>();
  private readonly plans = new Map<FunctionBody, Plan>();
  private readonly results = new Map<string, { readonly exits: readonly State[]; readonly epoch: number | null }>();
  private readonly summaries = new Summaries();

  constructor(
    private readonly settings: () => Settings,
    private readonly budget: number,
  ) {}

  /** The states at the return of a call, memoised by the state at its entry. */
  enter(frame: Frame, state: State): State[] {
    const { entry: first } = frame.body;
    if (isInModel(frame.body.source) && first.terminator.kind === 'return')
      return this.spend() ? this.step(frame, first, state) : [];
    const live = this.liveAt(frame, this.planOf(frame.body).registers.live[frame.body.entry.id]!);
    const dead = (name: number) => isDead(this.settings(), name, live);
    const entry = canonical(state, this.settings().core, modeOf(frame), dead);
    const key = `${this.nameOf(frame)} ${entry.collapsed.text} ${fingerprint(entry.state.numbers)} ${printAside(entry.state.aside)} ${entry.state.certainty}`;
    const known = this.results.get(key);
    if (known && (known.epoch === null || known.epoch === this.summaries.epoch)) return [...known.exits];
    const { asked } = this.summaries;
    const exits = this.solve(frame, entry.state);
    const epoch = asked === this.summaries.asked ? null : this.summaries.epoch;
    if (!this.exhausted) this.results.set(key, { exits, epoch });
    return exits;
  }

  /** The same for a recursive call: all with the same entry graph share one summary. */
  summarize(frame: Frame, state: State): State[] {
    const { core } = this.settings();
    const live = this.liveAt(frame, this.planOf(frame.body).registers.live[frame.body.entry.id]!);
    const entry = canonical(state, core, 'merge', (name) => isDead(this.settings(), name, live));
    const key = `${this.nameOf(frame)} ${entry.collapsed.text}`;
    return this.summaries.exitsOf(
      key,
      entry.state,
      (s) => this.solve(frame, s),
      (exit) => {
        const settled = canonical(exit, core, 'merge');
        return { state: settled.state, skeleton: settled.collapsed.skeleton };
      },
    );
  }

  isDeep = (): boolean => this.summaries.isDeep();

  /** A model that is one block is treated like an instruction. */
  private step(frame: Frame, block: Block, state: State): State[] {
    const { at, end, value } = block.terminator as ReturnTerminator;
    const here: Here = { settings: this.settings(), frame, at, end };
    return runBlock(here, block, [state], block.instrs.length).flatMap((s) => leaveFunction(here, s, value));
  }

  /** The call stack with call sites: the variables that are live after a call are part of its context. */
  private nameOf(frame: Frame): string {
    const chain: string[] = [];
    for (let f: Frame | null = frame; f; f = f.caller)
      chain.push(`${f.body.symbol.name}@${f.body.at}:${f.call?.at ?? ''}`);
    return chain.join(' ');
  }

  planOf(body: FunctionBody): Plan {
    const plan = this.plans.get(body) ?? makePlan(body);
    this.plans.set(body, plan);
    return plan;
  }

  private solve(frame: Frame, entry: State): State[] {
    const run = new Run(this, this.settings(), frame, this.planOf(frame.body));
    return run.solve(entry);
  }

  /** The variables that may still be read by this call, in which `live` are live, and by all its callers. */
  liveAt(frame: Frame, live: ReadonlySet<Variable>): readonly ReadonlySet<Variable>[] {
    const levels: ReadonlySet<Variable>[] = [];
    levels[frame.depth] = live;
    for (let f = frame; f.caller && f.call; f = f.caller) {
      levels[f.caller.depth] = this.planOf(f.caller.body).registers.liveBehind.get(f.call)!;
    }
    return levels;
  }

  replay<T>(run: () => T): T {
    this.replaying = true;
    this.left = STEPS_TO_SHOW;
    const result = run();
    this.replaying = false;
    return result;
  }

  spend(): boolean {
    if (this.replaying) return !this.exhausted || (this.left-- > 0 && this.shown++ < this.budget);
    this.steps++;
    if (Math.max(this.steps, this.work / USUAL_WORK) > this.budget) this.exhausted = true;
    return !this.exhausted;
  }

  /** A step that makes many states, or large ones, costs more. */
  made({ graph }: State): void {
    if (!this.replaying) this.work += 1 + graph.size;
  }

  forget(run: Run, frame: Frame, block: Block, key: string): void {
    const name = `${this.nameOf(frame)} ${key}`;
    if (this.seen.get(block)?.get(name)?.run === run) this.seen.get(block)!.delete(name);
  }

  /** The states that several runs of the same body see are stored together. */
  remember(run: Run, frame: Frame, block: Block, key: string, state: State): void {
    const known = this.seen.get(block) ?? new Map<string, Seen>();
    this.seen.set(block, known);
    const name = `${this.nameOf(frame)} ${key}`;
    const before = known.get(name);
    if (!before || before.run === run) known.set(name, { state, frame, run });
    else known.set(name, { state: joinNumbers(before.state, state), frame, run: null });
  }
}
