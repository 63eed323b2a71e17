// Heaps for findings: the functions that have any are analysed once more, and this time the engine keeps what it saw on the way.
// After the analysis of a program, if the report has drawings; nothing of it is stored.

import type { AnalysisOptions, AnalysisResult, Finding } from '../../engines/engine.js';
import type { FunctionOutcome, SummaryEngine } from '../../engines/summary-engine.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol } from '../../ir/program.js';

export interface Finished {
  readonly engine: SummaryEngine;
  readonly program: PackedProgram;
  readonly options: AnalysisOptions;
  readonly outcomes: readonly FunctionOutcome[];
}

/** The same findings with heaps, as far as the second analysis comes to them. */
export function illustrateFindings(result: AnalysisResult, finished: Finished): AnalysisResult {
  const { engine, program, options, outcomes } = finished;
  const analysis = engine.open(program, { ...options, illustrated: true });
  const wanted = new Set<FunctionSymbol>(result.findings.flatMap((f) => (f.routes ?? []).map((r) => r.function)));
  const summaryOf = summariesIn(outcomes);
  const again = outcomes.map((outcome): FunctionOutcome => {
    if (!wanted.has(outcome.function) || 'crash' in outcome) return outcome;
    const [illustrated] = analysis.analyse({ functions: [outcome.function], pass: 'last' }, summaryOf);
    return illustrated ? { function: outcome.function, result: illustrated } : outcome;
  });
  const drawn = new Map(analysis.conclude(again).findings.map((f) => [keyOf(f), f]));
  return { ...result, findings: result.findings.map((f) => withHeaps(f, drawn.get(keyOf(f)))) };
}

/** The summaries that an analysis has made. */
export function summariesIn(outcomes: readonly FunctionOutcome[]): (callee: PackedFunction) => Uint8Array | null {
  const known = new Map(outcomes.flatMap((o) => ('result' in o ? [[o.function, o.result] as const] : [])));
  return (callee) => known.get(callee)?.summary ?? null;
}

function withHeaps(finding: Finding, drawn: Finding | undefined): Finding {
  if (!drawn?.heap) return finding;
  const { trace, heap, heapAfter } = drawn;
  return { ...finding, trace, heap, ...(heapAfter ? { heapAfter } : {}) };
}

function keyOf({ rule, site, message }: Finding): string {
  const { file, line, column } = site.source.locate(site.at);
  return JSON.stringify([rule, file, line, column, message]);
}
