// What the results of a piece of work depend on, as one short text: code, summaries of callees, options, and what the engine
// says it reads besides. Equal keys, equal results; so results can be kept, and computed elsewhere.

import type { AnalysisOptions } from '../../engines/engine.js';
import type { Piece, SummaryAnalysis } from '../../engines/summary-engine.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';

export interface KeyScope {
  readonly program: PackedProgram;
  readonly analysis: SummaryAnalysis;
  readonly options: AnalysisOptions;
}

/** `hashFor`: of the summary that the piece gets of a callee; empty if it gets none. */
export function keyOf(scope: KeyScope, piece: Piece, hashFor: (callee: PackedFunction) => string): string {
  const functions = piece.functions.map((f) => describe(scope, f, hashFor));
  return hashOf(JSON.stringify([scope.options, piece.pass]), functions);
}

function describe(
  { program, analysis }: KeyScope,
  f: PackedFunction,
  hashFor: (callee: PackedFunction) => string,
): string {
  return [
    program.idOf(f),
    f.entry.body!.hash,
    ...analysis.calleesOf(f).map((callee) => `${program.idOf(callee)} ${hashFor(callee)}`),
    analysis.dependenciesOf(f),
  ].join('\n');
}
