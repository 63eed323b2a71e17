// A coverage-guided search for inputs of a whole program: what took new branches is kept, followed and varied.
// Between the interpreter, which records coverage, and explore.ts, which examines the errors of runs.

import type { Coverage } from '../../interp/coverage.js';
import { Random } from '../../interp/libc/random.js';
import type { Instr, Terminator } from '../../ir/instr.js';
import { Follower } from './follow.js';
import type { Goals } from './goals.js';
import { extend, goOn, type Knowledge, linesOf, pick, vary } from './mutate.js';
import { keyOf, NOTHING, type ProgramInput, slotsOf, textAt } from './program-input.js';
import type { Texts } from './texts.js';
import { followValues, freshValues, type Int, LONGEST } from './values.js';

export interface SearchScope {
  readonly texts: Texts;
  readonly numbers: readonly Int[];
  readonly sizes: readonly number[];
  /** Does main have parameters? */
  readonly takesArguments: boolean;
  readonly goals: Goals;
  readonly seed: number;
}

/** What the search needs of a run. */
export interface Seen {
  readonly coverage: Coverage;
  /** The values that the program took. */
  readonly values: readonly Int[];
  /** Did it read standard input? */
  readonly readInput: boolean;
}

/** A branch or a dangling pointer that no run had before; or a branch that was taken much more often. */
export type News = 'edge' | 'state' | 'count';

interface Kept {
  readonly input: ProgramInput;
  /** The edges that its run took. */
  readonly edges: readonly number[];
}

const MOST_WAITING = 2_000;
/** Lines are remembered by their first words, so many of each. */
const MOST_LINES = 6;
const MOST_GROUPS = 60;
const LONGEST_LINE = 200;
const MOST_OBSERVED = 200;
/** Beyond this, how often a branch was taken makes no difference. */
const MOST_TIMES = 16;
/** An input of which nothing is known: words and numbers that occur in no program, each once. */
const UNKNOWN_LINES = 'alpha beta 7\ngamma 13 delta\nepsilon\n';

export class ProgramSearch {
  private readonly random: Random;
  private readonly waiting: ProgramInput[];
  private readonly seeds: ReadonlySet<ProgramInput>;
  private readonly tried = new Set<string>();
  private readonly kept: Kept[] = [];
  /** Those of them that took an edge for the first time. */
  private readonly firsts: Kept[] = [];
  /** Inputs that lead to a pointer to freed memory: what comes next may use it. */
  private readonly dangling: ProgramInput[] = [];
  private readonly states = new Set<number>();
  private readonly seen = new Set<number>();
  private readonly edges = new Set<number>();
  private readonly follower = new Follower();
  private readonly failed = new Set<Instr | Terminator>();
  private readonly observed = new Set<string>();
  private readonly letters = new Set<string>();
  private readonly lines = new Map<string, string[]>();
  private readsInput = false;
  private takesValues = false;
  private made = 0;

  constructor(private readonly scope: SearchScope) {
    this.random = new Random(scope.seed);
    this.waiting = seedsFor(scope);
    this.seeds = new Set(this.waiting);
    for (const line of scope.texts.lines) this.keepLine(line);
  }

  /** Null if there is nothing to vary. */
  next(): ProgramInput | null {
    const turn = this.made++;
    const waiting = this.kept.length === 0 || turn % 4 !== 3 ? this.waiting.shift() : undefined;
    if (waiting) return waiting;
    const varies = this.readsInput || this.takesValues || this.scope.takesArguments || this.hasTexts();
    if (!varies || this.kept.length === 0) return this.waiting.shift() ?? null;
    if (this.takesValues && turn % 8 === 0) return this.fresh(turn / 8);
    for (let attempt = 0; attempt < 8; attempt++) {
      const child = this.child();
      if (this.isUntried(child)) return child;
    }
    return this.child();
  }

  /** Edges that no run took before this one. */
  newEdges(coverage: Coverage): number[] {
    return [...coverage.edges()].flatMap(([edge]) => (this.edges.has(edge) ? [] : [edge]));
  }

  /**
   * Inputs of runs that took a branch for the first time, or much more often than any before, are kept; others only if a
   * pointer dangles that did not before.
   */
  learn(input: ProgramInput, { coverage, values, readInput }: Seen): News | null {
    if (readInput) this.readsInput = true;
    if (values.length > 0) this.takesValues = true;
    const exact = { ...input, values: values.slice(0, LONGEST) };
    const edges = [...coverage.edges()];
    const marks = edges.map(([edge, times]) => edge * 32 + Math.clz32(Math.min(times, MOST_TIMES)));
    const isNew = marks.some((mark) => !this.seen.has(mark));
    for (const mark of marks) this.seen.add(mark);
    const isDangling = [...coverage.dangling()].filter((state) => !this.states.has(state)).length > 0;
    for (const state of coverage.dangling()) this.states.add(state);
    if (isDangling) this.dangling.push(exact);
    const isFirst = edges.some(([edge]) => !this.edges.has(edge));
    for (const [edge] of edges) this.edges.add(edge);
    if (isDangling) this.waiting.push(...[...goOn(exact, this.knowledge())].filter((child) => this.isUntried(child)));
    if (!isNew && !this.isSeed(input)) return isDangling ? 'state' : null;
    const kept = { input: exact, edges: edges.map(([edge]) => edge) };
    this.kept.push(kept);
    if (isFirst) this.firsts.push(kept);
    this.remember(exact, coverage);
    if (isFirst) this.keepLines(exact);
    const followed = [
      ...this.follower.follow(exact, coverage),
      ...[...followValues(exact.values, coverage.comparisons())].map((v) => ({ ...exact, values: v })),
    ];
    this.waiting.unshift(...followed.filter((child) => this.isUntried(child))); // the last discovery comes first
    const later = [...this.failing(exact, coverage), ...(isFirst ? extend(exact, this.knowledge()) : [])];
    this.waiting.push(...later.filter((child) => this.isUntried(child)));
    this.waiting.length = Math.min(this.waiting.length, MOST_WAITING);
    return isFirst ? 'edge' : isDangling ? 'state' : 'count';
  }

