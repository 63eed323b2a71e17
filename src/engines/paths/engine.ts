// The engine `paths`: three-valued shape graphs refined along evaluation paths, paired with numbers.
// From a request to findings, obligations and drawings; the contract is in ../engine.ts.

import { isModel } from '../../models/origin.js';
import type { AnalysisRequest, AnalysisResult, EntryEngine, FunctionReport, Point } from '../engine.js';
import { because } from '../reason.js';
import { failuresOf } from '../shared/failures.js';
import { Ledger } from '../shared/ledger.js';
import { checked, doubt, type Frame, type Here, report, type Settings, siteOf } from './analysis.js';
import { bringAllBack } from './aside.js';
import { drawState } from './draw.js';
import { entryStates } from './entry.js';
import { Solver } from './fixpoint.js';
import { outsideOf } from './outside.js';
import { isHeap } from './paper/cell.js';
import { type CorePredicates, DEFAULT_CORE, VALUE_CORE } from './paper/collapse.js';
import { runBlock } from './run.js';
import type { State } from './state.js';
import { Slots, SUMMARY_DEPTH } from './variable-names.js';
import { walkersOf } from './walkers.js';

export const paths: EntryEngine = { kind: 'entry', name: 'paths', slices: true, analyse };

const OUT_OF_BUDGET = because('budget', 'the budget was used up');

/** An analysis whose states can still be queried; tests compare them with concrete heaps. */
export interface PathsResult extends AnalysisResult {
  /** How often a number in a summary node was one of several. */
  readonly chosen: number;
  readonly settings: Settings;
  /** The states at a point, with all parts that were set aside brought back. */
  statesAt(point: Point): readonly { readonly state: State; readonly frame: Frame }[];
  /** The states at a point as they are stored. */
  heldAt(point: Point): readonly { readonly state: State; readonly frame: Frame }[];
}

/** The second attempt may take this many times the steps of the first. */
const MOST_AGAIN = 3;

/**
 * If numbers in summary nodes were read and an obligation is open, a second attempt distinguishes nodes by their
 * numbers.
 */
export function analyse(request: AnalysisRequest): PathsResult {
  const first = analyseWith(request, DEFAULT_CORE);
  const spent = first.stats.instructions;
  const left = Math.min(request.options.budget - spent, MOST_AGAIN * spent);
  if (first.chosen === 0 || openIn(first) === 0 || left < spent) return first;
  const again = analyseWith({ ...request, options: { ...request.options, budget: left } }, VALUE_CORE);
  const stats = { ...again.stats, instructions: spent + again.stats.instructions };
  return openIn(again) < openIn(first) ? { ...again, stats } : first;
}

/** The number of properties that are not proved. */
const openIn = ({ obligations }: AnalysisResult): number =>
  new Set(obligations.filter((o) => o.status !== 'proved').map((o) => o.property)).size;

function analyseWith(request: AnalysisRequest, core: CorePredicates): PathsResult {
  const { settings, solver } = prepare(request, core);
  const body = request.entry.body;
  if (!body) throw new Error(`${request.entry.name} has no body`);
  const frame: Frame = { body, depth: 0, caller: null, calledAt: null, call: null };
  const here: Here = { settings, frame, at: body.end, end: body.end };
  for (const state of entryStates(settings, frame, request.requires ?? []))
    for (const exit of solver.enter(frame, state)) settings.atExit(here, exit);
  if (solver.exhausted) settings.ledger.giveUp(siteOf(here), OUT_OF_BUDGET);
  return summarize(request, settings, solver);
}

function prepare(request: AnalysisRequest, core: CorePredicates): { settings: Settings; solver: Solver } {
  const solver: Solver = new Solver(() => settings, request.options.budget);
  const slots = new Slots();
  const unit = request.program.units[0]!;
  const settings: Settings = {
    program: request.program,
    options: request.options,
    failures: failuresOf(request.options),
    core,
    choices: { made: 0 },
    slots,
    ledger: new Ledger('paths'),
    walkers: walkersOf(request.program),
    pointerSize: unit.types.target.pointerSize,
    enter: (frame, state) => solver.enter(frame, state),
    summarize: (frame, state) => solver.summarize(frame, state),
    isDeep: () => solver.isDeep(),
    atExit,
    globals: request.entry.name === 'main' && !request.slice ? 'initialized' : 'unknown',
    outside: request.slice ? outsideOf(request.slice, slots) : null,
  };
  return { settings, solver };
}

const isWithinRecursion = (frame: Frame): boolean =>
  frame.depth >= SUMMARY_DEPTH || (frame.caller !== null && isWithinRecursion(frame.caller));

/** Memory that is still allocated when the program ends is a leak only if the user asks for such leaks. */
function atExit(here: Here, state: State): void {
  checked(here, 'valid-memcleanup');
  if (isWithinRecursion(here.frame)) doubt(here, 'valid-memcleanup', 'the program may end inside a recursive call');
  const nodes = [state.graph, ...state.aside.flatMap((p) => [...p.graphs.values()])].flatMap((g) => [...g.values()]);
  const left = nodes.find((n) => isHeap(n.name) && n.stack === null);
  if (!left) return;
  if (here.settings.options.leakAtExit)
    report(here, 'leak', state.certainty, 'the memory is still allocated when the program ends', left, {
      atExit: true,
    });
  doubt(here, 'valid-memcleanup', 'memory is still allocated when the program ends');
}

function summarize({ program, entry }: AnalysisRequest, settings: Settings, solver: Solver): PathsResult {
  const heldAt = (point: Point) => statesBefore(settings, solver, point);
  const statesAt = (point: Point) =>
    heldAt(point).flatMap(({ state, frame }) => bringAllBack(state).map((s) => ({ state: s, frame })));
  const reached = new Set([...solver.seen.values()].flatMap((m) => [...m.values()].map((s) => s.frame.body.symbol)));
  const functions = program.defined().flatMap((f): FunctionReport[] => {
    if (isModel(f)) return [];
    if (!reached.has(f))
      return [{ function: f, status: 'skipped', reason: because('not-reached', `not called from ${entry.name}`) }];
    return [
      {
        function: f,
        status: solver.exhausted ? 'timeout' : 'analysed',
        reason: solver.exhausted ? OUT_OF_BUDGET : null,
      },
    ];
  });
  const states = [...solver.seen.values()].reduce((sum, m) => sum + m.size, 0);
  const { ledger } = settings;
  return {
    engine: 'paths',
    findings: ledger.findings(),
    obligations: ledger.obligations(),
    assumptions: ledger.assumptions(),
    functions,
    stats: { states, instructions: solver.steps },
    draw: (point) => statesAt(point).map(({ state, frame }) => drawState(settings, frame, state)),
    chosen: settings.choices.made,
    settings,
    statesAt,
    heldAt,
  };
}

/** Runs the block again from its start; its findings are recorded already. */
function statesBefore(settings: Settings, solver: Solver, { block, index }: Point): { state: State; frame: Frame }[] {
  return [...(solver.seen.get(block)?.values() ?? [])].flatMap(({ state, frame }) => {
    const here: Here = { settings, frame, at: block.terminator.at, end: block.terminator.end };
    return solver.replay(() => runBlock(here, block, [state], index)).map((s) => ({ state: s, frame }));
  });
}
