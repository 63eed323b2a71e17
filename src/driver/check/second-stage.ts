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
import type { LocatedFinding, Repetition, SecondLookStats } from '../../findings/report.js';
import type { RecordedInput } from '../../interp/recorded-input.js';
import type { RunResult } from '../../interp/run.js';
import { hasBody, type Program } from '../../ir/link.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import type { AnswerStore } from '../project/kept-answers.js';
import type { InputStore } from '../project/kept-inputs.js';
import { unseenFunctions } from '../prove/portfolio.js';
import { answerTo } from '../replay/answer.js';
import { conditionOf, dependsOnCallers } from '../replay/condition.js';
import { findViolations, GLANCE, LONG_SEARCH, type Effort as RunEffort, SEARCH } from '../replay/confirm.js';
import { exploreProgram, repeatInput } from '../replay/explore.js';
import { replayFindings, shows, showsInside } from '../replay/replay.js';
import { rootsOf } from '../replay/roots.js';
import { findingsOfRun, type ShowFile } from '../replay/run-findings.js';
import { type Answer, linkageOf, type ShownAnswer } from '../replay/try-finding.js';
import { NO_OPINION, type Panel, type SecondOpinion, SecondStage } from './refute.js';

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

/** What the second stage may cost. */
export interface Effort {
  /** Abstract steps per analysis of one function by one engine. */
  readonly steps: number;
  readonly analyses: number;
  /** Instructions of all runs that begin at a function. */
  readonly run: number;
  /** Instructions of all runs of a program that has a main; 0: it is not run. */
  readonly explore: number;
}

export const USUAL: Effort = { steps: 100, analyses: 60, run: GLANCE, explore: SEARCH };
/** `--prove`. */
export const THOROUGH: Effort = { steps: 4_000, analyses: 400, run: SEARCH, explore: LONG_SEARCH };

export interface SecondLook {
  readonly findings: readonly JudgedFinding[];
  /** Findings that an engine proves impossible. */
  readonly refuted: readonly RefutedFinding[];
  /** Errors that runs show. */
  readonly shown: readonly LocatedFinding[];
  readonly problems: readonly Diagnostic[];
  /** The runs from their functions that show findings. */
  readonly trials: ReadonlyMap<JudgedFinding, ShownAnswer>;
  readonly stats: SecondLookStats;
}

export interface RefutedFinding {
  readonly finding: Finding;
  /** For people: the engine and the entry of its proof. */
  readonly reason: string;
}

/** Larger projects without a main are not run from functions that can be called at any time. */
const MOST_FILES = 12;
/** With fewer files, an analysis may take this many times the usual steps. */
const SMALL = 4;

