// One unit by itself, for questions about a place in it: the heaps before a line, the proof of a function, runs from one.
// Made by a session from the unit that its rounds have read; what other units do is unknown here.

import { resolve } from 'node:path';
import type { Drawing } from '../../engines/drawing.js';
import { findProver, PROVERS } from '../../engines/registry.js';
import { pointsByLine } from '../../engines/shared/points.js';
import { describeInvariant } from '../../findings/invariant.js';
import { isHome, uniqueDrawings } from '../../findings/portrait.js';
import type { LocatedFinding } from '../../findings/report.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { hasBody } from '../../ir/link.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { isOwn } from '../../models/origin.js';
import { displayPath } from '../load/find-jobs.js';
import { requirementsOf } from '../load/requirements.js';
import type { FunctionVerdict } from '../project/function-prover.js';
import { ProgramWork, type WorkMeans } from '../project/program-work.js';
import { findingsOfRun } from '../replay/run-findings.js';

/** The heaps that an execution from the function may have before a line. */
export interface PlaceView {
  readonly function: string;
  readonly line: number;
  /** What holds in all of them. */
  readonly words: readonly string[];
  readonly drawings: readonly Drawing[];
}

const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed' } as const;
/** A look takes no longer than a reader waits. */
const LOOK = 400;
const PROOF = 1_500;
const RUN = 3_000_000;
/** The simplest. */
const SHOWN = 4;

export class UnitScope {
  private readonly work: ProgramWork;
  private readonly program: PackedProgram;

  constructor(
    private readonly job: CompileJob,
    means: WorkMeans,
  ) {
    this.program = means.program;
    this.work = new ProgramWork(means);
  }

  /** `path` is absolute. Null where there is no code of a function, or no execution gets to. */
  async lookAt(path: string, line: number): Promise<PlaceView | null> {
    const f = this.own().find((one) => isHome(one, { file: path, line }, (name) => resolve(this.job.directory, name)));
    const points = f && pointsByLine(f).find((p) => p.line >= line)?.points;
    if (!f || !points) return null;
    const engine = await findProver('paths');
    const { requirements } = requirementsOf(f, this.job);
    const { program } = this;
    const result = engine.analyse({ program, entry: f, options: { ...OPTIONS, budget: LOOK }, requires: requirements });
    const all = uniqueDrawings(points.flatMap((p) => [...result.draw(p)]));
    const drawings = all.sort((a, b) => a.nodes.length - b.nodes.length).slice(0, SHOWN);
    return { function: f.name, line, words: describeInvariant({ name: f.name, globals: [] }, all), drawings };
  }

  /** Null if there is no such function. */
  async prove(name: string): Promise<FunctionVerdict | null> {
    const f = this.named(name);
    return f && this.work.prove(f as PackedFunction, { plan: { engines: PROVERS, options: OPTIONS, steps: PROOF } });
  }

  /** The errors of runs that begin at the function, which must have no parameters; null if there is no such function. */
  async run(name: string): Promise<readonly LocatedFinding[] | 'needs arguments' | null> {
    const f = this.named(name);
    if (!f) return null;
    if (f.body!.params.length > 0) return 'needs arguments';
    const runs = await this.work.runFrom(this.program.units, { entry: name, steps: RUN });
    return runs.flatMap(({ run }) => findingsOfRun(run, (file) => displayPath(this.job, file)));
  }

  private named(name: string): FunctionSymbol | null {
    return this.own().find((f) => f.name === name) ?? null;
  }

  private own(): FunctionSymbol[] {
    return this.program.defined().filter((f) => hasBody(f) && isOwn(f));
  }
}
