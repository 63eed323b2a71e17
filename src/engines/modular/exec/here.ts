// Where the analysis stands: the procedure, the instruction, and how to say something about it.
// Handed to every operation of the engine; nothing else is shared between procedures but finished summaries.

import type { Expr } from '../../../ir/instr.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable } from '../../../ir/program.js';
import { isInModel } from '../../../models/origin.js';
import type { AnalysisOptions, Certainty, Finding, Rule, Site, TraceStep } from '../../engine.js';
import { allocatedHere, siteIn } from '../../shared/frames.js';
import type { Believer } from '../beliefs/belief.js';
import { isGenerated } from '../beliefs/generated-function.js';
import { type Given, givenIn } from '../domain/given.js';
import type { Cell, Event, State, Step } from '../domain/state.js';
import { doubtsOf, isKnown, isUninitialized, isZero, type Value } from '../domain/symbols.js';
import type { Notebook } from '../ownership/claims.js';
import type { Summary } from '../summary/summary.js';

export interface Here extends Believer {
  readonly program: Program;
  readonly options: AnalysisOptions;
  readonly symbol: FunctionSymbol;
  readonly body: FunctionBody;
  /** Byte range of the instruction that is executed. */
  at: number;
  end: number;
  /** `pending`: the function is being analysed for the first time; null: nothing is known about it. */
  summaryOf(f: FunctionSymbol): Summary | 'pending' | null;
  globalCell(name: number, variable: GlobalVariable, state: State): Cell;
  readonly notes: Notebook;
  report(finding: Finding, given: Given): void;
}

export const eventOf = (here: Here): Event => ({ site: siteOf(here), function: here.symbol.name });

export const siteOf = (here: Here): Site => siteIn(here.body, here);

const LONGEST_TRACE = 8;

/** The newest decisions of the path that lie behind `since`, oldest first. */
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

export interface Complaint {
  readonly rule: Rule;
  readonly message: string;
  readonly cell: Cell | null;
  readonly certainty?: Certainty;
  /** Where it happens, if not at the current instruction. */
  readonly event?: Event | null;
  /** Steps after those of the path. */
  readonly after?: readonly TraceStep[];
}

/** A block that this procedure allocated itself. */
function birthStep(cell: Cell | null): TraceStep[] {
  if (cell?.kind !== 'heap' || !cell.site || cell.via.length > 0) return [];
  return [allocatedHere(cell.site)];
}

export function complain(here: Here, state: State, c: Complaint): void {
  if (c.rule !== 'leak') here.notes.endedInError = true;
  if (state.blurredIn === null && !isDoubted(here, state, c.rule))
    here.report(findingOf(here, state, c), givenIn(state));
}

/** Does a belief speak against a report of this rule from this state? */
function isDoubted(here: Here, state: State, rule: Rule): boolean {
  const doubts = rule === 'null-dereference' ? state.doubts : state.doubts.filter((name) => name === 'merged-state');
  if (doubts.some((name) => here.believes(name))) return true;
  return rule === 'null-dereference' && here.believes('generated-function') && isGenerated(here.body);
}

/** Is a null so doubtful that dereferencing it is no error? */
export const isOnlyPossible = (here: Here, v: Value): boolean => doubtsOf(v).some((name) => here.believes(name));

/** How a model does what its function does is nobody's code. */
const isNobodys = ({ source }: Site): boolean => isInModel(source);

export function findingOf(here: Here, state: State, c: Complaint): Finding {
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
      .filter((step) => !isNobodys(step.site))
      .slice(-2 * LONGEST_TRACE),
    allocation,
  };
}

/** A dereference that cannot succeed. */
export function complainOfDereference(
  here: Here,
  state: State,
  v: Value,
  cell: Cell | null,
  pointer: Expr | null,
): void {
  here.notes.endedInError = true;
  const name = pointer ? `\`${nameOf(here, pointer)}\`` : 'the pointer';
  if (isUninitialized(v)) {
    complain(here, state, { rule: 'uninitialized-pointer', message: `${name} has not been given a value`, cell: null });
  } else if (isKnown(v)) {
    if (!isZero(v)) return;
    const isDoubtful = isOnlyPossible(here, v);
    if (isDoubtful && !here.options.mallocMayFail) return;
    if (isDoubtful) complainOfUntested(here, state, null, pointer);
    else complain(here, state, { rule: 'null-dereference', message: `${name} is null here`, cell: null });
  } else if (cell?.status === 'freed' && !cell.freed?.conditional) {
    const after = cell.freed?.steps ?? [];
    complain(here, state, {
      rule: 'use-after-free',
      message: `${name} points to memory that has been freed`,
      cell,
      after,
    });
  }
}

export function complainOfUntested(here: Here, state: State, cell: Cell | null, pointer: Expr | null): void {
  const name = pointer ? `\`${nameOf(here, pointer)}\`` : 'the pointer';
  complain(here, state, {
    rule: 'unchecked-allocation',
    message: `${name} may be null: the allocation may fail`,
    cell,
  });
}

/** The text of an expression, in one line. */
export function nameOf(here: Here, e: { readonly at: number; readonly end: number }): string {
  const text = here.body.source.phrase(e);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
