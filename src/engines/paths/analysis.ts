// What all steps of one analysis share: program, options, ledger, names of variables; and the current program point.
// Passed to every step. Only the ledger and the counters change.

import type { CallInstr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { AnalysisOptions, Certainty, Finding, Property, Rule, Site } from '../engine.js';
import { because, type ReasonKind } from '../reason.js';
import type { Failures } from '../shared/failures.js';
import { type CallFrame, traceOf, visibleFunction, visibleSite } from '../shared/frames.js';
import { type Ledger, PROPERTIES } from '../shared/ledger.js';
import type { Outside } from './outside.js';
import type { CorePredicates } from './paper/collapse.js';
import type { ShapeNode } from './paper/graph.js';
import type { State } from './state.js';
import type { Slots } from './variable-names.js';
import type { Walkers } from './walkers.js';

export interface Settings {
  readonly program: Program;
  readonly options: AnalysisOptions;
  readonly failures: Failures;
  readonly core: CorePredicates;
  readonly slots: Slots;
  /** How often a number in a summary node could be one of several. */
  readonly choices: { made: number };
  readonly ledger: Ledger;
  readonly pointerSize: number;
  readonly walkers: Walkers;
  /** Analyses the body of a frame from a state in which its parameters are bound; the states at its return. */
  enter(frame: Frame, state: State): State[];
  /** The same for a recursive call, on its local heap. */
  summarize(frame: Frame, state: State): State[];
  /** Whether so many recursive calls are active that the next one is over-approximated. */
  isDeep(): boolean;
  /** The checks at the end of the program. */
  atExit(here: Here, state: State): void;
  /** Whether globals hold their initial values when the analysis starts. */
  readonly globals: 'initialized' | 'unknown';
  /** If only a slice of the program is analysed: what lies outside. */
  readonly outside: Outside | null;
}

/** An active call. */
export interface Frame extends CallFrame {
  readonly depth: number;
  readonly caller: Frame | null;
  /** The call in the caller; null for the entry. */
  readonly call: CallInstr | null;
}

/** The current program point: what a step needs beside the state. */
export interface Here {
  readonly settings: Settings;
  readonly frame: Frame;
  readonly at: number;
  readonly end: number;
}

export const siteOf = (here: Here): Site => visibleSite(here.frame, here);

export function report(
  here: Here,
  rule: Rule,
  certainty: Certainty,
  message: string,
  node: ShapeNode | null = null,
  details: Pick<Finding, 'atExit'> = {},
): void {
  const allocation = node?.site ?? null;
  const { frame, settings } = here;
  const place = { site: siteOf(here), function: visibleFunction(frame).name, trace: traceOf(frame, allocation) };
  settings.ledger.report({ rule, certainty, message, allocation, ...details, ...place });
}

export const doubt = (here: Here, property: Property, text: string, kind: ReasonKind = 'undecided'): void =>
  here.settings.ledger.doubt(property, siteOf(here), because(kind, text));

/** Records that code which is not analysed may do anything. */
export function doubtAll(here: Here, text: string, kind: ReasonKind = 'unsupported'): void {
  for (const property of PROPERTIES) doubt(here, property, text, kind);
}

/** The state satisfies the property at this point. */
export const passed = (here: Here, property: Property): void => here.settings.ledger.pass(property, siteOf(here));

export const checked = (here: Here, property: Property): void => here.settings.ledger.check(property, siteOf(here));

export const slotOf = (here: Here, variable: Parameters<Slots['ofVariable']>[0]): number =>
  here.settings.slots.ofVariable(
    variable.kind === 'global' ? here.settings.program.variableOf(variable) : variable,
    here.frame.depth,
  );
