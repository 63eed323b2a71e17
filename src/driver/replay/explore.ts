// Runs a whole program on the inputs that a search proposes, and gathers every error that a run shows, with its input.
// Used by the second stage of `check`; effort is counted in instructions, so that the same program gets the same answer.

import type { Finding } from '../../engines/engine.js';
import { isRule } from '../../findings/rules.js';
import { Coverage } from '../../interp/coverage.js';
import { ruleOf } from '../../interp/incidents.js';
import type { RunOptions } from '../../interp/options.js';
import { optionsOfInput, type RecordedInput } from '../../interp/recorded-input.js';
import { Rerunner } from '../../interp/rerun.js';
import { type RunResult, runProgram } from '../../interp/run.js';
import type { Unit } from '../../ir/program.js';
import { numbersIn, sizesIn } from './dictionary.js';
import { Goals } from './goals.js';
import { type ProgramInput, recordInput, searchOptions } from './program-input.js';
import { ProgramSearch, sizeOf } from './program-search.js';
import { shows } from './replay.js';
import { shrinkInput } from './shrink.js';
import { textsIn } from './texts.js';

/** What one run costs besides its instructions. */
const START = 1_500;
/** Bytes of the heap that are examined in the time of one instruction. */
const BYTES_PER_STEP = 64;
/** What the library does with a byte of the input, in instructions. */
const STEPS_PER_BYTE = 4;
/** Instructions that one run may take; doubled each time that a new input is cut off, up to a share of the effort. */
const SHORT = 40_000;
const LONGEST = 1 / 16;
/** The search ends if this share of the effort brought nothing new. */
const PATIENCE = 1 / 4;
const MEMORY = 2 ** 26;
/** Runs for making one input that shows an error smaller, and one that is kept; only long ones are. */
const SHRINKING = 80;
const TRIMMING = 16;
const LONG_INPUT = 60;
/** Inputs that lose memory are examined one by one only this often: the same allocation may be lost at several places. */
const MOST_LOCATED = 60;

export interface Explored {
  /** Inputs that show errors, each another one. */
  readonly inputs: readonly RecordedInput[];
  /** What was spent. */
  readonly instructions: number;
}

/** What a search is for. */
export interface Expedition {
  /** Findings that runs should show first. */
  readonly goals: readonly Finding[];
  /** Instructions of all runs. */
  readonly steps: number;
  /** `succeed`: errors of runs in which an allocation fails do not count. */
  readonly allocations?: 'succeed' | 'may fail';
}

export function exploreProgram(units: readonly Unit[], expedition: Expedition, seed = 0x5eed): Explored {
  return new Exploration(units, expedition, seed).explore();
}

/** Did an allocation fail in a run on the input? */
export const hasFailure = (input: RecordedInput, { oversized }: Pick<RunResult, 'oversized'>): boolean =>
  (input.failingAllocations ?? []).length > 0 || oversized > 0;

/** The run on a recorded input, if it shows an error; `steps` is the effort of the search that found the input. */
export function repeatInput(units: readonly Unit[], input: RecordedInput, steps: number): RunResult | null {
  const run = runProgram(units, repetitionOptions(input, steps));
  return run.reliesOn === null && errorsOf(run).length > 0 ? run : null;
}

export const repetitionOptions = (input: RecordedInput, steps: number): RunOptions => ({
  ...optionsOfInput(input),
  steps: Math.round(steps * LONGEST),
  memory: MEMORY,
  leaks: 'locate',
});

class Exploration {
  private readonly coverage = new Coverage();
  private readonly runner: Rerunner;
  private readonly goals: Goals;
  private readonly search: ProgramSearch;
  private readonly telling: RecordedInput[] = [];
  private readonly known = new Set<string>();
  private readonly losses = new Set<string>();
  private readonly steps: number;
  private readonly countsFailures: boolean;
  private located = 0;
  private left: number;
  private limit: number;

  constructor(
    private readonly units: readonly Unit[],
    { goals: findings, steps, allocations }: Expedition,
    seed: number,
  ) {
    const { coverage } = this;
    this.steps = steps;
    this.countsFailures = allocations !== 'succeed';
    this.left = steps;
    this.limit = Math.min(SHORT, steps * LONGEST);
    this.runner = new Rerunner(units, this.optionsFor({ coverage }));
    this.goals = new Goals(units, findings, coverage);
    const main = units.flatMap((u) => u.functions).find((f) => f.name === 'main' && f.body);
    const takesArguments = (main?.body?.params.length ?? 0) > 0;
    const [texts, numbers, sizes] = [textsIn(units), numbersIn(units), sizesIn(units)];
    this.search = new ProgramSearch({ texts, numbers, sizes, takesArguments, goals: this.goals, seed });
  }

