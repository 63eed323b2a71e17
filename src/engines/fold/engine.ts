// The engine `fold`: one graph and one Boolean function. Builds the entry state, runs the fixpoint, collects the result.
// The entry point of this folder: the registry imports nothing else.

import { isExhaustion } from '../../base/crash.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { AnalysisRequest, AnalysisResult, EntryEngine } from '../engine.js';
import { because } from '../reason.js';
import { failuresOf } from '../shared/failures.js';
import { Ledger } from '../shared/ledger.js';
import { type Analysis, exhaust, type Frame, nodeOfVariable, resultNode, type Solution } from './analysis.js';
import { planOf } from './calls.js';
import { summarise } from './describe.js';
import { drawPoint } from './draw.js';
import { initialGlobals } from './entry.js';
import { solve } from './fixpoint.js';
import { checkCleanup } from './intrinsics.js';
import { ALL_INSTRUMENTATION, ENDED, type Instrumentation, Kernel } from './kernel.js';
import { kindsIn } from './kinds.js';
import { Notes } from './notes.js';
import { removeRoot, rootNode } from './paper/assign.js';
import { bottom, type State, withNode } from './paper/state.js';
import { isTracked } from './pointer-offsets.js';
import { setRoot } from './transfer.js';

export const fold: EntryEngine = {
  kind: 'entry',
  name: 'fold',
  analyse: (request) => analyse(request, ALL_INSTRUMENTATION).result,
};

export interface FoldRun {
  readonly result: AnalysisResult;
  readonly run: Analysis;
  readonly ledger: Ledger;
}

/** Number of BDD nodes that each step of the budget allows. */
const NODES_PER_STEP = 50;
const FEWEST_NODES = 500_000;

/** The analysis with selectable instrumentation, for comparisons. */
export function analyse(request: AnalysisRequest, use: Instrumentation, collectAt = 1 << 20): FoldRun {
  const run = startRun(request, use, collectAt);
  const body = request.entry.body!;
  const plan = planOf(run, body);
  const frame: Frame = { run, plan, body: plan.body, caller: null, calledAt: null, depth: 0 };
  const { notes } = run;
  run.k.bdd.most = FEWEST_NODES + request.options.budget * NODES_PER_STEP;
  const { exit, notes: seen } = solveFrom(frame);
  notes.include(seen);
  run.k.bdd.most = Number.POSITIVE_INFINITY;
  notes.add((ledger) => ledger.reach({ function: request.entry, status: 'analysed', reason: null }));
  if (!run.k.bdd.closed) {
    const left = removeRoot(run.k, exit, resultNode(frame), ENDED, () => {});
    checkCleanup(frame, left, { at: body.at, end: body.end });
  }
  const ledger = new Ledger('fold');
  notes.replay(ledger);
  return { result: resultOf(run, ledger, request), run, ledger };
}

/** Runs the fixpoint; the variables of a large program alone may exceed the budget. */
function solveFrom(frame: Frame): Solution {
  try {
    return solve(frame, withParameters(frame, initialGlobals(frame)));
  } catch (error) {
    if (!isExhaustion(error)) throw error;
    exhaust(frame, error);
    return { exit: bottom, notes: [] };
  }
}

function startRun(request: AnalysisRequest, use: Instrumentation, collectAt: number): Analysis {
  const { program, options } = request;
  const { voidPointer } = program.units[0]!.types;
  return {
    k: new Kernel(use, use.inCounters === 'on' ? kindsIn(request) : 'one', voidPointer.size),
    program,
    options,
    failures: failuresOf(options),
    notes: new Notes(),
    pointerSize: voidPointer.size,
    pointerType: voidPointer,
    calls: { known: new Map(), live: new Set(), plans: new Map() },
    globals: new Map(),
    literals: new Set(),
    readOnly: new Set(),
    collectAt,
    addresses: 'shown',
    pictures: new Map(),
    stats: { steps: 0, loops: new Map(), flags: 0, nodes: 0 },
  };
}

/** The arguments of the entry are unknown. */
function withParameters(f: Frame, s: State): State {
  return f.body.params.reduce((t, param) => {
    const node = nodeOfVariable(f, param);
    const declared = withNode(t, rootNode(node, param.type.size, 'uninitialized'));
    if (!isTracked(param.type)) return declared;
    return setRoot(f, declared, { node, offset: 0 }, param.type, 'unknown', f.body);
  }, s);
}

function resultOf(run: Analysis, ledger: Ledger, request: AnalysisRequest): AnalysisResult {
  return {
    engine: 'fold',
    findings: ledger.findings(),
    obligations: ledger.obligations(),
    assumptions: ledger.assumptions(),
    functions: [...ledger.functions(), ...untouched(ledger, request)],
    stats: { states: run.calls.known.size + 1, instructions: run.stats.steps },
    describe: () => (ledger.incomplete ? [] : summarise(run)),
    draw: (point) => (run.k.bdd.closed ? [] : drawPoint(run, point)),
  };
}

function untouched(ledger: Ledger, { program }: AnalysisRequest) {
  const seen = new Set(ledger.functions().map((r) => r.function.name));
  const rest = program.defined().filter((fn: FunctionSymbol) => !seen.has(fn.name));
  return rest.map((fn) => ({
    function: fn,
    status: 'skipped' as const,
    reason: because('not-reached', 'the entry does not reach it'),
  }));
}
