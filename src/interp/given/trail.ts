// The way that a run takes, compared with the way it should take: which decisions follow the route, which leaves it, and
// what the decisions since then depend on. Filled by instrumented code (compile/decisions.ts); read by the search.

import type { Block, Terminator } from '../../ir/instr.js';
import type { Route } from '../../ir/route.js';
import type { CType } from '../../types/types.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';

/** A value that a decision depends on, and the place of the input that it came from. */
export interface Operand {
  readonly path: string;
  readonly type: CType;
  readonly value: Value;
  /** The functions that can make the object to which it leads. */
  readonly makers?: readonly string[];
}

/** A text of the input that a decision depends on, and a text that it was compared with. */
export interface ComparedText {
  /** Empty if characters of the other text were looked for, rather than the text. */
  readonly path: string;
  /** The place in the text. */
  readonly from: number;
  readonly other: string;
}

export interface Term {
  readonly value: Int;
  readonly operands: readonly Operand[];
}

export interface Decision {
  readonly terminator: Terminator;
  /** All places of the input that it depends on, also those that nothing can be chosen for. */
  readonly origins: readonly string[];
  readonly operands: readonly Operand[];
  readonly texts: readonly ComparedText[];
  /** Numbers that the operands are compared with: constants of the condition, and values that are no input. */
  readonly others: readonly Int[];
  /** What the condition compares: numbers, and the places that each was made of. */
  readonly terms: readonly Term[];
  /** Was it made by the function of the route? */
  readonly own: boolean;
}

/** Decisions beyond these are not looked at. */
const MOST_DECISIONS = 160;
/** A place in a callee that decides often is looked at so many times. */
const MOST_PER_PLACE = 4;

export class Trail {
  /** How many turns of the route the run took, in order. */
  followed = 0;
  /** The block behind which it took another turn; null if it did not, or has come back to the route since. */
  leftAt: Block | null = null;
  /** The next turn of the route. */
  private position = 0;
  /** The decisions at which the run left the route to come back later, and those before them. */
  readonly detours: Decision[] = [];
  /** The decisions from the last turn of the route to the first other one, that one last. */
  readonly decisions: Decision[] = [];
  /** The number of requested allocations when the last turn of the route was taken. */
  requests = 0;
  /** The same when it was left. */
  lastRequest = 0;
  /** All decisions of callees, the first ones first. */
  readonly inCallees: Decision[] = [];
  /** Places of the input that decisions depended on. */
  readonly decidedBy = new Set<string>();
  /** Did the run take a branch that no run of the search has taken before? */
  isNew = false;
  /** Were there more decisions than are looked at? */
  private isCut = false;
  private readonly seen = new Map<Terminator, number>();

  constructor(
    readonly route: Route,
    /** The branches that the runs of the search have taken. */
    private readonly taken: Map<Terminator, Set<Block>>,
  ) {}

  /** Notes a branch, of any function. */
  took(t: Terminator, to: Block): void {
    const known = this.taken.get(t);
    if (known?.has(to)) return;
    this.isNew = true;
    if (known) known.add(to);
    else this.taken.set(t, new Set([to]));
  }

  /** Is the frame that of the function at which the run began? */
  isOwn(frame: Frame): boolean {
    return frame.depth === 0 && frame.code.symbol === this.route.function;
  }

  /** Shall the operands of this decision be looked at? */
  wants(frame: Frame, t: Terminator): boolean {
    if (this.left) return false;
    const times = this.isOwn(frame) ? 0 : (this.seen.get(t) ?? 0);
    this.seen.set(t, times + 1);
    const isWanted = times < MOST_PER_PLACE && this.decisions.length < MOST_DECISIONS;
    this.isCut ||= !isWanted;
    return isWanted;
  }

  decided(decision: Decision): void {
    for (const path of decision.origins) this.decidedBy.add(path);
    this.decisions.push(decision);
    if (!decision.own && this.inCallees.length < MOST_DECISIONS) this.inCallees.push(decision);
  }

  /** Engines decide a route in more detail than an error needs: a run may leave it, and come back where ways meet again. */
  turned(m: Machine, from: Block, to: Block): void {
    const { turns } = this.route;
    const at = turns.findIndex((turn, i) => i >= this.position && turn.from === from.id && turn.to === to.id);
    if (at === this.position || (at > this.position && this.left)) {
      if (this.left) this.detours.push(...this.decisions);
      this.leftAt = null;
      this.followed++;
      this.position = at + 1;
      this.decisions.length = 0;
      this.requests = m.allocator.requests;
    } else if (!this.left && this.position < turns.length) {
      this.leftAt = from;
      this.lastRequest = m.allocator.requests;
    }
  }

  get left(): boolean {
    return this.leftAt !== null;
  }

  /** Did callees do all that the input can make them do, in one of the runs of the search? */
  get isThorough(): boolean {
    const isVaried = ({ terminator, origins }: Decision) =>
      origins.length === 0 || (this.taken.get(terminator)?.size ?? 0) > 1;
    return !this.isCut && this.inCallees.every(isVaried);
  }

  /** Is the run behind the last turn of the route? */
  get isAtEnd(): boolean {
    return this.position === this.route.turns.length;
  }

  /** Did the run take all turns of the route? */
  get isComplete(): boolean {
    return !this.left && this.followed === this.route.turns.length;
  }
}
