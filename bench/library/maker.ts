// Makes the arguments of one call: blocks, strings, streams, numbers at the borders; all from a seed.
// Used by the rules by type (arguments.ts) and by the hints of single functions.

import { type Block, type Cell, literal, textBytes, wideBytes } from './call.js';

/** Reproducible choices (mulberry32). */
export class Random {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }
}

const ALPHABET = 'abcabcAB 12-,/.:x\n\t%é';
const PATTERN = 0xaa;

export class Maker {
  readonly blocks: Block[] = [];
  readonly cells: Cell[] = [];
  readonly before: string[] = [];
  readonly after: string[] = [];
  private faults: number;

  constructor(
    readonly random: Random,
    /** Distinguishes the files of calls. */
    readonly serial: number,
    readonly wanted: 'sound' | 'faulty',
  ) {
    this.faults = wanted === 'faulty' ? 1 : 0;
  }

  get faulty(): boolean {
    return this.wanted === 'faulty' && this.faults === 0;
  }

  pick<T>(...choices: readonly T[]): T {
    return this.random.pick(choices);
  }

  below(limit: number): number {
    return this.random.below(limit);
  }

  /** Is this the argument to get wrong? One is, with some luck. */
  private errs(): boolean {
    return this.faults > 0 && this.below(2) > 0 && this.err();
  }

  /** The argument is made wrong: no other one is. */
  err(): boolean {
    const first = this.faults > 0;
    this.faults = 0;
    return first;
  }

  block(bytes: readonly number[], where: Block['where'] = 'guarded'): string {
    const name = `b${this.blocks.length}`;
    this.blocks.push({ name, bytes, size: String(bytes.length), where });
    return name;
  }

  /** Memory whose contents are not looked at: a structure of the library. */
  opaque(size: string): string {
    if (this.errs()) return '0';
    const name = `b${this.blocks.length}`;
    this.blocks.push({ name, bytes: null, size, where: 'guarded' });
    return name;
  }

  text(length = this.pick(0, 1, 2, 3, 5, 8, 13)): string {
    return Array.from({ length }, () => this.random.pick([...ALPHABET])).join('');
  }

  /** A string. Wrong: without its terminator, or null. */
  string(text = this.text()): string {
    if (this.errs()) return this.pick('0', this.block(textBytes(text)));
    return this.block([...textBytes(text), 0]);
  }

  wide(text = this.text()): string {
    if (this.errs()) return this.pick('0', this.block(wideBytes(text)));
    return this.block([...wideBytes(text), 0, 0, 0, 0]);
  }

  /** Memory to write to. Wrong: one byte short, or null. */
  room(size: number, unit = 1): string {
    const error = size > 0 && this.errs();
    if (error && this.below(3) === 0) return '0';
    return this.block(Array.from({ length: (error ? size - 1 : size) * unit }, () => PATTERN));
  }

  /** Memory with any contents to read. Wrong: one byte short. */
  data(size: number, unit = 1): string {
    const length = size > 0 && this.errs() ? size - 1 : size;
    return this.block(Array.from({ length: length * unit }, () => this.pick(0, 1, 2, 97, 98, 127, 128, 255)));
  }

  size(): number {
    return this.pick(0, 1, 2, 3, 4, 7, 8, 16, 20);
  }

  cell(initially = '0'): string {
    const name = `c${this.cells.length}`;
    this.cells.push({ name, initially });
    return `&${name}`;
  }

  /** A stream on a new file with these contents. */
  stream(mode = 'r+', contents = this.text(12)): string {
    this.before.push(
      `FILE *f = stream("${this.path()}", ${literal(textBytes(contents))}, ${contents.length}, "${mode}");`,
    );
    this.after.push(`say_stream(f, "${this.path()}");`);
    return 'f';
  }

  /** A descriptor of a new file with these contents. */
  descriptor(contents = this.text(12)): string {
    this.before.push(`int d = descriptor("${this.path()}", ${literal(textBytes(contents))}, ${contents.length});`);
    this.after.push(`say_descriptor(d, "${this.path()}");`);
    return 'd';
  }

  /** The name of the file of this call. */
  path(): string {
    return `f${this.serial}`;
  }

  /** The path of a file that exists, or does not. */
  someFile(): string {
    const present = this.pick(true, true, false);
    if (present) this.before.push(`make_file("${this.path()}", "hello", 5);`);
    return this.string(present ? this.path() : this.pick('none', '', 'none/none'));
  }
}
