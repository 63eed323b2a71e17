// Loops as recurrence systems: the body is run once for an arbitrary k-th iteration.
// A loop without a recurrence is unrolled up to a limit; further iterations are left open.

import { constant, symbol } from '../../logic/linear/term.js';
import { doubtAll, type Frame, type Run } from './analysis.js';
import { type Exits, hereAt } from './fixpoint.js';
import { follows, type Proved, prove } from './induction.js';
import { settleCount } from './iterations.js';
import { blur, keysOf, NO_BUFFERS, numericBuffersIn } from './numeric-buffers.js';
import { forgetTemporaries, type LoopRun, runOnce, silently } from './one-iteration.js';
import { type Context, mergeAll } from './paper/context.js';
import { guess } from './paper/recurrent-context.js';
import type { NaturalLoop } from './plan.js';

const MOST_ITERATIONS = 40;
/** Maximal number of iterations that are run, over all contexts. */
const MOST_RUNS = 64;
/** Iterations after which no recurrence is tried any more. */
const MOST_TRIES = 3;

export function runLoop(run: Run, frame: Frame, loop: NaturalLoop, context: Context): Exits {
  return iterate({ run, frame, loop, buffers: NO_BUFFERS, choices: 'none' }, forgetTemporaries(frame, loop, context));
}

/** A context at the head: iterations tried since the last recurrence, and the number of recurrences found. */
interface Visit {
  readonly context: Context;
  readonly tries: number;
  readonly patterns: number;
}

/** Runs one iteration after the other until a recurrence is found. */
function iterate(here: LoopRun, start: Context): Exits {
  const exits: Exits = { back: [], out: [], returned: [] };
  let visits: Visit[] = [{ context: start, tries: 0, patterns: 0 }];
  let runs = 0;
  for (let i = 0; visits.length > 0; i++) {
    runs += visits.length;
    if (i >= MOST_ITERATIONS || runs > MOST_RUNS || here.run.budget.exhausted) {
      giveUp(here);
      return exits;
    }
    const next: Visit[] = [];
    for (const { context, tries, patterns } of visits) {
      const solved = tries < MOST_TRIES && patterns < MOST_TRIES ? summarize(here, context) : null;
      const once = solved ? solved.exits : runOnce(here, context);
      exits.out.push(...once.out);
      exits.returned.push(...once.returned);
      const then = solved ? { tries: 0, patterns: patterns + 1 } : { tries: tries + 1, patterns };
      for (const c of solved ? solved.deviating : once.back) next.push({ context: c, ...then });
    }
    visits = mergeVisits(here, next);
  }
  return exits;
}

/** Merges only visits with the same history. */
function mergeVisits({ run }: LoopRun, visits: readonly Visit[]): Visit[] {
  const groups = new Map<string, Visit[]>();
  for (const v of visits)
    groups.set(`${v.tries} ${v.patterns}`, [...(groups.get(`${v.tries} ${v.patterns}`) ?? []), v]);
  return [...groups.values()].flatMap((group) =>
    mergeAll(
      run.decider,
      group.map((v) => v.context),
    ).map((context) => ({ ...group[0]!, context })),
  );
}

function giveUp({ run, frame, loop }: LoopRun): void {
  run.ledger.incomplete = true;
  doubtAll(hereAt(run, frame, loop.head.terminator), 'a loop without a recurrence');
}

// ---- recurrences -----------------------------------------------------------------------------------------------

interface Solved {
  readonly exits: Exits;
  /** Contexts at the head that deviate from the recurrence, such as the last iteration of a list traversal. */
  readonly deviating: readonly Context[];
}

/**
 * All iterations from here on: exactly if there is one recurrence, else with the numeric contents of memory forgotten,
 * else by a recurrence for most of them.
 */
function summarize(here: LoopRun, context: Context): Solved | null {
  return solve(here, context) ?? solveRoughly(here, context) ?? solve({ ...here, choices: 'some' }, context);
}

function solve(here: LoopRun, context: Context): Solved | null {
  const quiet = silently(here);
  for (const c1 of runOnce(quiet, context).back.slice(0, MOST_TRIES)) {
    for (const c2 of runOnce(quiet, c1).back.slice(0, MOST_TRIES)) {
      const index = here.run.fresh.next('k', 'index', 0n, null);
      const g = guess(index, context, c1, c2);
      const proved = g && prove(quiet, g);
      if (proved) return conclude(here, context, proved);
    }
  }
  return null;
}

function solveRoughly(here: LoopRun, context: Context): Solved | null {
  const quiet = silently(here);
  const once = runOnce(quiet, context).back;
  const twice = once.slice(0, MOST_TRIES).flatMap((c) => runOnce(quiet, c).back);
  const place = hereAt(here.run, here.frame, here.loop.head.terminator);
  const found = numericBuffersIn(place, context, [...once, ...twice]);
  return found.length > 0 ? solve({ ...here, buffers: keysOf(found) }, blur(context, found)) : null;
}

// ---- exits -----------------------------------------------------------------------------------------------------

/** The first iteration separately, all others at once; exits of the k-th iteration have completed k iterations. */
function conclude(here: LoopRun, context: Context, proved: Proved): Solved {
  const { guess: g, generic } = proved;
  const first = runOnce(here, context);
  const later = runOnce(here, generic);
  const settle = (c: Context): Context => settleCount(c, g.index);
  return {
    exits: {
      back: [],
      out: [...first.out, ...later.out.map((at) => ({ ...at, context: settle(at.context) }))],
      returned: [...first.returned, ...later.returned.map(settle)],
    },
    deviating: [
      ...first.back.filter((c) => !follows(here, proved, c, context, constant(0))),
      ...later.back.filter((c) => !follows(here, proved, c, generic, symbol(g.index))).map(settle),
    ],
  };
}
