// What a report consists of: findings with places that can be opened, what became of each function, numbers.
// Made by assemble.ts and the command line, shown by src/report; holds no source text and no engine's data.

import type { Diagnostic } from '../base/diagnostics.js';
import type { Location } from '../base/source.js';
import type { Certainty, EngineName, Rule } from '../engines/engine.js';
import type { Portrait } from './portrait.js';

export type { EngineName, Rule } from '../engines/engine.js';

/** Who found something: an engine, or a run of the interpreter. */
export type Finder = EngineName | 'run';

/** `confirmed`: a run of the interpreter showed it. */
export type ReportedCertainty = 'confirmed' | Certainty;

export interface Step extends Location {
  readonly message: string;
}

/** A finding of one or more engines, with places as a person at the terminal names them. Columns count bytes. */
export interface LocatedFinding extends Location {
  readonly rule: Rule;
  readonly certainty: ReportedCertainty;
  readonly function: string;
  readonly message: string;
  /** Who found it; never empty. */
  readonly engines: readonly Finder[];
  readonly condition: string | null;
  readonly trace: readonly Step[];
  readonly allocation: Location | null;
}

export interface ReportedFinding extends LocatedFinding {
  /** The same in the next run, even if lines were inserted above it. */
  readonly fingerprint: string;
  /** null: not compared with an earlier report. */
  readonly baseline: 'new' | 'unchanged' | null;
  /** A comment in the source asks to keep quiet about it. */
  readonly suppression: { readonly reason: string | null } | null;
}

/** A finding of an earlier report that is no longer there. */
export interface GoneFinding extends Location {
  readonly rule: string;
  readonly function: string;
  readonly message: string;
  readonly fingerprint: string;
}

export interface FunctionEntry {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly status: 'analysed' | 'skipped' | 'timeout';
  readonly reason: string | null;
}

/** A finding of the first stage of `check` that a sound engine proves wrong. */
export interface DroppedFinding extends LocatedFinding {
  readonly reason: string;
}

/** What the second stage of `check` did, and what it cost. */
export interface SecondLookStats {
  /** Functions where an analysis began. */
  readonly functions: number;
  readonly analyses: number;
  readonly removed: number;
  readonly confirmed: number;
  readonly conditioned: number;
  readonly milliseconds: number;
}

export interface Stats {
  readonly files: number;
  readonly functions: number;
  readonly instructions: number;
  readonly states: number;
  /** By phase, with `total`. */
  readonly milliseconds: Readonly<Record<string, number>>;
  readonly peakMemoryMB: number;
  /** null: there was no second stage. */
  readonly secondLook: SecondLookStats | null;
}

export interface Report {
  readonly version: string;
  /** In order: most certain first, then by place. */
  readonly findings: readonly ReportedFinding[];
  readonly suppressed: readonly ReportedFinding[];
  /** Proved not to happen; in order. */
  readonly refuted: readonly DroppedFinding[];
  /** null: not compared with an earlier report. */
  readonly gone: readonly GoneFinding[] | null;
  readonly functions: readonly FunctionEntry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly stats: Stats;
  /** Empty unless the report has pictures. */
  readonly portraits: readonly Portrait[];
}
