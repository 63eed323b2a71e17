// What `check` tells by default of findings of the first stage: they go through its second stage, as users run it.
// Behind mutable-project.ts. Whole programs are not run: to search their inputs again for every mutant would take too long.

import { USUAL } from '../src/driver/check/effort.js';
import { lookAgain } from '../src/driver/check/second-stage.js';
import { noCache } from '../src/driver/project/cache.js';
import { ProgramWork } from '../src/driver/project/program-work.js';
import { WorkerPool } from '../src/driver/project/worker-pool.js';
import type { AnalysisOptions, Finding } from '../src/engines/engine.js';
import { QUICK_PROVERS } from '../src/engines/registry.js';
import type { JudgedFinding } from '../src/findings/locate.js';
import type { PackedProgram } from '../src/ir/pack/program.js';
import { isInModel } from '../src/models/origin.js';

const EFFORT = { ...USUAL, explore: null };

/** The findings that are told. */
export async function toldOf(
  program: PackedProgram,
  findings: readonly Finding[],
  options: Omit<AnalysisOptions, 'budget'>,
): Promise<readonly JudgedFinding[]> {
  if (findings.length === 0) return [];
  const work = new ProgramWork({ program, objects: [], cache: noCache, pool: new WorkerPool(1) });
  const plan = { engines: QUICK_PROVERS, options, steps: EFFORT.steps };
  const look = await lookAgain({
    units: program.units.filter(({ source }) => !isInModel(source)),
    program,
    work,
    findings,
    firstStage: 0,
    engines: QUICK_PROVERS,
    options,
    effort: EFFORT,
    show: (file) => file,
    repeat: (_, input) => ({ input, command: '', commandHere: '' }),
    settled: () => {},
    prove: (f) => work.prove(f, { plan }),
  });
  return look.findings;
}
