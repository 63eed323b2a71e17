// Decides which claims of a program hold: a slot owns its target if the program frees through it, or if only fresh
// allocations are stored in it. Called by result.ts when all functions have been analysed.

import type { Finding } from '../../engine.js';
import type { Believer } from '../beliefs/belief.js';
import { hasFirstStage } from '../beliefs/counted-cleanup.js';
import { isException, type Uses, usesOf } from '../beliefs/deviant-lookup.js';
import { isFilled, isLikeOthers } from '../beliefs/deviant-null.js';
import { isDeviant } from '../beliefs/deviant-unlink.js';
import { isPastTheEnd } from '../beliefs/deviant-walk.js';
import { onlyFresh } from '../beliefs/fresh-field-owns.js';
import { isLinkField } from '../beliefs/link-field.js';
import { isFreedByAnother } from '../beliefs/other-implementation.js';
import { mayBeStatic } from '../beliefs/static-field.js';
import { isCalledTogether } from '../beliefs/two-stage-cleanup.js';
import { type Claim, GUTTED, handedKey, lostWith } from './claims.js';
import { gather, type Slots, type Statement } from './evidence.js';
import { lookupOf } from './lookups.js';

export function judge(statements: readonly Statement[], believer: Believer): Finding[] {
  if (statements.every(({ claims }) => claims.every(isLatent))) return [];
  const slots = gather(statements);
  const context = { ...believer, slots, statements, uses: usesOf(statements) };
  return statements.flatMap((statement) => {
    const held = statement.claims.filter((claim) => !isLatent(claim) && holds(context, statement, claim));
    return together(held).map(({ finding, slot, kind }) => {
      if (kind === 'met') return finding;
      if (kind === 'untested') return explainLookup(finding, lookupOf(slot), context.uses);
      if (kind === 'endless') return explainWalk(finding, context.uses.get(lookupOf(slot))!);
      return explain(finding, slots.freed.get(slot));
    });
  });
}

/** A latent finding is judged by latent.ts. */
const isLatent = ({ kind }: Claim): boolean => kind === 'precondition';

/** Combines members that are lost with the same record into one finding that names them. */
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

/** All that a claim is weighed against. */
interface Context extends Believer {
  readonly slots: Slots;
  readonly statements: readonly Statement[];
  /** Of lookups, and of links that loops follow. */
  readonly uses: ReadonlyMap<string, Uses>;
}

function holds(context: Context, statement: Statement, claim: Claim): boolean {
  const { slots, statements, believes } = context;
  const { name } = statement;
  const { slot, kind, beside = [] } = claim;
  if (kind === 'met') return statements.some(({ evidence: { established } }) => established.has(slot));
  if (kind === 'untested')
    return believes('deviant-lookup') && isException(context.uses.get(lookupOf(slot))!, claim.question!);
  if (kind === 'endless') return believes('deviant-walk') && isPastTheEnd(context.uses.get(lookupOf(slot))!, claim);
  if (kind === 'unlinked') return believes('deviant-unlink') && isDeviant(statements, slot);
  if (slot === GUTTED) return believes('gutted-record');
  const isLink = believes('link-field') && isLinkField(slot);
  if (isLink && kind !== 'dropped') return false;
  if (kind === 'nulled')
    return believes('deviant-null') && isLikeOthers(slots, slot, beside) && !isFilled(statements, statement, slot);
  const freedBy = slots.freed.get(slot) ?? [];
  if (!isOwner(context, slot, isLink ? 0 : freedBy.length)) return false;
  if (kind === 'unread') return freedBy.length > 0 && (!believes('repeated-setter') || slots.repeated.has(name));
  if (kind === 'found') return believes('found-element') && freedBy.length > 0 && onlyFresh(slots.stored.get(slot));
  if (kind === 'unset') return believes('deviant-setter') && freedBy.length > 0;
  return kind === 'overwritten' ? freedBy.length > 0 : !isExcused(context, statement, claim);
}

/**
 * owns(s) ⟺ no static memory in s, and (s is freed somewhere and is not a link, or only fresh unshared cells are stored
 * in s)
 */
function isOwner({ slots, believes }: Context, slot: string, freed: number): boolean {
  const origins = slots.stored.get(slot);
  if (believes('static-field') && mayBeStatic(origins)) return false;
  return (believes('freed-field-owns') && freed > 0) || (believes('fresh-field-owns') && onlyFresh(origins));
}

/** Is another function responsible for a member that is lost with its record? */
function isExcused({ slots, statements, believes }: Context, statement: Statement, { slot, counted }: Claim): boolean {
  const freedBy = slots.cleaned.get(slot) ?? [];
  if (believes('recycled-record') && slots.recycled.has(slot)) return true;
  if (believes('handed-empty') && slots.handed.get(handedKey(statement.name, slot)) === false) return true;
  if (believes('other-implementation') && isFreedByAnother(statements, statement, freedBy)) return true;
  if (believes('two-stage-cleanup') && isCalledTogether(statements, statement, freedBy)) return true;
  return counted === true && believes('counted-cleanup') && hasFirstStage(statements, statement, slot);
}

function explain(finding: Finding, freedBy: readonly string[] | undefined): Finding {
  const other = freedBy?.find((name) => name !== finding.function);
  return other ? { ...finding, message: `${finding.message}; \`${other}\` frees it` } : finding;
}

function explainLookup(finding: Finding, lookup: string, uses: Context['uses']): Finding {
  const { tested, untested } = uses.get(lookup)!;
  const name = lookup.slice(lookup.lastIndexOf(':') + 1);
  const message = `${finding.message}: \`${name}\` may return null, and ${tested} of ${tested + untested} calls test for it`;
  return { ...finding, message };
}

const explainWalk = (finding: Finding, { tested, untested }: Uses): Finding => ({
  ...finding,
  message: `${finding.message}, and ${tested} of ${tested + untested} loops over such lists do`,
});
