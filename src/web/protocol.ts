// The protocol between the local page and its server, as JSON.
// Shared by src/web and src/page/workbench.ts.

import type { EngineName } from '../engines/engine.js';
import type { Payload } from '../report/html/payload.js';

/** An engine, or what `caulk check` does without `--engine`. */
export type Choice = EngineName | 'auto';

/** The data embedded in the page. */
export interface WorkbenchData {
  readonly engines: readonly Choice[];
  readonly examples: readonly Example[];
}

export interface Example {
  /** The group of an example: a paper's engine, or the tour. */
  readonly group: string;
  readonly name: string;
  /** What it is: the comment that it begins with. */
  readonly about: string;
  readonly text: string;
}

/** Sent to `analyse`. */
export interface Question {
  readonly engine: Choice;
  /** While typing, a quick answer; if that is unfinished, the page asks again for a thorough one. */
  readonly effort: 'quick' | 'thorough';
  readonly text: string;
}

export interface Problem {
  readonly severity: 'error' | 'warning';
  /** Null if it concerns the whole text. */
  readonly line: number | null;
  readonly message: string;
}

export interface Answer extends Pick<Payload, 'findings' | 'functions' | 'portraits' | 'drawings' | 'summary'> {
  /** The name of the text in findings and portraits. */
  readonly file: string;
  readonly problems: readonly Problem[];
}
