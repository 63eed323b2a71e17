// Runs of the whole program in the second stage of `check`: from main on inputs that a search finds, else from functions that
// can be called at any time. What they show confirms findings of the first stage, or is told by itself.

import { PROPERTIES } from '../../engines/shared/ledger.js';
import type { LocatedFinding, Repetition } from '../../findings/report.js';
import type { RunResult } from '../../interp/run.js';
import { hasBody } from '../../ir/link.js';
import type { Unit } from '../../ir/program.js';
import { findViolations, type Effort as RunEffort } from '../replay/confirm.js';
import { exploreProgram, repeatInput } from '../replay/explore.js';
import { rootsOf } from '../replay/roots.js';
import { findingsOfRun } from '../replay/run-findings.js';
import { MOST_FILES } from './effort.js';
import type { SecondLookRequest } from './second-stage.js';

/** An error that a run shows. */
export interface Shown {
  readonly run: RunResult;
  /** Did an allocation fail in it? */
  readonly failing: boolean;
  /** Of a whole program. */
  readonly repetition?: Repetition;
}

/**
 * All files as one program if one of them has a main; if several have, each of them with the files that have none. If none
 * has, runs begin at functions that can be called at any time.
 */
export function runAll(request: SecondLookRequest): Shown[] {
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

export const repetitionOf = ({ repetition }: Shown): { repetition?: Repetition } => (repetition ? { repetition } : {});

/**
 * Dereferencing the result of an allocation that was made to fail belongs to another rule. What only local variables of main
 * lead to is lost when it returns: the process ends, so that is told only if the first stage thinks it worth telling.
 */
export function whatRunsShow(shown: Shown, { options, show }: SecondLookRequest): LocatedFinding[] {
  const lost = shown.run.lost.filter((block) => options.leakAtExit || !block.asMainReturns);
  return findingsOfRun({ ...shown.run, lost }, show).flatMap((finding): LocatedFinding[] => {
    const f = { ...finding, ...repetitionOf(shown) };
    if (!shown.failing || f.rule !== 'null-dereference') return [f];
    return options.mallocMayFail ? [{ ...f, rule: 'unchecked-allocation' }] : [];
  });
}
