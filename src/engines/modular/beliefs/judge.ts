// Which claims of a program hold: a slot owns what it points to if the program frees through it, or if nothing but fresh
// blocks is ever stored in it. Called when all functions have been analysed, by result.ts.

import type { Finding } from '../../engine.js';
import { givenKey } from '../domain/given.js';
import { LINK } from '../exec/slots.js';
import { type Claim, type Evidence, GUTTED, handedKey, lostWith, type Origin } from './claims.js';

/** What is known of one function for the judgement. */
export interface Testimony {
  readonly name: string;
  readonly calls: readonly string[];
  readonly claims: readonly Claim[];
  readonly evidence: Evidence;
}

export function judge(testimonies: readonly Testimony[]): Finding[] {
  if (testimonies.every(({ claims }) => claims.length === 0)) return [];
  const slots = gather(testimonies);
  return testimonies.flatMap((testimony) => {
    const held = testimony.claims.filter((claim) => holds(slots, testimonies, testimony, claim));
    return together(held).map(({ finding, slot, kind }) =>
      kind === 'given' ? finding : explain(finding, slots.freed.get(slot)),
    );
  });
}

/** Members that are lost with the same block are one finding, which names them. */
function together(claims: readonly Claim[]): Claim[] {
  const byPlace = new Map<string, Claim[]>();
  for (const claim of claims) {
    const { source, at } = claim.finding.site;
    const key = `${source.name}:${at} ${claim.member === undefined ? claim.slot : ''}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), claim]);
  }
  return [...byPlace.values()].map((alike) => {
    const [first] = alike as [Claim];
    if (alike.length === 1) return first;
    const message = lostWith([...new Set(alike.map(({ member }) => member!))]);
    return { ...first, finding: { ...first.finding, message } };
  });
}

interface Slots {
  readonly stored: ReadonlyMap<string, ReadonlySet<Origin>>;
  /** By which functions. */
  readonly freed: ReadonlyMap<string, readonly string[]>;
  readonly repeated: ReadonlySet<string>;
  readonly recycled: ReadonlySet<string>;
  readonly handed: ReadonlyMap<string, boolean>;
}

function gather(testimonies: readonly Testimony[]): Slots {
  const stored = new Map<string, Set<Origin>>();
  const freed = new Map<string, string[]>();
  const repeated = new Set<string>();
  const recycled = new Set(testimonies.flatMap(({ evidence }) => [...evidence.recycled]));
  const handed = new Map<string, boolean>();
  const callers = new Map<string, number>();
  for (const { name, calls, evidence } of testimonies) {
    for (const [slot, origins] of evidence.stored) stored.set(slot, new Set([...(stored.get(slot) ?? []), ...origins]));
    for (const slot of evidence.freed) freed.set(slot, [...(freed.get(slot) ?? []), name]);
    for (const f of evidence.repeated) repeated.add(f);
    for (const [key, mayHold] of evidence.handed) handed.set(key, mayHold || handed.get(key) === true);
    for (const f of calls) callers.set(f, (callers.get(f) ?? 0) + 1);
  }
  for (const [f, count] of callers) if (count > 1) repeated.add(f);
  return { stored, freed, repeated, recycled, handed };
}

function holds(slots: Slots, testimonies: readonly Testimony[], testimony: Testimony, claim: Claim): boolean {
  const { name, calls } = testimony;
  const { slot, kind, beside = [] } = claim;
  if (kind === 'given') return isPassed(testimonies, name, slot);
  if (kind === 'unlinked') return isDeviant(testimonies, slot);
  if (slot === GUTTED) return true;
  const isLink = slot.endsWith(LINK);
  if (isLink && kind !== 'dropped') return false;
  if (kind === 'nulled') return isLike(slots, slot, beside) && !fills(testimonies, { name, calls }, slot);
  const freedBy = slots.freed.get(slot) ?? [];
  if (!isOwner(slots.stored.get(slot), isLink ? 0 : freedBy.length)) return false;
  if (kind === 'unread') return freedBy.length > 0 && slots.repeated.has(name);
  if (kind === 'overwritten' || kind === 'unset') return freedBy.length > 0;
  if (slots.recycled.has(slot) || slots.handed.get(handedKey(name, slot)) === false) return false;
  return !isSecondStage(testimonies, testimony, claim, freedBy);
}

/** Clean-up in two stages: the members in one function, the record in another. */
function isSecondStage(
  testimonies: readonly Testimony[],
  { name, calls, claims }: Testimony,
  { slot, counted }: Claim,
  freedBy: readonly string[],
): boolean {
  if (freedBy.some((other) => calls.includes(other))) return true;
  if (testimonies.some((t) => freedBy.includes(t.name) && t.calls.includes(name))) return true;
  // Where references are counted, nobody can tell who calls the second: it is enough that there is a first.
  const lost = claims.flatMap((claim) => (claim.kind === 'dropped' ? [claim.slot] : []));
  const isFirst = ({ evidence: { freed, gone } }: Testimony): boolean =>
    freed.has(slot) && !gone.has(slot) && lost.filter((s) => freed.has(s)).length > 1;
  return counted === true && testimonies.some((t) => t.name !== name && isFirst(t));
}

/**
 * Elements that are taken out in this way, and in no other besides, are freed by as many functions as forget them. One that is in
 * two lists, and is freed when it is taken out of both, is not lost when it is taken out of one.
 */
function isDeviant(testimonies: readonly Testimony[], slot: string): boolean {
  const ways = new Set(slot.split(' '));
  const isPart = (pairs: string): boolean => pairs.split(' ').every((pair) => ways.has(pair));
  const freeing = testimonies.filter(({ evidence }) => [...evidence.discarded].some(isPart));
  const forgetting = testimonies.filter(({ claims }) => claims.some((c) => c.kind === 'unlinked' && c.slot === slot));
  return freeing.length >= forgetting.length;
}

/** Does a caller pass arguments with which the alarm is possible? Whoever is called by nobody may be called by anybody. */
function isPassed(testimonies: readonly Testimony[], name: string, slot: string): boolean {
  const callers = testimonies.filter((t) => t.name !== name && t.calls.includes(name));
  const any = givenKey(name, 'any');
  return callers.length === 0 || callers.some(({ evidence: { met } }) => met.has(slot) || met.has(any));
}

/** owns(s) ⟺ no static memory in s, and (free(s) somewhere and s no link, or only fresh blocks that nobody else holds) */
function isOwner(origins: ReadonlySet<Origin> | undefined, freed: number): boolean {
  if (origins?.has('static')) return false;
  return freed > 0 || onlyFresh(origins);
}

const onlyFresh = (origins: ReadonlySet<Origin> | undefined): boolean =>
  origins !== undefined && [...origins].every((o) => o === 'fresh');

/** Members that make it likely that one more is like them. */
const MANY = 3;

/** Does the slot hold fresh blocks, as far as is known? If nothing is known, it does if many beside it do. */
function isLike({ stored }: Slots, slot: string, beside: readonly string[]): boolean {
  const mayOwn = (one: string): boolean => {
    const origins = [...(stored.get(one) ?? [])];
    return origins.length > 0 && origins.every((o) => o === 'fresh' || o === 'unknown');
  };
  if (!mayOwn(slot)) return false;
  return stored.get(slot)!.has('fresh') || (beside.length >= MANY && beside.every(mayOwn));
}

/** Does the function, or one that it calls, put a block there? Then it sets the slot to null before it does. */
const fills = (testimonies: readonly Testimony[], f: Pick<Testimony, 'name' | 'calls'>, slot: string): boolean =>
  testimonies.some(({ name, evidence }) => (name === f.name || f.calls.includes(name)) && evidence.stored.has(slot));

function explain(finding: Finding, freedBy: readonly string[] | undefined): Finding {
  const other = freedBy?.find((name) => name !== finding.function);
  return other ? { ...finding, message: `${finding.message}; \`${other}\` frees it` } : finding;
}
