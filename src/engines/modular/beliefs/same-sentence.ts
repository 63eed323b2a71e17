// Belief: findings of one function with the same message are one mistake, seen in many places; so are errors of freeing that
// end at one place of a callee or concern one variable, and leaks of what many callers of a function lose. Asked by result.ts.

import type { Finding, TraceStep } from '../../engine.js';
import type { Belief } from './belief.js';

export const sameSentence: Belief = {
  name: 'same-sentence',
  why: 'One wrong assumption about a variable shows wherever the variable is used.',
  stage: 'report',
  effect: 'silences',
};

/** What is to be known of the program: who gave the memory that leaks, and how many functions call him. */
export interface Givers {
  readonly giverOf: (finding: Finding) => string | null;
  readonly callersOf: (giver: string) => number;
}

/** Errors of freeing are reported at the call of the function that frees; their traces end where it does. */
const isFree = (rule: Finding['rule']): boolean => rule === 'double-free' || rule === 'invalid-free';

/** A message that names the object that is freed. */
const NAMED = /`/;

const MOST_ALIKE = 3;
const MOST_NAMED = 8;
/** If so large a part of its callers lose what a function gives, that is one mistake, in what they all expect of it. */
const PART = 1 / 5;
const MANY = 6;

export function limitRepeats(findings: readonly Finding[], givers: Givers): Finding[] {
  const kindOf = kindsIn(findings, givers);
  const alike = new Map<string, Finding[]>();
  for (const finding of findings) {
    const known = alike.get(kindOf(finding));
    if (known) known.push(finding);
    else alike.set(kindOf(finding), [finding]);
  }
  return findings.flatMap((finding) => {
    const kind = alike.get(kindOf(finding))!;
    const index = kind.indexOf(finding);
    if (index >= MOST_ALIKE) return [];
    const others = index === MOST_ALIKE - 1 ? kind.slice(MOST_ALIKE) : [];
    return [{ ...finding, trace: [...finding.trace, ...placesOf(others)] }];
  });
}

function kindsIn(findings: readonly Finding[], { giverOf, callersOf }: Givers): (finding: Finding) => string {
  const losers = new Map<string, Set<string>>();
  for (const finding of findings) {
    const giver = giverOf(finding);
    if (giver) losers.set(giver, (losers.get(giver) ?? new Set()).add(finding.function));
  }
  const isCommon = (giver: string): boolean => {
    const { size } = losers.get(giver)!;
    return size >= MANY && size >= PART * callersOf(giver);
  };
  const freers = new Map<string, Set<string>>();
  for (const { rule, message, function: f } of findings)
    if (isFree(rule) && NAMED.test(message)) freers.set(message, (freers.get(message) ?? new Set()).add(f));
  const isWidespread = (rule: Finding['rule'], message: string): boolean =>
    isFree(rule) && (freers.get(message)?.size ?? 0) >= MANY;
  return (finding) => {
    const { rule, function: f, site, message, trace } = finding;
    const end = isFree(rule) ? trace.at(-1)?.site : null;
    if (end && isWidespread(rule, message)) return [rule, message].join('\n');
    if (end) return [rule, end.source.name, end.at].join('\n');
    const giver = giverOf(finding);
    return giver && isCommon(giver) ? [rule, giver].join('\n') : [rule, site.source.name, f, message].join('\n');
  };
}

function placesOf(others: readonly Finding[]): TraceStep[] {
  const more = others.length - MOST_NAMED;
  return others.slice(0, MOST_NAMED).map(({ site }, i) => ({
    site,
    message:
      i === MOST_NAMED - 1 && more > 0 ? `the same holds here and in ${more} other places` : 'the same holds here',
  }));
}
