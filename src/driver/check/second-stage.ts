// The second stage of `check`: engines that prove and runs examine the findings of the first stage.
// Drops what is proved impossible, adds conditions, confirms what a run shows, and reports errors that only runs show.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisOptions, EntryEngine, Finding, Obligation } from '../../engines/engine.js';
import { openReturns } from '../../engines/shared/broken-promises.js';
import { openOrders } from '../../engines/shared/evaluation-order.js';
import { openFormats } from '../../engines/shared/formats.js';
import { openHandlers } from '../../engines/shared/handlers.js';
import { PROPERTIES } from '../../engines/shared/ledger.js';
import type { JudgedFinding } from '../../findings/locate.js';
import type { LocatedFinding, SecondLookStats } from '../../findings/report.js';
import { describeChoice } from '../../interp/given/choice.js';
import { Linkage } from '../../interp/linkage.js';
import { hasBody, type Program } from '../../ir/link.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import { isInModel } from '../../models/origin.js';
import type { AnswerStore } from '../project/kept-answers.js';
import { unseenFunctions } from '../prove/portfolio.js';
import { findViolations, GLANCE, type Effort as RunEffort, SEARCH, type Violation } from '../replay/confirm.js';
import { replayFindings, shows, showsInside } from '../replay/replay.js';
import { rootsOf } from '../replay/roots.js';
import { findingsOfRun, type ShowFile } from '../replay/run-findings.js';
import { type Shown, tryFinding } from '../replay/try-finding.js';
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

/** What the second stage may cost. */
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
  /** Findings that an engine proves impossible. */
  readonly refuted: readonly RefutedFinding[];
  /** Errors that runs show. */
  readonly shown: readonly LocatedFinding[];
  readonly problems: readonly Diagnostic[];
  /** The runs from their functions that show findings. */
  readonly trials: ReadonlyMap<JudgedFinding, Shown>;
  readonly stats: SecondLookStats;
}

export interface RefutedFinding {
  readonly finding: Finding;
  /** For people: the engine and the entry of its proof. */
  readonly reason: string;
}

/** Larger projects are not run. */
const MOST_FILES = 12;
/** With fewer files, an analysis may take this many times the usual steps. */
const SMALL = 4;

export function lookAgain(request: SecondLookRequest): SecondLook {
  const start = performance.now();
  const violations = runAll(request);
  const stage = stageOf(request);
  const refuted: RefutedFinding[] = [];
  const kept: JudgedFinding[] = [];
  const telling = violations.filter((v) => whatRunsShow(v, request).length > 0);
  const linkage = linkageOf(request.program);
  const trials = new Map<JudgedFinding, Shown>();
  for (const f of request.findings) {
    if (telling.some(({ run }) => showsInside(run, f))) continue;
    const judged = tried(confirm(f, request, violations), linkage, request.program, trials);
    if (judged === null) {
      refuted.push({ finding: f, reason: 'a run along its path shows no error' });
      continue;
    }
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
    trials,
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
  const unseen = (entry: FunctionSymbol): Obligation[] => [
    ...openFormats(program, entry),
    ...openOrders(program, entry),
    ...openHandlers(program, entry),
    ...openReturns(program, entry),
    ...units.flatMap((unit) => unseenFunctions({ unit }, { program, entry })),
  ];
  const { analyses } = effort;
  const budget = effort.steps * (units.length <= MOST_FILES ? SMALL : 1);
  const kept = answers ? { answers } : {};
  return new SecondStage({ program, engines, options: { ...options, budget }, analyses, unseen, ...kept });
}

/** By one of the runs, or by a run on the finding's own input. */
function confirm(f: Finding, { units }: SecondLookRequest, violations: readonly Violation[]): JudgedFinding {
  if (violations.some(({ run }) => shows(run, f))) return { ...f, certainty: 'confirmed' };
  return f.input && units.length <= MOST_FILES ? replayFindings(units, [f])[0]! : f;
}

export const linkageOf = ({ units }: Program): Linkage => {
  const isModelUnit = ({ source }: Unit) => isInModel(source);
  return new Linkage(
    units.filter((u) => !isModelUnit(u)),
    units.filter(isModelUnit),
  );
};

/** By a run from its function; null if that contradicts it. */
function tried(
  f: JudgedFinding,
  linkage: Linkage,
  program: Program,
  trials: Map<JudgedFinding, Shown>,
): JudgedFinding | null {
  if (f.certainty === 'confirmed' || !f.routes) return f;
  const start = performance.now();
  const answer = tryFinding(linkage, program, f as Finding);
  if (process.env.CAULK_TRIAL) {
    const place = f.site.source.locate(f.site.at);
    const detail =
      answer.kind === 'shown'
        ? [
            ...[...answer.attempt.choices].map(([p, c]) => describeChoice(p, c)),
            ...answer.attempt.failures.map((n) => `allocation ${n} fails`),
          ].join('; ')
        : answer.kind === 'not reached'
          ? `${answer.followed}/${answer.turns} ${answer.why}`
          : `${answer.runs} runs`;
    console.error(
      `${place.file}:${place.line} ${f.rule} ${f.function}: ${answer.kind} ${detail} ${Math.round(performance.now() - start)} ms`,
    );
  }
  if (answer.kind === 'contradicted') return null;
  if (answer.kind === 'not reached') return f;
  const confirmed: JudgedFinding = { ...f, certainty: 'confirmed' };
  trials.set(confirmed, answer);
  return confirmed;
}

/**
 * All files as one program if one of them has a main; each file with a main by itself if several have. If none has, runs
 * begin at functions that can be called at any time.
 */
function runAll(request: SecondLookRequest): Violation[] {
  const { units, effort } = request;
  if (units.length > MOST_FILES) return [];
  const withMain = units.filter((u) => u.functions.some((f) => f.name === 'main' && hasBody(f)));
  if (withMain.length === 0) return runFromRoots(request);
  const programs = withMain.length === 1 ? [units] : withMain.map((unit) => [unit]);
  return programs.flatMap((program) => run(program, effort.run, UNKNOWN));
}

/** Undefined functions and the environment may do anything. */
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

/** Dereferencing the result of an allocation that was made to fail belongs to another rule. */
function whatRunsShow({ run, failures }: Violation, { options, show }: SecondLookRequest): LocatedFinding[] {
  return findingsOfRun(run, show).flatMap((f): LocatedFinding[] => {
    if (failures.length === 0 || f.rule !== 'null-dereference') return [f];
    return options.mallocMayFail ? [{ ...f, rule: 'unchecked-allocation' }] : [];
  });
}
