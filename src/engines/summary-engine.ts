// The contract of engines by summaries: a program is analysed bottom-up, callees before callers, findings on the way.
// src/driver/project orders the work, spreads it over threads and keeps results; the engine knows what they mean.

import type { PackedFunction } from '../ir/pack/open.js';
import type { PackedProgram } from '../ir/pack/program.js';
import type { AnalysisOptions, AnalysisResult, EngineName, FunctionReport } from './engine.js';
import type { Look } from './shared/looks.js';

export interface SummaryEngine {
  readonly kind: 'summaries';
  readonly name: EngineName;
  /** What the engine takes programmers to mean. Each can be left out: `AnalysisOptions.withoutBeliefs`. */
  readonly beliefs: readonly Belief[];
  /** Analyses nothing yet. Every thread opens the program for itself. */
  open(program: PackedProgram, options: AnalysisOptions): SummaryAnalysis;
}

/** What programmers mean by code of some kind: true of most programs, and not of all. Reports rest on it, proofs never do. */
export interface Belief {
  readonly name: string;
  /** Why it holds of most programs, in one sentence. */
  readonly why: string;
  readonly stage: Stage;
  /**
   * `silences`: without it there are more reports; it costs real errors. `finds`: without it there are fewer; it costs false
   * alarms.
   */
  readonly effect: 'silences' | 'finds';
}

/**
 * When a belief acts. `path`: while a procedure is executed; `call`: where outcomes of a callee are chosen or carried out;
 * `summary`: when a procedure has been analysed; `program`: when all have; `report`: where an error is about to be reported.
 */
export type Stage = 'path' | 'call' | 'summary' | 'program' | 'report';

/**
 * The analysis of one program. Every method is a pure function of the program, the options and its arguments: results do
 * not depend on the thread or the run that computes them, nor on the order in which pieces of work are done.
 */
export interface SummaryAnalysis {
  /** Strongly connected components of the call graph with at most this many functions are one piece of work. */
  readonly largestGroup: number;
  /** The functions whose summaries the analysis of `f` may ask for, each once. */
  calleesOf(f: PackedFunction): readonly PackedFunction[];
  /**
   * What the result of `f` depends on besides its code and the summaries of its callees: the contents of constants, the
   * candidate targets of calls through pointers. Equal texts, equal results.
   */
  dependenciesOf(f: PackedFunction): string;
  /** One result per function, in the order of the piece. A callee without a summary is an unknown call. */
  analyse(piece: Piece, summaryOf: (callee: PackedFunction) => Uint8Array | null): FunctionResult[];
  /** Called once, with all functions in a fixed order: what the whole program says about findings of single functions. */
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

/** The result for one function as plain data, which can be sent to another thread and kept for another run. */
export interface FunctionResult extends Pick<FunctionReport, 'status' | 'reason'> {
  /** For callers. Opaque to the driver. */
  readonly summary: Uint8Array;
  /** Stands for the summary: callers whose callees have the same hashes need not be analysed again. */
  readonly hash: string;
  /** For `conclude`; empty if there is nothing to say. */
  readonly findings: Uint8Array;
  /** The source text that the findings refer to. */
  readonly looks: readonly Look[];
  /** Abstract steps. */
  readonly steps: number;
}

/** What became of a function: its result, or the message of the crash that it has none. */
export type FunctionOutcome = { readonly function: PackedFunction } & (
  | { readonly result: FunctionResult }
  | { readonly crash: string }
);
