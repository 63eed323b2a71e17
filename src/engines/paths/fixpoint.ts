// The least fixpoint of equation (2): every body from every state that it is called with, and what has been seen where.
// A body is worked off by run.ts, in weak topological order; calls come back here, and equal ones are answered from memory.

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

/** A state at the beginning of a block, and the run that saw it; null if several did. */
interface Seen {
  readonly state: State;
  readonly frame: Frame;
  readonly run: Run | null;
}

/** For one state, where the analysis has not come to its end. */
const STEPS_TO_SHOW = 50;

/** What a run over all functions has used and seen. */
export class Solver {
  steps = 0;
  exhausted = false;
  /** Blocks are run again to show their states: that costs nothing as long as what calls lead to is remembered. */
  private replaying = false;
  /** After a budget is used up it is not: the steps that one state, and all together, may still take to be shown. */
  private left = 0;
  private shown = 0;
  /** The states at the beginning of every block, of all calls together. */
  readonly seen = new Map<Block, Map<string, Seen>>();
  private readonly plans = new Map<FunctionBody, Plan>();
  private readonly results = new Map<string, { readonly exits: readonly State[]; readonly epoch: number | null }>();
  private readonly summaries = new Summaries();

  constructor(
    private readonly settings: () => Settings,
    private readonly budget: number,
  ) {}

  /** The states at the return of a call, remembered for equal states at its beginning. */
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

  /** The same for a recursive call: all that begin with the same graph are one. */
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

  /** A model that is one block is an instruction like any other. */
  private step(frame: Frame, block: Block, state: State): State[] {
    const { at, end, value } = block.terminator as ReturnTerminator;
    const here: Here = { settings: this.settings(), frame, at, end };
    return runBlock(here, block, [state], block.instrs.length).flatMap((s) => leaveFunction(here, s, value));
  }

  /** The calls that lead here, with their places: what is still needed behind a call is part of its context. */
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

  /** The variables that this call, with these live in it, and all its callers may still read. */
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
    if (this.steps > this.budget) this.exhausted = true;
    return !this.exhausted;
  }

  forget(run: Run, frame: Frame, block: Block, key: string): void {
    const name = `${this.nameOf(frame)} ${key}`;
    if (this.seen.get(block)?.get(name)?.run === run) this.seen.get(block)!.delete(name);
  }

  /** What several runs over the same body have seen is kept together. */
  remember(run: Run, frame: Frame, block: Block, key: string, state: State): void {
    const known = this.seen.get(block) ?? new Map<string, Seen>();
    this.seen.set(block, known);
    const name = `${this.nameOf(frame)} ${key}`;
    const before = known.get(name);
    if (!before || before.run === run) known.set(name, { state, frame, run });
    else known.set(name, { state: joinNumbers(before.state, state), frame, run: null });
  }
}
