// A coverage-guided search for inputs: those whose runs took new branches are kept and mutated.
// Between the interpreter, which records coverage, and confirm.ts, which examines the errors of runs.

import type { Comparison, Coverage } from '../../interp/coverage.js';
import { Random } from '../../interp/libc/random.js';

type Int = number | bigint;

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

/** Boundary values. */
const EDGES: readonly Int[] = [0, 1, -1, 2, 127, 128, 255, 256, 2147483647, -2147483648, 4294967295, 2n ** 63n - 1n];
/** Later values of an input are not mutated one by one. */
const FOLLOWED = 64;
/** Longer inputs are cut to this length. */
const LONGEST = 256;
/** A compared number may come from any value of the input that equals it: the first ones are tried. */
const MATCHES = 4;
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
    return this.kept.length === 0 || turn < FRESH.length * 2 || turn % 4 === 0 ? this.fresh(turn) : this.vary();
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
    const children = [...this.follow(exact, coverage.comparisons())].filter((child) => this.isUntried(child));
    this.waiting.unshift(...children); // what follows from the last discovery comes first
    this.waiting.length = Math.min(this.waiting.length, MOST_WAITING);
  }

  /** A value that was compared with a number is replaced by that number, or by a neighbour if the order was compared. */
  private *follow(parent: Candidate, comparisons: readonly Comparison[]): Generator<Candidate> {
    const { input } = parent;
    for (const { left, right, by } of comparisons) {
      let matches = 0;
      for (let i = 0; i < Math.min(input.length, FOLLOWED) && matches < MATCHES; i++) {
        const other = input[i] === left ? right : input[i] === right ? left : null;
        if (other === null) continue;
        matches++;
        const values = by === 'equality' ? [other] : [other, step(other, 1), step(other, -1)];
        for (const value of values) yield withValue(parent, i, value);
      }
    }
  }

  private isUntried({ input, seed, failures }: Candidate): boolean {
    const key = `${input.join()}|${seed}|${failures.join()}`;
    if (this.tried.has(key)) return false;
    this.tried.add(key);
    return true;
  }

  private fresh(turn: number): Candidate {
    const draw = FRESH[turn % FRESH.length]!;
    const input = draw ? Array.from({ length: FOLLOWED }, () => draw(this.random, this.scope.dictionary)) : [];
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
    const { input } = parent;
    const at = this.random.below(Math.max(1, Math.min(input.length, FOLLOWED)));
    switch (this.random.below(6)) {
      case 0: // another end
        return { ...parent, input: input.slice(0, at), seed: this.random.below(1 << 30) };
      case 1: // the same again: another round of a loop
        return {
          ...parent,
          input: [...input.slice(0, at), ...input.slice(Math.max(0, at - 1 - this.random.below(4)))],
        };
      case 2: // a round less
        return { ...parent, input: [...input.slice(0, at), ...input.slice(at + 1 + this.random.below(3))] };
      case 3:
        return withValue(parent, at, step(input[at] ?? 0, this.random.below(9) - 4));
      case 4:
        return withValue(parent, at, this.random.below(4));
      default:
        return withValue(parent, at, striking(this.random, this.scope.dictionary));
    }
  }
}

type Draw = (random: Random, dictionary: readonly Int[]) => Int;

const striking: Draw = (random, dictionary) => {
  const values = dictionary.length > 0 && random.below(3) > 0 ? dictionary : EDGES;
  return values[random.below(values.length)]!;
};

/** Generators of inputs: the interpreter's default; all zero; all one; long loops; small, large and boundary values. */
const FRESH: readonly (Draw | null)[] = [
  null,
  () => 0,
  () => 1,
  null,
  (random) => (random.below(12) === 0 ? 0 : 1 + random.below(4)),
  striking,
  null,
  (random) => (random.below(4) === 0 ? 1 : 0),
  (random, dictionary) => (random.below(2) === 0 ? random.below(4) : striking(random, dictionary)),
  (random) => random.next() | 0,
];

function withValue(parent: Candidate, at: number, value: Int): Candidate {
  const input = [...parent.input];
  input[at] = value;
  return { ...parent, input };
}

const step = (value: Int, by: number): Int => (typeof value === 'bigint' ? value + BigInt(by) : value + by);
