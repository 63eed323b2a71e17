// What one unit contributes to a report besides findings: its files, functions with their fate, diagnostics, drawings.
// Between the examinations of units and projects and gather.ts.

import type { Diagnostic } from '../../base/diagnostics.js';
import type { SourceText } from '../../base/source.js';
import type { AnalysisResult } from '../../engines/engine.js';
import { type Canvas, type Place, type Portrait, paintUnit } from '../../findings/portrait.js';
import type { DroppedFinding, FunctionEntry, LocatedFinding, SecondLookStats } from '../../findings/report.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { hasBody, outlineIn, placeIn } from '../../ir/link.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import { displayPath } from '../load/find-jobs.js';
import type { Loaded } from '../load/load-units.js';
import type { FunctionVerdict } from '../project/function-prover.js';
import type { ProofCost, Verdicts } from './prove-all.js';

/** A part of a report, of one unit or of what was said about all together. */
export interface PartialReport {
  readonly findings: readonly LocatedFinding[];
  /** Findings that the second stage proved not to happen. */
  readonly refuted: readonly DroppedFinding[];
  /** Every file of the project that was read, headers too, as a person names it. */
  readonly files: readonly string[];
  readonly functions: readonly FunctionEntry[];
  readonly diagnostics: readonly Diagnostic[];
  /** The heaps of functions, if there is a canvas. */
  readonly portraits: readonly Portrait[];
  readonly secondLook: SecondLookStats | null;
  readonly proofs: ProofCost | null;
  readonly instructions: number;
  readonly states: number;
  readonly milliseconds: { readonly preprocess: number; readonly read: number; readonly analyse: number };
}

export const NO_REPORT = {
  findings: [],
  refuted: [],
  secondLook: null,
  proofs: null,
  files: [],
  functions: [],
  portraits: [],
  instructions: 0,
  states: 0,
};

/** A unit that was read, or not, by any worker. */
export type ReadUnit = Omit<Loaded, 'bytes' | 'depends'>;

/** What engines did with a unit, and how long they took. */
export interface UnitResults {
  readonly results: readonly AnalysisResult[];
  readonly fates: Fates;
  /** Of a check that proves functions. */
  readonly verdicts?: Verdicts | undefined;
  readonly milliseconds: number;
  readonly canvas?: Canvas | undefined;
  /** Where drawings are wanted most. */
  readonly places?: readonly Place[];
}

export function reportUnit(
  read: ReadUnit,
  { results, fates, verdicts, milliseconds: analyse, canvas, places = [] }: UnitResults,
): PartialReport {
  const { unit, job } = read;
  const diagnostics = nameFiles(job, read.diagnostics);
  const milliseconds = { ...read.milliseconds, analyse };
  if (!unit) return { ...NO_REPORT, diagnostics, milliseconds };
  const lost = unit.lost.map(({ reason }) => reason);
  return {
    ...NO_REPORT,
    files: unit.source.ownFiles().map((file) => displayPath(job, file)),
    functions: listFunctions(job, unit, fates, verdicts),
    portraits: canvas ? paintUnit(unit, results, canvas, (file) => displayPath(job, file), places) : [],
    diagnostics: [...diagnostics, ...nameFiles(job, lost)],
    instructions: countInstructions(unit),
    states: sum(results, (result) => result.stats.states),
    milliseconds,
  };
}

/** The name of a file in reports: relative to the working directory; files of models keep their names. */
export type NameFile = (source: SourceText, file: string) => string;

export const nameFor =
  (jobOf: (source: SourceText) => CompileJob | undefined): NameFile =>
  (source, file) => {
    const job = jobOf(source);
    return file.startsWith('<') || !job ? file : displayPath(job, file);
  };

/** The same diagnostics with paths relative to the working directory. */
function nameFiles(job: CompileJob, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((d) =>
    d.location ? { ...d, location: { ...d.location, file: displayPath(job, d.location.file) } } : d,
  );
}

/** Without the functions that system headers define. */
function listFunctions(job: CompileJob, unit: Unit, fates: Fates, verdicts?: Verdicts): FunctionEntry[] {
  const read = unit.functions.filter(hasBody).flatMap((symbol): FunctionEntry[] => {
    const { file, line, system } = placeIn(symbol);
    const { status, reason } = fates.get(symbol) ?? NOT_REACHED;
    const proved = proofIn(verdicts?.get(symbol as PackedFunction));
    return system ? [] : [{ name: symbol.name, file: displayPath(job, file), line, status, reason, ...proved }];
  });
  const lost = unit.lost.map(({ name, reason }): FunctionEntry => {
    const file = displayPath(job, reason.location?.file ?? job.file);
    return { name, file, line: reason.location?.line ?? 0, status: 'skipped', reason: reason.message };
  });
  return [...read, ...lost];
}

const proofIn = (verdict: FunctionVerdict | undefined): Pick<FunctionEntry, 'proof' | 'unproved'> =>
  verdict?.proof ? { proof: verdict.proof } : verdict?.reason ? { unproved: verdict.reason } : {};

type Fate = Pick<FunctionEntry, 'status' | 'reason'>;
export type Fates = ReadonlyMap<FunctionSymbol, Fate>;

export const NO_FATES: Fates = new Map();
const NOT_REACHED: Fate = { status: 'skipped', reason: 'no entry leads to it' };
const BETTER: readonly FunctionEntry['status'][] = ['skipped', 'timeout', 'analysed'];

/** The best status of each function: it may be reached from several entries. */
export function fatesOf(results: readonly AnalysisResult[]): Fates {
  const fates = new Map<FunctionSymbol, Fate>();
  for (const { functions } of results)
    for (const { function: f, status, reason } of functions) {
      const known = fates.get(f);
      if (!known || BETTER.indexOf(status) > BETTER.indexOf(known.status))
        fates.set(f, { status, reason: reason?.text ?? null });
    }
  return fates;
}

function countInstructions(unit: Unit): number {
  let count = 0;
  for (const f of unit.functions) if (hasBody(f)) count += outlineIn(f).instructions;
  return count;
}

export function sum<T>(values: readonly T[], measure: (value: T) => number): number {
  return values.reduce((total, value) => total + measure(value), 0);
}
