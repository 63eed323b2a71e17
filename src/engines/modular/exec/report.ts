// The position of the analysis (`Here`: procedure and instruction), and reports of errors at it.
// Passed to every operation of the engine. Procedures share nothing else but finished summaries.

import type { Expr } from '../../../ir/instr.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable } from '../../../ir/program.js';
import { isInModel } from '../../../models/origin.js';
import type { AnalysisOptions, Certainty, Finding, Rule, Site, TraceStep } from '../../engine.js';
import { allocatedHere, siteIn } from '../../shared/frames.js';
import type { Believer } from '../beliefs/belief.js';
import { isGenerated } from '../beliefs/generated-function.js';
import type { BeliefName } from '../beliefs/names.js';
import { type Preconditions, preconditionsIn } from '../domain/preconditions.js';
import type { Cell, Event, State, Step } from '../domain/state.js';
import { callOf, doubtsOf, isDoubtful, isKnown, isUninitialized, isZero, type Value } from '../domain/symbols.js';
import type { Keeping } from '../keeping/keeping.js';
import type { Notebook } from '../ownership/claims.js';
import { questionAt } from '../ownership/lookups.js';
import type { Summary } from '../summary/summary.js';

export interface Here extends Believer {
  readonly program: Program;
  readonly options: AnalysisOptions;
  readonly symbol: FunctionSymbol;
  readonly body: FunctionBody;
  /** Byte range of the current instruction. */
  at: number;
  end: number;
  /** `pending`: the function is in its first round of analysis; null: nothing is known about it. */
  summaryOf(f: FunctionSymbol): Summary | 'pending' | null;
  /** What the functions of this component keep; null: not one of them. */
  keepingOf(f: FunctionSymbol): Keeping | null;
  globalCell(name: number, variable: GlobalVariable, state: State): Cell;
  readonly notes: Notebook;
  report(finding: Finding, preconditions: Preconditions): void;
}

export const eventOf = (here: Here): Event => ({ site: siteOf(here), function: here.symbol.name });

export const siteOf = (here: Here): Site => siteIn(here.body, here);

const LONGEST_TRACE = 8;

/** The last branches of the path after `since`, oldest first. */
function stepsOf(here: Here, steps: Step | null, since: Site | null): TraceStep[] {
  const { source } = here.body;
  const result: TraceStep[] = [];
  for (let s = steps; s && result.length < LONGEST_TRACE; s = s.before) {
    if (since && since.source === source && s.condition.at < since.at) break;
    const message = `\`${nameOf(here, s.condition)}\` is ${s.holds ? 'true' : 'false'}`;
    result.push({ site: siteIn(here.body, s.condition), message });
  }
  return result.reverse();
}

export interface ErrorReport {
  readonly rule: Rule;
  readonly message: string;
  readonly cell: Cell | null;
  readonly certainty?: Certainty;
  /** The position, if it is not the current instruction. */
  readonly event?: Event | null;
  /** Trace steps after those of the path. */
  readonly after?: readonly TraceStep[];
}

/** The trace step of an allocation by this procedure itself. */
function birthStep(cell: Cell | null): TraceStep[] {
  if (cell?.kind !== 'heap' || !cell.site || cell.via.length > 0) return [];
  return [allocatedHere(cell.site)];
}

export function reportError(here: Here, state: State, c: ErrorReport): void {
  here.notes.endedInError = true;
  if (isTold(here, state, c.rule)) here.report(findingOf(here, state, c), preconditionsIn(state));
  reportPending(here, state);
}

/** Takes note of a leak, if the path goes on: memory that is lost just before the program ends is no leak. */
export type Suspend = (here: Here, state: State, c: Omit<ErrorReport, 'rule'>) => void;

export const suspendLeak: Suspend = (here, state, c) => suspend(here, state, c, true);

/** The same for a pointer that the null of a failed call overwrites: a leak if the path tests for the null, too. */
export const suspendUntested: Suspend = (here, state, c) => suspend(here, state, c, false);

function suspend(here: Here, state: State, c: Omit<ErrorReport, 'rule'>, tested: boolean): void {
  if (!isTold(here, state, 'leak')) return;
  const finding = findingOf(here, state, { ...c, rule: 'leak' });
  state.pending = [...state.pending, { finding, tested, preconditions: preconditionsIn(state) }];
}

