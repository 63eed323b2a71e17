// A whole program, group of functions by group: summaries, findings, and what changes when one function does.
// Between modular.ts (the engine) and procedure.ts (one function).

import { outlineIn, type Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { groupsBottomUp } from '../../solver/summaries.js';
import type { AnalysisOptions, AnalysisResult, Finding } from '../engine.js';
import { CallGraph } from './call-graph.js';
import { type Answer, analyseGroup, analyseOnce, textOf, type Work } from './group.js';
import { conclude, findingsOf, isModel } from './result.js';
import type { Summary } from './summary/summary.js';

export class Analysis {
  readonly graph: CallGraph;
  private readonly answers = new Map<FunctionSymbol, Answer>();
  private readonly work: Work;

  constructor(
    readonly program: Program,
    options: AnalysisOptions,
  ) {
    this.graph = new CallGraph(program);
    this.work = { program, options, graph: this.graph };
  }

  definitionOf(f: FunctionSymbol): FunctionSymbol | null {
    return this.program.definitionOf(f);
  }

  summaryOf(f: FunctionSymbol): Summary | null {
    return this.answers.get(f)?.summary ?? null;
  }

  /** The functions and all they lead to. */
  run(entries: readonly FunctionSymbol[]): AnalysisResult {
    const functions = this.graph.reachableFrom(entries);
    for (const group of groupsBottomUp(functions, (f) => this.graph.calleesOf(f)))
      for (const answer of analyseGroup(this.work, group, (f) => this.summaryOf(f)))
        this.answers.set(answer.function, answer);
    const own = [...this.answers.values()].filter((answer) => !isModel(answer.function));
    return conclude(own.map((answer) => ({ ...answer, instructions: outlineIn(answer.function).instructions })));
  }

  /** Everything that was found, several times at one place if it happens in several ways. */
  findings(): Finding[] {
    return findingsOf([...this.answers.values()].filter((answer) => !isModel(answer.function)));
  }

  /**
   * What is found after a function has changed: it, and its callers as far as summaries change, are analysed again, at
   * most `most` functions. The analysis itself is left as it was.
   */
  reanalyse(f: FunctionSymbol, most: number): Finding[] {
    const changed = new Map<FunctionSymbol, Answer | undefined>();
    const work = new Set([f]);
    for (const g of work) {
      if (changed.size >= most) break;
      const before = this.answers.get(g);
      changed.set(g, before);
      const answer = analyseOnce(this.work, g, (callee) => this.summaryOf(callee), 'thorough');
      this.answers.set(g, answer);
      if (textOf(answer.summary) !== textOf(before?.summary))
        for (const caller of this.graph.callersOf(g)) work.add(caller);
    }
    const findings = this.findings();
    for (const [g, answer] of changed) if (answer) this.answers.set(g, answer);
    return findings;
  }
}
