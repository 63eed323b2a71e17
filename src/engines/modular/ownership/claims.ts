// What a procedure does with slots (evidence), and what it loses if these own what they point to (claims).
// Written while the procedure is analysed; judge.ts weighs the claims of all functions against the evidence of all.

import type { Finding } from '../../engine.js';
import type { Believer } from '../beliefs/belief.js';
import { isMinority } from '../beliefs/deviant-setter.js';
import type { Gap } from '../summary/gaps.js';
import { type Member, recordOf } from './slots.js';

/** What kind of pointer was stored in a slot; `unknown`: the state that stored it stands for several, and no longer knows. */
export type Origin = 'fresh' | 'shared' | 'parameter' | 'static' | 'other' | 'unknown';

/** Stands for a field without a name that pointed to a block whose own pointers have been freed. */
export const GUTTED = '';

/** What one function does with slots, as plain data. */
export interface Evidence {
  readonly stored: ReadonlyMap<string, ReadonlySet<Origin>>;
  readonly freed: ReadonlySet<string>;
  /** The pointers in records that are freed. */
  readonly gone: ReadonlySet<string>;
  /** Functions that are called in several places, or in a loop, by name. */
  readonly repeated: ReadonlySet<string>;
  /** Slots that are freed while the record around them is put away for others: it owns nothing there. */
  readonly recycled: ReadonlySet<string>;
  /** Of blocks that are handed to a function that frees them, by function and slot: may the slot point to something? */
  readonly handed: ReadonlyMap<string, boolean>;
  /** Alarms of callees that are possible with the arguments they are given here, by `givenKey`. */
  readonly met: ReadonlySet<string>;
  /** Elements are taken out through these pairs of links, and freed. */
  readonly discarded: ReadonlySet<string>;
}

/**
 * `unread`: a global is overwritten without a look at it, which is all right the first time; `unset`: so is a member, which is
 * all right in a function that makes the record, but not in one that frees most members of it before it sets them; `nulled`: the
 * same with null, in one that frees other members before it sets them to null; `unlinked`: an element is taken out of its list,
 * and its slot is the pairs of links through which it is (unlinked.ts).
 */
export type LossKind = 'dropped' | 'overwritten' | 'unread' | 'unset' | 'nulled' | 'unlinked';

/** `given`: no loss but an alarm, provided that somebody passes such arguments; its slot is `givenKey`. */
export type ClaimKind = LossKind | 'given';

/** A leak, provided that the slot owns what it points to. */
export interface Claim {
  readonly slot: string;
  readonly kind: ClaimKind;
  readonly finding: Finding;
  /** Of one that is `dropped`: what the member is called. */
  readonly member?: string;
  /** Of one that is `dropped`: the block is freed only if a number in it has come to nothing, as counts of references do. */
  readonly counted?: boolean;
  /** Of one that is `nulled`: the other members that are freed before they are set. */
  readonly beside?: readonly string[];
}

const MOST_NAMED = 5;

/** What is lost when a block is freed: what these members point to. */
export function lostWith(members: readonly string[]): string {
  const names = members.slice(0, MOST_NAMED).map((name) => `\`${name}\``);
  if (members.length > MOST_NAMED) names.push(`${members.length - MOST_NAMED} others`);
  const all = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
  const [verb, them] = members.length === 1 ? ['points', 'it'] : ['point', 'them'];
  return `the memory that ${all} ${verb} to is lost: the block that points to ${them} is freed`;
}

/** What is said about one function, for certain and provided that. */
export interface Told {
  readonly found: readonly Finding[];
  readonly claims: readonly Claim[];
  readonly evidence: Evidence;
}

export const NOTHING_TOLD: Told = {
  found: [],
  claims: [],
  evidence: {
    stored: new Map(),
    freed: new Set(),
    gone: new Set(),
    repeated: new Set(),
    recycled: new Set(),
    handed: new Map(),
    met: new Set(),
    discarded: new Set(),
  },
};

export const handedKey = (to: string, slot: string): string => `${to} ${slot}`;

/** Collects both for one procedure. A path that takes care of a slot speaks against all others that do not. */
export class Notebook {
  private readonly stored = new Map<string, Set<Origin>>();
  private readonly freed = new Set<string>();
  private readonly gone = new Set<string>();
  private readonly repeated = new Set<string>();
  private readonly recycled = new Set<string>();
  private readonly handed = new Map<string, boolean>();
  private readonly cared = new Set<string>();
  /** Slots that are freed and then given another value. */
  private readonly renewed = new Set<string>();
  private readonly made = new Map<string, Claim>();
  /** The first slot that each block was stored in. */
  private readonly holders = new Map<number, string>();
  private readonly freedAs = new Map<number, readonly Member[]>();

  /** Has a path ended in an error? That none returns is then no proof that the procedure never does. */
  endedInError = false;
  readonly gaps = new Set<Gap>();
  readonly met = new Set<string>();
  private readonly discarded = new Set<string>();
  /** Calls that a path has got to, by place. */
  readonly called = new Set<number>();

  store(slot: string, origin: Origin): void {
    const origins = this.stored.get(slot);
    if (origins) origins.add(origin);
    else this.stored.set(slot, new Set([origin]));
  }

  /** A block of this procedure is stored in the slot: if it is in another already, both share it. */
  hold(slot: string, block: number): void {
    const other = this.holders.get(block);
    if (other === undefined) this.holders.set(block, slot);
    else if (other !== slot) for (const one of [slot, other]) this.store(one, 'shared');
  }

  free(slot: string): void {
    this.freed.add(slot);
  }

  /** An element is taken out through these pairs of links, and freed. */
  discard(pairs: string): void {
    this.discarded.add(pairs);
  }

  /** The cell is freed here, and these are its pointers. */
  watch(cell: number, members: readonly Member[]): void {
    this.freedAs.set(cell, members);
    for (const { slot } of members) this.end(slot);
  }

  /** The record around the slot is freed. */
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

  /** On some path what the slot pointed to is freed, kept or handed on. */
  care(slot: string, kind: LossKind): void {
    this.cared.add(`${kind} ${slot}`);
  }

  /** What the slot pointed to is freed before it gets another value. */
  renew(slot: string): void {
    this.renewed.add(slot);
  }

  claim(claim: Claim): void {
    const { site } = claim.finding;
    const key = `${claim.slot} ${site.source.name}:${site.at}`;
    const known = this.made.get(key);
    if (!known) this.made.set(key, claim);
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

  evidence(): Evidence {
    const { stored, freed, gone, repeated, recycled, handed, met, discarded } = this;
    return { stored, freed, gone, repeated, recycled, handed, met, discarded };
  }
}
