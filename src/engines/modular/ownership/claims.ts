// Evidence: what a procedure does with slots. Claims: what leaks if these slots own their targets.
// Collected while a procedure is analysed; judge.ts weighs the claims of all functions against the evidence of all.

import type { Block } from '../../../ir/instr.js';
import type { Finding } from '../../engine.js';
import type { Believer } from '../beliefs/belief.js';
import { isMinority } from '../beliefs/deviant-setter.js';
import { Bonds, commonPart, isEmpty, type Precondition, preconditionOf } from '../domain/preconditions.js';
import type { State } from '../domain/state.js';
import type { Gap } from '../summary/gaps.js';
import type { Question } from './lookups.js';
import { type Member, recordOf } from './slots.js';

/** The origin of a pointer that is stored in a slot; `unknown`: the storing state is merged and does not know it. */
export type Origin = 'fresh' | 'shared' | 'parameter' | 'static' | 'other' | 'unknown';

/** How a block ends: it is freed, or `realloc` moves its contents to another one. */
export type Ending = 'for good' | 'moved';

/** Stands for a nameless field that pointed to a record whose own pointers have been freed. */
export const GUTTED = '';

/** What one function does with slots, as plain data. */
export interface Evidence {
  readonly stored: ReadonlyMap<string, ReadonlySet<Origin>>;
  readonly freed: ReadonlySet<string>;
  /** Those of them whose targets are freed for good, not reallocated. */
  readonly cleaned: ReadonlySet<string>;
  /** The pointer members of records that are freed. */
  readonly gone: ReadonlySet<string>;
  /** Functions that are called at several places or in a loop, by name. */
  readonly repeated: ReadonlySet<string>;
  /** Slots that are freed while the record around them is kept for reuse: then it owns nothing there. */
  readonly recycled: ReadonlySet<string>;
  /** Of records passed to a function that frees them, by function and slot: may the slot hold a pointer? */
  readonly handed: ReadonlyMap<string, boolean>;
  /** Latent preconditions of callees that calls here establish: by key, those of this function under which they do (`Bonds`). */
  readonly established: ReadonlyMap<string, readonly string[]>;
  /** Those that they establish if what loops may change is left open; empty if all rounds of loops were followed. */
  readonly conceivable: ReadonlySet<string>;
  /** The pairs of links by which elements are unlinked and then freed. */
  readonly discarded: ReadonlySet<string>;
  /** Calls of lookups whose results are tested for null (lookups.ts), and loops that test for the end of a list (walks.ts). */
  readonly tested: ReadonlySet<string>;
}

/**
 * How the last pointer is lost. `unread`: a global is overwritten without a read; correct at its first store. `unset`:
 * so is a member; correct in a constructor, but not in a function that frees most members of the record before it sets
 * them. `found`: so is a member of an element that was found in a list or tree. `nulled`: the same with null, in a function that frees other members before it sets them to null. `unlinked`:
 * an element is unlinked from its list; its slot names the pairs of links (unlinked.ts).
 */
export type LossKind = 'dropped' | 'overwritten' | 'unread' | 'unset' | 'found' | 'nulled' | 'unlinked';

/**
 * `precondition`: a latent finding rather than a leak; its slot is a `preconditionKey`. `met`: the same, if a caller knows
 * that the condition holds. `untested`: the result of a lookup
 * is dereferenced without a test; its slot is the call (lookups.ts). `endless`: a loop follows a link without a test for null; its
 * slot is the link and the place (exec/walks.ts).
 */
export type ClaimKind = LossKind | 'precondition' | 'met' | 'untested' | 'endless';

/** A leak, if the slot owns its target. */
export interface Claim {
  readonly slot: string;
  readonly kind: ClaimKind;
  readonly finding: Finding;
  /** Of `dropped`: the name of the member. */
  readonly member?: string;
  /** Of `dropped`: the record is freed only if a number in it is zero, such as a reference count. */
  readonly counted?: boolean;
  /** Of `untested`: what the arguments of the call say (lookups.ts). */
  readonly question?: Question;
  /** Of `endless`: may the loop find what it looks for? */
  readonly isSearch?: boolean;
  /** Of `nulled`: the other members that are freed before they are set. */
  readonly beside?: readonly string[];
  /** Of `precondition`: what the path needs, for people. */
  readonly needs?: string;
}

const MOST_NAMED = 5;

/** The message for memory that is lost with the record whose members point to it. */
export function lostWith(members: readonly string[]): string {
  const names = members.slice(0, MOST_NAMED).map((name) => `\`${name}\``);
  if (members.length > MOST_NAMED) names.push(`${members.length - MOST_NAMED} others`);
  const all = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
  const [verb, them] = members.length === 1 ? ['points', 'it'] : ['point', 'them'];
  return `the memory that ${all} ${verb} to is lost: the memory that points to ${them} is freed`;
}

/** The findings of one function, unconditional and claimed, and its evidence. */
export interface Conclusions {
  readonly found: readonly Finding[];
  readonly claims: readonly Claim[];
  readonly evidence: Evidence;
}

export const NO_CONCLUSIONS: Conclusions = {
  found: [],
  claims: [],
  evidence: {
    stored: new Map(),
    freed: new Set(),
    cleaned: new Set(),
    gone: new Set(),
    repeated: new Set(),
    recycled: new Set(),
    handed: new Map(),
    established: new Map(),
    conceivable: new Set(),
    discarded: new Set(),
    tested: new Set(),
  },
};

/** Memory that is allocated at one position and comes to another without a known holder. */
export const unclearBlock = (at: number, allocation: number | null): string => `${at} ${allocation}`;

