// The position of the analysis (`Here`: procedure and instruction), and reports of errors at it.
// Passed to every operation of the engine. Procedures share nothing else but finished summaries.

import type { Span } from '../../../base/source.js';
import { decisionsAbout } from '../../../ir/control.js';
import type { Block, Expr } from '../../../ir/instr.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable } from '../../../ir/program.js';
import type { Route, Turn } from '../../../ir/route.js';
import { isInModel } from '../../../models/origin.js';
import type { AnalysisOptions, Certainty, Finding, Rule, Site, TraceStep } from '../../engine.js';
import { allocatedHere, siteIn } from '../../shared/frames.js';
import type { Believer } from '../beliefs/belief.js';
import { isDecidedInBetween } from '../beliefs/decided-in-between.js';
import { isGenerated } from '../beliefs/generated-function.js';
import type { BeliefName } from '../beliefs/names.js';
import { type Doubts, doubtedBy, NO_DOUBTS, unite, uniteAll } from '../domain/doubts.js';
import { learnedInLoops } from '../domain/learned.js';
import { type Basis, givenFor, type InputFacts, NO_FACTS, preconditionOf } from '../domain/preconditions.js';
import { type Cell, type Event, NONE_PENDING, type State, type Step } from '../domain/state.js';
import { callOf, doubtsOf, isDoubtful, isKnown, isUninitialized, isZero, type Value } from '../domain/symbols.js';
import type { Keeping } from '../keeping/keeping.js';
import type { Notebook } from '../ownership/claims.js';
import { questionAt } from '../ownership/lookups.js';
import type { Summary } from '../summary/summary.js';
import { contradictsItself } from './contradiction.js';
import { illustrate } from './illustrate.js';
import { isJustTested } from './just-tested.js';

export interface Here extends Believer {
  readonly program: Program;
  readonly options: AnalysisOptions;
  /** Told the state before each instruction, for drawings of all places. */
  readonly watch: ((here: Here, state: State) => void) | undefined;
  readonly symbol: FunctionSymbol;
  readonly body: FunctionBody;
  /** Byte range of the current instruction. */
  at: number;
  end: number;
  /** Its block, and its position there; that of a terminator is behind all. */
  block: Block;
  index: number;
  /** `pending`: the function is in its first round of analysis; null: nothing is known about it. */
  summaryOf(f: FunctionSymbol): Summary | 'pending' | null;
  /** What the functions of this component keep; null: not one of them. */
  keepingOf(f: FunctionSymbol): Keeping | null;
  globalCell(name: number, variable: GlobalVariable, state: State): Cell;
  readonly notes: Notebook;
  report(finding: Finding, basis: Basis): void;
}

export const eventOf = (here: Here): Event => ({ site: siteOf(here), function: here.symbol.name });

export const siteOf = (here: Here): Site => siteIn(here.body, here);

const LONGEST_TRACE = 8;

/** What a trace is about. */
interface Subject {
  readonly rule: Rule;
  /** The pointer in question. */
  readonly name: string | null;
}

/** The last branches of the path after `since` that matter, oldest first; of several rounds of a loop the last. */
function stepsOf(here: Here, steps: Step | null, since: Site | null, { rule, name }: Subject): TraceStep[] {
  const { source } = here.body;
  const result: TraceStep[] = [];
  const told = new Set<Block>();
  const variable = name === null ? '' : variableIn(name);
  const decides = decisionsAbout(here.body, here.block, variable);
  const isOfNull = (test: Span) => rule === 'null-dereference' && mentions(source.phrase(test), variable);
  for (let s = steps; s && result.length < LONGEST_TRACE; s = s.before) {
    if (!s.test || told.has(s.from) || (!decides(s.from, s.to) && !isOfNull(s.test.condition))) continue;
    const { condition, holds } = s.test;
    if (since && since.source === source && condition.at < since.at) break;
    told.add(s.from);
    const site = siteIn(here.body, condition);
    result.push({ site, message: `\`${source.phrase(condition)}\` is ${holds ? 'true' : 'false'}`, quotes: [site] });
  }
  return result.reverse();
}

const mentions = (text: string, variable: string): boolean =>
  variable !== '' && new Set(text.match(/\w+/g)).has(variable);

