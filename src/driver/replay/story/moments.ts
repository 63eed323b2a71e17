// The moments of a run that a trace tells: the calls that lead to the error, what happened to the memory, what decided it.
// Read off the chronicle of the run; in the order of execution.

import type { Location, Span } from '../../../base/source.js';
import type { Site } from '../../../engines/engine.js';
import { siteIn } from '../../../engines/shared/frames.js';
import { nameLine } from '../../../engines/shared/sentences.js';
import type { Activation, Chronicle } from '../../../interp/chronicle.js';
import { successorsOf } from '../../../ir/cfg.js';
import { decisionsAbout } from '../../../ir/control.js';
import type { Block, Expr, Instr, Terminator } from '../../../ir/instr.js';
import type { FunctionBody } from '../../../ir/program.js';
import { handsOn } from './hands-on.js';

/** An instruction of the run, by its number, with what is to be told about it. */
export interface Moment {
  readonly step: number;
  readonly message: string;
  readonly site: Site;
  /** The code that the message quotes, in this order. */
  readonly quotes?: readonly Site[];
}

/** What a trace has to lead to: an instruction, and what happens there. */
export interface Target {
  readonly step: number;
  /** Null: the end of the trace, which the finding itself tells. */
  readonly message: string | null;
  /** Decisions before this instruction do not matter. */
  readonly since: number;
}

/** More conditions and calls than these are left out: the first ones. */
const MOST_DECISIONS = 8;
const MOST_CALLS = 6;

export class Moments {
  private readonly decisions = new Map<Block, ReturnType<typeof decisionsAbout>>();
  private readonly blocks = new Map<Instr | Terminator, Block>();
  private readonly found = new Map<number, Moment>();
  /** The decisions among them, with the length of the message without its rounds. */
  private readonly decided = new Map<number, number>();

  constructor(
    private readonly chronicle: Chronicle,
    private readonly isOwn: (body: FunctionBody) => boolean,
    /** The variable that leads to what the trace is about. */
    private readonly variable: string | null = null,
  ) {}

  leadTo({ step, message, since }: Target): void {
    const at = this.ownStep(step);
    if (at < 0) return;
    const calls = this.callsTo(at);
    for (const call of calls.slice(-MOST_CALLS)) {
      const inside = this.calleeAt(call, at);
      if (inside) this.tell(call, `calls \`${inside.body.symbol.name}\``);
    }
    if (message !== null) this.tell(at, message);
    for (const target of [...calls, at]) this.decide(target, since);
  }

  /** The allocation: told at the call that has returned with the memory, if there is one. */
  leadToBirth(born: number, end: number): void {
    const call = this.returnedFrom(born, end);
    const at = this.ownStep(born);
    const inside = call === null ? null : this.calleeAt(call, at);
    if (call === null || !inside) return this.leadTo({ step: born, message: 'allocated here', since: born });
    const line = nameLine(this.placeOf(at), this.placeOf(call));
    this.leadTo({ step: call, message: `\`${inside.body.symbol.name}\` allocates in ${line}`, since: born });
  }

  /** Where a reader looks for an allocation: the outermost call that has returned with it, else the place itself; -1: nowhere. */
  birthplace(born: number, end: number): number {
    return this.returnedFrom(born, end) ?? this.ownStep(born);
  }

  private returnedFrom(step: number, end: number): number | null {
    const at = this.ownStep(step);
    if (at < 0) return null;
    const active = new Set(this.callsTo(end));
    let from = at;
    for (const call of this.callsTo(at).reverse()) {
      const node = this.chronicle.nodes[from]!;
      if (active.has(call) || node.kind !== 'call' || !handsOn(this.bodyAt(from), node)) break;
      from = call;
    }
    return from === at ? null : from;
  }

  private placeOf(step: number): Location {
    const { source, at } = this.siteOf(step);
    return source.locate(at);
  }

  /** In order. What a test decides alike in several rounds is told once. */
  all(): Moment[] {
    const told = new Set<string>();
    return [...this.found.values()]
      .sort((a, b) => a.step - b.step)
      .filter(({ step, message }) => {
        const decided = this.decided.get(step);
        if (decided === undefined) return true;
        const key = `${this.siteOf(step).at} ${message.slice(0, decided)}`;
        return !told.has(key) && told.add(key);
      });
  }

  tell(step: number, message: string, quotes: readonly Site[] = []): void {
    if (this.found.has(step)) return;
    const site = this.siteOf(step);
    this.found.set(step, { step, message, site, quotes });
  }

  siteOf(step: number): Site {
    const { at, end } = this.chronicle.nodes[step]!;
    return { source: this.bodyAt(step).source, at, end };
  }

  bodyAt(step: number): FunctionBody {
    return this.activationAt(step).body;
  }

  /** The instruction itself, or the call in the program's own code that led to it. */
  ownStep(step: number): number {
    let at = step;
    while (at >= 0 && !this.isOwn(this.bodyAt(at))) at = this.activationAt(at).calledAt;
    return at;
  }

