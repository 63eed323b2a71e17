// The engine `modular`: summaries bottom-up over the call graph of a whole program, with findings on the way.
// Analyses every function once (recursive ones a few times); reports nothing that depends on unknown calls.

import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { AnalysisOptions, AnalysisResult } from '../engine.js';
import { because, type Reason } from '../reason.js';
import { looksOf } from '../shared/looks.js';
import type { FunctionOutcome, FunctionResult, Piece, SummaryAnalysis, SummaryEngine } from '../summary-engine.js';
import { Album } from './album.js';
import { allBeliefs, believerWithout } from './beliefs/registry.js';
import { CallGraph } from './call-graph.js';
import { Dependencies } from './dependencies.js';
import type { State } from './domain/state.js';
import type { Here } from './exec/report.js';
import { type Answer, analyseGroup, analyseOnce, LARGEST_GROUP, type Work } from './group.js';
import { OpenSummaries } from './open-summaries.js';
import { resultOfProgram } from './result.js';
import { sealFindings, sealSummary } from './seal.js';
import { isComplete } from './summary/gaps.js';
import type { Summary } from './summary/summary.js';

export const modular: SummaryEngine = {
  kind: 'summaries',
  name: 'modular',
  beliefs: allBeliefs,
  open: (program, options) => new ModularAnalysis(program, options),
};

class ModularAnalysis implements SummaryAnalysis {
  readonly largestGroup = LARGEST_GROUP;
  private readonly work: Work;
  private readonly dependencies: Dependencies;
  private readonly summaries: OpenSummaries;

  constructor(
    private readonly program: PackedProgram,
    options: AnalysisOptions,
  ) {
    const believer = believerWithout(options.withoutBeliefs ?? []);
    this.work = { program, options, believer, graph: new CallGraph(program, believer) };
    this.dependencies = new Dependencies(program, believer);
    this.summaries = new OpenSummaries(program);
  }

  /** Definitions in a packed program are packed. */
  calleesOf(f: PackedFunction): readonly PackedFunction[] {
    return this.work.graph.calleesOf(f) as readonly PackedFunction[];
  }

  dependenciesOf(f: PackedFunction): string {
    return this.dependencies.of(f);
  }

  analyse({ functions, pass }: Piece, summaryOf: (callee: PackedFunction) => Uint8Array | null): FunctionResult[] {
    const open = this.opened(summaryOf);
    const thoroughness = pass === 'first' ? 'quick' : 'thorough';
    const answers =
      pass === 'only'
        ? analyseGroup(this.work, functions, open)
        : functions.map((f) => analyseOnce(this.work, f, open, thoroughness));
    return answers.map((answer) => this.resultOf(answer));
  }

  look(f: PackedFunction, summaryOf: (callee: PackedFunction) => Uint8Array | null): Album['at'] {
    const album = new Album();
    const watch = (here: Here, state: State) => album.add(here, state);
    analyseOnce({ ...this.work, watch }, f, this.opened(summaryOf), 'thorough');
    return (point) => album.at(point);
  }

  private opened(summaryOf: (callee: PackedFunction) => Uint8Array | null): (callee: FunctionSymbol) => Summary | null {
    return remember((callee) => {
      const bytes = summaryOf(callee as PackedFunction);
      return bytes && this.summaries.of(bytes);
    });
  }

  private resultOf(answer: Answer): FunctionResult {
    const { summary, found, claims, steps, stopped } = answer;
    const { program } = this;
    const bytes = sealSummary(program, summary);
    return {
      summary: bytes,
      hash: hashOf(bytes),
      findings: isSilent(answer) ? NOTHING : sealFindings(program, answer),
      looks: looksOf(program, [...found, ...claims.map(({ finding }) => finding)]),
      status: stopped ? 'timeout' : 'analysed',
      reason: reasonFor(answer),
      steps,
    };
  }

  conclude(outcomes: readonly FunctionOutcome[]): AnalysisResult {
    return resultOfProgram(this.program, outcomes, this.work.believer, this.work.options);
  }
}

function reasonFor({ stopped, summary }: Answer): Reason | null {
  if (stopped) return because('budget', stopped);
  return isComplete(summary) ? null : because('left-out', 'some of its paths were left out');
}

const NOTHING = new Uint8Array();

/** Neither findings and claims nor evidence about other functions. */
const isSilent = ({ found, claims, evidence }: Answer): boolean =>
  found.length + claims.length === 0 && Object.values(evidence).every(({ size }) => size === 0);

/** Opens each callee once per piece, since functions call the same ones repeatedly. */
function remember<Q, A>(answer: (question: Q) => A): (question: Q) => A {
  const known = new Map<Q, A>();
  return (question) => {
    const before = known.get(question);
    if (before !== undefined) return before;
    const now = answer(question);
    known.set(question, now);
    return now;
  };
}