/** The variable that takes what is allocated at the site, directly or by a temporary. */
function firstHolder({ body }: Here, birth: Site | null): string | null {
  if (birth?.source !== body.source) return null;
  for (const { instrs } of body.blocks) {
    const at = instrs.findIndex((i) => i.kind === 'call' && i.at <= birth.at && birth.end <= i.end && i.result);
    const call = instrs[at];
    if (call?.kind !== 'call' || call.result?.kind !== 'var') continue;
    if (call.result.variable.kind !== 'temporary') return call.result.variable.name;
    const next = instrs[at + 1];
    return next?.kind === 'assign' && next.place.kind === 'var' ? next.place.variable.name : null;
  }
  return null;
}

/** The variable that a pointer expression begins with. */
const variableIn = (name: string): string => /\w+/.exec(name)?.[0] ?? name;

export interface ErrorReport {
  readonly rule: Rule;
  readonly message: string;
  readonly cell: Cell | null;
  readonly certainty?: Certainty;
  /** The position, if it is not the current instruction. */
  readonly event?: Event | null;
  /** Trace steps after those of the path. */
  readonly after?: readonly TraceStep[];
  /** What a caller must know of its inputs for the error to happen. */
  readonly given?: InputFacts;
  /** Doubts besides those of the state. */
  readonly doubts?: Doubts;
  readonly facts?: NonNullable<Finding['facts']>;
  /** Of a null: the expression that is null. */
  readonly pointer?: Expr | null;
}

/** The trace step of an allocation by this procedure itself. */
function birthStep(cell: Cell | null): TraceStep[] {
  if (cell?.kind !== 'heap' || !cell.site || cell.via.length > 0) return [];
  return [allocatedHere(cell.site)];
}

export function reportError(here: Here, state: State, c: ErrorReport): void {
  here.notes.endedInError = true;
  const finding = doubtedFinding(here, state, c);
  if (finding) here.report(finding, basisOf(here, state, c));
  reportPending(here, state);
}

function basisOf(here: Here, state: State, { cell, given = NO_FACTS }: Omit<ErrorReport, 'rule'>): Basis {
  const [precondition, learned] = [preconditionOf(state), learnedInLoops(state)];
  return { precondition, certain: given, learned, at: here.at, allocation: cell?.site?.at ?? null };
}

/** The finding with its doubts; null if it is not told because of them. */
function doubtedFinding(here: Here, state: State, c: ErrorReport): Finding | null {
  if (contradictsItself(here.program, { ...here, steps: state.steps })) return null;
  const doubts = unite(doubtsFor(here, state, c.rule), c.doubts ?? NO_DOUBTS);
  const isInside = state.widenedIn !== null;
  if (doubts.length === 0 && !isInside) return findingOf(here, state, c);
  if (c.rule !== 'null-dereference' && !isOnlyMerged(doubts)) here.notes.blur(here.at, state);
  if (isInside) return null;
  return here.options.doubtful ? { ...findingOf(here, state, c), doubts, worth: here.worthOf(doubts) } : null;
}

/** Merged states stand for paths like those that were followed one by one: what these need, they need. */
const isOnlyMerged = (doubts: Doubts): boolean => doubts.length === 1 && doubts[0] === 'merged-state';

/** Takes note of a leak, if the path goes on: memory that is lost just before the program ends is no leak. */
export type Suspend = (here: Here, state: State, c: Omit<ErrorReport, 'rule'>) => void;

export const suspendLeak: Suspend = (here, state, c) => suspend(here, state, c, true);

/** The same for a pointer that the null of a failed call overwrites: a leak if the path tests for the null, too. */
export const suspendUntested: Suspend = (here, state, c) => suspend(here, state, c, false);

function suspend(here: Here, state: State, c: Omit<ErrorReport, 'rule'>, tested: boolean): void {
  const finding = doubtedFinding(here, state, { ...c, rule: 'leak' });
  if (finding) state.pending = [...state.pending, { finding, tested, basis: basisOf(here, state, c) }];
}

/** The path returns, goes round a loop, or ends in an error: what it has lost has leaked. */
export function reportPending(here: Here, state: State): void {
  if (state.pending.length === 0) return;
  if (contradictsItself(here.program, { ...here, steps: state.steps })) state.pending = NONE_PENDING;
  for (const { finding, tested, basis } of state.pending) if (tested) here.report(finding, basis);
  state.pending = state.pending.filter(({ tested }) => !tested);
}