  /** Inputs that led to something new, to be tried in other circumstances. */
  get corpus(): readonly ProgramInput[] {
    return this.kept.map(({ input }) => input);
  }

  /** What the first inputs are compared with is followed even if they take no new edge. */
  private isSeed(input: ProgramInput): boolean {
    return this.seeds.has(input);
  }

  private hasTexts(): boolean {
    return this.kept.some(({ input }) => input.files.size > 0 || input.environment.size > 0);
  }

  /** The texts that the program looked for, and the lines that were worth keeping. */
  private remember(input: ProgramInput, coverage: Coverage): void {
    const own = slotsOf(input).map((slot) => textAt(input, slot));
    const isOwn = (text: string) => own.some((all) => all.includes(text));
    for (const { left, right, by } of coverage.textComparisons()) {
      const wanted = by === 'part' || isOwn(left) ? right : isOwn(right) ? left : '';
      if (wanted !== '' && wanted.length < 40 && this.observed.size < MOST_OBSERVED) this.observed.add(wanted);
    }
    for (const { kind, name } of coverage.missing()) if (kind === 'options') this.letters.add(name);
  }

  /** The lines of an input that took new edges. */
  private keepLines(input: ProgramInput): void {
    for (const line of [input.stdin, ...input.files.values()].flatMap(linesOf)) this.keepLine(line);
  }

  private keepLine(line: string): void {
    const [first = ''] = line.split(' ');
    const group = this.lines.get(first) ?? [];
    if (group.includes(line) || line.length > LONGEST_LINE || this.lines.size > MOST_GROUPS) return;
    this.lines.set(first, [...group, line].slice(-MOST_LINES));
  }

  /** At every place that allocates, one allocation fails. */
  private failing(input: ProgramInput, coverage: Coverage): ProgramInput[] {
    if (input.failures.length > 0) return [];
    return [...coverage.allocations()].flatMap(([site, request]) => {
      if (this.failed.has(site)) return [];
      this.failed.add(site);
      return [{ ...input, failures: [request] }];
    });
  }

  private child(): ProgramInput {
    const parent = this.choose();
    const other = this.choose();
    let child: ProgramInput = this.random.below(4) > 0 ? { ...parent, failures: [] } : parent;
    if (this.random.below(16) === 0) child = { ...child, failures: [1 + this.random.below(24)] };
    for (let n = 1 + this.random.below(3); n > 0; n--) child = vary(child, other, this.knowledge());
    return child;
  }

  /** The shorter of two, usually: long inputs cost more and say less. */
  private choose(): ProgramInput {
    const [a, b] = [this.chooseOne(), this.chooseOne()];
    return sizeOf(a) <= sizeOf(b) === this.random.below(4) > 0 ? a : b;
  }

  /** One that comes close to a goal, one of the last ones, or any. */
  private chooseOne(): ProgramInput {
    const { random } = this;
    const kind = random.below(4);
    if (kind === 3 && this.dangling.length > 0) return pick(random, this.dangling)!;
    const kept = random.below(3) > 0 && this.firsts.length > 0 ? this.firsts : this.kept;
    const best = kind === 0 ? this.scope.goals.choose(random, kept) : null;
    if (best) return best.input;
    const recent = kind === 1 ? Math.min(8, kept.length) : kept.length;
    return kept[kept.length - 1 - random.below(recent)]!.input;
  }

  private fresh(turn: number): ProgramInput {
    const values = freshValues(turn, this.random, this.scope.numbers);
    return { ...(pick(this.random, this.kept)?.input ?? NOTHING), values, seed: turn };
  }

  private knowledge(): Knowledge {
    const { texts, numbers, sizes, takesArguments } = this.scope;
    const { random, readsInput, lines } = this;
    const [observed, letters] = [[...this.observed], [...this.letters]];
    return { random, observed, words: texts.words, lines, numbers, sizes, letters, takesArguments, readsInput };
  }

  private isUntried(input: ProgramInput): boolean {
    const key = keyOf(input);
    if (this.tried.has(key)) return false;
    this.tried.add(key);
    return true;
  }
}

/** No input; unknown words; the words of the program, one a line; unknown arguments. */
function seedsFor({ texts, takesArguments }: SearchScope): ProgramInput[] {
  const stdin = UNKNOWN_LINES;
  const words = texts.words.slice(0, 40).join('\n');
  const plain = [NOTHING, { ...NOTHING, stdin }, { ...NOTHING, stdin: `${words}\n` }];
  if (!takesArguments) return plain;
  return [...plain, { ...NOTHING, args: ['zeta'], stdin }, { ...NOTHING, args: ['zeta', '11', 'theta'], stdin }];
}

export const sizeOf = (input: ProgramInput): number =>
  slotsOf(input).reduce((sum, slot) => sum + textAt(input, slot).length, input.values.length);
