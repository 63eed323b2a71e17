// A report: findings with source positions, the status of each function, statistics.
// Made by assemble.ts and the command line, shown by src/report; holds no source text and no engine's data.

import type { Diagnostic } from '../base/diagnostics.js';
import type { Location } from '../base/source.js';
import type { Drawing } from '../engines/drawing.js';
import type { Certainty, EngineName, Rule } from '../engines/engine.js';
import type { Reason } from '../engines/reason.js';
import type { RecordedInput } from '../interp/recorded-input.js';
import type { Fix } from './fix.js';
import type { Mark } from './marks.js';
import type { Portrait } from './portrait.js';

export type { EngineName, Rule } from '../engines/engine.js';

/** The source of a finding: an engine, or a run of the interpreter. */
export type Finder = EngineName | 'run';

/** `confirmed`: a run of the interpreter showed it. */
export type ReportedCertainty = 'confirmed' | Certainty;

export interface Step extends Location {
  readonly message: string;
  /** The heap at this moment, of reports with drawings. */
  readonly heap?: Drawing;
}

/** How to see it happen. */
export interface Repetition {
  readonly input: RecordedInput;
  /** For a shell in the root of the project: runs the program on the input. */
  readonly command: string;
  /** The same for a shell in the directory where caulk was started. */
  readonly commandHere: string;
}

/** A finding of one or more engines, with paths as the user would name them. Columns count bytes. */
export interface LocatedFinding extends Location {
  readonly rule: Rule;
  readonly certainty: ReportedCertainty;
  readonly function: string;
  readonly message: string;
  /** Never empty. */
  readonly engines: readonly Finder[];
  readonly condition: string | null;
  /** No known caller establishes the condition. */
  readonly latent?: true;
  readonly trace: readonly Step[];
  readonly allocation: Location | null;
  /** The heap at the place, and behind it, of reports with drawings. */
  readonly heap?: Drawing;
  readonly heapAfter?: Drawing;
  /** The beliefs about what programmers intend that speak against it. */
  readonly doubts: readonly string[];
  /** The part of the triaged findings with such doubts that were real; null if there are none. */
  readonly worth: number | null;
  /** Of a run of the whole program that shows it. */
  readonly repetition?: Repetition;
  /** If harnesses were asked for, of one that a run shows. */
  readonly reproduction?: Reproduction;
}

/** A harness that shows a finding under sanitizers: its directory, from the root; or why there is none. */
export type Reproduction = { readonly path: string } | { readonly obstacle: string };

export interface ReportedFinding extends LocatedFinding {
  /** Stable across runs, even if lines are inserted above. */
  readonly fingerprint: string;
  /** Null if there is no baseline. */
  readonly baseline: 'new' | 'unchanged' | null;
  /** Set if a comment in the source suppresses the finding, or a mark settles it. */
  readonly suppression: { readonly by: 'comment' | 'mark'; readonly reason: string | null } | null;
  /** What a reviewer has said about it. */
  readonly mark: Mark | null;
  /** If fixes were asked for, and one was checked. */
  readonly fix?: Fix;
}

/** A finding of the baseline that is no longer reported. */
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
  /** Of a check that proves: the proof, if there is one, else why not. */
  readonly proof?: FunctionProof;
  readonly unproved?: Reason;
}

/** The function has no heap error of its own, as long as the assumptions hold. */
export interface FunctionProof {
  readonly engine: EngineName;
  /** In order of their kinds. */
  readonly assumptions: readonly Reason[];
  /** It calls nothing, and accesses no memory but its own variables and constant elements of arrays. */
  readonly trivial: boolean;
  /** The functions that are followed with it. */
  readonly followed: readonly string[];
}

/** How many functions of a project are proved. */
export interface ProofStats {
  readonly functions: number;
  readonly proved: number;
  readonly trivial: number;
  /** Proofs without an assumption, of functions that are not trivial. */
  readonly unconditional: number;
  /** Proofs with an assumption of each kind. */
  readonly byAssumption: Readonly<Record<string, number>>;
  readonly byEngine: Readonly<Record<string, number>>;
  readonly steps: number;
  readonly milliseconds: number;
}

/** A finding of the first stage of `check` that is not told. */
export interface DroppedFinding extends LocatedFinding {
  readonly reason: string;
}

/** Statistics of the second stage of `check`. */
export interface SecondLookStats {
  /** Functions at which an analysis started. */
  readonly functions: number;
  readonly analyses: number;
  /** Analyses for which no steps were left. */
  readonly untried: number;
  readonly removed: number;
  readonly confirmed: number;
  readonly conditioned: number;
  /** Of runs: those that search for inputs of programs, and those that begin at the function of a finding. */
  readonly instructions: number;
  /** Questions that no earlier run has answered. */
  readonly asked: number;
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
  /** Findings that no known caller makes happen, told or not. */
  readonly latent: number;
  /** Null if there was no second stage. */
  readonly secondLook: SecondLookStats | null;
  /** Of a check that proves. */
  readonly proofs?: ProofStats;
}

export interface Report {
  readonly version: string;
  /** The folder that file names are relative to, as an absolute path. */
  readonly root: string;
  /** In order: most certain first, then by position. */
  readonly findings: readonly ReportedFinding[];
  readonly suppressed: readonly ReportedFinding[];
  /** Not told, with reasons; in order. */
  readonly refuted: readonly DroppedFinding[];
  /** Null if there is no baseline. */
  readonly gone: readonly GoneFinding[] | null;
  /** All marks of the project. */
  readonly marks: readonly Mark[];
  /** How many findings are left out because they have nothing to do with the changes; null unless only these are asked for. */
  readonly elsewhere: number | null;
  readonly functions: readonly FunctionEntry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly stats: Stats;
  /** Empty unless the report has drawings. */
  readonly portraits: readonly Portrait[];
}