  explore(): Explored {
    let lastNews = this.left;
    while (this.left > 0 && lastNews - this.left < PATIENCE * this.steps) {
      const input = this.search.next();
      if (!input) break;
      if (this.try(input)) lastNews = this.left;
    }
    return { inputs: this.telling, instructions: Math.round(this.steps - this.left) };
  }

  /** Did the run bring anything new? */
  private try(proposed: ProgramInput): boolean {
    const { coverage } = this;
    const first = this.execute(proposed);
    const input = this.trim(proposed, this.search.newEdges(coverage));
    const run = input === proposed ? first : this.execute(input);
    const news = this.search.learn(input, { coverage, values: run.inputs, readInput: coverage.readsInput() });
    const wasCut = run.outcome.kind === 'obstacle' && run.outcome.obstacle === 'steps';
    if (news && wasCut) this.limit = Math.min(2 * this.limit, this.steps * LONGEST);
    if (input !== proposed) this.examine(proposed, first, true);
    return this.examine(input, run, news !== null) || news === 'edge' || news === 'state';
  }

  /** A shorter input that takes the same new edges: what is derived from it costs less and is easier to read. */
  private trim(input: ProgramInput, edges: readonly number[]): ProgramInput {
    if (edges.length === 0 || sizeOf(input) < LONG_INPUT) return input;
    let runs = 0;
    return shrinkInput(input, (smaller) => {
      if (runs++ >= TRIMMING) return false;
      this.execute(smaller);
      const taken = new Set([...this.coverage.edges()].map(([edge]) => edge));
      return edges.every((edge) => taken.has(edge));
    });
  }

  private execute(input: ProgramInput): RunResult {
    const { coverage } = this;
    const run = this.runner.run(this.optionsFor({ ...searchOptions(input), coverage }));
    const read = input.stdin.length + sum([...input.files.values()].map((text) => text.length));
    this.left -= run.steps + run.bytes / BYTES_PER_STEP + read * STEPS_PER_BYTE + START + this.runner.cost;
    return run;
  }

  private optionsFor(options: RunOptions): RunOptions {
    return { ...options, strangers: 'pass', steps: Math.round(this.limit), memory: MEMORY, leaks: 'count' };
  }

  /** New errors are shown again on a smaller input; where memory is lost is known only then. */
  private examine(input: ProgramInput, run: RunResult, isNew: boolean): boolean {
    if (run.reliesOn !== null || !(this.countsFailures || succeeds(input, run))) return false;
    const fresh = errorsOf(run).filter((key) => !this.known.has(key));
    const wanted = fresh.filter((key) => !key.startsWith('leak') || this.isWorthLocating(key, isNew));
    let found = false;
    for (const key of wanted) {
      const small = this.shrink(input, key);
      const again = this.repeat(small);
      if (!again) continue;
      const told = errorsOf(again.run);
      if (told.every((k) => this.known.has(k))) continue;
      for (const k of told) this.known.add(k);
      this.telling.push(again.input);
      this.goals.keep((finding) => !shows(again.run, finding));
      found = true;
    }
    return found;
  }

  /** Of runs with losses, those that took new branches, and the first with such an allocation. */
  private isWorthLocating(key: string, isNew: boolean): boolean {
    const first = !this.losses.has(key);
    this.losses.add(key);
    return first || (isNew && this.located++ < MOST_LOCATED);
  }

  private shrink(input: ProgramInput, key: string): ProgramInput {
    let runs = 0;
    return shrinkInput(input, (smaller) => runs++ < SHRINKING && errorsOf(this.execute(smaller)).includes(key));
  }

  /** Like `caulk run` does it: with no more than the input, if that suffices. */
  private repeat(input: ProgramInput): { readonly run: RunResult; readonly input: RecordedInput } | null {
    const used = this.execute(input).inputs;
    const plain = recordInput(input, used);
    const loose: RecordedInput = { ...plain, undefinedFunctions: 'pass' };
    for (const recorded of [plain, loose, { ...loose, surroundings: 'values' as const }]) {
      const run = repeatInput(this.units, recorded, this.steps);
      if (run) return { run, input: recorded };
    }
    return null;
  }
}

const succeeds = (input: ProgramInput, run: RunResult): boolean => !hasFailure(recordInput(input, []), run);

/** Names of the errors that a run shows; of a loss the place, once it is located. */
function errorsOf({ outcome, lost }: RunResult): string[] {
  const place = (at: { readonly file: string; readonly line: number } | null | undefined) =>
    at ? `${at.file}:${at.line}` : '';
  if (outcome.kind === 'incident' && isRule(ruleOf(outcome.incident.kind))) {
    return [`${outcome.incident.kind} ${place(outcome.incident.calls[0]?.location)}`];
  }
  const losses = lost.map((b) => `leak ${place(b.allocated)} ${place(b.lost?.[0]?.location)}`);
  return [...new Set(losses)];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
