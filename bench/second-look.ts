// What `check` tells by default of findings of the first stage: they go through its second stage, as users run it.
// Behind mutable-project.ts. Whole programs are not run: to search their inputs again for every mutant would take too long.

import { lookAgain, type SecondLookRequest, USUAL } from '../src/driver/check/second-stage.js';
import { noCache } from '../src/driver/project/cache.js';
import { proverOf } from '../src/driver/project/prove-program.js';
import type { AnalysisOptions, Finding } from '../src/engines/engine.js';
import { findProvers, type ProverName, QUICK_PROVERS } from '../src/engines/registry.js';
import type { JudgedFinding } from '../src/findings/locate.js';
import type { RecordedInput } from '../src/interp/recorded-input.js';
import type { PackedFunction } from '../src/ir/pack/open.js';
import type { PackedProgram } from '../src/ir/pack/program.js';
import { isInModel } from '../src/models/origin.js';

const EFFORT = { ...USUAL, explore: 0 };

export class SecondLook {
  private constructor(private readonly engines: SecondLookRequest['engines']) {}

  static async prepare(): Promise<SecondLook> {
    return new SecondLook(await findProvers(QUICK_PROVERS));
  }

  /** The findings that are told. */
  told(
    program: PackedProgram,
    findings: readonly Finding[],
    options: Omit<AnalysisOptions, 'budget'>,
  ): readonly JudgedFinding[] {
    if (findings.length === 0) return [];
    const slicing = this.engines.filter((e) => e.slices);
    const plan = { engines: slicing.map(({ name }) => name as ProverName), options, steps: EFFORT.steps };
    const prove = proverOf({ program, cache: noCache, plan }, slicing);
    const request = {
      units: program.units.filter(({ source }) => !isInModel(source)),
      program,
      findings,
      engines: this.engines,
      options,
      effort: EFFORT,
      show: (file: string) => file,
      repeat: (_: string | null, input: RecordedInput) => ({ input, command: '', commandHere: '' }),
      prove: (f: Parameters<NonNullable<SecondLookRequest['prove']>>[0]) => prove(f as PackedFunction),
    };
    return lookAgain(request).findings;
  }
}
