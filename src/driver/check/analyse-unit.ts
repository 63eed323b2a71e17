// Runs an engine on one unit: from `main`, from the functions that the user names, or from all that have no caller in it.
// Between the commands and the engines.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisResult, EntryEngine } from '../../engines/engine.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import { linkWithModels } from '../../models/load.js';
import type { Target } from '../../types/types.js';
import { requirementsOf } from '../load/requirements.js';
import type { AnalysisPlan } from '../plan.js';

export interface UnitAnalysis {
  readonly results: readonly AnalysisResult[];
  readonly problems: readonly Diagnostic[];
}

export function analyseUnit(
  unit: Unit,
  target: Target,
  { engine, options, entries, models, openAs }: AnalysisPlan<EntryEngine>,
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
