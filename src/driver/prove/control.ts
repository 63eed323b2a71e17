// Threads and jumps of a program rewritten to ordinary control flow: what engines that prove are asked about, and what runs execute.
// Between a loaded program and the portfolio.

import type { AnalysisRequest, Obligation } from '../../engines/engine.js';
import { followJumps } from '../../engines/shared/jumps/follow-jumps.js';
import { followThreads } from '../../engines/shared/threads/follow-threads.js';
import type { Unit } from '../../ir/program.js';
import type { LoadedProgram } from '../load/load-program.js';

type Request = Omit<AnalysisRequest, 'options'>;

export interface Control {
  /** For runs. */
  readonly units: readonly Unit[];
  /** For engines. */
  readonly followed: Request;
  readonly open: readonly Obligation[];
}

/** A thread is a call before jumps are looked at: what it calls may jump. */
export function followControl({ units }: Pick<LoadedProgram, 'units'>, request: Request): Control {
  const threads = followThreads(request.program, request.entry);
  const jumps = followJumps(threads.program, threads.entry, 'engines');
  const runs = jumps.unitOf && followJumps(threads.program, threads.entry, 'runs').unitOf;
  return {
    units: units.map((unit) => {
      const own = threads.unitOf?.(unit) ?? unit;
      return runs?.(own) ?? own;
    }),
    followed: { ...request, program: jumps.program, entry: jumps.entry },
    open: [...threads.open, ...jumps.open],
  };
}
