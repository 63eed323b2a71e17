// Recursion: a call of an active function is analysed once per local heap, and its exits are memoised.
// The entries and exits of all such calls are a fixpoint (summaries below); calls.ts calls this for recursive calls.

import type { FunctionBody } from '../../ir/program.js';
import { join, leq, type Numbers, widen } from '../../numeric/numbers.js';
import type { Certainty } from '../engine.js';
import type { Frame, Here } from './analysis.js';
import { NO_PARTS } from './aside.js';
import { type Cut, cutOut, type Entrance, putBack } from './local-heap.js';
import type { Name } from './paper/cell.js';
import { isCovered, overlay } from './paper/collapse.js';
import { numbered, type State, weaker } from './state.js';
import { settleLosses } from './store.js';
import { SUMMARY_DEPTH } from './variable-names.js';

/** Nested calls with different entry heaps before they are over-approximated. */
const DEEPEST = 40;

/** Rounds before the numbers of entries and exits are widened. */
const PATIENCE = 2;

/**
 * The states after the call, from states in which the parameters of `frame` are bound; null if the local heap is not
 * separable.
 */
export function callSummary(here: Here, states: readonly State[], frame: Frame): State[] | null {
  const entrances = entrancesOf(here, frame);
  const cuts = states.map((s) => cutOut(s, entrances, (name) => kindOf(here, name)));
  if (cuts.some((cut) => cut === null) || here.settings.isDeep()) return null;
  const local: Frame = { body: frame.body, depth: SUMMARY_DEPTH, caller: null, calledAt: null, call: null };
  return (cuts as Cut[]).flatMap((cut) => {
    const ghosts = new Set(entrances.map((e) => e.ghost));
    const { slots } = here.settings;
    const result = { from: slots.ofResult(SUMMARY_DEPTH), to: slots.ofResult(frame.depth) };
    return here.settings.summarize(local, cut.local).flatMap((exit) => {
      const { state, affected } = putBack(cut.outside, exit, ghosts, result);
      return settleLosses(here, state, affected);
    });
  });
}

function entrancesOf(here: Here, { body, depth }: Frame): Entrance[] {
  const { slots } = here.settings;
  return body.params.map((p) => ({
    bound: slots.ofVariable(p, depth),
    local: slots.ofVariable(p, SUMMARY_DEPTH),
    ghost: slots.ofArgument(p),
  }));
}

/** Variables of calls that are not recursive have the same names in every recursive call. */
function kindOf(here: Here, name: Name): 'global' | 'outer' | 'caller' {
  const slot = here.settings.slots.slot(name);
  if (slot?.variable?.kind === 'global') return 'global';
  if (slot?.variable === null || !slot) return 'caller';
  return isRecursive(here.frame, slot.depth) ? 'caller' : 'outer';
}

/** Is the call at this depth one of a function that is active several times, or nested in such a call? */
function isRecursive(frame: Frame, depth: number): boolean {
  const seen = new Set<FunctionBody>();
  let lowest = Infinity;
  for (let f: Frame | null = frame; f; f = f.caller) if (f.depth >= SUMMARY_DEPTH) lowest = Math.min(lowest, f.depth);
  for (let f: Frame | null = frame; f; f = f.caller) {
    if (seen.has(f.body)) lowest = Math.min(lowest, f.depth);
    seen.add(f.body);
  }
  return depth >= lowest || depth === frame.depth;
}

/** A function on one local heap: the numbers at its entry, and the states at its exit. */
interface Summary {
  readonly graph: State['graph'];
  numbers: Numbers;
  certainty: Certainty;
  entries: number;
  /** By skeleton: graphs with equal skeletons are overlaid. */
  readonly exits: Map<string, { state: State; visits: number }>;
  active: boolean;
  /** The epoch in which it was last computed without a change; see `Summaries.epoch`. */
  settled: number;
}

export interface CanonicalExit {
  readonly state: State;
  readonly skeleton: string;
}

export class Summaries {
  /** Incremented whenever some summary grows: earlier results may be incomplete. */
  epoch = 0;
  /** How often a summary was requested. */
  asked = 0;
  private readonly known = new Map<string, Summary>();
  private depth = 0;

  /** So many nested entry heaps do not converge. */
  isDeep = (): boolean => this.depth >= DEEPEST;

  /** exits(entry) = { exits of the body from entry, where recursive calls have the exits known so far }, to a fixpoint. */
  exitsOf(
    key: string,
    entry: State,
    solve: (entry: State) => readonly State[],
    canonical: (exit: State) => CanonicalExit,
  ): State[] {
    this.asked++;
    const summary = this.enter(key, entry);
    while (!summary.active && summary.settled !== this.epoch) {
      const start = this.epoch;
      summary.active = true;
      this.depth++;
      const results = solve(stateOf(summary));
      summary.active = false;
      this.depth--;
      for (const exit of results) this.leave(summary, canonical(exit), canonical);
      if (this.epoch === start) summary.settled = start;
    }
    return [...summary.exits.values()].map((e) => e.state);
  }

  private enter(key: string, { graph, numbers, certainty }: State): Summary {
    const known = this.known.get(key);
    if (!known) {
      const fresh: Summary = { graph, numbers, certainty, entries: 0, exits: new Map(), active: false, settled: -1 };
      this.known.set(key, fresh);
      this.epoch++;
      return fresh;
    }
    known.certainty = weaker(known.certainty, certainty);
    if (!leq(numbers, known.numbers)) {
      known.numbers = grow(known.numbers, numbers, ++known.entries);
      this.epoch++;
    }
    return known;
  }

  private leave(summary: Summary, exit: CanonicalExit, canonical: (exit: State) => CanonicalExit): void {
    const { exits } = summary;
    const known = exits.get(exit.skeleton);
    if (known && leq(exit.state.numbers, known.state.numbers) && isCovered(numbered(exit.state), known.state.graph))
      return;
    this.epoch++;
    if (!known) {
      exits.set(exit.skeleton, { state: exit.state, visits: 0 });
      return;
    }
    const graph = overlay(numbered(known.state), numbered(exit.state));
    const numbers = grow(known.state.numbers, exit.state.numbers, known.visits + 1);
    const both = canonical({
      graph,
      numbers,
      aside: NO_PARTS,
      escapes: 0,
      certainty: weaker(known.state.certainty, exit.state.certainty),
    });
    exits.delete(exit.skeleton);
    // The overlay may have the skeleton of a third exit, which must be joined as well.
    if (exits.has(both.skeleton)) this.leave(summary, both, canonical);
    else exits.set(both.skeleton, { state: both.state, visits: known.visits + 1 });
  }
}

const stateOf = ({ graph, numbers, certainty }: Summary): State => ({
  graph,
  numbers,
  aside: NO_PARTS,
  certainty,
  escapes: 0,
});

function grow(older: Numbers, newer: Numbers, visits: number): Numbers {
  const joined = join(older, newer);
  return visits > PATIENCE ? widen(older, joined) : joined;
}
