// The engine `symbolic`: program contexts over a heap algebra, and for each error the condition on the input.
// From a request to findings with conditions, obligations and drawings; the interface is in ../engine.ts.

import type { FunctionBody, FunctionSymbol } from '../../ir/program.js';
import { Decider } from '../../logic/smt/decide.js';
import { type SmtSession, smtSession } from '../../logic/smt/session.js';
import { isModel } from '../../models/origin.js';
import type { Drawing } from '../drawing.js';
import type { AnalysisRequest, AnalysisResult, EntryEngine, Finding, FunctionReport, Point } from '../engine.js';
import { because } from '../reason.js';
import { emptyFrame } from '../shared/empty-frame.js';
import { failuresOf } from '../shared/failures.js';
import { Budget, type Frame, FreshNames, Globals, type Run, type UnknownCalls } from './analysis.js';
import { drawContext } from './draw.js';
import { entryContexts } from './entry.js';
import { type Explained, explainIncidents } from './explain.js';
import { hereAt, runFunction, runInstructions } from './fixpoint.js';
import { atExit } from './intrinsics.js';
import { Ledger } from './ledger.js';
import type { Context } from './paper/context.js';

export const symbolic: EntryEngine = { kind: 'entry', name: 'symbolic', analyse };

/** A result that can still be queried for contexts and conditions. */
export interface SymbolicResult extends AnalysisResult {
  readonly explained: ReadonlyMap<Finding, Explained>;
  readonly decider: Decider;
  readonly run: Run;
  contextsAt(point: Point): readonly { readonly context: Context; readonly frame: Frame }[];
}

export function analyse(
  request: AnalysisRequest,
  session: SmtSession = smtSession(),
  unknownCalls: UnknownCalls = 'havoc',
): SymbolicResult {
  const { body } = request.entry;
  if (!body) throw new Error(`${request.entry.name} has no body`);
  const seen = new SeenContexts();
  const run = prepare(request, session, unknownCalls, seen);
  const frame: Frame = { body, depth: 0, caller: null, calledAt: null, call: null };
  const here = hereAt(run, frame, { at: body.end, end: body.end });
  for (const context of entryContexts(run, frame))
    for (const exit of runFunction(run, frame, context)) atExit(here, exit);
  return summarize(request, run, seen);
}

function prepare(
  { program, entry, options }: AnalysisRequest,
  session: SmtSession,
  unknownCalls: UnknownCalls,
  seen: SeenContexts,
): Run {
  const budget = new Budget(options.budget);
  return {
    program,
    options,
    failures: failuresOf(options),
    unknownCalls,
    decider: new Decider(session, budget.effort),
    ledger: new Ledger(),
    globals: new Globals(program),
    fresh: new FreshNames(),
    budget,
    pointerSize: program.units[0]!.types.target.pointerSize,
    startsProgram: entry.name === 'main',
    seen,
  };
}

class SeenContexts {
  readonly byBlock = new Map<FunctionBody, Map<number, { context: Context; frame: Frame }[]>>();
  count = 0;
  add(frame: Frame, block: number, context: Context): void {
    const blocks = this.byBlock.get(frame.body) ?? new Map<number, { context: Context; frame: Frame }[]>();
    this.byBlock.set(frame.body, blocks);
    const list = blocks.get(block) ?? [];
    blocks.set(block, list);
    this.count++;
    if (list.length < MOST_REMEMBERED) list.push({ context, frame });
  }
}

const UNDECIDED = 'conditions were undecided: both branches were followed';

const MOST_REMEMBERED = 50;
/** Effort reserved for explaining findings after the budget is exhausted. */
const EFFORT_TO_EXPLAIN = 2_000_000;

function summarize(request: AnalysisRequest, run: Run, seen: SeenContexts): SymbolicResult {
  const { ledger, decider } = run;
  const status = run.budget.exhausted
    ? ({ status: 'timeout', reason: because('budget', 'the budget was used up') } as const)
    : ({ status: 'analysed', reason: null } as const);
  run.budget.extend(EFFORT_TO_EXPLAIN);
  const incidents = explainIncidents(decider, ledger);
  if (decider.unanswered > 0) ledger.assume(because('over-approximated', `${decider.unanswered} ${UNDECIDED}`));
  const contextsAt = ({ function: f, block, index }: Point) => {
    run.budget.renew(); // drawings are requested later, one at a time
    return (seen.byBlock.get(f.body!)?.get(block.id) ?? []).flatMap(({ context, frame }) =>
      runInstructions({ ...run, ledger: new Ledger(), seen: null }, frame, block, context, index).map((c) => ({
        context: c,
        frame,
      })),
    );
  };
  const draw = (point: Point): Drawing[] => {
    const contexts = contextsAt(point);
    if (run.budget.exhausted) return [tooLarge(point)];
    return contexts.map(({ context, frame }) => drawContext(run, frame, context));
  };
  return {
    engine: 'symbolic',
    findings: incidents.map((c) => c.finding),
    obligations: ledger.allObligations(),
    assumptions: ledger.assumptions(),
    functions: request.program.defined().flatMap((f) => reportOn(f, request.entry, status, seen)),
    stats: { states: seen.count, instructions: run.budget.steps },
    draw,
    explained: new Map(incidents.map((c) => [c.finding, c.explained])),
    decider,
    run,
    contextsAt,
  };
}

/** What leads to a place is executed once more for its drawing, up to a limit. */
const tooLarge = ({ function: f }: Point): Drawing => ({
  title: '',
  nodes: [emptyFrame(f.name)],
  edges: [],
  notes: ['too much leads here to be drawn'],
});

function reportOn(
  f: FunctionSymbol,
  entry: FunctionSymbol,
  reached: Omit<FunctionReport, 'function'>,
  seen: SeenContexts,
): FunctionReport[] {
  if (isModel(f)) return [];
  if (!seen.byBlock.has(f.body!))
    return [{ function: f, status: 'skipped', reason: because('not-reached', `not called from ${entry.name}`) }];
  return [{ function: f, ...reached }];
}
