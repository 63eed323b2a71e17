// Which claims of a program hold: a slot owns what it points to if the program frees through it, or if nothing but fresh
// blocks is ever stored in it. Called when all functions have been analysed, by result.ts.

import type { Finding } from '../../engine.js';
import type { Believer } from '../beliefs/belief.js';
import { hasFirstStage } from '../beliefs/counted-cleanup.js';
import { isFilled, isLikeOthers } from '../beliefs/deviant-null.js';
import { isDeviant } from '../beliefs/deviant-unlink.js';
import { onlyFresh } from '../beliefs/fresh-field-owns.js';
import { isLinkField } from '../beliefs/link-field.js';
import { mayBeStatic } from '../beliefs/static-field.js';
import { isCalledTogether } from '../beliefs/two-stage-cleanup.js';
import { givenKey } from '../domain/given.js';
import { type Claim, GUTTED, handedKey, lostWith } from './claims.js';
import { gather, type Slots, type Statement } from './evidence.js';

export function judge(statements: readonly Statement[], { believes }: Believer): Finding[] {
  if (statements.every(({ claims }) => claims.length === 0)) return [];
  const slots = gather(statements);
  const court = { slots, statements, believes };
  return statements.flatMap((statement) => {
    const held = statement.claims.filter((claim) => holds(court, statement, claim));
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

/** Everything that a claim is weighed against. */
interface Court extends Believer {
  readonly slots: Slots;
  readonly statements: readonly Statement[];
}

function holds(court: Court, statement: Statement, claim: Claim): boolean {
  const { slots, statements, believes } = court;
  const { name } = statement;
  const { slot, kind, beside = [] } = claim;
  if (kind === 'given') return isPassed(statements, name, slot);
  if (kind === 'unlinked') return believes('deviant-unlink') && isDeviant(statements, slot);
  if (slot === GUTTED) return believes('gutted-record');
  const isLink = believes('link-field') && isLinkField(slot);
  if (isLink && kind !== 'dropped') return false;
  if (kind === 'nulled')
    return believes('deviant-null') && isLikeOthers(slots, slot, beside) && !isFilled(statements, statement, slot);
  const freedBy = slots.freed.get(slot) ?? [];
  if (!isOwner(court, slot, isLink ? 0 : freedBy.length)) return false;
  if (kind === 'unread') return freedBy.length > 0 && (!believes('repeated-setter') || slots.repeated.has(name));
  if (kind === 'unset') return believes('deviant-setter') && freedBy.length > 0;
  return kind === 'overwritten' ? freedBy.length > 0 : !isExcused(court, statement, claim, freedBy);
}

/** owns(s) ⟺ no static memory in s, and (free(s) somewhere and s no link, or only fresh blocks that nobody else holds) */
function isOwner({ slots, believes }: Court, slot: string, freed: number): boolean {
  const origins = slots.stored.get(slot);
  if (believes('static-field') && mayBeStatic(origins)) return false;
  return (believes('freed-field-owns') && freed > 0) || (believes('fresh-field-owns') && onlyFresh(origins));
}

/** Is a member that is lost with its record somebody else's to free? */
function isExcused(
  { slots, statements, believes }: Court,
  statement: Statement,
  { slot, counted }: Claim,
  freedBy: readonly string[],
): boolean {
  if (believes('recycled-record') && slots.recycled.has(slot)) return true;
  if (believes('handed-empty') && slots.handed.get(handedKey(statement.name, slot)) === false) return true;
  if (believes('two-stage-cleanup') && isCalledTogether(statements, statement, freedBy)) return true;
  return counted === true && believes('counted-cleanup') && hasFirstStage(statements, statement, slot);
}

/** Does a caller pass arguments with which the alarm is possible? A function without known callers may get any. */
function isPassed(statements: readonly Statement[], name: string, slot: string): boolean {
  const callers = statements.filter((s) => s.name !== name && s.calls.includes(name));
  const any = givenKey(name, 'any');
  return callers.length === 0 || callers.some(({ evidence: { met } }) => met.has(slot) || met.has(any));
}

function explain(finding: Finding, freedBy: readonly string[] | undefined): Finding {
  const other = freedBy?.find((name) => name !== finding.function);
  return other ? { ...finding, message: `${finding.message}; \`${other}\` frees it` } : finding;
}
