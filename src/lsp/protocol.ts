// What the server asks the thread that analyses for it, and the answers: plain data.
// Shared by thread.ts and analyst.ts.

import type { Diagnostic } from '../base/diagnostics.js';
import type { FunctionVerdict } from '../driver/project/function-prover.js';
import type { Round } from '../driver/session/session.js';
import type { PlaceView } from '../driver/session/unit-scope.js';
import type { Fix } from '../findings/fix.js';
import type { LocatedFinding, Report } from '../findings/report.js';
import type { UnsavedTexts } from '../frontend/compile-job.js';

/** A project, as `check` would be asked about it. */
export interface ProjectKey {
  readonly paths: readonly string[];
  readonly compileCommands?: string;
  readonly flags: readonly string[];
}

interface About {
  readonly project: ProjectKey;
  readonly unsaved: UnsavedTexts;
}

/** A place is told by an absolute path and a line from 1. */
export type Question =
  | { readonly kind: 'look'; readonly file: string; readonly line: number }
  | { readonly kind: 'prove'; readonly file: string; readonly function: string }
  | { readonly kind: 'run'; readonly file: string; readonly function: string }
  | { readonly kind: 'fix'; readonly fingerprint: string };

export type Task = About & ({ readonly kind: 'check'; readonly stages: Round['stages'] } | Question);

export type Kind = Task['kind'];

/** What the server keeps of a report. */
export type ServedReport = Pick<Report, 'root' | 'findings' | 'suppressed' | 'functions' | 'diagnostics'>;

export interface Answers {
  readonly check: ServedReport | { readonly problems: readonly Diagnostic[] };
  readonly look: PlaceView | null;
  readonly prove: FunctionVerdict | null;
  readonly fix: Fix | null;
  /** The errors that runs from the function show, by paths from the root. */
  readonly run: readonly LocatedFinding[] | 'needs arguments' | null;
}

/** `stop`: one number that threads share; not 0 means that nobody waits. */
export interface Request {
  readonly number: number;
  readonly task: Task;
  readonly stop: Int32Array;
}

export type Reply = { readonly number: number } & (
  | { readonly answer: Answers[Kind] }
  | { readonly stopped: true }
  | { readonly problem: string }
);
