// The second stage of `check`: precise engines and runs look again at what the quick engine found.
// Drops what is proved impossible, adds conditions, confirms what a run shows, and reports what only a run has shown.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisOptions, EntryEngine, Finding } from '../../engines/engine.js';
import { openFormats } from '../../engines/shared/formats.js';
import { PROPERTIES } from '../../engines/shared/ledger.js';
import type { JudgedFinding } from '../../findings/locate.js';
import type { LocatedFinding, SecondLookStats } from '../../findings/report.js';
import { hasBody, type Program } from '../../ir/link.js';
import type { Unit } from '../../ir/program.js';
import type { AnswerStore } from '../project/kept-answers.js';
import { unseenFunctions } from '../prove/portfolio.js';
import { findViolations, GLANCE, type Effort as RunEffort, SEARCH, type Violation } from '../replay/confirm.js';
import { replayFindings, shows, showsInside } from '../replay/replay.js';
import { rootsOf } from '../replay/roots.js';
import { findingsOfRun, type ShowFile } from '../replay/run-findings.js';
import { NO_OPINION, SecondStage } from './refute.js';

export interface SecondLookRequest {
  readonly units: readonly Unit[];
  /** The units with the models. */
  readonly program: Program;
  /** Of the first stage. */
  readonly findings: readonly Finding[];
  readonly engines: readonly EntryEngine[];
  readonly options: Omit<AnalysisOptions, 'budget'>;
  readonly effort: Effort;
  readonly show: ShowFile;
  /** Answers of engines in earlier runs. */
  readonly answers?: AnswerStore;
}

/** How much a second look may cost. */
export interface Effort {
  /** Abstract steps per analysis of one function by one engine. */
  readonly steps: number;
  readonly analyses: number;
  /** Instructions of all runs of a program. */
  readonly run: number;
}

export const USUAL: Effort = { steps: 100, analyses: 60, run: GLANCE };
/** `--prove`. */
export const THOROUGH: Effort = { steps: 4_000, analyses: 400, run: SEARCH };

export interface SecondLook {
  readonly findings: readonly JudgedFinding[];
  /** By engines proved not to happen. */
  readonly refuted: readonly RefutedFinding[];
  /** Seen in runs. */
  readonly shown: readonly LocatedFinding[];
  readonly problems: readonly Diagnostic[];
  readonly stats: SecondLookStats;
}

export interface RefutedFinding {
  readonly finding: Finding;
  /** For people: who proves it, and from where. */
  readonly reason: string;
}

/** More files than this are a project, which cannot simply be run. */
const MOST_FILES = 12;
/** With fewer, an analysis of one function may take so many times the usual steps. */
const SMALL = 4;

export function lookAgain(request: SecondLookRequest): SecondLook {
  const start = performance.now();
  const violations = runAll(request);
  const stage = stageOf(request);
  const refuted: RefutedFinding[] = [];
  const kept: JudgedFinding[] = [];
  const telling = violations.filter((v) => whatRunsShow(v, request).length > 0);
  for (const f of request.findings) {
    if (telling.some(({ run }) => showsInside(run, f))) continue;
    const judged = confirm(f, request, violations);
    const { refutation, agreeing } = judged.certainty === 'confirmed' ? NO_OPINION : stage.judge(f);
    if (refutation)
      refuted.push({ finding: f, reason: `${refutation.by} proves that it cannot happen, from ${refutation.from}` });
    else kept.push(judged, ...agreeing.map((other) => confirm(other, request, violations)));
  }
  return {
    findings: kept,
    refuted,
    shown: violations.flatMap((v) => whatRunsShow(v, request)),
    problems: stage.problems.map((message) => diagnostic('internal', message)),
    stats: {
      functions: stage.entries.size,
      analyses: stage.analyses,
      removed: refuted.length,
      confirmed: kept.filter((f) => f.certainty === 'confirmed').length,
      conditioned: kept.filter((f) => f.condition !== null).length,
      milliseconds: Math.round(performance.now() - start),
    },
  };
}

function stageOf({ program, units, engines, options, effort, answers }: SecondLookRequest): SecondStage {
  const unseen = (entry: Unit['functions'][number]) => [
    ...openFormats(program, entry),
    ...units.flatMap((unit) => unseenFunctions({ unit }, { program, entry })),
  ];
  const { analyses } = effort;
  const budget = effort.steps * (units.length <= MOST_FILES ? SMALL : 1);
  const kept = answers ? { answers } : {};
  return new SecondStage({ program, engines, options: { ...options, budget }, analyses, unseen, ...kept });
}

/** By a run that was seen, or by one on the finding's own input. */
function confirm(f: Finding, { units }: SecondLookRequest, violations: readonly Violation[]): JudgedFinding {
  if (violations.some(({ run }) => shows(run, f))) return { ...f, certainty: 'confirmed' };
  return f.input && units.length <= MOST_FILES ? replayFindings(units, [f])[0]! : f;
}

/**
 * What can be run: all files as one program if one of them has a main; each with a main by itself if several have. If none
 * has, from each function that can be called at any time.
 */
function runAll(request: SecondLookRequest): Violation[] {
  const { units, effort } = request;
  if (units.length > MOST_FILES) return [];
  const withMain = units.filter((u) => u.functions.some((f) => f.name === 'main' && hasBody(f)));
  if (withMain.length === 0) return runFromRoots(request);
  const programs = withMain.length === 1 ? [units] : withMain.map((unit) => [unit]);
  return programs.flatMap((program) => run(program, effort.run, UNKNOWN));
}

/** Of what is around the program, all is possible. */
const UNKNOWN = { strangers: 'pass', surroundings: 'searched' } as const;

function runFromRoots({ units, program, effort }: SecondLookRequest): Violation[] {
  const roots = rootsOf(program, units);
  const steps = Math.round(effort.run / Math.min(4, Math.max(1, roots.length)));
  return roots.flatMap(({ name }) => run(units, steps, { ...UNKNOWN, entry: name }));
}

const run = (units: readonly Unit[], steps: number, start: NonNullable<RunEffort['start']>): Violation[] =>
  (['succeed', 'may fail'] as const).flatMap((allocations) => [
    ...findViolations(units, new Set(PROPERTIES), { steps, allocations, start }).values(),
  ]);

/** A null pointer of an allocation that was made to fail is an untested result, which has a rule of its own. */
function whatRunsShow({ run, failures }: Violation, { options, show }: SecondLookRequest): LocatedFinding[] {
  return findingsOfRun(run, show).flatMap((f): LocatedFinding[] => {
    if (failures.length === 0 || f.rule !== 'null-dereference') return [f];
    return options.mallocMayFail ? [{ ...f, rule: 'unchecked-allocation' }] : [];
  });
}
