// A whole program, group of functions by group: summaries, findings, and what changes when one function does.
// Between modular.ts (the engine) and procedure.ts (one function).

import type { Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { MODELS } from '../../models/load.js';
import { groupsBottomUp } from '../../solver/summaries.js';
import type { AnalysisOptions, AnalysisResult, Finding } from '../engine.js';
import { Ledger } from '../ledger.js';
import { CallGraph } from './call-graph.js';
import { globalCell } from './globals.js';
import type { Here } from './here.js';
import { type Analysed, analyseProcedure, type Limits } from './procedure.js';
import { effectsOf, type Summary } from './summary.js';

/** Recursive functions are analysed this often; where many call each other, twice. */
const MOST_ROUNDS = 3;
const FEW = 4;

const NO_PROOF = 'summaries follow loops a few times only: this engine finds errors and proves nothing';

export const isModel = (f: FunctionSymbol): boolean => f.body!.source.name.startsWith(MODELS);

export class Analysis {
  readonly graph: CallGraph;
  private readonly summaries = new Map<FunctionSymbol, Summary>();
  private readonly found = new Map<FunctionSymbol, readonly Finding[]>();
  private readonly ledger = new Ledger('modular');
  private readonly pending = new Set<FunctionSymbol>();
  private states = 0;
  private instructions = 0;

  constructor(
    private readonly program: Program,
    private readonly options: AnalysisOptions,
  ) {
    this.graph = new CallGraph(program);
  }

  definitionOf(f: FunctionSymbol): FunctionSymbol | null {
    return this.program.definitionOf(f);
  }

  summaryOf(f: FunctionSymbol): Summary | null {
    return this.summaries.get(f) ?? null;
  }

  /** The functions and all they lead to. */
  run(entries: readonly FunctionSymbol[]): AnalysisResult {
    const functions = this.graph.reachableFrom(entries);
    for (const group of groupsBottomUp(functions, (f) => this.graph.calleesOf(f))) this.analyseGroup(group);
    const { ledger } = this;
    for (const findings of this.found.values()) for (const finding of findings) ledger.report(finding);
    const [first] = functions;
    if (first) ledger.giveUp({ source: first.body!.source, at: first.at, end: first.at }, NO_PROOF);
    return {
      engine: 'modular',
      findings: ledger.findings(),
      obligations: ledger.obligations(),
      assumptions: ledger.assumptions(),
      functions: ledger.functions(),
      stats: { states: this.states, instructions: this.instructions },
      draw: () => [],
    };
  }

  /**
   * What is found after a function has changed: it, and its callers as far as summaries change, are analysed again, at
   * most `most` functions. The analysis itself is left as it was.
   */
  reanalyse(f: FunctionSymbol, most: number): Finding[] {
    const changed = new Map<FunctionSymbol, Summary | undefined>();
    const findings: Finding[] = [];
    const work = new Set([f]);
    for (const g of work) {
      if (changed.size >= most) break;
      const before = this.summaries.get(g);
      changed.set(g, before);
      const { summary, found } = this.analyseOnce(g);
      this.summaries.set(g, summary);
      findings.push(...found);
      if (textOf(summary) !== textOf(before)) for (const caller of this.graph.callersOf(g)) work.add(caller);
    }
    for (const [g, summary] of changed) if (summary) this.summaries.set(g, summary);
    return findings;
  }

  /** Recursive functions: until what they do no longer changes, or a few times. */
  private analyseGroup(group: readonly FunctionSymbol[]): void {
    const recursive = group.length > 1 || this.graph.calleesOf(group[0]!).includes(group[0]!);
    const most = recursive ? (group.length > FEW ? 2 : MOST_ROUNDS) : 1;
    for (const f of group) this.pending.add(f);
    for (let round = 1; round <= most; round++) {
      const before = group.map((f) => textOf(this.summaries.get(f)));
      for (const f of group) this.analyseFunction(f);
      if (round > 1 && group.every((f, i) => textOf(this.summaries.get(f)) === before[i])) break;
    }
    for (const f of group) this.pending.delete(f);
  }

  private analyseFunction(f: FunctionSymbol): void {
    const { summary, steps, stopped, found } = this.analyseOnce(f);
    this.summaries.set(f, summary);
    this.states += steps;
    if (isModel(f)) return;
    if (!this.found.has(f)) for (const block of f.body!.blocks) this.instructions += block.instrs.length;
    this.found.set(f, found);
    const reason = stopped ?? (summary.complete ? null : 'some of its paths were left out');
    this.ledger.reach({ function: f, status: stopped ? 'timeout' : 'analysed', reason });
  }

  private analyseOnce(f: FunctionSymbol): Analysed & { readonly found: readonly Finding[] } {
    const found: Finding[] = [];
    return { ...analyseProcedure(this.hereFor(f, found), this.limits()), found };
  }

  private limits(): Limits {
    return { steps: this.options.budget, states: 8, rounds: 2, outcomes: 12 };
  }

  private hereFor(f: FunctionSymbol, found: Finding[]): Here {
    const { program, options } = this;
    return {
      program,
      options,
      symbol: f,
      body: f.body!,
      at: f.body!.at,
      end: f.body!.end,
      summaryOf: (callee) => this.summaries.get(callee) ?? (this.pending.has(callee) ? 'pending' : null),
      globalCell: (name, variable, state) => globalCell(program, name, variable, state),
      report: (finding) => found.push(finding),
    };
  }
}

/** Tells whether a further round made a difference. */
const textOf = (summary: Summary | undefined): string => summary?.outcomes.map(effectsOf).sort().join('#') ?? '';
