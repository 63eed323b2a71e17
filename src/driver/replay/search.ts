// A search for inputs that take a program where it has not been: what ran into new branches is kept and varied.
// Between the interpreter, which says where a run went, and confirm.ts, which looks at what went wrong there.

import type { Comparison, Coverage } from '../../interp/coverage.js';
import { Random } from '../../interp/libc/random.js';

type Int = number | bigint;

/** What a run is given. */
export interface Candidate {
  /** For the nondeterministic functions; behind them, random ones. */
  readonly input: readonly Int[];
  readonly seed: number;
  /** The allocations that fail, counted from 1. */
  readonly failures: readonly number[];
  /** Words on the command line, the program's name included. */
  readonly words: number;
}

export interface SearchScope {
  readonly allocations: 'succeed' | 'may fail';
  /** Does main look at its command line? */
  readonly commandLine: 'read' | 'ignored';
  /** Numbers that stand in the program, and their neighbours. */
  readonly dictionary: readonly Int[];
}

/** Values that programs stumble over. */
const EDGES: readonly Int[] = [0, 1, -1, 2, 127, 128, 255, 256, 2147483647, -2147483648, 4294967295, 2n ** 63n - 1n];
/** Inputs behind these are not varied one by one. */
const FOLLOWED = 64;
/** Of inputs that go on and on, this much is kept. */
const LONGEST = 256;
/** A number that was compared may be any of the inputs that are equal to it: the first ones are tried. */
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

  /** What was proposed, then what follows from the last discoveries, then fresh inputs and variations of kept ones by turns. */
  next(): Candidate {
    const waiting = this.waiting.shift();
    if (waiting) return waiting;
    const turn = this.made++;
    return this.kept.length === 0 || turn < FRESH.length * 2 || turn % 4 === 0 ? this.fresh(turn) : this.vary();
  }

  /** A run that took a branch for the first time, or much more often than any before it, is worth varying. */
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

  /** An input that was compared with a number: let it be that number, or one beside it if their order matters. */
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

/** Ways to make an input: the interpreter's own mixture; always no, always yes; loops that go on; small, large and striking numbers. */
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
