// Threads that their creator waits for, as calls: a program without them that does the same, for all engines and for runs.
//
//   create(&t, 0, f, x)  may fail; otherwise `result = f(x); running = t`
//   join(t, r)           must be the thread that runs: `*r = result; running = none`
//
// That the thread runs at once is no restriction as long as its creator does nothing between create and join that the thread could
// see or disturb: it computes with variables that no pointer leads to. Before anything else stands a test that no thread is
// running, and where one may be, every property is open. So at most one thread runs beside those that wait for it.

import { replaceBodies } from '../../../ir/edit/replace-bodies.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionBody, FunctionSymbol } from '../../../ir/program.js';
import { isOwn } from '../../../models/origin.js';
import type { Obligation } from '../../engine.js';
import { type Followed, leftOpen, universeOf } from '../follow.js';
import { type Start, startsIn, ThreadLibrary } from './library.js';
import { rewriteThreads } from './rewrite.js';

/** Threads of executions from the entry; the same program if it has none that can be followed. */
export function followThreads(program: Program, entry: FunctionSymbol): Followed {
  const library = new ThreadLibrary(program);
  const open: Obligation[] = [];
  const bodies = new Map<FunctionSymbol, FunctionBody>();
  for (const f of [...universeOf(program, entry)].filter(isOwn)) {
    const starts: Start[] = [];
    for (const call of startsIn(library, f.body!)) {
      const start = library.startOf(f.body!, call);
      if (typeof start === 'string') open.push(...leftOpen(f, call, start));
      else starts.push(start);
    }
    const body = starts.length > 0 ? rewriteThreads(program, f, library, starts) : null;
    if (body) bodies.set(f, body);
  }
  if (bodies.size === 0) return { program, entry, unitOf: null, open };
  const replaced = replaceBodies(program, bodies, []);
  return { program: replaced.program, entry: replaced.functionOf(entry), unitOf: replaced.unitOf, open };
}
