// Confirms findings by running the program on many inputs: an error that a run shows is no false alarm.
// Used by `prove`, which says `false` only if a run violates the property, and which tests its proofs the same way.

import type { Location } from '../../base/source.js';
import type { Input, Property } from '../../engines/engine.js';
import { Coverage } from '../../interp/coverage.js';
import type { IncidentKind } from '../../interp/incidents.js';
import type { RunOptions } from '../../interp/options.js';
import type { RecordedInput } from '../../interp/recorded-input.js';
import { type RunResult, runProgram } from '../../interp/run.js';
import type { Unit } from '../../ir/program.js';
import { numbersIn } from './dictionary.js';
import { type Expedition, exploreProgram, repeatInput, repetitionOptions } from './explore.js';
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
  'mismatched-free': 'valid-free',
};

/** Ways in which a program ends itself on purpose. */
const ABORTS: ReadonlySet<IncidentKind> = new Set(['abort', 'assertion', 'error-reached']);

/** How many instructions all runs together may take, and whether allocations may fail. */
export interface Effort {
  readonly steps: number;
  readonly allocations: 'succeed' | 'may fail';
  /** Whether a violation of one property ends the search for the others. */
  readonly until?: 'first';
  /** The entry, if not main; what calls of undefined functions do; whether the environment is part of the search. */
  readonly start?: Pick<RunOptions, 'entry' | 'strangers' | 'surroundings'>;
}

/** In instructions: enough for errors on nearly every input; for rare branches; the most that pays off. */
export const GLANCE = 2_000_000;
export const SEARCH = 20_000_000;
export const LONG_SEARCH = 150_000_000;

/** What starting a run costs, in instructions. */
const START = 10_000;
/** The share of the effort that one run may take: most runs are short; every eighth gets more each time one is cut off. */
const SHORT = 1 / 500;
const LONGEST = 1 / 32;
const LONG_TURN = 8;
/** One in so many runs is repeated with an allocator that reuses addresses. */
const REUSE_TURN = 16;
/** Bytes that can be initialised and scanned for pointers in the time of one instruction. */
const BYTES_PER_STEP = 4;
/** A run that allocates more than its share of the effort pays for is cut off. */
const LEAST_MEMORY = 2 ** 20;

export interface Violation {
  readonly property: Property;
  /** The values of the nondeterministic functions that lead to it. */
  readonly inputs: readonly (number | bigint)[];
  /** The allocations that fail, counted from 1. */
  readonly failures: readonly number[];
  /** `reused`: happens if a new block gets the address of one that was freed. */
  readonly addresses: 'fresh' | 'reused';
  readonly message: string;
  /** Where it happens, or where the block was allocated that is lost. */
  readonly place: Location | null;
  /** The whole run, and what repeats it. */
  readonly run: RunResult;
  readonly options: RunOptions;
  /** Of a search for whole inputs: what `caulk run` repeats it with. */
  readonly recorded?: RecordedInput;
  /** Of a run that begins at a function: what it was called with. */
  readonly when?: string;
}

/** The wanted properties that some run violates, each with an input. Inputs that engines propose are tried first. */
export function findViolations(
  units: readonly Unit[],
  wanted: ReadonlySet<Property>,
  effort: Effort,
  proposed: readonly Input[] = [],
): Map<Property, Violation> {
  const hunt = new Hunt(units, wanted, effort);
  hunt.follow(new Search(scopeOf(units, effort), proposed.map(asCandidate)));
  return hunt.found;
}

/** The same by a search for whole inputs: arguments, standard input, files, environment. */
export function exploreViolations(
  units: readonly Unit[],
  wanted: ReadonlySet<Property>,
  expedition: Expedition,
): Map<Property, Violation> {
  const found = new Map<Property, Violation>();
  for (const recorded of exploreProgram(units, expedition).inputs) {
    const run = repeatInput(units, recorded, expedition.steps);
    const options = repetitionOptions(recorded, expedition.steps);
    for (const violation of run ? violationsOf(run) : []) {
      if (!wanted.has(violation.property) || found.has(violation.property)) continue;
      const failures = recorded.failingAllocations ?? [];
      found.set(violation.property, { ...violation, failures, addresses: 'fresh', options, recorded });
    }
  }
  return found;
}

class Hunt {
  readonly found = new Map<Property, Violation>();
  private readonly coverage = new Coverage();
  private left: number;
  private long = 2 * SHORT;

  constructor(
    private readonly units: readonly Unit[],
    private readonly wanted: ReadonlySet<Property>,
    private readonly effort: Effort,
  ) {
    this.left = effort.steps;
  }

