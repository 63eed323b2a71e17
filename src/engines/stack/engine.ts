// The engine `stack`: interprocedural shape analysis with activation records as nodes, for recursive programs.
// From a program and an entry to findings, obligations and drawings; the contract is engines/engine.ts.

import { Structure } from '../../logic/tvl/structure.js';
import type {
  AnalysisOptions,
  AnalysisRequest,
  AnalysisResult,
  EntryEngine,
  FunctionReport,
  FunctionSummary,
} from '../engine.js';
import { because } from '../reason.js';
import { siteIn } from '../shared/frames.js';
import { Ledger } from '../shared/ledger.js';
import { ModelCalls } from '../shared/out-of-models.js';
import { type Abstraction, CONCRETE, LOCAL, STACKED } from './abstraction.js';
import { Checks } from './checks.js';
import { summarise } from './describe.js';
import { abstracted, drawStructure, liveAt, statesAt } from './draw.js';
import { Solver } from './fixpoint.js';
import { Forgetting } from './forget.js';
import { LibraryCalls } from './library-calls.js';
import { Integers, setNumbers } from './numbers.js';
import { Operands } from './operands.js';
import { Executor } from './paper/execute.js';
import { declarePredicates, type Predicates } from './paper/predicates.js';
import { fieldsOverlap, type Scene, setScene } from './scene.js';
import { Transfer } from './transfer.js';

export interface StackAnalysis {
  readonly scene: Scene;
  readonly predicates: Predicates;
  readonly solver: Solver;
  readonly ledger: Ledger;
  /** `finding`: the run ended at its first finding, as requested. */
  readonly end: 'fixpoint' | 'finding' | 'budget';
  readonly abstraction: Abstraction;
}

export const stackEngine: EntryEngine = {
  kind: 'entry',
  name: 'stack',
  analyse: (request) => {
    const analysis = analyse(request);
    const { drawnBy } = request.options;
    return { ...resultOf(analysis, drawnBy), describe: () => (drawnBy ? [] : describe(request, analysis)) };
  },
};

/** Only runs on local heaps tell what happens to a function's input. */
function describe(request: AnalysisRequest, analysis: StackAnalysis): FunctionSummary[] {
  if (isLocal(analysis) || analysis.predicates.directions.length > 1) return summarise(analysis);
  const local = run(request, LOCAL.prove, 'budget');
  return summarise(local.ledger.incomplete ? analysis : local);
}

/**
 * One step of this engine costs as much as many of others, but recursion needs a minimum: a budget of 500 is 250 steps,
 * one of 200,000 is 5,000.
 */
const stepsFor = (budget: number): number => Math.max(FEWEST_STEPS, 11.2 * Math.sqrt(budget));
const FEWEST_STEPS = 200;

/**
 * Runs from coarse to fine, until one has no findings and no open obligations. All but the last stop at their first,
 * which may be due to imprecision. Where cells have several pointers, as in trees, pending records are better kept
 * outside, so that local heaps come first, and report if they can.
 */
export function analyse(request: AnalysisRequest): StackAnalysis {
  if (request.options.drawnBy) return run(request, CONCRETE, 'budget');
  const scene = setScene(request.program, request.entry);
  if (scene.links.back.size > 0) return analyseLinked(request);
  const several = scene.fields.size > 1;
  const plan = planFor(scene);
  for (const abstraction of plan.slice(0, -1)) {
    const result = run(request, abstraction, 'first finding');
    if (isQuiet(result)) return result;
    const report = several && isLocal(result) && result.end === 'finding' ? run(request, LOCAL.report, 'budget') : null;
    if (report && !report.ledger.incomplete) return report;
  }
  return run(request, plan.at(-1)!, 'budget');
}

function planFor({ fields }: Scene): readonly Abstraction[] {
  return fields.size > 1 ? [LOCAL.prove, ...STACKED] : [...STACKED.slice(0, 1), LOCAL.prove, ...STACKED.slice(1)];
}

/**
 * Where cells have back pointers, a callee reaches all that the caller reaches: nothing would stay outside. Cells with
 * and without inverse links must not be merged, so that only the finest names are precise enough.
 */
