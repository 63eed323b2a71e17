// Finds the heaps of a line in the portraits of functions, and matching states along a trace.
// Between the payload and the heap view; shared by the report and the workbench.

import type { Drawing } from '../engines/drawing.js';
import { compare } from '../report/draw/compare.js';
import type { ShownHeaps, ShownPortrait } from '../report/html/payload.js';
import type { Judge } from './evidence.js';

export interface Found {
  readonly portrait: ShownPortrait;
  readonly heaps: ShownHeaps;
}

/** The title of a drawing: a heap at a loop is an invariant only if the analysis reached a fixpoint. */
export function titleOf(found: Found, line: number): string {
  const { portrait, heaps } = found;
  const inside = `line ${line}, ${portrait.function}`;
  if (portrait.engine === 'modular') return `Heap on a path, ${heaps.when} ${inside}`;
  if (!portrait.complete) return `Heap seen before ${inside}; the analysis did not finish`;
  if (heaps.loop && heaps.when === 'before') return `Invariant of the loop in ${inside}`;
  return `Heap ${heaps.when} ${inside}`;
}

/** What holds at a loop, if the analysis reached a fixpoint. */
export const invariantOf = (found: Found | null): readonly string[] =>
  found?.portrait.complete && found.heaps.when === 'before' ? found.heaps.invariant : [];

export class Heaps {
  constructor(
    private readonly portraits: readonly ShownPortrait[],
    private readonly drawings: readonly Drawing[],
  ) {}

  at(file: string, line: number, when: 'before' | 'after'): Found | null {
    for (const portrait of this.portraits) {
      const heaps = portrait.file === file ? portrait.lines.find((l) => l.line === line && l.when === when) : undefined;
      if (heaps) return { portrait, heaps };
    }
    return null;
  }

  /** The lines of a file that have a heap. */
  linesOf(file: string): ShownHeaps[] {
    return this.portraits.filter((p) => p.file === file).flatMap((p) => p.lines.filter((l) => l.when === 'before'));
  }

  drawing(number: number): Drawing {
    return this.drawings[number]!;
  }

  statesOf(found: Found | null): Drawing[] {
    return (found?.heaps.states ?? []).map((number) => this.drawings[number]!);
  }

  /** The state that differs least from a drawing. */
  closestTo(found: Found | null, drawing: Drawing): number {
    return best(this.statesOf(found), (state) => -compare(drawing, state).cost);
  }

  /**
   * An engine gives all states at each place, not their successors. At the error, step `here`, the state that shows it
   * best is chosen; from there, backwards and forwards, the state that differs least.
   */
  chooseAlong(steps: readonly (readonly Drawing[])[], here: number, { suits, costAfter }: Judge): number[] {
    const chosen = steps.map(() => 0);
    const follow = (from: number, by: number, costOf: (state: Drawing, known: Drawing) => number) => {
      let known: Drawing | null = steps[from]?.[chosen[from]!] ?? null;
      for (let i = from + by; i >= 0 && i < steps.length; i += by) {
        const states = steps[i]!;
        const there = known;
        if (there) chosen[i] = best(states, (state) => -costOf(state, there));
        known = states[chosen[i]!] ?? known;
      }
    };
    chosen[here] = best(steps[here] ?? [], suits);
    follow(here, -1, (state, next) => compare(state, next).cost);
    follow(here, 1, (state, before) => costAfter(before, state));
    return chosen;
  }
}

/** The first of those that suit best: the simplest come first. */
function best(states: readonly Drawing[], suits: (state: Drawing) => number): number {
  const scores = states.map(suits);
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}
