// The second stage of `check`: engines that prove and runs examine the findings of the first stage.
// Drops what is proved impossible, adds conditions, confirms what a run shows, and reports errors that only runs show.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisOptions, EntryEngine, Finding, Obligation } from '../../engines/engine.js';
import { openReturns } from '../../engines/shared/broken-promises.js';
import { openOrders } from '../../engines/shared/evaluation-order.js';
import { openFormats } from '../../engines/shared/formats.js';
import { openHandlers } from '../../engines/shared/handlers.js';
import type { JudgedFinding } from '../../findings/locate.js';
import type { LocatedFinding, SecondLookStats } from '../../findings/report.js';
import type { RecordedInput } from '../../interp/recorded-input.js';
import type { Program } from '../../ir/link.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import type { AnswerStore } from '../project/kept-answers.js';
import type { InputStore } from '../project/kept-inputs.js';
import { unseenFunctions } from '../prove/portfolio.js';
import { replayFindings, shows, showsInside } from '../replay/replay.js';
import type { ShowFile } from '../replay/run-findings.js';
import { linkageOf, type ShownAnswer, tryFinding } from '../replay/try-finding.js';
import { type Effort, MOST_FILES } from './effort.js';
import { type Fate, judge, NOT_TRIED } from './fate.js';
import { repetitionOf, runAll, type Shown, whatRunsShow } from './program-runs.js';
import { NO_OPINION, type Panel, SecondStage } from './refute.js';

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
  /** Inputs that earlier searches found. */
  readonly inputs?: InputStore;
  /** The command that repeats a run; of several files with a main, one is named. */
  readonly repeat: (main: string | null, input: RecordedInput) => string;
  /** Whether a function is proved by itself. */
  readonly prove?: Panel['prove'];
}

export interface SecondLook {
  readonly findings: readonly JudgedFinding[];
  /** Findings that an engine proves impossible. */
  readonly refuted: readonly RefutedFinding[];
  /** Errors that runs show. */
  readonly shown: readonly LocatedFinding[];
  readonly problems: readonly Diagnostic[];
  /** The runs from their functions that show findings. */
  readonly trials: ReadonlyMap<JudgedFinding, ShownAnswer>;
  /** What became of each finding of the first stage. */
  readonly fates: ReadonlyMap<Finding, Fate>;
  readonly stats: SecondLookStats;
}

export interface RefutedFinding {
  readonly finding: Finding;
  /** For people: the engine and the entry of its proof. */
  readonly reason: string;
}

/** With fewer files, an analysis may take this many times the usual steps. */
const SMALL = 4;

export function lookAgain(request: SecondLookRequest): SecondLook {
  const start = performance.now();
  const shown = runAll(request);
  const stage = stageOf(request);
  const refuted: RefutedFinding[] = [];
  const kept: JudgedFinding[] = [];
  const told = shown.map((s) => whatRunsShow(s, request));
  const telling = shown.filter((_, i) => told[i]!.length > 0);
  const linkage = linkageOf(request.program);
  const trials = new Map<JudgedFinding, ShownAnswer>();
  const fates = new Map<Finding, Fate>();
  for (const f of request.findings) {
    if (telling.some(({ run }) => showsInside(run, f))) {
      fates.set(f, 'confirmed');
      continue;
    }
    const seen = confirm(f, request, shown);
    const isSeen = seen.certainty === 'confirmed';
    const answer = isSeen || !f.routes ? NOT_TRIED : tryFinding(linkage, request.program, f);
    const opinion = isSeen ? NO_OPINION : stage.judge(f);
    const { fate, finding, dropped } = judge({ finding: seen, answer, opinion }, request.options);
    fates.set(f, fate);
    if (dropped !== null) refuted.push({ finding: f, reason: dropped });
    else {
      kept.push(finding, ...opinion.agreeing.map((other) => confirm(other, request, shown)));
      if (answer.kind === 'shown') trials.set(finding, answer);
    }
  }
  return {
    findings: kept,
    refuted,
    shown: told.flat(),
    problems: stage.problems.map((message) => diagnostic('internal', message)),
    trials,
    fates,
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

function stageOf({ program, units, engines, options, effort, answers, prove }: SecondLookRequest): SecondStage {
  const unseen = (entry: FunctionSymbol): Obligation[] => [
    ...openFormats(program, entry),
    ...openOrders(program, entry),
    ...openHandlers(program, entry),
    ...openReturns(program, entry),
    ...units.flatMap((unit) => unseenFunctions({ unit }, { program, entry })),
  ];
  const { analyses } = effort;
  const budget = effort.steps * (units.length <= MOST_FILES ? SMALL : 1);
  const kept = { ...(answers ? { answers } : {}), ...(prove ? { prove } : {}) };
  return new SecondStage({ program, engines, options: { ...options, budget }, analyses, unseen, ...kept });
}

/** By one of the runs, or by a run on the finding's own input. */
function confirm(f: Finding, { units }: SecondLookRequest, shown: readonly Shown[]): JudgedFinding {
  const showing = shown.find(({ run }) => shows(run, f));
  if (showing) return { ...f, certainty: 'confirmed', ...repetitionOf(showing) };
  return f.input && units.length <= MOST_FILES ? replayFindings(units, [f])[0]! : f;
}
