// What every command is given to talk to the outside, and what it gives back: an exit status.
// The contract between program.ts and the commands beside it.

import { type Diagnostic, diagnostic, formatDiagnostic } from '../base/diagnostics.js';

/** Where text goes: results to `out`, everything about the run to `err`. */
export interface Console {
  out(text: string): void;
  err(text: string): void;
  /** What `out` writes to, if it may be a terminal. */
  readonly stream?: { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** 0 nothing found or all proved, 1 findings or refuted, 2 could not analyse, 3 could not decide. */
export type ExitStatus = 0 | 1 | 2 | 3;

/** Says what went wrong and gives the status for it. */
export function refuse(console: Console, ...problems: readonly Diagnostic[]): ExitStatus {
  for (const problem of problems) console.err(`${formatDiagnostic(problem)}\n`);
  return 2;
}

/** Says what is strange and goes on. */
export function warn(console: Console, ...problems: readonly Diagnostic[]): void {
  for (const problem of problems) console.err(`${formatDiagnostic(problem)}\n`);
}

/** For what the command line promises and no engine does yet. */
export function notThereYet(console: Console, what: string): ExitStatus {
  return refuse(console, diagnostic('not-there-yet', `${what} is not there yet`));
}
