// Loops as recurrence systems: the body is run once for an arbitrary k-th iteration, and never again.
// A loop that resists is followed iteration by iteration, as far as patience goes; what lies beyond is left open.

import { constant, symbol } from '../../logic/linear/term.js';
import { doubtAll, type Frame, type Run } from './analysis.js';
import { type Exits, hereAt } from './fixpoint.js';
import { follows, type Proved, prove } from './induction.js';
import { settleCount } from './iterations.js';
import { forgetTemporaries, type LoopRun, runOnce, silently } from './one-iteration.js';
import { type Context, mergeAll } from './paper/context.js';
import { guess } from './paper/recurrent-context.js';
import type { NaturalLoop } from './plan.js';
import { blur, keysOf, NO_SCRATCH, scratchIn } from './scratch.js';

const MOST_ITERATIONS = 40;
/** Contexts that are followed through one iteration each, all together. */
const MOST_RUNS = 64;
/** After so many iterations nobody tries to see a pattern any more. */
const MOST_TRIES = 3;

export function runLoop(run: Run, frame: Frame, loop: NaturalLoop, context: Context): Exits {
  return iterate({ run, frame, loop, scratch: NO_SCRATCH, choices: 'none' }, forgetTemporaries(frame, loop, context));
}

/** A context at the head: how often a pattern has been looked for since the last one, and how many have been found. */
interface Visit {
  readonly context: Context;
  readonly tries: number;
  readonly patterns: number;
}

/** One iteration after the other, until a recurrence takes over. */
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

/** Only visits with the same past are united. */
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
  doubtAll(hereAt(run, frame, loop.head.terminator), 'a loop whose iterations follow no pattern that is known');
}

// ---- recurrences -----------------------------------------------------------------------------------------------

interface Solved {
  readonly exits: Exits;
  /** Contexts at the head that do not follow the pattern: the last iteration of a walk over a list, for example. */
  readonly deviating: readonly Context[];
}

/**
 * All iterations from here on: exactly if there is one pattern, else without what numbers they leave in memory, else by a
 * pattern for most of them.
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
  const blocks = scratchIn(place, context, [...once, ...twice]);
  return blocks.length > 0 ? solve({ ...here, scratch: keysOf(blocks) }, blur(context, blocks)) : null;
}

// ---- what comes out --------------------------------------------------------------------------------------------

/** The first iteration as it is, all others at once; exits of the k-th have made k iterations. */
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
