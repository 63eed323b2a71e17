// The engine `modular`: summaries bottom-up over the call graph of a whole program, findings on the way.
// Sees every function once (recursive ones a few times); claims nothing that depends on code it has not seen.

import type { Program } from '../../ir/link.js';
import type { AnalysisOptions, AnalysisRequest, AnalysisResult, Engine } from '../engine.js';
import { Analysis } from './analysis.js';
import { isModel } from './result.js';

export const modular: Engine = {
  name: 'modular',
  analyse: ({ program, entry, options }: AnalysisRequest): AnalysisResult =>
    new Analysis(program, options).run([entry]),
  analyseAll: (program: Program, options: AnalysisOptions): AnalysisResult =>
    new Analysis(program, options).run(program.defined().filter((f) => !isModel(f))),
};
