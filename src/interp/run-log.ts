// The nondeterministic values of a run with the calls that return them, and where the run ended.
// Filled by natives and by `runMachine`; witnesses are made of it.

import type { Site } from './memory.js';

export interface LoggedInput {
  readonly site: Site;
  readonly value: number | bigint;
}

export class RunLog {
  readonly inputs: LoggedInput[] = [];
  /** The innermost position when the run ended; null if nothing was running. */
  end: Site | null = null;
}
