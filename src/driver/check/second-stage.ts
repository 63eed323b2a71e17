// The second stage of `check`: engines that prove and runs examine the findings of the first stage.
// Drops what is proved impossible, adds conditions, confirms what a run shows, and reports errors that only runs show.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisOptions, Finding, Obligation } from '../../engines/engine.js';
import type { ProverName } from '../../engines/registry.js';
import { openReturns } from '../../engines/shared/broken-promises.js';
import { openOrders } from '../../engines/shared/evaluation-order.js';
import { openFormats } from '../../engines/shared/formats.js';
import { openHandlers } from '../../engines/shared/handlers.js';
import { openReleases } from '../../engines/shared/releases.js';
import type { JudgedFinding } from '../../findings/locate.js';
import type { LocatedFinding, Repetition, SecondLookStats } from '../../findings/report.js';
import type { RecordedInput } from '../../interp/recorded-input.js';
import type { PackedFunction, PackedUnit } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { FunctionVerdict } from '../project/function-prover.js';
import type { ProgramWork } from '../project/program-work.js';
import { unseenFunctions } from '../prove/portfolio.js';
import { shows, showsInside } from '../replay/replay.js';
import type { ShowFile } from '../replay/run-findings.js';
import type { Stop } from '../replay/stop.js';
import type { Answer, ShownAnswer } from '../replay/try-finding.js';
import { type Effort, MOST_FILES, shareFor } from './effort.js';
import { type Fate, type Judgement, judge, NOT_TRIED } from './fate.js';
import { repetitionOf, runAll, type Shown, whatRunsShow } from './program-runs.js';
import { NO_OPINION, type Panel, SecondStage } from './refute.js';
import { type Stories, tellStories } from './stories.js';
import { Trials } from './trials.js';

export interface SecondLookRequest {
  readonly units: readonly PackedUnit[];
  /** The units with the models. */
  readonly program: PackedProgram;
  /** Of the first stage. */
  readonly findings: readonly Finding[];
  /** The abstract steps that it took. */
  readonly firstStage: number;
  /** Whom engines and runs are asked through. */
  readonly work: ProgramWork;
  readonly engines: readonly ProverName[];
  readonly options: Omit<AnalysisOptions, 'budget'>;
  readonly effort: Effort;
  readonly show: ShowFile;
  /** The command that repeats a run; of several files with a main, one is named. */
  readonly repeat: (main: string | null, input: RecordedInput) => Repetition;
  /** Told how many findings are done, and what is told of them. */
  readonly settled: (done: number, found: EarlyFindings) => void;
  /** Whether a function is proved by itself. */
  readonly prove: (f: PackedFunction) => Promise<FunctionVerdict>;
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
  /** Of findings that runs show: what happens in the run. */
  readonly stories: Stories;
  /** What became of each finding of the first stage. */
  readonly fates: ReadonlyMap<Finding, Fate>;
  /** What ends the runs from the functions of findings that they do not reach. */
  readonly stops: ReadonlyMap<Finding, Stop>;
  readonly stats: SecondLookStats;
}

export interface RefutedFinding {
  readonly finding: Finding;
  /** For people: the engine and the entry of its proof. */
  readonly reason: string;
}

export interface EarlyFindings {
  readonly judged: readonly JudgedFinding[];
  readonly shown: readonly LocatedFinding[];
}

/** With fewer files, an analysis may take this many times the usual steps. */
const SMALL = 4;

