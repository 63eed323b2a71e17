// The contract of all engines: their requests and results. Engines depend on the IR, not on the front end.
// Findings, proofs and drawings leave an engine only through these types.

import type { SourceText, Span } from '../base/source.js';
import type { Block, CallInstr } from '../ir/instr.js';
import type { Program } from '../ir/link.js';
import type { FunctionSymbol } from '../ir/program.js';
import type { Route } from '../ir/route.js';
import type { Drawing } from './drawing.js';
import type { Reason } from './reason.js';
import type { CallEffects } from './shared/call-effects.js';
import type { SummaryEngine } from './summary-engine.js';

export type EngineName = 'paths' | 'stack' | 'modular' | 'fold' | 'symbolic';

export type Rule =
  | 'leak'
  | 'null-dereference'
  | 'unchecked-allocation'
  | 'use-after-free'
  | 'double-free'
  | 'invalid-free'
  | 'mismatched-free'
  | 'uninitialized-pointer'
  | 'out-of-bounds';

/** `definite`: happens on every execution that reaches the place; `possible`: not excluded. */
export type Certainty = 'definite' | 'possible';

/** A position in the text of a unit. */
export interface Site extends Span {
  readonly source: SourceText;
}

export interface TraceStep {
  readonly site: Site;
  readonly message: string;
  /** The code that the message quotes, in this order: reports quote it as the user wrote it. */
  readonly quotes?: readonly Site[];
  /** The heap at this moment, if the analysis is to be illustrated. */
  readonly heap?: Drawing;
}

/**
 * What makes a run reproduce an error: values for the nondeterministic functions, allocations that fail (counted from
 * 1).
 */
export interface Input {
  readonly values: readonly bigint[];
  readonly failures: readonly number[];
  /** argc: the number of words on the command line, the program's name included. */
  readonly words: number;
}

export interface Finding {
  readonly rule: Rule;
  readonly certainty: Certainty;
  readonly engine: EngineName;
  readonly function: string;
  readonly site: Site;
  readonly message: string;
  /** The code that the message quotes, in this order. */
  readonly quotes?: readonly Site[];
  /** What reports say in the wording of the rule: the pointer in question, as C names it, and a clause that says more. */
  readonly facts?: { readonly name: string | null; readonly how: string | null };
  /** The input under which it happens, for people; null if the engine does not know. */
  readonly condition: string | null;
  /** An input that satisfies the condition, if the engine gives one. */
  readonly input?: Input;
  readonly trace: readonly TraceStep[];
  readonly allocation: Site | null;
  /** A leak of memory that is still reachable when the program ends, rather than lost. */
  readonly atExit?: true;
  /** The heap at the place, and behind it, if the analysis is to be illustrated. */
  readonly heap?: Drawing;
  readonly heapAfter?: Drawing;
  /** Ways through a function to the error, if the engine tells them; a run may take them again. */
  readonly routes?: readonly Route[];
  /** Of a leak: some of the ways lead to the loss of other memory than the trace tells of. */
  readonly manyBlocks?: true;
  /** The beliefs about what programmers intend that speak against it; none if absent. */
  readonly doubts?: readonly string[];
  /** Of one with doubts: the part of the triaged findings with such doubts that were real. */
  readonly worth?: number;
  /** Of a null: the function has just tested for it, and nothing else has been decided since. */
  readonly isTested?: true;
  /** No caller establishes what it needs of the function's inputs; its condition says what that is. */
  readonly latent?: true;
}

/** What must hold at a place: every dereference, free and loss of memory is an obligation. */
export type Property = 'valid-deref' | 'valid-free' | 'valid-memtrack' | 'valid-memcleanup';

export interface Obligation {
  readonly property: Property;
  readonly site: Site;
  readonly status: 'proved' | 'refuted' | 'unknown';
  /** Why it is not proved; null if it is. */
  readonly reason: Reason | null;
}

