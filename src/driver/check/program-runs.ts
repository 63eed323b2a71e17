// Runs of the whole program in the second stage of `check`: from main on inputs that a search finds, else from functions that
// can be called at any time. What they show confirms findings of the first stage, or is told by itself.

import { describeError } from '../../base/crash.js';
import type { Finding } from '../../engines/engine.js';
import type { Repetition } from '../../findings/report.js';
import { hasBody } from '../../ir/link.js';
import type { PackedUnit } from '../../ir/pack/open.js';
import { rootsOf } from '../replay/roots.js';
import { errorsOfRun, type RunError } from '../replay/run-findings.js';
import type { ShownRun } from '../replay/shown-runs.js';
import { MOST_FILES, shareFor } from './effort.js';
import type { SecondLookRequest } from './second-stage.js';

/** An error that a run shows, and the command that repeats it. */
export interface Shown extends ShownRun {
  /** Of a whole program. */
  readonly repetition?: Repetition;
  /** Those that ran. */
  readonly units: readonly PackedUnit[];
}

export interface WholeRuns {
  readonly shown: readonly Shown[];
  /** Spent on the search for inputs. */
  readonly instructions: number;
  /** Runs that ended in an error of our own, for people. */
  readonly crashes: readonly string[];
}

const NONE: WholeRuns = { shown: [], instructions: 0, crashes: [] };

/**
 * All files as one program if one of them has a main; if several have, each of them with the files that have none. If none
 * has, runs begin at functions that can be called at any time.
 */
export async function runAll(request: SecondLookRequest): Promise<WholeRuns> {
  const { units, effort, show } = request;
  if (!effort.explore) return NONE;
  const withMain = units.filter((u) => u.functions.some((f) => f.name === 'main' && hasBody(f)));
  if (withMain.length === 0) return units.length > MOST_FILES ? NONE : runFromRoots(request);
  const budget = shareFor(effort.explore, request.firstStage);
  if (withMain.length === 1) return explore(request, units, { main: null, steps: budget });
  const alone = withMain.length * units.length > MOST_LINKED;
  const others = alone ? [] : units.filter((u) => !withMain.includes(u));
  const steps = Math.max(LEAST, Math.round(budget / withMain.length));
  const runs = withMain.map((unit) => explore(request, [unit, ...others], { main: show(unit.source.name), steps }));
  const all = await Promise.all(runs);
  return {
    shown: all.flatMap(({ shown }) => shown),
    instructions: sum(all.map(({ instructions }) => instructions)),
    crashes: all.flatMap(({ crashes }) => crashes),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Fewer instructions are not worth loading a program. */
const LEAST = 500_000;
/** More files are not linked in total: to load a program takes time, too. */
const MOST_LINKED = 600;

/** What a search finds shall not depend on the order in which an engine is done with functions. */
const byPlace = ({ site: a }: Finding, { site: b }: Finding): number =>
  a.source === b.source ? a.at - b.at : a.source.name < b.source.name ? -1 : 1;

/** Runs of a program from its main. */
async function explore(
  { findings, work, repeat }: SecondLookRequest,
  units: readonly PackedUnit[],
  { main, steps }: { readonly main: string | null; readonly steps: number },
): Promise<WholeRuns> {
  const goals = findings.filter(({ site }) => units.some(({ source }) => source === site.source)).sort(byPlace);
  const crashes: string[] = [];
  const { runs, instructions } = await work.explore(units, goals, { steps }).catch((error) => {
    crashes.push(`runs of ${main ?? 'the program'} crashed: ${describeError(error)}`);
    return { runs: [], instructions: 0 };
  });
  const shown = runs.map((one) => {
    const { input } = one;
    return input ? { ...one, units, repetition: repeat(main, input) } : { ...one, units };
  });
  return { shown, instructions, crashes };
}

async function runFromRoots({ units, program, effort, work }: SecondLookRequest): Promise<WholeRuns> {
  const roots = rootsOf(program, units);
  const steps = Math.round(effort.run / Math.min(4, Math.max(1, roots.length)));
  const crashes: string[] = [];
  const shown = roots.map(({ name }) =>
    work.runFrom(units, { entry: name, steps }).catch((error): ShownRun[] => {
      crashes.push(`runs from \`${name}\` crashed: ${describeError(error)}`);
      return [];
    }),
  );
  return { ...NONE, shown: (await Promise.all(shown)).flat().map((one) => ({ ...one, units })), crashes };
}

export const repetitionOf = ({ repetition }: Shown): { repetition?: Repetition } => (repetition ? { repetition } : {});

/**
 * Dereferencing the result of an allocation that was made to fail belongs to another rule. What only local variables of main
 * lead to is lost when it returns: the process ends, so that is told only if the first stage thinks it worth telling.
 */
export function whatRunsShow(shown: Shown, { options, show }: SecondLookRequest): RunError[] {
  const lost = shown.run.lost.filter((block) => options.leakAtExit || !block.asMainReturns);
  return errorsOfRun({ ...shown.run, lost }, show).flatMap(({ finding, moment }): RunError[] => {
    const f = { ...finding, ...repetitionOf(shown) };
    if (!shown.failing || f.rule !== 'null-dereference') return [{ finding: f, moment }];
    return options.mallocMayFail ? [{ finding: { ...f, rule: 'unchecked-allocation' }, moment }] : [];
  });
}
