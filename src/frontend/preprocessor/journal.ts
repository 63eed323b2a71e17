// What the files of a unit look up and define, in order: it tells what an #include depends on, and what it does.
// Kept by reader.ts, for include-records.ts.

import type { Macro } from './macros.js';
import { Sort, type Spellings } from './spellings.js';

/** What a part of a unit found when it looked for macros, and the names it has defined or undefined. */
export interface Account {
  /** Names whose first mention looks them up, with what was found. */
  readonly names: Int32Array;
  readonly found: readonly (Macro | undefined)[];
  readonly defined: Int32Array;
}

/** The start while no part is open. */
const CLOSED = -1;
/** The stamp of what is no name: it is never a macro. */
const NEVER = 0x7fffffff;
/** Positions begin anew before they leave 32 bits. */
const MOST = 2 ** 30;

/**
 * Hot: a name that has been looked up in the innermost part before costs one comparison. Parts are nested; `stamps` has the
 * position of the last entry for each name. Definitions are entered as the complement of the name.
 */
export class Journal {
  stamps = new Int32Array(1 << 13);
  /** Where the innermost part begins. */
  start = CLOSED;
  private next = 1;
  private base = 1;
  private readonly entries: number[] = [];
  private readonly found: (Macro | undefined)[] = [];
  private readonly outer: number[] = [];
  private seen = new Int32Array(0);
  private round = 0;

  constructor(private readonly spellings: Spellings) {}

  /** For the next unit. */
  reset(): void {
    this.outer.length = 0;
    this.start = CLOSED;
    this.forget();
    if (this.next < MOST) return;
    this.stamps.fill(0);
    this.next = 1;
    this.base = 1;
  }

  private forget(): void {
    this.entries.length = 0;
    this.found.length = 0;
    this.base = this.next;
  }

  /** Called if `stamps` has no entry of the innermost part. */
  lookedUp(name: number, macro: Macro | undefined): void {
    if (name >= this.stamps.length) this.stamps = longer(this.stamps, name);
    if (this.start === CLOSED) return;
    if (this.spellings.sorts[name] === Sort.Name) this.enter(name, name, macro);
    else this.stamps[name] = NEVER;
  }

  defined(name: number): void {
    if (this.start === CLOSED) return;
    if (name >= this.stamps.length) this.stamps = longer(this.stamps, name);
    this.enter(~name, name, undefined);
  }

  private enter(entry: number, name: number, macro: Macro | undefined): void {
    if (!(this.stamps[name]! >= this.start)) this.stamps[name] = this.next;
    this.entries.push(entry);
    this.found.push(macro);
    this.next++;
  }

  open(): void {
    this.outer.push(this.start);
    this.start = this.next;
  }

  /** Ends the innermost part; what it did belongs to the one around it. */
  close(): void {
    this.start = this.outer.pop()!;
    if (this.start === CLOSED) this.forget();
  }

  /** Of the innermost part. */
  account(): Account {
    const { entries, found, base, start } = this;
    if (this.seen.length < this.stamps.length) this.seen = longer(this.seen, this.stamps.length);
    const { seen } = this;
    this.round += 2;
    const [once, redefined] = [this.round, this.round + 1];
    const names: number[] = [];
    const values: (Macro | undefined)[] = [];
    const defined: number[] = [];
    for (let i = start - base; i < entries.length; i++) {
      const entry = entries[i]!;
      const name = entry < 0 ? ~entry : entry;
      const before = seen[name]!;
      if (entry < 0) {
        if (before !== redefined) defined.push(name);
        seen[name] = redefined;
      } else if (before < once) {
        seen[name] = once;
        names.push(name);
        values.push(found[i]);
      }
    }
    return { names: Int32Array.from(names), found: values, defined: Int32Array.from(defined) };
  }
}

function longer(from: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(from.length * 2, index + 1));
  to.set(from);
  return to;
}
