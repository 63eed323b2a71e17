// Loops: unrolled.
// Called by execute.ts.
import type { Context } from './context.js';
import { type Exits, hereAt, runRegion } from './execute.js';
import type { NaturalLoop } from './flow.js';
import { doubtAll, type Frame, type Run } from './run.js';

const MOST_ITERATIONS = 40;

export function runLoop(run: Run, frame: Frame, loop: NaturalLoop, context: Context): Exits {
  const exits: Exits = { back: [], out: [], returned: [] };
  let contexts = [context];
  for (let i = 0; contexts.length > 0; i++) {
    if (i >= MOST_ITERATIONS) {
      run.ledger.incomplete = true;
      doubtAll(
        hereAt(run, frame, loop.head.terminator),
        `a loop that is followed for ${MOST_ITERATIONS} iterations only`,
      );
      return exits;
    }
    const once = runRegion(
      run,
      frame,
      loop,
      contexts.map((c) => ({ block: loop.head, context: c })),
    );
    exits.out.push(...once.out);
    exits.returned.push(...once.returned);
    contexts = once.back;
  }
  return exits;
}
