// Process state outside the program's memory: exit handlers, argument lists, random numbers, the clock.
// One per machine, so that runs are independent.

import type { RunOptions } from '../options.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { GlibcRandom } from './random.js';

/** A list of variadic arguments is named by a handle; a va_list holds handle and position in one word. */
const POSITION_BITS = 12;

export class ProcessState {
  /** Pointers to handlers given to atexit, with the argument of on_exit-like registration. */
  readonly exitHandlers: { readonly pointer: Value; readonly args: readonly Value[] }[] = [];
  /** What signal and sigaction registered, by the number of the signal. */
  readonly signalHandlers = new Map<number, Value>();
  /** Signals whose handlers take three arguments. */
  readonly detailedSignals = new Set<number>();
  /** Where getopt continues in a word, and the words between the options that it has passed. */
  options: { next: Int; first: number; last: number } = { next: 0, first: 1, last: 1 };
  readonly random = new GlibcRandom(1);
  readonly environment: ReadonlyMap<string, string>;
  /** Pointers to the strings `name=value` of the environment; null until the program first asks. */
  variables: Int[] | null = null;
  /** Objects that library functions keep between calls, by name: errno, the tables of ctype, the position of strtok. */
  readonly objects = new Map<string, number>();
  private readonly lists: (readonly Value[] | null)[] = [null];
  private readonly freeLists: number[] = [];
  private ticks = 0;

  constructor(options: RunOptions) {
    this.environment = options.environment ?? new Map();
  }

  /** Time advances only when it is read, so that runs are deterministic. */
  tick(): number {
    return this.ticks++;
  }

  rememberArguments(values: readonly Value[]): number {
    const handle = this.freeLists.pop() ?? this.lists.length;
    this.lists[handle] = values;
    return handle;
  }

  forgetArguments(handle: number): void {
    this.lists[handle] = null;
    this.freeLists.push(handle);
  }

  argumentsOf(word: number): { values: readonly Value[]; position: number } | null {
    const values = this.lists[word >>> POSITION_BITS];
    return values ? { values, position: word & ((1 << POSITION_BITS) - 1) } : null;
  }

  static word(handle: number, position: number): number {
    return (handle << POSITION_BITS) | position;
  }
}
