// Threads, jumps and orders of calls of a program rewritten to ordinary control flow: what engines that prove are asked about, and what runs execute.
// Between a loaded program and the portfolio.

import type { AnalysisRequest, Obligation } from '../../engines/engine.js';
import { followBothOrders } from '../../engines/shared/both-orders.js';
import { followJumps } from '../../engines/shared/jumps/follow-jumps.js';
import { followThreads } from '../../engines/shared/threads/follow-threads.js';
import type { Unit, Unordered } from '../../ir/program.js';
import type { LoadedProgram } from '../load/load-program.js';

type Request = Omit<AnalysisRequest, 'options'>;

export interface Control {
  /** For runs. */
  readonly units: readonly Unit[];
  /** For engines. */
  readonly followed: Request;
  readonly open: readonly Obligation[];
  /** Expressions of which engines follow all orders of evaluation. */
  readonly settled: ReadonlySet<Unordered>;
}

/** A thread is a call before jumps are looked at: what it calls may jump. */
export function followControl({ units }: Pick<LoadedProgram, 'units'>, request: Request): Control {
  const threads = followThreads(request.program, request.entry);
  const jumps = followJumps(threads.program, threads.entry, 'engines');
  const isAsWritten = !threads.unitOf && !jumps.unitOf;
  const orders = isAsWritten
    ? followBothOrders(jumps.program, jumps.entry)
    : { ...jumps, settled: new Set<Unordered>() };
  const runs = jumps.unitOf && followJumps(threads.program, threads.entry, 'runs').unitOf;
  return {
    units: units.map((unit) => {
      const own = threads.unitOf?.(unit) ?? unit;
      return runs?.(own) ?? own;
    }),
    followed: { ...request, program: orders.program, entry: orders.entry },
    settled: orders.settled,
    open: [...threads.open, ...jumps.open],
  };
}
