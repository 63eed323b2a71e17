// The summary that an analysis computed for a function, by name. Used by the tests of this folder.

import type { ProgramAnalysis } from '../../../src/driver/project/analyse-program.js';
import { openSummary } from '../../../src/engines/modular/seal.js';
import type { Summary } from '../../../src/engines/modular/summary/summary.js';

export function summaryOf({ program, outcomes }: ProgramAnalysis, name: string): Summary {
  const outcome = outcomes.find((one) => one.function.name === name);
  if (!outcome || 'crash' in outcome) throw new Error(`there is no summary of ${name}`);
  return openSummary(program, outcome.result.summary);
}