export async function lookAgain(request: SecondLookRequest): Promise<SecondLook> {
  const start = performance.now();
  const { shown, instructions, crashes } = await runAll(request);
  const errors = shown.map((s) => whatRunsShow(s, request));
  const told = errors.map((all) => all.map(({ finding }) => finding));
  const telling = shown.filter((_, i) => told[i]!.length > 0);
  const stage = stageOf(request);
  const seen = await Promise.all(request.findings.map((f) => confirm(f, request, shown)));
  const open = request.findings.filter((f, i) => f.routes && seen[i]!.certainty !== 'confirmed');
  const trials = new Trials(open, request.work, shareFor(request.effort.trials, request.firstStage));
  let done = 0;
  request.settled(done, { judged: [], shown: told.flat() });
  const look = async (f: Finding, i: number) => {
    const look = await lookAt(f, seen[i]!, { request, shown, telling, stage, trials });
    request.settled(++done, { judged: look === 'told by a run' ? [] : toldOf(look), shown: [] });
    return look;
  };
  const looks = await Promise.all(request.findings.map(look));
  const judged = looks.filter((look) => look !== 'told by a run');
  const kept = judged.filter(({ dropped }) => dropped === null);
  const findings = kept.flatMap(toldOf);
  const refuted = judged.flatMap(({ first, dropped }) =>
    dropped === null ? [] : [{ finding: first, reason: dropped }],
  );
  const showing = new Map(
    kept.flatMap(({ first, finding, answer }) => (answer.kind === 'shown' ? [[finding, { first, answer }]] : [])),
  );
  const { stories, problems } = tellStories(request.program, { shown, errors, trials: showing });
  return {
    findings,
    refuted,
    shown: told.flat(),
    stories,
    problems: [...stage.problems, ...trials.problems, ...crashes]
      .sort()
      .concat(problems)
      .map((message) => diagnostic('internal', message)),
    trials: new Map([...showing].map(([finding, { answer }]) => [finding, answer])),
    fates: new Map(request.findings.map((f, i) => [f, fateOf(looks[i]!)])),
    stops: new Map(
      judged.flatMap(({ first, answer }) => (answer.kind === 'not reached' ? [[first, answer] as const] : [])),
    ),
    stats: {
      functions: stage.entries.size,
      analyses: stage.analyses,
      untried: stage.untried,
      removed: refuted.length,
      confirmed: findings.filter((f) => f.certainty === 'confirmed').length,
      conditioned: findings.filter((f) => f.condition !== null).length,
      instructions: judged.reduce((sum, { answer }) => sum + answer.instructions, instructions),
      asked: request.work.asked,
      milliseconds: Math.round(performance.now() - start),
    },
  };
}

interface Circumstances {
  readonly request: SecondLookRequest;
  readonly shown: readonly Shown[];
  /** Those that are told by themselves. */
  readonly telling: readonly Shown[];
  readonly stage: SecondStage;
  readonly trials: Trials;
}

/** What the second stage makes of one finding of the first. */
interface Look extends Judgement {
  readonly first: Finding;
  readonly answer: Answer;
  /** What other engines say of the same error. */
  readonly agreeing: readonly JudgedFinding[];
}

const toldOf = ({ dropped, finding, agreeing }: Look): JudgedFinding[] =>
  dropped === null ? [finding, ...agreeing] : [];

const fateOf = (look: Look | 'told by a run'): Fate => (look === 'told by a run' ? 'confirmed' : look.fate);

async function lookAt(
  first: Finding,
  seen: JudgedFinding,
  { request, shown, telling, stage, trials }: Circumstances,
): Promise<Look | 'told by a run'> {
  if (telling.some(({ run }) => showsInside(run, first))) return 'told by a run';
  const isSeen = seen.certainty === 'confirmed';
  const [answer, opinion] = await Promise.all([
    isSeen ? NOT_TRIED : trials.answer(first),
    isSeen ? NO_OPINION : stage.judge(first),
  ]);
  const agreeing = await Promise.all(opinion.agreeing.map((other) => confirm(other, request, shown)));
  return { ...judge({ finding: seen, answer, opinion }, request.options), first, answer, agreeing };
}

function stageOf({
  program,
  firstStage,
  units,
  engines,
  options,
  effort,
  work,
  prove,
  findings,
}: SecondLookRequest): SecondStage {
  const unseen = (entry: FunctionSymbol): Obligation[] => [
    ...openFormats(program, entry),
    ...openOrders(program, entry),
    ...openHandlers(program, entry),
    ...openReturns(program, entry),
    ...openReleases(program, entry),
    ...unseenFunctions({ units }, { program, entry }),
  ];
  const steps = effort.steps * (units.length <= MOST_FILES ? SMALL : 1);
  const together = effort.together ? shareFor(effort.together, firstStage) : Number.POSITIVE_INFINITY;
  const ask: Panel['ask'] = (engine, entry, budget) =>
    work.analyse(entry as PackedFunction, { engine, options: { ...options, budget } });
  const panel = {
    program,
    engines,
    analyses: effort.analyses,
    steps,
    together,
    unseen,
    ask,
    prove: (f: FunctionSymbol) => prove(f as PackedFunction),
  };
  return new SecondStage(panel, findings);
}

/** By one of the runs, or by a run on the finding's own input. */
async function confirm(
  f: Finding,
  { units, work }: SecondLookRequest,
  shown: readonly Shown[],
): Promise<JudgedFinding> {
  const showing = shown.find(({ run }) => shows(run, f));
  if (showing) return { ...f, certainty: 'confirmed', ...repetitionOf(showing) };
  const isShown = f.input && units.length <= MOST_FILES && (await work.replay(units, f));
  return isShown ? { ...f, certainty: 'confirmed' } : f;
}
