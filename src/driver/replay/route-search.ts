// A search for the input under which a function takes one of some routes: choices that the decision depends on which left it
// are changed, best followers first. Deterministic; effort is counted in runs and instructions.

import type { Choice, Choices } from '../../interp/given/choice.js';
import { NO_CHOICES } from '../../interp/given/choice.js';
import type { Outside } from '../../interp/given/given.js';
import type { RepeatedRuns } from '../../interp/given/repeated.js';
import { Trail } from '../../interp/given/trail.js';
import type { Way } from '../../interp/given/way.js';
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

/** What starting a run costs, in instructions, and how many bytes are initialised and scanned in the time of one. */
const START = 1_000;
const BYTES_PER_STEP = 16;
const LONGEST_RUN = 100_000;
const MOST_NULLS = 12;
const MEMORY = 1 << 22;
const DEEPEST = 1_000;
/** So many runs, or this part of all, may bring nothing new. */
const LEAST_PATIENCE = 100;
const PATIENCE = 1 / 4;
/** So many allocations are made to fail, one at a time. */
const MOST_FAILURES = 40;
/** In the time between two changes of choices; one in four attempts makes an allocation fail. */
const STEP = 1 / 16;
const FAILURE_STEP = 4 * STEP;

/** Fresh choices for each run of the function. */
export type Surroundings = Omit<Outside, 'choices'>;

export const optionsFor = (route: Route, { choices, failures }: Attempt, outside: Surroundings): RunOptions => ({
  from: { function: route.function, outside: { ...outsideOf(route, outside), choices } },
  failures: failures.length > 0 ? { kind: 'numbers', numbers: new Set(failures) } : { kind: 'never' },
  steps: LONGEST_RUN,
  memory: MEMORY,
  depth: DEEPEST,
  leaks: 'count',
});

/** When main begins, variables have their initial values. */
const outsideOf = ({ function: f }: Route, outside: Surroundings): Surroundings =>
  f.name === 'main' ? { ...outside, isConstant: () => true } : outside;

export interface Goal {
  readonly outside: Surroundings;
  readonly effort: Effort;
  /** Of runs that come equally far, is this one of those that are varied first? */
  readonly isPromising: (run: RunResult) => boolean;
}

/**
 * The trials of a search for routes through one function, until the caller has seen enough, nothing is left to try, or the effort
 * is spent. Each run is compared with all routes, which take turns to choose the next.
 */
export function* followRoutes(
  runs: RepeatedRuns,
  routes: readonly Route[],
  { outside, effort, isPromising }: Goal,
): Generator<Trial, 'exhausted' | 'spent'> {
  const agendas = routes.map(() => new Agenda<Attempt>());
  const patience = Math.max(LEAST_PATIENCE, PATIENCE * effort.runs);
  const tried = new Set<string>();
  const taken = new Map<Terminator, Set<Block>>();
  const furthest = routes.map(() => 0);
  let instructions = 0;
  let idle = 0;
  for (let turn = 0, next: Next | null = FIRST; next; next = nextOf(agendas, turn++)) {
    const { attempt, cost } = next;
    const key = keyOf(attempt);
    if (tried.has(key)) continue;
    if (tried.size >= effort.runs || instructions >= effort.instructions || idle > patience) return 'spent';
    tried.add(key);
    const trail = new Trail(routes, taken);
    const run = runs.run({ ...optionsFor(routes[0]!, attempt, outside), trail });
    instructions += costOf(run);
    const reached = trail.ways.map(({ progress }) => 2 * progress + (isPromising(run) ? 1 : 0));
    const isFurther = reached.some((progress, i) => progress > furthest[i]!);
    idle = isFurther || trail.isNew ? 0 : idle + 1;
    yield { ...attempt, run, trail };
    const after = trail.isNew ? 0 : cost + 1; // what follows from a discovery comes first
    trail.ways.forEach((way, i) => {
      const progress = reached[i]!;
      furthest[i] = Math.max(furthest[i]!, progress);
      agendas[i]!.add({ progress, cost: after, step: STEP, attempts: changed(attempt, way, { run, trail }) });
      agendas[i]!.add({ progress, cost: after + STEP, step: FAILURE_STEP, attempts: failing(attempt, way, run) });
    });
  }
  return 'exhausted';
}

/** In instructions. */
export const costOf = ({ steps, bytes }: RunResult): number => START + steps + Math.floor(bytes / BYTES_PER_STEP);

interface Next {
  readonly attempt: Attempt;
  readonly cost: number;
}

const FIRST: Next = { attempt: { choices: NO_CHOICES, failures: [] }, cost: 0 };

/** From the agenda whose turn it is, else from the next that has something left. */
function nextOf(agendas: readonly Agenda<Attempt>[], turn: number): Next | null {
  for (let i = 0; i < agendas.length; i++) {
    const next = agendas[(turn + i) % agendas.length]!.next();
    if (next) return next;
  }
  return null;
}

const keyOf = ({ choices, failures }: Attempt): string =>
  `${[...choices]
    .map(([path, choice]) => `${path}=${textOf(choice)}`)
    .sort()
    .join()} ${failures.join()}`;

const textOf = (choice: Choice): string => (typeof choice === 'object' ? JSON.stringify(choice) : String(choice));

// ---- changes -------------------------------------------------------------------------------------------------------

type Ran = Pick<Trial, 'run' | 'trail'>;

function* changed({ choices, failures }: Attempt, way: Way, ran: Ran): Generator<Attempt> {
  for (const change of changesFor(way, ran)) yield { failures, choices: new Map([...choices, ...change]) };
}

function* failing({ choices, failures }: Attempt, way: Way, run: RunResult): Generator<Attempt> {
  const first = way.isAtEnd ? 1 : way.requests + 1;
  const last = way.left ? way.lastRequest : run.requests;
  for (let n = first; n <= Math.min(last, first + MOST_FAILURES); n++)
    if (!failures.includes(n)) yield { choices, failures: [...failures, n] };
}

function* changesFor(way: Way, { run, trail }: Ran): Generator<Change> {
  if (!way.left) for (const path of nullsBehind(run)) yield [[path, 'object']];
  const { causes } = way;
  for (const decision of causes) if (trail.matters(decision, way)) yield* alternativesTo(decision);
  for (const decision of causes) if (!trail.matters(decision, way)) yield* alternativesTo(decision);
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
