// What becomes of allocations that fail: the one reading of the options that all engines share.

import type { AnalysisOptions } from '../engine.js';

/** `followed`: in silence, for the sake of error paths; `reported`: a result that is used untested is a finding. */
export type Failures = 'assumed-away' | 'followed' | 'reported';

export const failuresOf = ({ mallocMayFail, failingAllocations }: AnalysisOptions): Failures =>
  mallocMayFail ? 'reported' : (failingAllocations ?? 'assumed-away');
