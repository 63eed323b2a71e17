// The way that a run takes, compared with a route that it should take: which decisions follow the route, and which leaves it.
// A part of its Trail.

import type { Block } from '../../ir/instr.js';
import type { Route } from '../../ir/route.js';
import type { Decision } from './trail.js';

export class Way {
  /** How many turns of the route the run took, in order. */
  followed = 0;
  /** The block behind which it took another turn; null if it did not, or has come back to the route since. */
  leftAt: Block | null = null;
  /** The number of requested allocations when the last turn of the route was taken. */
  requests = 0;
  /** The same when it was left. */
  lastRequest = 0;
  /** The next turn of the route. */
  private position = 0;
  /** The first decision behind the last turn of the route, and the first behind the one that left it. */
  private since = 0;
  private until = 0;
  private readonly earlier: Decision[] = [];
  private readonly detours: Decision[] = [];

  constructor(
    readonly route: Route,
    /** Of the run. */
    private readonly decisions: readonly Decision[],
  ) {}

  /** Engines decide a route in more detail than an error needs: a run may leave it, and come back where ways meet again. */
  turned(from: Block, to: Block, requests: number): void {
    const { turns } = this.route;
    const at = turns.findIndex((turn, i) => i >= this.position && turn.from === from.id && turn.to === to.id);
    if (at === this.position || (at > this.position && this.left)) {
      (this.left ? this.detours : this.earlier).push(...this.current);
      this.leftAt = null;
      this.followed++;
      this.position = at + 1;
      this.since = this.decisions.length;
      this.requests = requests;
    } else if (!this.left && this.position < turns.length) {
      this.leftAt = from;
      this.until = this.decisions.length;
      this.lastRequest = requests;
    }
  }

  get left(): boolean {
    return this.leftAt !== null;
  }

  /** The decisions from the last turn of the route to the first other one, that one last. */
  private get current(): readonly Decision[] {
    return this.decisions.slice(this.since, this.left ? this.until : undefined);
  }

  /** Is the run behind the last turn of the route? */
  get isAtEnd(): boolean {
    return this.position === this.route.turns.length;
  }

  /** Did the run take all turns of the route? */
  get isComplete(): boolean {
    return !this.left && this.followed === this.route.turns.length;
  }

  /** The turns that were followed; a run that comes to the next decision is further than one that ends in a callee before it. */
  get progress(): number {
    if (this.isAtEnd && !this.isComplete) return 2 * this.followed - 1; // what it left out may matter
    return 2 * this.followed + (this.left ? 1 : 0);
  }

  /**
   * All decisions, those first that others may change most about how far the run comes: the one that left the route and those before it,
   * the last ones first; behind the end of the route, those that left it in between.
   */
  get causes(): Decision[] {
    const { earlier, detours, current } = this;
    return (this.isAtEnd ? [earlier, current, detours] : [earlier, detours, current]).flat().reverse();
  }
}
