// Runs an engine over one unit: from `main`, from the functions the user names, or from all that nobody else calls.
// Between the commands and the engines.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisOptions, AnalysisResult, Engine } from '../../engines/engine.js';
import { type Requirements, readRequirements } from '../../findings/requirements.js';
import { readSourceFile } from '../../findings/source-files.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import { linkWithModels } from '../../models/load.js';
import type { Target } from '../../types/types.js';

export interface AnalysisPlan {
  readonly engine: Engine;
  readonly options: AnalysisOptions;
  /** Names of functions; empty: choose. */
  readonly entries: readonly string[];
  /** Files with models of the user's own. */
  readonly models: readonly string[];
  /** How a file that the unit names can be opened from here; by its name unless told. */
  readonly openAs?: (file: string) => string;
}

export interface UnitAnalysis {
  readonly results: readonly AnalysisResult[];
  readonly problems: readonly Diagnostic[];
}

export function analyseUnit(
  unit: Unit,
  target: Target,
  { engine, options, entries, models, openAs }: AnalysisPlan,
): UnitAnalysis {
  const program = linkWithModels([unit], target, models);
  const named = entries.map((name) => program.functionNamed(name));
  const missing = entries.filter((_, i) => named[i] === null);
  const chosen = entries.length > 0 ? named.filter((f) => f !== null) : entriesOf(unit);
  const required = chosen.map((entry) => requirementsOf(entry, openAs));
  return {
    results: chosen.map((entry, i) => engine.analyse({ program, entry, options, requires: required[i]!.requirements })),
    problems: [
      ...required.flatMap((r) => r.diagnostics),
      ...missing.map((name) => diagnostic('bad-usage', `there is no function \`${name}\` in ${unit.source.name}`)),
    ],
  };
}

/** What the comments above a function say about its parameters. */
export function requirementsOf(
  { body }: FunctionSymbol,
  openAs: (file: string) => string = (file) => file,
): Requirements {
  const place = body && body.source.locate(body.at);
  const file = place && openAs(place.file);
  const bytes = file && readSourceFile(file);
  if (!body || !place || !file || !bytes) return { requirements: [], diagnostics: [] };
  const pointers = body.params.filter((p) => p.type.kind === 'pointer').map((p) => p.name);
  return readRequirements(file, bytes, { line: place.line, pointers });
}

/** `main` if there is one; otherwise what no function of the unit calls, or all if they call each other. */
function entriesOf(unit: Unit): FunctionSymbol[] {
  const own = unit.functions.filter((f) => f.body && !unit.source.inSystemHeader(f.body.at));
  const main = own.find((f) => f.name === 'main');
  if (main) return [main];
  const called = new Set(own.flatMap((f) => calleesOf(f)));
  const uncalled = own.filter((f) => !called.has(f));
  return uncalled.length > 0 ? uncalled : own;
}

function calleesOf(f: FunctionSymbol): FunctionSymbol[] {
  return f.body!.blocks.flatMap((b) =>
    b.instrs.flatMap((i) =>
      i.kind === 'call' && i.callee.kind === 'direct' && i.callee.function !== f ? [i.callee.function] : [],
    ),
  );
}
