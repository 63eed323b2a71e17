// Findings that runs show, told as the runs went: their messages, traces and heaps are those of the run.
// Between the second stage and the report.

import { type Locator, locateStep } from '../../findings/locate.js';
import type { LocatedFinding, Step } from '../../findings/report.js';
import type { Story } from '../replay/story/tell.js';
import type { SecondLook } from './second-stage.js';

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
