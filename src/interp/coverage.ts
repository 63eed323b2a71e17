// What a run did with its input: the edges it took and how often, the numbers and texts it compared, what it asked for in vain.
// Filled by instrumented code and by the library; read by the searches for inputs that reach new edges.

import type { Block, Instr, Terminator } from '../ir/instr.js';
import type { FileSet } from './libc/streams.js';
import type { Value } from './rep.js';
import type { Int } from './wide.js';

/** The stream that was read last, and how far. */
export interface Cursor {
  /** `stdin`, or the path of a file. */
  readonly stream: string;
  readonly position: number;
}

/** Two different numbers that a program compared, for equality or for order. */
export interface Comparison {
  readonly left: Int;
  readonly right: Int;
  readonly by: 'equality' | 'order';
  readonly cursor: Cursor | null;
}

/** Two texts that a program compared and found to differ; or, `part`, a text in which it did not find another. */
export interface TextComparison {
  readonly left: string;
  readonly right: string;
  readonly by: 'whole' | 'beginning' | 'part';
  readonly cursor: Cursor | null;
}

/** An input that the program asked for and did not get. */
export interface Missing {
  readonly kind: 'file' | 'variable' | 'options';
  /** A path, the name of an environment variable, or letters of options as for getopt. */
  readonly name: string;
}

/** The limits on what is recorded per run. */
const MOST_COMPARISONS = 400;
const MOST_TEXTS = 200;
const MOST_LOOKS = 160;
const MOST_MISSING = 40;
/** Longer texts are cut. */
const LONGEST_TEXT = 200;

/** One for many runs of a program: edges keep their numbers. */
export class Coverage {
  /** Counts the runs. */
  run = 0;
  private readonly first = new Map<Terminator, number>();
  private readonly targets: Block[] = [];
  private hits = new Uint32Array(256);
  private touched: number[] = [];
  private pairs: Comparison[] = [];
  private looks = 0;
  private texts = new Map<string, TextComparison>();
  private wanted = new Map<string, Missing>();
  private sites = new Map<Instr | Terminator, number>();
  private readonly things = new Map<object, number>();
  private readonly states = new Map<string, number>();
  private reached = new Set<number>();
  private files: FileSet | null = null;

  /** The number of the first outgoing edge of a terminator; the others follow it. */
  edgesOf(t: Terminator, targets: readonly Block[]): number {
    const known = this.first.get(t);
    if (known !== undefined) return known;
    const edge = this.targets.length;
    this.first.set(t, edge);
    this.targets.push(...targets);
    if (this.targets.length > this.hits.length) {
      const more = new Uint32Array(2 * this.targets.length);
      more.set(this.hits);
      this.hits = more;
    }
    return edge;
  }

  went(edge: number): void {
    if (this.hits[edge]!++ === 0) this.touched.push(edge);
  }

  /** Records a comparison; false if it adds nothing. */
  compared(left: Value, right: Value, by: Comparison['by']): boolean {
    if (left === right || !isWhole(left) || !isWhole(right)) return false;
    if (this.pairs.length < MOST_COMPARISONS) this.pairs.push({ left, right, by, cursor: this.cursor() });
    return true;
  }

  comparedTexts(left: string, right: string, by: TextComparison['by']): void {
    if (this.texts.size >= MOST_TEXTS || left === right) return;
    const [a, b] = [left.slice(0, LONGEST_TEXT), right.slice(0, LONGEST_TEXT)];
    const cursor = this.cursor();
    const key = `${by} ${cursor?.stream} ${cursor?.position} ${a}\0${b}`;
    if (!this.texts.has(key)) this.texts.set(key, { left: a, right: b, by, cursor });
  }

  missed(kind: Missing['kind'], name: string): void {
    if (this.wanted.size < MOST_MISSING) this.wanted.set(`${kind} ${name}`, { kind, name });
  }

  /** Allocation number `request` of the run was made here. */
  allocated(site: Instr | Terminator, request: number): void {
    if (!this.sites.has(site)) this.sites.set(site, request);
  }

  /** When a line was read, something held a pointer to a freed block. */
  dangles(holder: object, offset: number, block: object): void {
    const key = `${this.numberOf(holder)} ${offset} ${this.numberOf(block)}`;
    const known = this.states.get(key) ?? this.states.size;
    this.states.set(key, known);
    this.reached.add(known);
  }

  /** Numbers of the states with dangling pointers that this run was in; the same state has the same number in all runs. */
  dangling(): ReadonlySet<number> {
    return this.reached;
  }

  private numberOf(thing: object): number {
    const known = this.things.get(thing) ?? this.things.size;
    this.things.set(thing, known);
    return known;
  }

  /** Is it worth looking at further texts? They cost more than the instructions that compare them. */
  wantsTexts(): boolean {
    return this.looks++ < MOST_LOOKS;
  }

  /** The edges of this run, with how often each was taken. */
  *edges(): Generator<readonly [edge: number, times: number]> {
    for (const edge of this.touched) yield [edge, this.hits[edge]!];
  }

  targetOf(edge: number): Block {
    return this.targets[edge]!;
  }

  comparisons(): readonly Comparison[] {
    return this.pairs;
  }

  textComparisons(): readonly TextComparison[] {
    return [...this.texts.values()];
  }

  missing(): readonly Missing[] {
    return [...this.wanted.values()];
  }

  /** Has the run read standard input? */
  readsInput(): boolean {
    return this.files!.stdin.position > 0 || this.files!.stdin.eof;
  }

  /** Where the program allocated, with the number of the first allocation there. */
  allocations(): ReadonlyMap<Instr | Terminator, number> {
    return this.sites;
  }

  /** Resets the records before the next run. */
  begin(files: FileSet): void {
    for (const edge of this.touched) this.hits[edge] = 0;
    this.run++;
    this.files = files;
    this.touched = [];
    this.pairs = [];
    this.looks = 0;
    this.texts = new Map();
    this.wanted = new Map();
    this.reached = new Set();
    this.sites = new Map();
  }

  private cursor(): Cursor | null {
    const last = this.files?.head.last;
    return last?.name ? { stream: last.name, position: last.position - last.pushed.length } : null;
  }
}

const isWhole = (v: Value): v is Int => typeof v === 'bigint' || (typeof v === 'number' && Number.isInteger(v));
