// One line on standard error with the progress of a long bench or check; silent unless it is a terminal.
// Used by corpus.ts and check.ts.

import type { Console } from './console.js';

const BAR = 30;

/** Faster updates are unreadable. */
const PAUSE_MS = 50;

export class Progress {
  private readonly shown = process.stderr.isTTY === true;
  private next = 0;

  constructor(
    private readonly name: string,
    private readonly console: Console,
  ) {}

  say(what: string): void {
    if (this.shown) this.console.err(`\r\x1b[K${this.name}: ${what}`);
    else this.console.err(`${this.name}: ${what}\n`);
  }

  step(done: number, all: number, what = 'units'): void {
    if (!this.shown || (done < all && performance.now() < this.next)) return;
    this.next = performance.now() + PAUSE_MS;
    const filled = Math.round((BAR * done) / Math.max(1, all));
    this.say(`[${'='.repeat(filled)}${' '.repeat(BAR - filled)}] ${done}/${all} ${what}`);
  }

  /** A line that stays. */
  note(line: string): void {
    if (this.shown) this.console.err(`\r\x1b[K${line}\n`);
  }

  end(): void {
    if (this.shown) this.console.err('\r\x1b[K');
  }
}