export function lookAgain(request: SecondLookRequest): SecondLook {
  const start = performance.now();
  const shown = runAll(request);
  const stage = stageOf(request);
  const refuted: RefutedFinding[] = [];
  const kept: JudgedFinding[] = [];
  const telling = shown.filter((s) => whatRunsShow(s, request).length > 0);
  const linkage = linkageOf(request.program);
  const trials = new Map<JudgedFinding, ShownAnswer>();
  for (const f of request.findings) {
    if (telling.some(({ run }) => showsInside(run, f))) continue;
    const seen = confirm(f, request, shown);
    const answer = seen.certainty === 'confirmed' || !f.routes ? NOT_TRIED : answerTo(linkage, request.program, f);
    const { refutation, agreeing } = seen.certainty === 'confirmed' ? NO_OPINION : stage.judge(f);
    const reason = reasonToDrop(f, answer, { refutation, agreeing }, request);
    if (seen.certainty !== 'confirmed' && reason !== null) refuted.push({ finding: f, reason });
    else {
      const judged = withAnswer(seen, answer, agreeing);
      kept.push(judged, ...agreeing.map((other) => confirm(other, request, shown)));
      if (answer.kind === 'shown') trials.set(judged, answer);
    }
  }
  return {
    findings: kept,
    refuted,
    shown: shown.flatMap((s) => whatRunsShow(s, request)),
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

/** Why a finding that no run of a whole program shows is not told, for people; null if it is. */
function reasonToDrop(
  f: Finding,
  answer: Answer,
  { refutation, agreeing }: SecondOpinion,
  { options }: SecondLookRequest,
): string | null {
  const entry = f.routes?.[0]?.function.name;
  if (answer.kind === 'contradicted') return `runs from ${entry} take its whole path, and nothing is wrong there`;
  if (answer.kind === 'shown') return null;
  if (refutation) return `${refutation.by} proves that it cannot happen, from ${refutation.from}`;
  const isTold = f.rule !== 'null-dereference' || !entry || agreeing.length > 0 || options.doubtful;
  return isTold ? null : `no run from ${entry} reaches it, and few of such nulls are real; --doubtful tells them`;
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

/** An error that a run shows. */
interface Shown {
  readonly run: RunResult;
  /** Did an allocation fail in it? */
  readonly failing: boolean;
  /** Of a whole program. */
  readonly repetition?: Repetition;
}

/** By one of the runs, or by a run on the finding's own input. */
function confirm(f: Finding, { units }: SecondLookRequest, shown: readonly Shown[]): JudgedFinding {
  const showing = shown.find(({ run }) => shows(run, f));
  if (showing) return { ...f, certainty: 'confirmed', ...repetitionOf(showing) };
  return f.input && units.length <= MOST_FILES ? replayFindings(units, [f])[0]! : f;
}

const repetitionOf = ({ repetition }: Shown): { repetition?: Repetition } => (repetition ? { repetition } : {});

const NOT_TRIED: Answer = { kind: 'not reached', followed: 0, turns: 0, why: 'it was not tried', instructions: 0 };

/**
 * What a run from the function shows is confirmed, unless callers must see to it (condition.ts). The condition of an engine says more
 * than one input.
 */
function withAnswer(f: JudgedFinding, answer: Answer, agreeing: readonly Finding[]): JudgedFinding {
  if (answer.kind !== 'shown') return f;
  const { attempt, run, route } = answer;
  const needs = conditionOf(attempt, run.given);
  const known = agreeing.find((other) => other.condition !== null)?.condition;
  const condition = known ?? `${route.function.name} is called${needs ? `, ${needs}` : ''}`;
  return dependsOnCallers(f.rule, attempt, route, run)
    ? { ...f, condition }
    : { ...f, condition, certainty: 'confirmed' };
}

/**
 * All files as one program if one of them has a main; if several have, each of them with the files that have none. If none
 * has, runs begin at functions that can be called at any time.
 */
function runAll(request: SecondLookRequest): Shown[] {
  const { units, effort } = request;
  if (effort.explore === 0) return [];
  const withMain = units.filter((u) => u.functions.some((f) => f.name === 'main' && hasBody(f)));
  if (withMain.length === 0) return units.length > MOST_FILES ? [] : runFromRoots(request);
  if (withMain.length === 1) return explore(request, units, { main: null, steps: effort.explore });
  const alone = withMain.length * units.length > MOST_LINKED;
  const others = alone ? [] : units.filter((u) => !withMain.includes(u));
  const steps = Math.max(LEAST, Math.round((PROGRAMS * effort.explore) / Math.max(PROGRAMS, withMain.length)));
  return withMain.flatMap((unit) =>
    explore(request, [unit, ...others], { main: request.show(unit.source.name), steps }),
  );
}

/** So many programs get the whole effort; if there are more, they share it, but each gets this much. */
const PROGRAMS = 2;
const LEAST = 500_000;
/** More files are not linked in total: to load a program takes time, too. */
const MOST_LINKED = 600;

/** Runs of a program from its main, on inputs that were searched for now or before. */
function explore(
  { findings, inputs, repeat }: SecondLookRequest,
  units: readonly Unit[],
  { main, steps }: { readonly main: string | null; readonly steps: number },
): Shown[] {
  const goals = findings.filter(({ site }) => units.some(({ source }) => source === site.source));
  const places = goals.map(({ rule, site }) => `${rule} ${site.source.name} ${site.at}`);
  const search = () => exploreProgram(units, goals, steps);
  const question = JSON.stringify([main, steps, ...places]);
  const known = inputs ? inputs.recall(question, search) : search();
  return known.flatMap((input) => {
    const run = repeatInput(units, input, steps);
    const failing = (input.failingAllocations ?? []).length > 0;
    return run
      ? [{ run, failing: failing || run.oversized > 0, repetition: { input, command: repeat(main, input) } }]
      : [];
  });
}

/** Undefined functions and the environment may do anything. */
const UNKNOWN = { strangers: 'pass', surroundings: 'searched' } as const;

function runFromRoots({ units, program, effort }: SecondLookRequest): Shown[] {
  const roots = rootsOf(program, units);
  const steps = Math.round(effort.run / Math.min(4, Math.max(1, roots.length)));
  return roots.flatMap(({ name }) => run(units, steps, { ...UNKNOWN, entry: name }));
}

const run = (units: readonly Unit[], steps: number, start: NonNullable<RunEffort['start']>): Shown[] =>
  (['succeed', 'may fail'] as const).flatMap((allocations) =>
    [...findViolations(units, new Set(PROPERTIES), { steps, allocations, start }).values()].map(
      ({ run, failures }) => ({ run, failing: failures.length > 0 }),
    ),
  );

/**
 * Dereferencing the result of an allocation that was made to fail belongs to another rule. What only local variables of main
 * lead to is lost when it returns: the process ends, so that is told only if the first stage thinks it worth telling.
 */
function whatRunsShow(shown: Shown, { options, show }: SecondLookRequest): LocatedFinding[] {
  const lost = shown.run.lost.filter((block) => options.leakAtExit || !block.asMainReturns);
  return findingsOfRun({ ...shown.run, lost }, show).flatMap((finding): LocatedFinding[] => {
    const f = { ...finding, ...repetitionOf(shown) };
    if (!shown.failing || f.rule !== 'null-dereference') return [f];
    return options.mallocMayFail ? [{ ...f, rule: 'unchecked-allocation' }] : [];
  });
}
