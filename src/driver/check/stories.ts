// Findings that runs show, told as the runs went: their messages, traces and heaps are those of the run.
// Between the second stage and the report.

import { describeError } from '../../base/crash.js';
import type { Finding } from '../../engines/engine.js';
import { type JudgedFinding, type Locator, locateStep } from '../../findings/locate.js';
import type { LocatedFinding, Step } from '../../findings/report.js';
import { Linkage } from '../../interp/linkage.js';
import type { RunResult } from '../../interp/run.js';
import type { Program } from '../../ir/link.js';
import { shows } from '../replay/replay.js';
import { optionsFor } from '../replay/route-search.js';
import { errorsOfRun, momentOf, type RunError } from '../replay/run-findings.js';
import { type Story, type Telling, tellStory } from '../replay/story/tell.js';
import { linkageOf, type ShownAnswer, surroundingsOf } from '../replay/try-finding.js';
import type { Shown } from './program-runs.js';
import type { SecondLook } from './second-stage.js';

/** Of findings of the second stage, and of the errors that only runs show. */
export type Stories = ReadonlyMap<JudgedFinding | LocatedFinding, Story>;

export interface Runs {
  readonly shown: readonly Shown[];
  /** Of each run. */
  readonly errors: readonly (readonly RunError[])[];
  /** Runs from the functions of findings, with the finding of the first stage. */
  readonly trials: ReadonlyMap<JudgedFinding, { readonly first: Finding; readonly answer: ShownAnswer }>;
}

/** `problems`: crashes. A finding whose story cannot be told keeps its own trace. */
export function tellStories(
  program: Program,
  { shown, errors, trials }: Runs,
): { readonly stories: Stories; readonly problems: readonly string[] } {
  const stories = new Map<JudgedFinding | LocatedFinding, Story>();
  const problems: string[] = [];
  const tell = (f: JudgedFinding | LocatedFinding, telling: Omit<Telling, 'rule'>) => {
    try {
      const story = tellStory({ rule: f.rule, ...telling });
      if (story) stories.set(f, story);
    } catch (error) {
      problems.push(`a run that shows a ${f.rule} cannot be told: ${describeError(error)}`);
    }
  };
  shown.forEach(({ units, options }, i) => {
    const linkage = new Linkage(units);
    for (const { finding, moment } of errors[i]!) tell(finding, { linkage, options, ...moment });
  });
  const linkage = linkageOf(program);
  for (const [finding, { first, answer }] of trials) {
    const { route, attempt, run } = answer;
    const moment = momentIn(run, first);
    if (moment) tell(finding, { linkage, options: optionsFor(route, attempt, surroundingsOf(program)), ...moment });
  }
  return { stories, problems };
}

/** Where a run shows the finding. */
function momentIn(run: RunResult, f: Finding): RunError['moment'] | null {
  if (f.rule !== 'leak') return errorsOfRun(run, (file) => file)[0]?.moment ?? null;
  const block = run.lost.find((b) => shows({ ...run, lost: [b] }, f));
  return block ? momentOf(block) : null;
}

/** Those of the second stage, located, in its order; then the errors that only runs show. */
export function tellAll(
  { findings, shown, stories }: SecondLook,
  located: readonly LocatedFinding[],
  locator: Locator,
): LocatedFinding[] {
  const tell = (finding: LocatedFinding, story: Story | undefined) =>
    story ? withStory(finding, story, locator) : finding;
  return [...findings.map((f, i) => tell(located[i]!, stories.get(f))), ...shown.map((f) => tell(f, stories.get(f)))];
}

/** The place stays that of the finding: in a run it may be inside of a call there, which is then a step of its own. */
export function withStory(finding: LocatedFinding, story: Story, locator: Locator): LocatedFinding {
  const { heap, heapAfter, site, message } = story;
  const place = locator.place(site);
  const isHere = place.file === finding.file && place.line === finding.line;
  const steps = story.steps.map((step) => locateStep(step, locator));
  const inside: Step[] = isHere ? [] : [{ ...place, message, heap }];
  return {
    ...finding,
    ...(isHere ? { ...place, message: locator.said(message, story.quotes) } : {}),
    trace: onceEach([...steps, ...inside]),
    heap,
    ...(heapAfter ? { heapAfter } : {}),
  };
}

/** The same place with the same words, one after the other, is told once. */
export const onceEach = (steps: readonly Step[]): Step[] =>
  steps.filter((step, i) => {
    const before = steps[i - 1];
    return !before || before.file !== step.file || before.line !== step.line || before.message !== step.message;
  });