/** The beliefs that speak against findings of this rule from this state. */
function doubtsFor(here: Here, state: State, rule: Rule): Doubts {
  if (state.doubts.length === 0 && rule !== 'null-dereference') return NO_DOUBTS;
  const isNull = rule === 'null-dereference';
  const ofState = state.doubts.filter((name) => (isNull || isForAll(name, rule)) && here.believes(name));
  const isOfMacro = isNull && here.believes('generated-function') && isGenerated(here.body);
  return uniteAll([...ofState, ...(isOfMacro ? (['generated-function'] as const) : [])]);
}

/** Does the doubt speak against other errors than nulls? After more iterations than are followed, only losses are sure. */
const isForAll = (name: BeliefName, rule: Rule): boolean =>
  name === 'merged-state' || (name === 'more-rounds' && rule !== 'leak');

/** Do the doubts of a null suppress reports of its dereference? */
export const isOnlyPossible = (here: Here, v: Value): boolean => doubtsOfNull(here, v).length > 0;

/** The beliefs that speak against the dereference of this null. */
export const doubtsOfNull = (here: Here, v: Value): Doubts =>
  uniteAll(doubtsOf(v).filter((name) => here.believes(name)));

/** The belief that speaks against the dereference of a null at the end of this path. */
export function doubtsOfPath(here: Here, { steps, outOfMemory }: State, pointer: Expr | null): Doubts {
  if (outOfMemory || !here.believes('decided-in-between')) return NO_DOUBTS;
  return isDecidedInBetween({ ...here, steps }, pointer) ? DECIDED : NO_DOUBTS;
}

const DECIDED = doubtedBy('decided-in-between');

/** Positions inside models are not shown. */
const isModelSite = ({ source }: Site): boolean => isInModel(source);

export function findingOf(here: Here, state: State, c: ErrorReport): Finding {
  const { site, function: name } = c.event ?? eventOf(here);
  const allocation = c.cell?.kind === 'heap' ? c.cell.site : null;
  const birth = c.cell?.via[0]?.site ?? allocation;
  const pointer = c.facts?.name ?? (c.pointer ? nameOf(here, c.pointer) : null);
  const finding: Finding = {
    rule: c.rule,
    certainty: c.certainty ?? 'possible',
    engine: 'modular',
    function: name,
    site,
    message: c.message,
    ...(c.facts ? { facts: c.facts } : {}),
    ...(c.pointer && isJustTested({ ...here, steps: state.steps }, c.pointer) ? { isTested: true } : {}),
    condition: null,
    trace: [
      ...(c.cell?.via ?? []),
      ...birthStep(c.cell),
      ...stepsOf(here, state.steps, birth, { rule: c.rule, name: pointer ?? firstHolder(here, birth) }),
      ...(c.after ?? []),
    ]
      .filter((step) => !isModelSite(step.site))
      .slice(-2 * LONGEST_TRACE),
    allocation,
    routes: [routeOf(here, state.steps)],
  };
  return here.options.illustrated ? illustrate(here.body, state, finding, c.cell?.name ?? null) : finding;
}

/** All decisions of the path, the first ones first. */
function routeOf({ symbol }: Here, steps: Step | null): Route {
  const turns: Turn[] = [];
  for (let s = steps; s; s = s.before) turns.push({ from: s.from.id, to: s.to.id });
  return { function: symbol, turns: turns.reverse() };
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
    if (isDoubtful && here.options.mallocMayFail) reportUnchecked(here, state, null, pointer);
    else {
      const message = `${name} is null here`;
      const doubts = unite(doubtsOfNull(here, v), doubtsOfPath(here, state, pointer));
      reportError(here, state, { rule: 'null-dereference', message, cell: null, doubts, pointer });
    }
  } else if (cell?.status === 'freed') {
    const given = givenFor(cell);
    const after = cell.freed?.steps ?? [];
    if (!given) return;
    reportError(here, state, {
      rule: 'use-after-free',
      message: `${name} points to memory that has been freed`,
      cell,
      after,
      facts: { name: pointer && nameOf(here, pointer), how: null },
      given,
    });
  }
}

/** Claims the dereference of a null that a lookup returned. Returns false if it is to be reported besides. */
export function claimUntested(here: Here, state: State, v: Value, message: string): boolean {
  const call = isDoubtful(v) ? callOf(v) : '';
  if (call === '') return false;
  const rule = 'null-dereference';
  const finding = doubtedFinding(here, state, { rule, message, cell: null });
  if (finding) here.notes.claim({ slot: call, kind: 'untested', question: questionAt(here, call), finding });
  return !here.options.doubtful;
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
