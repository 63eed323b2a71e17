// Runs of a program, or from one of its functions, that show errors: what a search found, told by a run of its own.
// Between the searches and the second stage of `check`; plain data, which is kept and crosses threads.

import type { Finding } from '../../engines/engine.js';
import { PROPERTIES } from '../../engines/shared/ledger.js';
import type { RunOptions } from '../../interp/options.js';
import type { RecordedInput } from '../../interp/recorded-input.js';
import type { RunResult } from '../../interp/run.js';
import type { Unit } from '../../ir/program.js';
import { findViolations } from './confirm.js';
import { exploreProgram, hasFailure, repeatInput, repetitionOptions } from './explore.js';

/** What a run shows. */
export type Showing = Pick<RunResult, 'outcome' | 'lost' | 'reachable' | 'reliesOn'>;

/** An error that a run shows. */
export interface ShownRun {
  readonly run: Showing;
  /** Did an allocation fail in it? */
  readonly failing: boolean;
  /** The input with which `caulk run` shows it; null for runs that begin at another function. */
  readonly input: RecordedInput | null;
  /** What repeats it. */
  readonly options: RunOptions;
}

const showingOf = ({ outcome, lost, reachable, reliesOn }: RunResult): Showing => ({
  outcome,
  lost,
  reachable,
  reliesOn,
});

/** All that a search for inputs has shown. */
export interface ExploredRuns {
  readonly runs: readonly ShownRun[];
  readonly instructions: number;
}

/** From main; `steps` are instructions. */
export function runsFromMain(units: readonly Unit[], goals: readonly Finding[], steps: number): ExploredRuns {
  const { inputs, instructions } = exploreProgram(units, { goals, steps });
  const runs = inputs.flatMap((input): ShownRun[] => {
    const run = repeatInput(units, input, steps);
    if (!run) return [];
    return [{ run: showingOf(run), failing: hasFailure(input, run), input, options: repetitionOptions(input, steps) }];
  });
  return { runs, instructions };
}

/** Undefined functions and the environment may do anything. */
export const UNKNOWN = { strangers: 'pass', surroundings: 'searched' } as const;

/** From a function that can be called at any time. */
export function runsFrom(units: readonly Unit[], entry: string, steps: number): ShownRun[] {
  const start = { ...UNKNOWN, entry };
  return (['succeed', 'may fail'] as const).flatMap((allocations) =>
    [...findViolations(units, new Set(PROPERTIES), { steps, allocations, start }).values()].map(
      ({ run, failures, options }): ShownRun => {
        return { run: showingOf(run), failing: failures.length > 0, input: null, options };
      },
    ),
  );
}
