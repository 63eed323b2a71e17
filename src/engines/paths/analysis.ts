// What one analysis shares: the program, the options, the ledger, names of variables; and where control stands.
// Handed to every step; the only things in it that change are the ledger and what is counted.

import type { CallInstr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { AnalysisOptions, Certainty, Finding, Property, Rule, Site } from '../engine.js';
import { because, type ReasonKind } from '../reason.js';
import type { Failures } from '../shared/failures.js';
import { type CallFrame, traceOf, visibleFunction, visibleSite } from '../shared/frames.js';
import { type Ledger, PROPERTIES } from '../shared/ledger.js';
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
  /** How often a number in one of many blocks could be one of several. */
  readonly choices: { made: number };
  readonly ledger: Ledger;
  readonly pointerSize: number;
  readonly walkers: Walkers;
  /** Analyses the body of a frame from a state in which its parameters are set; gives the states at its return. */
  enter(frame: Frame, state: State): State[];
  /** The same for a recursive call that sees its local heap only. */
  summarize(frame: Frame, state: State): State[];
  /** Are so many recursive calls active that the next one is not followed? */
  isDeep(): boolean;
  /** What is checked when the program ends. */
  atExit(here: Here, state: State): void;
  /** Do globals hold their initial values when the analysis starts? */
  readonly globals: 'initialized' | 'unknown';
}

/** An active call. */
export interface Frame extends CallFrame {
  readonly depth: number;
  readonly caller: Frame | null;
  /** The call in the caller; null for the entry. */
  readonly call: CallInstr | null;
}

/** Where control stands: what a step needs to know beside the state. */
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

/** Code that is not followed may do anything. */
export function doubtAll(here: Here, text: string, kind: ReasonKind = 'unsupported'): void {
  for (const property of PROPERTIES) doubt(here, property, text, kind);
}

/** The state gets past this place. */
export const passed = (here: Here, property: Property): void => here.settings.ledger.pass(property, siteOf(here));

export const checked = (here: Here, property: Property): void => here.settings.ledger.check(property, siteOf(here));

export const slotOf = (here: Here, variable: Parameters<Slots['ofVariable']>[0]): number =>
  here.settings.slots.ofVariable(
    variable.kind === 'global' ? here.settings.program.variableOf(variable) : variable,
    here.frame.depth,
  );
