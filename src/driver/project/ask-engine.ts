// One question to an engine of either kind, answered in this thread.
// Between `prove`, `shapes`, benches, tests and the engines.

import type { AnalysisRequest, AnalysisResult, Engine } from '../../engines/engine.js';
import type { SummaryEngine } from '../../engines/summary-engine.js';
import type { Program } from '../../ir/link.js';
import { counterpartOf, packProgram } from '../../ir/pack/pack-program.js';
import { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { analyseInThisThread, type ProgramAnalysis } from './analyse-program.js';

/** Throws if the engine crashes. */
export function askEngine(engine: Engine, request: AnalysisRequest): AnalysisResult {
  if (engine.kind === 'entry') return engine.analyse(request);
  const { program, options, entry } = request;
  const { program: packed, result } = analyseBySummaries(engine, program, options, [entry]);
  const draw: AnalysisResult['draw'] = (point) =>
    result.draw({ ...point, function: counterpartOf(program, packed, point.function) });
  return { ...result, draw };
}

/** These functions and what they lead to, all of the program's own unless told. Throws if the analysis of one crashes. */
export function analyseBySummaries(
  engine: SummaryEngine,
  program: Program,
  options: AnalysisRequest['options'],
  entries: readonly FunctionSymbol[] = [],
): ProgramAnalysis {
  const packed = program instanceof PackedProgram ? program : PackedProgram.open(packProgram(program));
  const counterparts = entries.map((f) => counterpartOf(program, packed, f));
  const analysis = analyseInThisThread({ engine, program: packed, options, entries: counterparts });
  for (const outcome of analysis.outcomes)
    if ('crash' in outcome) throw new Error(`\`${outcome.function.name}\` could not be analysed: ${outcome.crash}`);
  return analysis;
}
