// The input and output of a command, and its result: an exit status.
// The contract between program.ts and the commands.

import { type Diagnostic, diagnostic, formatDiagnostic } from '../base/diagnostics.js';

/** Results go to `out`, everything about the run to `err`. */
export interface Console {
  out(text: string): void;
  err(text: string): void;
  /** The stream of `out`, if it may be a terminal. */
  readonly stream?: { readonly isTTY?: boolean; readonly columns?: number };
  /** All of standard input. */
  readonly input?: () => Uint8Array;
  /** The name of the command that runs. */
  readonly command?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** 0: no findings, or all proved; 1: findings, or refuted; 2: could not analyse; 3: could not decide. */
export type ExitStatus = 0 | 1 | 2 | 3;

/** Prints the diagnostic and returns the exit status for it. */
export function refuse(console: Console, ...problems: readonly Diagnostic[]): ExitStatus {
  warn(console, ...problems);
  return 2;
}

/** Prints the diagnostic as a warning and continues. */
export function warn(console: Console, ...problems: readonly Diagnostic[]): void {
  for (const problem of problems) {
    const isUsage = problem.code === 'bad-usage' && console.command !== undefined;
    console.err(`${formatDiagnostic(problem, isUsage ? `see \`caulk ${console.command} --help\`` : undefined)}\n`);
  }
}

/** For options that no engine implements yet. */
export function notThereYet(console: Console, what: string): ExitStatus {
  return refuse(console, diagnostic('not-there-yet', `${what} is not implemented yet`));
}