export interface AnalysisOptions {
  /** Analyse failing allocations, and report results that are used untested. */
  readonly mallocMayFail: boolean;
  /**
   * Without `mallocMayFail`: whether failing allocations are analysed without reports, or assumed away (the default).
   */
  readonly failingAllocations?: 'assumed-away' | 'followed';
  /** Report what is still reachable when the program ends. */
  readonly leakAtExit: boolean;
  /**
   * For engines that support it: execute without abstraction, and draw states as they are (`concrete`), or abstracted
   * by the core predicates or by all. Only for programs that terminate on their own.
   */
  readonly drawnBy?: 'concrete' | 'core' | 'all';
  /** Abstract steps after which the engine stops and records that. */
  readonly budget: number;
  /** For an engine with beliefs about what programmers intend: those that it shall not use. */
  readonly withoutBeliefs?: readonly string[];
  /** For an engine that can: findings have the heap at each step of their traces. */
  readonly illustrated?: true;
  /** For such an engine: also report what a belief speaks against, with the belief as a doubt. */
  readonly doubtful?: boolean;
  /** Also report latent findings. */
  readonly latent?: boolean;
}

/**
 * What the parameters of an entry are, if not the default (null, or an acyclic structure disjoint from all others).
 * list, tree: acyclic; cyclic: following the links leads back; graph: linked in any way; shares: two structures that
 * may overlap; same: two parameters that are equal.
 */
export const REQUIREMENT_KINDS = ['list', 'tree', 'cyclic', 'graph', 'shares', 'same', 'null', 'nonnull'] as const;
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

export interface Requirement {
  readonly kind: RequirementKind;
  /** Names of parameters. */
  readonly params: readonly string[];
}

/**
 * One function of a large program: the functions that are followed with it. Calls of others are assumed to keep to their
 * contracts, and so are callers: what the result relies on is listed among its assumptions. Only for engines with `slices`.
 */
export interface Slice {
  readonly follows: ReadonlySet<FunctionSymbol>;
  /** Whether the program uses `longjmp`. */
  readonly jumps: boolean;
  /** What a call of a function that is not followed may do to memory of the slice. */
  effectsOf(f: FunctionSymbol, call: CallInstr): CallEffects;
}

export interface AnalysisRequest {
  readonly program: Program;
  readonly entry: FunctionSymbol;
  readonly options: AnalysisOptions;
  /** About the parameters of the entry. Engines that do not model parameters may ignore them. */
  readonly requires?: readonly Requirement[];
  readonly slice?: Slice;
}

/** A place between instructions: before `block.instrs[index]`, or before the terminator. */
export interface Point {
  readonly function: FunctionSymbol;
  readonly block: Block;
  readonly index: number;
}

export interface FunctionReport {
  readonly function: FunctionSymbol;
  readonly status: 'analysed' | 'skipped' | 'timeout';
  readonly reason: Reason | null;
}

/** The effect of a function on the heap, in words that hold at all its exits. */
export interface FunctionSummary {
  readonly function: FunctionSymbol;
  readonly sentences: readonly string[];
}

export interface AnalysisResult {
  readonly engine: EngineName;
  readonly findings: readonly Finding[];
  readonly obligations: readonly Obligation[];
  /** What the result relies on: unknown functions, shapes of parameters, budgets. */
  readonly assumptions: readonly Reason[];
  readonly functions: readonly FunctionReport[];
  readonly stats: { readonly states: number; readonly instructions: number };
  /** The effects of functions, in words; optional. */
  describe?(): readonly FunctionSummary[];
  /** The abstract states at a point, drawn. */
  draw(point: Point): readonly Drawing[];
}

/** An engine that analyses the executions from one entry. State that it keeps between calls does not affect results. */
export interface EntryEngine {
  readonly kind: 'entry';
  readonly name: EngineName;
  /** Whether it can analyse a slice of a program. */
  readonly slices?: true;
  analyse(request: AnalysisRequest): AnalysisResult;
}

/** `askEngine` in src/driver/project/ask-engine.ts calls either kind. */
export type Engine = EntryEngine | SummaryEngine;
