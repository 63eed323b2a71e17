// What the local page and its server say to each other, as JSON.
// Shared by src/web and src/page/workbench.ts.

import type { EngineName } from '../engines/engine.js';
import type { Payload } from '../report/html/payload.js';

/** What the page carries from the beginning. */
export interface WorkbenchData {
  readonly engines: readonly EngineName[];
  readonly examples: readonly Example[];
}

export interface Example {
  /** Whose it is: a paper's engine, or the tour. */
  readonly group: string;
  readonly name: string;
  readonly text: string;
}

/** Sent to `analyse`. */
export interface Question {
  readonly engine: EngineName;
  /** Whoever types wants an answer soon; what is left unfinished then is asked for again, thoroughly. */
  readonly effort: 'quick' | 'thorough';
  readonly text: string;
}

export interface Problem {
  readonly severity: 'error' | 'warning';
  /** null: about the whole. */
  readonly line: number | null;
  readonly message: string;
}

export interface Answer extends Pick<Payload, 'findings' | 'functions' | 'portraits' | 'drawings' | 'summary'> {
  /** As findings and portraits name the text. */
  readonly file: string;
  readonly problems: readonly Problem[];
}