  follow(search: Search): void {
    const alone = isAlone(this.units, this.effort);
    for (let turn = 1; this.left > 0 && !this.isDone; turn++) {
      const share = this.long === 1 || turn % LONG_TURN === 0 ? this.long : SHORT;
      const candidate = search.next();
      const run = this.try(candidate, share, 'fresh');
      const wasCut = run.outcome.kind === 'obstacle' && /^(steps|memory)$/.test(run.outcome.obstacle);
      const isOnly = alone && run.inputs.length === 0; // the same every time
      if (isOnly || turn % REUSE_TURN === 0) this.tryReused(candidate, share, run);
      if (isOnly && !wasCut) return;
      if (isOnly) this.long = 1;
      else if (wasCut && share === this.long) this.long = Math.min(LONGEST, 2 * this.long);
      search.learn(candidate, run.inputs, this.coverage);
    }
  }

  private get isDone(): boolean {
    const { found, wanted, effort } = this;
    return found.size === wanted.size || (effort.until === 'first' && found.size > 0);
  }

  /** A run without errors may have one if a new block gets the address of a freed one: pointers to both are then equal. */
  private tryReused(candidate: Candidate, share: number, { outcome }: RunResult): void {
    if (outcome.kind !== 'incident' && !this.isDone) this.try(candidate, share, 'reused');
  }

  private try(candidate: Candidate, share: number, addresses: 'fresh' | 'reused'): RunResult {
    const steps = Math.max(START, Math.min(this.left, this.effort.steps * share));
    const memory = Math.max(LEAST_MEMORY, 8 * BYTES_PER_STEP * steps);
    const { start } = this.effort;
    const options: RunOptions = { ...optionsOf(candidate), ...start, steps, memory, leaks: 'count', addresses };
    const run = runProgram(this.units, addresses === 'fresh' ? { ...options, coverage: this.coverage } : options);
    this.left -= run.steps + run.bytes / BYTES_PER_STEP + START;
    // If allocations are assumed to succeed, a run with one that was too large does not count, nor one by a choice of ours.
    const isIdle = run.oversized > 0 && this.effort.allocations === 'succeed';
    const violations = isIdle || run.reliesOn !== null ? [] : violationsOf(run);
    for (const violation of violations) {
      const { property } = violation;
      if (!this.wanted.has(property) || this.found.has(property)) continue;
      const located = property === 'valid-memtrack' ? this.locate(options, run) : run;
      this.found.set(property, { ...violation, failures: candidate.failures, addresses, run: located, options });
    }
    return run;
  }

  /** The same run, with the places where blocks are lost. */
  private locate(options: RunOptions, run: RunResult): RunResult {
    return run.steps > LONGEST_REPEATED ? run : runProgram(this.units, { ...options, leaks: 'locate' });
  }
}

/** Longer runs are not repeated to locate leaks. */
const LONGEST_REPEATED = 5_000_000;

/** Do runs differ in nothing but the results of nondeterministic functions? */
const isAlone = (units: readonly Unit[], effort: Effort): boolean =>
  effort.allocations === 'succeed' && commandLineOf(units, effort) === 'ignored';

const scopeOf = (units: readonly Unit[], effort: Effort): SearchScope => ({
  allocations: effort.allocations,
  commandLine: commandLineOf(units, effort),
  dictionary: numbersIn(units),
});

function commandLineOf(units: readonly Unit[], { start }: Effort): SearchScope['commandLine'] {
  if (start?.entry) return 'ignored';
  const main = units.flatMap((u) => u.functions).find((f) => f.name === 'main' && f.body);
  return main && main.body!.params.length > 0 ? 'read' : 'ignored';
}

const asCandidate = ({ values, failures, words }: Input): Candidate => ({ input: values, seed: 0, failures, words });

const optionsOf = ({ input, seed, failures, words }: Candidate): RunOptions => ({
  ...replayOptions({ values: input, failures, words }),
  seed,
});

/** Without what the search knows of the run. */
type Bare = Omit<Violation, 'failures' | 'addresses' | 'options'>;

export function violationsOf(run: RunResult): Bare[] {
  const { outcome, lost, reachable, inputs } = run;
  if (outcome.kind === 'incident' && !ABORTS.has(outcome.incident.kind)) {
    const property = PROPERTY_OF[outcome.incident.kind];
    const { message, calls } = outcome.incident;
    return property ? [{ property, inputs, message, place: calls[0]?.location ?? null, run }] : [];
  }
  const about = (property: Property, blocks: typeof reachable, message: string): Bare[] =>
    blocks[0] ? [{ property, inputs, message, place: blocks[0].allocated, run }] : [];
  // Unreachable blocks stay unreachable wherever the run was cut off; blocks that are not freed count only at a real exit.
  const kept = outcome.kind === 'obstacle' ? [] : [...lost, ...reachable];
  return [
    ...about('valid-memtrack', lost, 'the memory allocated here is lost'),
    ...about('valid-memcleanup', kept, 'the memory allocated here is never freed'),
  ];
}
