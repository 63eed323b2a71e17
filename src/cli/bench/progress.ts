// One line on standard error that says how far a long bench or check is; silent where nobody watches a terminal.
// Used by corpus.ts and check.ts.

import type { Console } from '../console.js';

const BAR = 30;

export class Progress {
  private readonly shown = process.stderr.isTTY === true;

  constructor(
    private readonly name: string,
    private readonly console: Console,
  ) {}

  say(what: string): void {
    if (this.shown) this.console.err(`\r\x1b[K${this.name}: ${what}`);
    else this.console.err(`${this.name}: ${what}\n`);
  }

  step(done: number, all: number): void {
    if (!this.shown) return;
    const filled = Math.round((BAR * done) / Math.max(1, all));
    this.say(`[${'='.repeat(filled)}${' '.repeat(BAR - filled)}] ${done}/${all} units`);
  }

  end(): void {
    if (this.shown) this.console.err('\r\x1b[K');
  }
}
