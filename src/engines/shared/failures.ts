// What happens to failing allocations: the interpretation of the options that all engines share.
// Read by every engine at the start of an analysis.

import type { AnalysisOptions } from '../engine.js';

/**
 * `followed`: analysed without reports, for the sake of error paths; `reported`: the use of an untested result is a
 * finding.
 */
export type Failures = 'assumed-away' | 'followed' | 'reported';

export const failuresOf = ({ mallocMayFail, failingAllocations }: AnalysisOptions): Failures =>
  mallocMayFail ? 'reported' : (failingAllocations ?? 'assumed-away');
