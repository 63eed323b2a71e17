// A search for the input under which a function takes a given route: choices that the decision depends on which left it
// are changed, best followers first. Deterministic; effort is counted in runs and instructions.

import type { Choice, Choices } from '../../interp/given/choice.js';
import { NO_CHOICES } from '../../interp/given/choice.js';
import type { Outside } from '../../interp/given/given.js';
import type { RepeatedRuns } from '../../interp/given/repeated.js';
import { Trail } from '../../interp/given/trail.js';
import type { RunOptions } from '../../interp/options.js';
import type { RunResult } from '../../interp/run.js';
import type { Block, Terminator } from '../../ir/instr.js';
import type { Route } from '../../ir/route.js';
import { Agenda } from './agenda.js';
import { alternativesTo, type Change } from './alternatives.js';

/** The input of one run. */
export interface Attempt {
  readonly choices: Choices;
  /** The allocations that fail, counted from 1. */
  readonly failures: readonly number[];
}

export interface Effort {
  readonly runs: number;
  readonly instructions: number;
}

/** What an attempt led to. */
export interface Trial extends Attempt {
  readonly run: RunResult;
  readonly trail: Trail;
}

const LONGEST_RUN = 100_000;
const MOST_NULLS = 12;
const MEMORY = 1 << 22;
const DEEPEST = 1_000;
/** So many runs may bring nothing new. */
const PATIENCE = 60;
/** So many allocations are made to fail, one at a time. */
const MOST_FAILURES = 40;
/** In the time between two changes of choices; one in four attempts makes an allocation fail. */
const STEP = 1 / 16;
const FAILURE_STEP = 4 * STEP;

/** Fresh choices for each run of the function. */
export type Surroundings = Omit<Outside, 'choices'>;

export const optionsFor = (route: Route, { choices, failures }: Attempt, outside: Surroundings): RunOptions => ({
  from: { function: route.function, outside: { ...outside, choices } },
  failures: failures.length > 0 ? { kind: 'numbers', numbers: new Set(failures) } : { kind: 'never' },
  steps: LONGEST_RUN,
  memory: MEMORY,
  depth: DEEPEST,
  leaks: 'count',
});

/** The trials of a search, until the caller has seen enough, nothing is left to try, or the effort is spent. */
export function* followRoute(
  runs: RepeatedRuns,
  route: Route,
  outside: Surroundings,
  effort: Effort,
): Generator<Trial, 'exhausted' | 'spent'> {
  const agenda = new Agenda<Attempt>();
  const tried = new Set<string>();
  const taken = new Map<Terminator, Set<Block>>();
  let instructions = 0;
  let furthest = 0;
  let idle = 0;
  for (
    let next: ReturnType<typeof agenda.next> = { attempt: { choices: NO_CHOICES, failures: [] }, cost: 0 };
    next;
    next = agenda.next()
  ) {
    const { attempt, cost } = next;
    const key = keyOf(attempt);
    if (tried.has(key)) continue;
    if (tried.size === effort.runs || instructions >= effort.instructions || idle === PATIENCE) return 'spent';
    tried.add(key);
    const trail = new Trail(route, taken);
    const run = runs.run({ ...optionsFor(route, attempt, outside), trail });
    instructions += run.steps;
    const progress = progressOf(trail);
    idle = progress > furthest || trail.isNew ? 0 : idle + 1;
    furthest = Math.max(furthest, progress);
    yield { ...attempt, run, trail };
    const after = trail.isNew ? 0 : cost + 1; // what follows from a discovery comes first
    agenda.add({ progress, cost: after, step: STEP, attempts: changed(attempt, trail, run) });
    agenda.add({ progress, cost: after + STEP, step: FAILURE_STEP, attempts: failing(attempt, trail, run) });
  }
  return 'exhausted';
}

/** The turns that were followed; a run that comes to the next decision is further than one that ends in a callee before it. */
function progressOf(trail: Trail): number {
  if (trail.isAtEnd && !trail.isComplete) return 2 * trail.followed - 1; // what it left out may matter
  return 2 * trail.followed + (trail.left ? 1 : 0);
}

const keyOf = ({ choices, failures }: Attempt): string =>
  `${[...choices]
    .map(([path, choice]) => `${path}=${textOf(choice)}`)
    .sort()
    .join()} ${failures.join()}`;

const textOf = (choice: Choice): string => (typeof choice === 'object' ? JSON.stringify(choice) : String(choice));

// ---- changes -------------------------------------------------------------------------------------------------------

function* changed({ choices, failures }: Attempt, trail: Trail, run: RunResult): Generator<Attempt> {
  for (const change of changesFor(trail, run)) yield { failures, choices: new Map([...choices, ...change]) };
}

function* failing({ choices, failures }: Attempt, trail: Trail, run: RunResult): Generator<Attempt> {
  const first = trail.isAtEnd ? 1 : trail.requests + 1;
  const last = trail.left ? trail.lastRequest : run.requests;
  for (let n = first; n <= Math.min(last, first + MOST_FAILURES); n++)
    if (!failures.includes(n)) yield { choices, failures: [...failures, n] };
}

/** The decision that left the route is changed first, then those before it; behind the end of the route, those of callees. */
function* changesFor(trail: Trail, run: RunResult): Generator<Change> {
  if (!trail.left) for (const path of nullsBehind(run)) yield [[path, 'object']];
  const { decisions, detours } = trail;
  for (const list of trail.isAtEnd ? [detours, decisions] : [decisions, detours])
    for (const decision of [...list].reverse()) yield* alternativesTo(decision);
  for (const decision of [...trail.inCallees].reverse()) yield* alternativesTo(decision);
}

/** The nulls of the input that a dereference of null may come from, the latest first. */
function nullsBehind({ outcome, given }: RunResult): string[] {
  if (outcome.kind !== 'incident' || outcome.incident.kind !== 'null-dereference') return [];
  const nulls = given.filter(({ type, value }) => type.kind === 'pointer' && value === 0);
  return nulls
    .map(({ path }) => path)
    .slice(-MOST_NULLS)
    .reverse();
}
