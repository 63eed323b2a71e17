// Analyses pieces of work in the thread it lives in, from summaries that it has been sent before.
// Used by the executor of a worker, and by analyse-program.ts when everything happens in one thread.

import type { FunctionResult, Pass, SummaryAnalysis } from '../../engines/summary-engine.js';
import type { PackedProgram } from '../../ir/pack/program.js';

/** A piece as plain data. */
export interface PieceOrder {
  /** Functions by id. */
  readonly functions: readonly string[];
  readonly pass: Pass;
  /**
   * For one function of a large component: under which name the summaries of callees in the component are found; null:
   * there is none yet. Other callees are found by id.
   */
  readonly names?: readonly (readonly [string, string | null])[];
}

export class PieceRunner {
  private readonly summaries = new Map<string, Uint8Array>();

  constructor(
    private readonly program: PackedProgram,
    private readonly analysis: SummaryAnalysis,
  ) {}

  /** Summaries that later pieces need, by name. */
  receive(summaries: readonly (readonly [string, Uint8Array])[]): void {
    for (const [name, bytes] of summaries) this.summaries.set(name, bytes);
  }

  /** Bodies are dropped afterwards: all of a project's at once would not fit. */
  run({ functions: ids, pass, names }: PieceOrder): FunctionResult[] {
    const functions = ids.map((id) => this.program.functionOf(id));
    const named = new Map(names);
    const results = this.analysis.analyse({ functions, pass }, (callee) => {
      const id = this.program.idOf(callee);
      const name = named.get(id);
      return name === null ? null : (this.summaries.get(name ?? id) ?? null);
    });
    for (const f of functions) f.release();
    return results;
  }
}
