// Runs an engine on one unit: from `main`, from the functions that the user names, or from all that have no caller in it.
// Between the commands and the engines.

import { describeError } from '../../base/crash.js';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisResult, EntryEngine } from '../../engines/engine.js';
import { because } from '../../engines/reason.js';
import { PROPERTIES } from '../../engines/shared/ledger.js';
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
  { engine, options, entries, models, job }: AnalysisPlan<EntryEngine>,
): UnitAnalysis {
  const program = linkWithModels([unit], target, models);
  const named = entries.map((name) => program.functionNamed(name));
  const chosen = entries.length > 0 ? named.filter((f) => f !== null) : entriesOf(unit);
  const required = chosen.map((entry) => requirementsOf(entry, job));
  const results: AnalysisResult[] = [];
  const crashes: Diagnostic[] = [];
  for (const [i, entry] of chosen.entries()) {
    try {
      results.push(engine.analyse({ program, entry, options, requires: required[i]!.requirements }));
    } catch (error) {
      const why = describeError(error);
      crashes.push(
        diagnostic('internal', `the engine ${engine.name} crashed in \`${entry.name}\` of ${unit.source.name}: ${why}`),
      );
      results.push(nothingKnown(engine, entry, `the engine crashed: ${why}`));
    }
  }
  return {
    results,
    problems: [...crashes, ...required.flatMap((r) => r.diagnostics)],
  };
}

/** A function that could not be analysed: nothing is found, nothing is proved. */
function nothingKnown({ name }: EntryEngine, entry: FunctionSymbol, crash: string): AnalysisResult {
  const { source, at, end } = entry.body!;
  const reason = because('crash', crash);
  return {
    engine: name,
    findings: [],
    obligations: PROPERTIES.map((property) => ({ property, site: { source, at, end }, status: 'unknown', reason })),
    assumptions: [],
    functions: [{ function: entry, status: 'skipped', reason }],
    stats: { states: 0, instructions: 0 },
    draw: () => [],
  };
}

/** `main` if there is one; otherwise functions without callers in the unit, or all if every one has a caller. */
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
