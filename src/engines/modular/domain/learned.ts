// What a path has learned in loops: facts that paths with another number of rounds need not share.
// Kept by procedure.ts; a latent precondition does not rely on it where rounds were left out (group.ts).

import { ForkingMap } from '../../../base/forking-map.js';
import type { Fact, State } from './state.js';

export interface Learned {
  /** The facts at the entry of each loop that the path is in, by its head. */
  readonly entered: ReadonlyMap<number, ForkingMap<number, Fact>>;
  /** The symbols about which loops have told something that the path has left. */
  readonly before: ReadonlySet<number>;
}

export const NOTHING_LEARNED: Learned = { entered: new Map(), before: new Set() };

export function enterLoop(state: State, head: number): void {
  const { entered, before } = state.learned;
  state.learned = { entered: new Map(entered).set(head, state.facts.fork()), before };
}

export function leaveLoop(state: State, head: number): void {
  const known = state.learned.entered.get(head);
  if (!known) return;
  const entered = new Map(state.learned.entered);
  entered.delete(head);
  state.learned = { entered, before: new Set([...state.learned.before, ...newSince(state, known)]) };
}

/** The symbols about which loops have told something, or tell it now. */
export function learnedInLoops(state: State): ReadonlySet<number> {
  const { entered, before } = state.learned;
  return new Set([...before, ...[...entered.values()].flatMap((known) => newSince(state, known))]);
}

function newSince({ facts }: State, known: ForkingMap<number, Fact>): number[] {
  if (facts.shares(known)) return [];
  return [...facts].flatMap(([symbol, fact]) => (known.get(symbol) === fact ? [] : [symbol]));
}

/** What either path has learned. */
export function joinLearned(a: Learned, b: Learned): Learned {
  if (a === b) return a;
  const entered = new Map<number, ForkingMap<number, Fact>>();
  for (const head of [...a.entered.keys(), ...b.entered.keys()]) {
    const [x, y] = [a.entered.get(head), b.entered.get(head)];
    entered.set(head, x && y ? common(x, y) : new ForkingMap());
  }
  return { entered, before: new Set([...a.before, ...b.before]) };
}

function common(x: ForkingMap<number, Fact>, y: ForkingMap<number, Fact>): ForkingMap<number, Fact> {
  if (x.shares(y)) return x;
  return new ForkingMap(new Map([...x].filter(([symbol, fact]) => y.get(symbol) === fact)));
}