/** The path returns, goes round a loop, or ends in an error: what it has lost has leaked. */
export function reportPending(here: Here, state: State): void {
  if (state.pending.length === 0) return;
  for (const { finding, tested, preconditions } of state.pending) if (tested) here.report(finding, preconditions);
  state.pending = state.pending.filter(({ tested }) => !tested);
}

const isTold = (here: Here, state: State, rule: Rule): boolean =>
  state.widenedIn === null && !isDoubted(here, state, rule);

/** Does a belief suppress reports of this rule from this state? */
function isDoubted(here: Here, state: State, rule: Rule): boolean {
  const doubts = rule === 'null-dereference' ? state.doubts : state.doubts.filter((name) => isForAll(name, rule));
  if (doubts.some((name) => here.believes(name))) return true;
  return rule === 'null-dereference' && here.believes('generated-function') && isGenerated(here.body);
}

/** Does the doubt speak against other errors than nulls? After more iterations than are followed, only losses are sure. */
const isForAll = (name: BeliefName, rule: Rule): boolean =>
  name === 'merged-state' || (name === 'more-rounds' && rule !== 'leak');

/** Do the doubts of a null suppress reports of its dereference? */
export const isOnlyPossible = (here: Here, v: Value): boolean => doubtsOf(v).some((name) => here.believes(name));

/** Positions inside models are not shown. */
const isModelSite = ({ source }: Site): boolean => isInModel(source);

export function findingOf(here: Here, state: State, c: ErrorReport): Finding {
  const { site, function: name } = c.event ?? eventOf(here);
  const allocation = c.cell?.kind === 'heap' ? c.cell.site : null;
  const birth = c.cell?.via[0]?.site ?? allocation;
  return {
    rule: c.rule,
    certainty: c.certainty ?? 'possible',
    engine: 'modular',
    function: name,
    site,
    message: c.message,
    condition: null,
    trace: [...(c.cell?.via ?? []), ...birthStep(c.cell), ...stepsOf(here, state.steps, birth), ...(c.after ?? [])]
      .filter((step) => !isModelSite(step.site))
      .slice(-2 * LONGEST_TRACE),
    allocation,
  };
}

/** Reports a dereference that fails on every execution of this path. */
export function reportDereference(here: Here, state: State, v: Value, cell: Cell | null, pointer: Expr | null): void {
  here.notes.endedInError = true;
  const name = pointer ? `\`${nameOf(here, pointer)}\`` : 'the pointer';
  if (isUninitialized(v)) {
    reportError(here, state, { rule: 'uninitialized-pointer', message: `${name} is uninitialised`, cell: null });
  } else if (isKnown(v)) {
    if (!isZero(v)) return;
    const isDoubtful = isOnlyPossible(here, v);
    if (isDoubtful && claimUntested(here, state, v, `${name} may be null here`)) return;
    if (isDoubtful && !here.options.mallocMayFail) return;
    if (isDoubtful) reportUnchecked(here, state, null, pointer);
    else reportError(here, state, { rule: 'null-dereference', message: `${name} is null here`, cell: null });
  } else if (cell?.status === 'freed' && !cell.freed?.conditional) {
    const after = cell.freed?.steps ?? [];
    reportError(here, state, {
      rule: 'use-after-free',
      message: `${name} points to memory that has been freed`,
      cell,
      after,
    });
  }
}

/** Claims the dereference of a null that a lookup returned. Returns false if the null has another origin. */
export function claimUntested(here: Here, state: State, v: Value, message: string): boolean {
  const call = isDoubtful(v) ? callOf(v) : '';
  if (call === '') return false;
  const rule = 'null-dereference';
  if (state.widenedIn !== null || isDoubted(here, state, rule)) return true;
  const finding = findingOf(here, state, { rule, message, cell: null });
  here.notes.claim({ slot: call, kind: 'untested', question: questionAt(here, call), finding });
  return true;
}

export function reportUnchecked(here: Here, state: State, cell: Cell | null, pointer: Expr | null): void {
  const name = pointer ? `\`${nameOf(here, pointer)}\`` : 'the pointer';
  reportError(here, state, {
    rule: 'unchecked-allocation',
    message: `${name} may be null: the allocation may fail`,
    cell,
  });
}

/** The text of an expression, on one line. */
export function nameOf(here: Here, e: { readonly at: number; readonly end: number }): string {
  const text = here.body.source.phrase(e);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
