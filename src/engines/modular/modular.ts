// The engine `modular`: summaries bottom-up over the call graph of a whole program, findings on the way.
// Sees every function once (recursive ones a few times); claims nothing that depends on code it has not seen.

import type { Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { MODELS } from '../../models/load.js';
import { groupsBottomUp } from '../../solver/summaries.js';
import type { AnalysisOptions, AnalysisRequest, AnalysisResult, Engine, Finding } from '../engine.js';
import { Ledger } from '../ledger.js';
import { CallGraph } from './call-graph.js';
import { globalCell } from './globals.js';
import type { Here } from './here.js';
import { shapeOf } from './join.js';
import { type Analysed, analyseProcedure, type Limits } from './procedure.js';
import type { Summary } from './summary.js';

/** More possible targets of a pointer than this say that nobody knows what is called. */
const MOST_TARGETS = 6;
/** Recursive functions are analysed this often; where many call each other, twice. */
const MOST_ROUNDS = 3;
const FEW = 4;

const NO_PROOF = 'summaries follow loops a few times only: this engine finds errors and proves nothing';

export const modular: Engine = {
  name: 'modular',
  analyse: ({ program, entry, options }: AnalysisRequest): AnalysisResult => {
    const graph = new CallGraph(program, MOST_TARGETS);
    return new Analysis(program, graph, options).run(graph.reachableFrom([entry]));
  },
  analyseAll: (program: Program, options: AnalysisOptions): AnalysisResult => {
    const graph = new CallGraph(program, MOST_TARGETS);
    const own = program.defined().filter((f) => !isModel(f));
    return new Analysis(program, graph, options).run(graph.reachableFrom(own));
  },
};

const isModel = (f: FunctionSymbol): boolean => f.body!.source.name.startsWith(MODELS);

class Analysis {
  private readonly summaries = new Map<FunctionSymbol, Summary>();
  private readonly ledger = new Ledger('modular');
  private readonly pending = new Set<FunctionSymbol>();
  private states = 0;
  private instructions = 0;

  constructor(
    private readonly program: Program,
    private readonly graph: CallGraph,
    private readonly options: AnalysisOptions,
  ) {}

  run(functions: readonly FunctionSymbol[]): AnalysisResult {
    for (const group of groupsBottomUp(functions, (f) => this.graph.calleesOf(f))) this.analyseGroup(group);
    const { ledger } = this;
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

  /** Recursive functions: until what they do no longer changes, or a few times. */
  private analyseGroup(group: readonly FunctionSymbol[]): void {
    const recursive = group.length > 1 || this.graph.calleesOf(group[0]!).includes(group[0]!);
    for (const f of group) this.pending.add(f);
    for (let round = 1; ; round++) {
      const last = !recursive || round === (group.length > FEW ? 2 : MOST_ROUNDS);
      const before = group.map((f) => sizeOf(this.summaries.get(f)));
      for (const f of group) this.analyseFunction(f, last);
      if (last) break;
      if (round > 1 && group.every((f, i) => sizeOf(this.summaries.get(f)) === before[i])) round = MOST_ROUNDS - 1;
    }
    for (const f of group) this.pending.delete(f);
  }

  private analyseFunction(f: FunctionSymbol, last: boolean): void {
    const found: Finding[] = [];
    const analysed = analyseProcedure(this.hereFor(f, found), this.limits());
    this.summaries.set(f, analysed.summary);
    this.states += analysed.steps;
    if (!last) return;
    for (const block of f.body!.blocks) this.instructions += block.instrs.length;
    if (!isModel(f)) this.conclude(f, analysed, found);
  }

  private conclude(f: FunctionSymbol, { stopped }: Analysed, found: readonly Finding[]): void {
    for (const finding of found) this.ledger.report(finding);
    this.ledger.reach({ function: f, status: stopped ? 'timeout' : 'analysed', reason: stopped });
  }

  private limits(): Limits {
    return { steps: this.options.budget, states: 8, rounds: 2, outcomes: 6 };
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
const sizeOf = (summary: Summary | undefined): string =>
  summary ? summary.outcomes.map((o) => shapeOf(o.state)).join('#') : '';