function analyseLinked(request: AnalysisRequest): StackAnalysis {
  const [quick, thorough] = STACKED.slice(-2);
  const report = run(request, thorough!, 'budget');
  if (report.end === 'fixpoint' || report.ledger.findings().length > 0) return report;
  const proof = run(request, quick!, 'first finding');
  return isQuiet(proof) ? proof : report;
}

const isLocal = ({ abstraction: { calls } }: StackAnalysis): boolean => calls === 'local';

/** Constructs outside the model are so in every run with pending records; that a heap cannot be cut is not. */
const isQuiet = (a: StackAnalysis): boolean =>
  a.end === 'fixpoint' && a.ledger.findings().length === 0 && !(isLocal(a) && a.ledger.incomplete);

export function run(
  { program, entry, options }: AnalysisRequest,
  abstraction: Abstraction,
  until: 'first finding' | 'budget',
  scene = setScene(program, entry),
): StackAnalysis {
  const predicates = declarePredicates(scene, abstraction);
  const ledger = new Ledger('stack');
  const executor = new Executor(predicates);
  const checks = new Checks(executor, ledger, options);
  const integers = new Integers(program, scene);
  const transfer = new Transfer(executor, new Operands(program, predicates), checks, integers);
  const solver = new Solver(
    scene,
    predicates,
    transfer,
    new LibraryCalls(transfer, scene, options),
    new Forgetting(predicates, executor, abstraction.memory, integers),
    abstraction,
  );
  const { body } = scene.functions.get(entry)!;
  if (fieldsOverlap(scene))
    ledger.giveUp(siteIn(body, body), because('unsupported', 'different pointer members overlap'));
  const isOver = () => until === 'first finding' && ledger.findings().length > 0;
  const finished = solver.run(
    [setNumbers(initialState(scene, predicates), integers.initial(entry))],
    stepsFor(options.budget),
    isOver,
  );
  if (!finished) ledger.giveUp(siteIn(body, body), because('budget', 'the budget was used up'));
  const ending = finished ? 'fixpoint' : isOver() ? 'finding' : 'budget';
  return { scene, predicates, solver, ledger, end: ending, abstraction };
}

/**
 * One record for the entry, one for the globals. Parameters of the entry are null or foreign; so are all globals,
 * unless the entry is main.
 */
function initialState(scene: Scene, p: Predicates): Structure {
  const s = new Structure(p.vocabulary);
  const [statics, record] = [1 << s.addNode(), 1 << s.addNode()];
  s.set(p.statics, statics, statics);
  s.set(p.stack, record, record);
  s.set(p.top, record, record);
  for (const x of p.locals.get(scene.entry)!) {
    const kind = x.variable!.kind;
    if (kind === 'parameter') s.set(x.foreign, 0, record);
    if (kind === 'local') s.set(x.uninitialized, record, record);
  }
  for (const x of p.globals) {
    const { initializer, defined } = x.variable as Scene['globals'][number];
    const pointing = initializer?.some(({ value }) => value.kind !== 'int' || value.value !== 0n) ?? false;
    if (!defined || scene.entry.name !== 'main') s.set(x.foreign, 0, statics);
    else if (pointing) s.set(x.foreign, statics, statics);
  }
  for (const { path } of p.directions) for (const v of [0, 1]) s.setRow(path, v, 1 << v, 1 << v);
  return s;
}

export function resultOf(
  { scene, solver, ledger, end }: StackAnalysis,
  drawnBy: AnalysisOptions['drawnBy'] = 'concrete',
): AnalysisResult {
  const functions = [...scene.functions.keys()].map(
    (f): FunctionReport => ({ function: f, status: end === 'fixpoint' ? 'analysed' : 'timeout', reason: null }),
  );
  const calls = new ModelCalls(scene.program);
  return {
    engine: 'stack',
    findings: calls.findings(ledger.findings()),
    obligations: calls.obligations(ledger.obligations()),
    assumptions: ledger.assumptions((site) => calls.seenAt(site)),
    functions,
    stats: { states: solver.structureCount(), instructions: solver.steps },
    draw: (point) => {
      const live = liveAt(solver, point);
      return abstracted(solver.p, drawnBy, statesAt(solver, point)).map((s, i) =>
        drawStructure(solver.p, scene, s, { title: `structure ${i + 1}`, live }),
      );
    },
  };
}
