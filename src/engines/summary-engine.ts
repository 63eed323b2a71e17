// The contract of engines by summaries: a program is analysed bottom-up, callees before callers.
// src/driver/project orders the work, distributes it over threads and stores results; the engine interprets them.

import type { PackedFunction } from '../ir/pack/open.js';
import type { PackedProgram } from '../ir/pack/program.js';
import type { Drawing } from './drawing.js';
import type { AnalysisOptions, AnalysisResult, EngineName, FunctionReport, Point } from './engine.js';
import type { Look } from './shared/looks.js';

export interface SummaryEngine {
  readonly kind: 'summaries';
  readonly name: EngineName;
  /**
   * The beliefs of the engine about what programmers intend. Each can be disabled: `AnalysisOptions.withoutBeliefs`.
   */
  readonly beliefs: readonly Belief[];
  /** Analyses nothing yet. Every thread opens the program for itself. */
  open(program: PackedProgram, options: AnalysisOptions): SummaryAnalysis;
}

/**
 * What programmers intend by code of some kind: true of most programs, but not of all. Reports rely on it, proofs never
 * do.
 */
export interface Belief {
  readonly name: string;
  /** Why it holds of most programs, in one sentence. */
  readonly why: string;
  readonly stage: Stage;
  /**
   * `silences`: without it there are more reports; it costs missed errors. `finds`: without it there are fewer; it
   * costs false alarms.
   */
  readonly effect: 'silences' | 'finds';
  /** Of one that is a doubt of findings: how many it has kept away on triaged code. None if it was not measured. */
  readonly kept?: { readonly real: number; readonly false: number };
}

/**
 * When a belief applies. `path`: while a procedure is executed; `call`: where outcomes of a callee are chosen or
 * applied; `summary`: when a procedure has been analysed; `program`: when all have; `report`: before an error is
 * reported.
 */
export type Stage = 'path' | 'call' | 'summary' | 'program' | 'report';

/**
 * The analysis of one program. Every method is a pure function of the program, the options and its arguments: results do
 * not depend on the thread or the run that computes them, nor on the order in which pieces of work are done.
 */
export interface SummaryAnalysis {
  /** Strongly connected components of the call graph with at most this many functions are one piece of work. */
  readonly largestGroup: number;
  /** The functions whose summaries the analysis of `f` may request, each once. */
  calleesOf(f: PackedFunction): readonly PackedFunction[];
  /**
   * What the result of `f` depends on besides its code and the summaries of its callees: the contents of constants, the
   * candidate targets of calls through pointers. Equal texts, equal results.
   */
  dependenciesOf(f: PackedFunction): string;
  /** One result per function, in the order of the piece. A callee without a summary is an unknown call. */
  analyse(piece: Piece, summaryOf: (callee: PackedFunction) => Uint8Array | null): FunctionResult[];
  /** The states that the analysis of `f` has been in, drawn: for any point of `f`. Analyses `f` once more. */
  look(
    f: PackedFunction,
    summaryOf: (callee: PackedFunction) => Uint8Array | null,
  ): (point: Point) => readonly Drawing[];
  /** Called once, with all functions in a fixed order: findings that depend on the whole program. */
  conclude(outcomes: readonly FunctionOutcome[]): AnalysisResult;
}

/**
 * only   all functions of a component; the engine iterates over calls among them
 * first  one function of a large component, for those that call it before its last pass: a coarse summary will do
 * last   one function of a large component; calls within the component have the summary of one of the passes
 */
export type Pass = 'only' | 'first' | 'last';

/** What is analysed at once. */
export interface Piece {
  readonly functions: readonly PackedFunction[];
  readonly pass: Pass;
}

/** The result for one function as plain data, which can be sent to another thread and stored for another run. */
export interface FunctionResult extends Pick<FunctionReport, 'status' | 'reason'> {
  /** For callers. Opaque to the driver. */
  readonly summary: Uint8Array;
  /** Stands for the summary: callers whose callees have the same hashes need not be analysed again. */
  readonly hash: string;
  /** For `conclude`; empty if there are none. */
  readonly findings: Uint8Array;
  /** The source text that the findings refer to. */
  readonly looks: readonly Look[];
  /** Abstract steps. */
  readonly steps: number;
}

/** The outcome for a function: its result, or the message of the crash. */
export type FunctionOutcome = { readonly function: PackedFunction } & (
  | { readonly result: FunctionResult }
  | { readonly crash: string }
);
