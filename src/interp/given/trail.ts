// The decisions of a run, with what they depend on, and the routes that it may follow.
// Filled by instrumented code (compile/decisions.ts); read by the search for a route.

import type { Block, Terminator } from '../../ir/instr.js';
import type { Route } from '../../ir/route.js';
import type { CType } from '../../types/types.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { Way } from './way.js';

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
  /** The call that made it. */
  readonly by: Call;
}

/** An active call, or one that has returned. */
export type Call = Pick<Frame, 'caller' | 'store'>;

/** Decisions beyond these are not looked at. */
const MOST_DECISIONS = 1_000;
/** A place that decides often between two turns of a route is looked at so many times. */
const MOST_PER_PLACE = 64;
/** So many of its decisions are kept where no input decides. */
const MOST_BLIND = 4;

export class Trail {
  readonly ways: readonly Way[];
  /** In order, as long as the run is on one of the ways. */
  readonly decisions: Decision[] = [];
  /** Places of the input that decisions depended on. */
  readonly decidedBy = new Set<string>();
  /** The calls in which the run took a branch that no run of the search has taken before. */
  private readonly discoveries = new Set<Call>();
  /** Were there more decisions than are looked at? */
  private isCut = false;
  private readonly seen = new Map<Terminator, number>();
  /** The calls that were active when the run ended. */
  private readonly active = new Set<Call>();

  constructor(
    /** All through one function. */
    routes: readonly Route[],
    /** The branches that the runs of the search have taken. */
    private readonly taken: Map<Terminator, Set<Block>>,
  ) {
    this.ways = routes.map((route) => new Way(route, this.decisions));
  }

  /** Notes a branch, of any function. */
  took(by: Call, t: Terminator, to: Block): void {
    const known = this.taken.get(t);
    if (known?.has(to)) return;
    this.discoveries.add(by);
    if (known) known.add(to);
    else this.taken.set(t, new Set([to]));
  }

  /** Is the frame that of the function at which the run began? */
  isOwn(frame: Frame): boolean {
    return frame.depth === 0 && frame.code.symbol === this.ways[0]?.route.function;
  }

  /** Shall the operands of this decision be looked at? */
  wants(t: Terminator): boolean {
    if (this.ways.every(({ left }) => left)) return false;
    const times = this.seen.get(t) ?? 0;
    this.seen.set(t, times + 1);
    const isWanted = times < MOST_PER_PLACE && this.decisions.length < MOST_DECISIONS;
    this.isCut ||= !isWanted;
    return isWanted;
  }

  decided(decision: Decision): void {
    for (const path of decision.origins) this.decidedBy.add(path);
    const isBlind = decision.origins.length === 0 && !decision.own;
    if (!isBlind || (this.seen.get(decision.terminator) ?? 0) <= MOST_BLIND) this.decisions.push(decision);
  }

  turned({ allocator: { requests } }: Machine, from: Block, to: Block): void {
    const before = this.followed;
    for (const way of this.ways) way.turned(from, to, requests);
    if (this.followed > before) this.seen.clear();
  }

  private get followed(): number {
    return this.ways.reduce((sum, way) => sum + way.followed, 0);
  }

  ended(last: Frame | null): void {
    for (let f = last; f; f = f.caller) this.active.add(f);
  }

  /** May it matter for where the run went? What a call has decided that gave its caller nothing matters only by what it stored. */
  matters({ by }: Decision, { left }: Way): boolean {
    return isHeard(by, left ? NONE : this.active);
  }

  /** Did the run take a branch that no run of the search has taken before, where it may matter? */
  get isNew(): boolean {
    return [...this.discoveries].some((by) => isHeard(by, this.active));
  }

  /** Did callees do all that the input can make them do, in one of the runs of the search? */
  get isThorough(): boolean {
    const isVaried = ({ own, terminator, origins }: Decision) =>
      own || origins.length === 0 || (this.taken.get(terminator)?.size ?? 0) > 1;
    return !this.isCut && this.decisions.every(isVaried);
  }
}

const NONE: ReadonlySet<Call> = new Set();

/** Is the call active, or has it returned a result, and so have all between it and the function of the routes? */
function isHeard(by: Call, active: ReadonlySet<Call>): boolean {
  for (let call = by; call.caller; call = call.caller) if (!call.store && !active.has(call)) return false;
  return true;
}