  private activationAt(step: number): Activation {
    const { activations, by } = this.chronicle;
    return activations[by[step]!]!;
  }

  /** The calls in the program's own code that are active at an instruction, the outermost first. */
  private callsTo(step: number): number[] {
    const calls: number[] = [];
    for (let at = this.activationAt(step).calledAt; at >= 0; at = this.activationAt(at).calledAt) {
      if (this.isOwn(this.bodyAt(at))) calls.unshift(at);
    }
    return calls;
  }

  /** The own function that a call on the way to an instruction leads to. */
  private calleeAt(call: number, step: number): Activation | null {
    let inner = this.activationAt(step);
    while (inner.calledAt !== call) {
      if (inner.calledAt < 0) return null;
      inner = this.activationAt(inner.calledAt);
    }
    return inner;
  }

  // ---- decisions ---------------------------------------------------------------------------------------------------

  /** The decisions of the activation that the instruction depends on; rounds of a loop as one. */
  private decide(target: number, since: number): void {
    const { nodes, by } = this.chronicle;
    const body = this.bodyAt(target);
    const block = this.blockOf(body, nodes[target]!);
    if (!block) return;
    const rounds = new Map<Instr | Terminator, number[]>();
    for (let step = Math.max(0, since); step < target; step++) {
      if (by[step] !== by[target] || !this.matters(step, block)) continue;
      const there = rounds.get(nodes[step]!) ?? [];
      there.push(step);
      rounds.set(nodes[step]!, there);
    }
    const last = [...rounds.values()].sort((a, b) => a.at(-1)! - b.at(-1)!).slice(-MOST_DECISIONS);
    for (const steps of last) this.tellDecision(steps);
  }

  /** Is it a decision that the target depends on, or that leaves out what touches the pointer in question? */
  private matters(step: number, target: Block): boolean {
    const t = this.chronicle.nodes[step] as Instr | Terminator;
    if (t.kind !== 'branch' && t.kind !== 'switch') return false;
    const body = this.bodyAt(step);
    const known = this.decisions.get(target) ?? decisionsAbout(body, target, this.variable ?? '');
    this.decisions.set(target, known);
    const from = this.blockOf(body, t);
    const to = this.nextBlock(step);
    return from !== undefined && to !== null && known(from, to);
  }

  private nextBlock(step: number): Block | null {
    const { nodes, by } = this.chronicle;
    const t = nodes[step] as Terminator;
    let after = step + 1;
    while (after < nodes.length && by[after] !== by[step]) after++;
    const next = nodes[after];
    return successorsOf(t).find((b) => (b.instrs[0] ?? b.terminator) === next) ?? null;
  }

  private tellDecision(steps: readonly number[]): void {
    const step = steps.at(-1)!;
    const { source } = this.bodyAt(step);
    const t = this.chronicle.nodes[step] as Terminator;
    const outcomes = steps.map((s) => this.outcomeOf(s));
    const outcome = outcomes.at(-1);
    if (!outcome) return;
    const tested = testOf(t);
    if (!tested) return;
    const same = outcomes.slice(0, -1).filter((o) => o !== outcome).length;
    const earlier = same > 0 ? `, after ${same === 1 ? 'one round' : `${same} rounds`}` : '';
    const label = this.labelAt(step);
    const said = label ? `\`${source.phrase(label)}\`` : outcome;
    const quotes = [tested, ...(label ? [label] : [])].map((span) => siteIn({ source }, span));
    const message = `\`${source.phrase(tested)}\` is ${said}`;
    if (!this.found.has(step)) this.decided.set(step, message.length);
    this.tell(step, `${message}${earlier}`, quotes);
  }

  /** Where a terminator went, in words; null if that is not known. */
  private outcomeOf(step: number): string | null {
    const t = this.chronicle.nodes[step] as Terminator;
    const next = this.nextBlock(step);
    if (!next) return null;
    if (t.kind === 'branch') return next === t.then ? 'true' : 'false';
    if (t.kind !== 'switch') return null;
    const taken = t.cases.find(({ target }) => target === next);
    return taken ? String(taken.low) : 'none of the cases';
  }

  /** The case that a switch takes, as it is written. */
  private labelAt(step: number): Span | null {
    const t = this.chronicle.nodes[step] as Terminator;
    const next = this.nextBlock(step);
    return t.kind === 'switch' ? (t.cases.find(({ target }) => target === next)?.label ?? null) : null;
  }

  private blockOf(body: FunctionBody, node: Instr | Terminator): Block | undefined {
    if (!this.blocks.has(node)) {
      for (const block of body.blocks) for (const n of [...block.instrs, block.terminator]) this.blocks.set(n, block);
    }
    return this.blocks.get(node);
  }
}

const testOf = (t: Terminator): Expr | null =>
  t.kind === 'branch' ? t.condition : t.kind === 'switch' ? t.value : null;
