// A coverage-guided search for inputs: those whose runs took new branches are kept and mutated.
// Between the interpreter, which records coverage, and confirm.ts, which examines the errors of runs.

import type { Coverage } from '../../interp/coverage.js';
import { Random } from '../../interp/libc/random.js';
import { FIRST_TURNS, followValues, freshValues, type Int, LONGEST, varyValues } from './values.js';

/** The input of a run. */
export interface Candidate {
  /** Results of nondeterministic functions; after these, random ones. */
  readonly input: readonly Int[];
  readonly seed: number;
  /** The allocations that fail, counted from 1. */
  readonly failures: readonly number[];
  /** Words on the command line, the program's name included. */
  readonly words: number;
}

export interface SearchScope {
  readonly allocations: 'succeed' | 'may fail';
  /** Does main have parameters? */
  readonly commandLine: 'read' | 'ignored';
  /** Constants of the program, and their neighbours. */
  readonly dictionary: readonly Int[];
}

const MOST_WAITING = 1_000;

export class Search {
  private readonly random = new Random(0x5eed);
  private readonly waiting: Candidate[] = [];
  private readonly tried = new Set<string>();
  private readonly kept: Candidate[] = [];
  private readonly seen = new Set<number>();
  private made = 0;

  constructor(
    private readonly scope: SearchScope,
    proposed: readonly Candidate[],
  ) {
    this.waiting.push(...proposed);
  }

  /** First proposed inputs, then those derived from recent comparisons, then new inputs and mutations of kept ones by turns. */
  next(): Candidate {
    const waiting = this.waiting.shift();
    if (waiting) return waiting;
    const turn = this.made++;
    return this.kept.length === 0 || turn < FIRST_TURNS || turn % 4 === 0 ? this.fresh(turn) : this.vary();
  }

  /** Inputs of runs that took a branch for the first time, or much more often than any before, are kept. */
  learn(candidate: Candidate, inputs: readonly Int[], coverage: Coverage): void {
    let isNew = false;
    for (const [edge, times] of coverage.edges()) {
      const mark = edge * 32 + Math.clz32(times);
      if (!this.seen.has(mark)) isNew = true;
      this.seen.add(mark);
    }
    if (!isNew) return;
    const exact = { ...candidate, input: inputs.slice(0, LONGEST) };
    this.kept.push(exact);
    const derived = [...followValues(exact.input, coverage.comparisons())].map((input) => ({ ...exact, input }));
    const children = derived.filter((child) => this.isUntried(child));
    this.waiting.unshift(...children); // what follows from the last discovery comes first
    this.waiting.length = Math.min(this.waiting.length, MOST_WAITING);
  }

  private isUntried({ input, seed, failures }: Candidate): boolean {
    const key = `${input.join()}|${seed}|${failures.join()}`;
    if (this.tried.has(key)) return false;
    this.tried.add(key);
    return true;
  }

  private fresh(turn: number): Candidate {
    const input = freshValues(turn, this.random, this.scope.dictionary);
    const words = this.scope.commandLine === 'read' ? 1 + (turn % 4) : 1;
    const failing = this.scope.allocations === 'may fail' && turn % 2 === 1;
    return { input, seed: turn, failures: failing ? [(turn + 1) / 2] : [], words };
  }

  private vary(): Candidate {
    const recent = this.random.below(2) === 0 ? Math.min(8, this.kept.length) : this.kept.length;
    let child = this.kept[this.kept.length - 1 - this.random.below(recent)]!;
    for (let n = 1 + this.random.below(3); n > 0; n--) child = this.mutate(child);
    return child;
  }

  private mutate(parent: Candidate): Candidate {
    const { values, seed = parent.seed } = varyValues(parent.input, this.random, this.scope.dictionary);
    return { ...parent, input: values, seed };
  }
}