export const handedKey = (to: string, slot: string): string => `${to} ${slot}`;

/**
 * Collects evidence and claims of one procedure. A path that frees or keeps the target of a slot refutes claims of
 * other paths.
 */
export class Notebook {
  private readonly stored = new Map<string, Set<Origin>>();
  private readonly freed = new Set<string>();
  private readonly cleaned = new Set<string>();
  private readonly gone = new Set<string>();
  private readonly repeated = new Set<string>();
  private readonly recycled = new Set<string>();
  private readonly handed = new Map<string, boolean>();
  private readonly cared = new Set<string>();
  /** Slots that are freed and then overwritten. */
  private readonly renewed = new Set<string>();
  private readonly made = new Map<string, Claim>();
  /** The first slot that each cell was stored in. */
  private readonly holders = new Map<number, string>();
  private readonly freedAs = new Map<number, readonly Member[]>();

  /** Did a path end in an error? Then a missing return does not mean that the procedure never returns. */
  endedInError = false;
  /** Were states merged? Then what paths of their own would know may be forgotten. */
  hasMerged = false;
  /** Does the model ask what no caller can foresee? */
  isUnforeseen = false;
  readonly gaps = new Set<Gap>();
  readonly established = new Bonds();
  readonly conceivable = new Set<string>();
  /** Where functions are called whose loops were cut. */
  readonly cutCalls = new Set<Block>();
  private readonly discarded = new Set<string>();
  private readonly tested = new Set<string>();
  /**
   * What all paths need that may have an error without its being told, by the position of the error or, of memory whose
   * holder nobody knows, by `unclearBlock`.
   */
  readonly unclear = new Map<number | string, Precondition>();
  /** Calls that some path reached, by position. */
  readonly called = new Set<number>();

  /** Another path may have an error there. */
  blur(key: number | string, state: State): void {
    const known = this.unclear.get(key);
    if (known && isEmpty(known)) return;
    const precondition = preconditionOf(state);
    this.unclear.set(key, known ? commonPart(known, precondition) : precondition);
  }

  store(slot: string, origin: Origin): void {
    const origins = this.stored.get(slot);
    if (origins) origins.add(origin);
    else this.stored.set(slot, new Set([origin]));
  }

  /** A heap cell is stored in the slot: if it is in another slot too, both share it. */
  hold(slot: string, cell: number): void {
    const other = this.holders.get(cell);
    if (other === undefined) this.holders.set(cell, slot);
    else if (other !== slot) for (const one of [slot, other]) this.store(one, 'shared');
  }

  free(slot: string, ending: Ending): void {
    this.freed.add(slot);
    if (ending === 'for good') this.cleaned.add(slot);
  }

  /** An element is unlinked by these pairs of links, and freed. */
  discard(pairs: string): void {
    this.discarded.add(pairs);
  }

  /** The result of this call of a lookup, or the link that this loop follows, is tested for null. */
  test(call: string): void {
    this.tested.add(call);
  }

  /** The cell is freed, and these are its pointer members. */
  watch(cell: number, members: readonly Member[]): void {
    this.freedAs.set(cell, members);
    for (const { slot } of members) this.end(slot);
  }

  /** The record that contains the slot is freed. */
  end(slot: string): void {
    this.gone.add(slot);
  }

  watched(cell: number): readonly Member[] | null {
    return this.freedAs.get(cell) ?? null;
  }

  repeat(name: string): void {
    this.repeated.add(name);
  }

  recycle(slot: string): void {
    this.recycled.add(slot);
  }

  hand(to: string, slot: string, mayHold: boolean): void {
    const key = handedKey(to, slot);
    this.handed.set(key, mayHold || this.handed.get(key) === true);
  }

  /** On some path the target of the slot is freed, kept or passed on. */
  care(slot: string, kind: LossKind): void {
    this.cared.add(`${kind} ${slot}`);
  }

  /** The target of the slot is freed before the slot is overwritten. */
  renew(slot: string): void {
    this.renewed.add(slot);
  }

  claim(claim: Claim): void {
    const { site } = claim.finding;
    const key = `${claim.slot} ${site.source.name}:${site.at}`;
    const known = this.made.get(key);
    if (!known || (known.kind === 'unset' && claim.kind === 'found')) this.made.set(key, claim);
    else if (known.counted && !claim.counted) this.made.set(key, { ...known, counted: false });
  }

  claims({ believes }: Believer): Claim[] {
    const isCaredFor = ({ slot, kind }: Claim): boolean => this.cared.has(`${kind} ${slot}`) || this.freed.has(slot);
    const made = [...this.made.values()].filter((claim) => !believes('cared-for') || !isCaredFor(claim));
    const unset = new Set(made.flatMap(({ slot, kind }) => (kind === 'unset' ? [slot] : [])));
    const membersAmong = (slots: ReadonlySet<string>, slot: string): string[] =>
      [...slots].filter((other) => recordOf(other) === recordOf(slot));
    return made.flatMap((claim) => {
      const { slot, kind } = claim;
      const beside = membersAmong(this.renewed, slot);
      if (kind === 'nulled') return beside.length > 0 ? [{ ...claim, beside }] : [];
      return kind !== 'unset' || isMinority(membersAmong(unset, slot).length, beside.length) ? [claim] : [];
    });
  }

  evidence({ established, conceivable }: Pick<Evidence, 'established' | 'conceivable'>): Evidence {
    const { stored, freed, cleaned, gone, repeated, recycled, handed, discarded, tested } = this;
    return { stored, freed, cleaned, gone, repeated, recycled, handed, established, conceivable, discarded, tested };
  }
}
