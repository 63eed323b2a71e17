// Confirms what an engine found by running the program on many inputs: what happens once is no false alarm.
// Used by `prove`, which says `false` only for what has been seen to happen, and tests its own proofs the same way.

import type { Location } from '../base/source.js';
import type { Input, Property } from '../engines/engine.js';
import { Coverage } from '../interp/coverage.js';
import type { IncidentKind } from '../interp/incidents.js';
import type { RunOptions } from '../interp/options.js';
import { type RunResult, runProgram } from '../interp/run.js';
import type { Unit } from '../ir/program.js';
import { numbersIn } from './dictionary.js';
import { replayOptions } from './replay.js';
import { type Candidate, Search, type SearchScope } from './search.js';

const PROPERTY_OF: Readonly<Partial<Record<IncidentKind, Property>>> = {
  'null-dereference': 'valid-deref',
  'use-after-free': 'valid-deref',
  'use-after-scope': 'valid-deref',
  'out-of-bounds': 'valid-deref',
  'uninitialized-pointer': 'valid-deref',
  'invalid-pointer': 'valid-deref',
  'double-free': 'valid-free',
  'invalid-free': 'valid-free',
};

/** Ends that a program has chosen itself. */
const ABORTS: ReadonlySet<IncidentKind> = new Set(['abort', 'assertion', 'error-reached']);

/** How many instructions all runs together may take, and whether allocations may fail. */
export interface Effort {
  readonly steps: number;
  readonly allocations: 'succeed' | 'may fail';
}

/** Enough to notice what nearly every input shows; enough to look into the corners; all that is worth it. */
export const GLANCE = 2_000_000;
export const SEARCH = 20_000_000;
export const LONG_SEARCH = 150_000_000;

/** What starting a run costs, in instructions. */
const START = 10_000;
/** The share of the effort that a run may take: most are short, and every eighth is longer each time it is cut off. */
const SHORT = 1 / 500;
const LONGEST = 1 / 8;
const LONG_TURN = 8;
/** A program that wants more than this much memory is not worth following. */
const MEMORY = 2 ** 27;

export interface Violation {
  readonly property: Property;
  /** The values of the nondeterministic functions that lead to it. */
  readonly inputs: readonly (number | bigint)[];
  /** The allocations that fail, counted from 1. */
  readonly failures: readonly number[];
  readonly message: string;
  /** Where it happens, or where the block was allocated that is lost. */
  readonly place: Location | null;
  /** The whole run. */
  readonly run: RunResult;
}

/** The wanted properties that some run violates, with an input that shows it; those that an engine proposes go first. */
export function findViolations(
  units: readonly Unit[],
  wanted: ReadonlySet<Property>,
  effort: Effort,
  proposed: readonly Input[] = [],
): Map<Property, Violation> {
  const found = new Map<Property, Violation>();
  const coverage = new Coverage();
  const search = new Search(scopeOf(units, effort), proposed.map(asCandidate));
  let long = 2 * SHORT;
  for (let left = effort.steps, turn = 1; left > 0 && found.size < wanted.size; turn++) {
    const share = long === 1 || turn % LONG_TURN === 0 ? long : SHORT;
    const candidate = search.next();
    coverage.clear();
    const steps = Math.max(START, Math.min(left, effort.steps * share));
    const run = runProgram(units, { ...optionsOf(candidate), steps, memory: MEMORY, leaks: 'count', coverage });
    for (const violation of violationsOf(run)) {
      const { property } = violation;
      if (wanted.has(property) && !found.has(property)) {
        const { failures } = candidate;
        const run =
          property === 'valid-memtrack'
            ? locate(units, { ...optionsOf(candidate), steps, memory: MEMORY }, violation.run)
            : violation.run;
        found.set(property, { ...violation, failures, run });
      }
    }
    left -= run.steps + START;
    const wasCut = run.outcome.kind === 'obstacle' && run.outcome.obstacle === 'steps';
    if (run.inputs.length === 0 && isAlone(units, effort)) {
      if (!wasCut) break; // the same every time
      long = 1;
    } else if (wasCut && share === long) long = Math.min(LONGEST, 2 * long);
    search.learn(candidate, run.inputs, coverage);
  }
  return found;
}

/** Longer runs are not repeated to see where they lose something. */
const LONGEST_REPEATED = 5_000_000;

/** The same run, with the places where blocks are lost. */
function locate(units: readonly Unit[], options: RunOptions, run: RunResult): RunResult {
  return run.steps > LONGEST_REPEATED ? run : runProgram(units, { ...options, leaks: 'locate' });
}

/** Does nothing but the nondeterministic functions make one run differ from another? */
const isAlone = (units: readonly Unit[], { allocations }: Effort): boolean =>
  allocations === 'succeed' && commandLineOf(units) === 'ignored';

const scopeOf = (units: readonly Unit[], { allocations }: Effort): SearchScope => ({
  allocations,
  commandLine: commandLineOf(units),
  dictionary: numbersIn(units),
});

function commandLineOf(units: readonly Unit[]): SearchScope['commandLine'] {
  const main = units.flatMap((u) => u.functions).find((f) => f.name === 'main' && f.body);
  return main && main.body!.params.length > 0 ? 'read' : 'ignored';
}

const asCandidate = ({ values, failures, words }: Input): Candidate => ({ input: values, seed: 0, failures, words });

const optionsOf = ({ input, seed, failures, words }: Candidate): RunOptions => ({
  ...replayOptions({ values: input, failures, words }),
  seed,
});

function violationsOf(run: RunResult): Omit<Violation, 'failures'>[] {
  const { outcome, lost, reachable, inputs } = run;
  if (outcome.kind === 'incident' && !ABORTS.has(outcome.incident.kind)) {
    const property = PROPERTY_OF[outcome.incident.kind];
    const { message, calls } = outcome.incident;
    return property ? [{ property, inputs, message, place: calls[0]?.location ?? null, run }] : [];
  }
  const about = (property: Property, blocks: typeof reachable, message: string): Omit<Violation, 'failures'>[] =>
    blocks[0] ? [{ property, inputs, message, place: blocks[0].allocated, run }] : [];
  // What nothing refers to stays so, wherever the run was stopped; what is not freed counts where the program returns.
  const kept = outcome.kind === 'exit' ? [...lost, ...reachable] : [];
  return [
    ...about('valid-memtrack', lost, 'the block that is allocated here is lost'),
    ...about('valid-memcleanup', kept, 'the block that is allocated here is never freed'),
  ];
}
