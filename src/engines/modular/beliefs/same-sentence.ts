// Belief: findings of one function with the same message are one mistake, seen in many places; so are findings of several
// functions that end at the same place of a callee. Asked by result.ts for all findings: the first ones remain.

import type { Finding, TraceStep } from '../../engine.js';
import type { Belief } from './belief.js';

export const sameSentence: Belief = {
  name: 'same-sentence',
  why: 'One wrong assumption about a variable shows wherever the variable is used.',
  stage: 'report',
  effect: 'silences',
};

/** Errors of freeing are reported at the call of the function that frees; their traces end where it does. */
const isFree = (rule: Finding['rule']): boolean => rule === 'double-free' || rule === 'invalid-free';

const MOST_ALIKE = 3;
const MOST_NAMED = 8;

export function limitRepeats(findings: readonly Finding[]): Finding[] {
  const alike = new Map<string, Finding[]>();
  const kindOf = ({ rule, function: f, site, message, trace }: Finding): string => {
    const end = isFree(rule) ? trace.at(-1)?.site : null;
    return [rule, message, ...(end ? [end.source.name, end.at] : [site.source.name, f])].join('\n');
  };
  for (const finding of findings) alike.set(kindOf(finding), [...(alike.get(kindOf(finding)) ?? []), finding]);
  return findings.flatMap((finding) => {
    const kind = alike.get(kindOf(finding))!;
    const index = kind.indexOf(finding);
    if (index >= MOST_ALIKE) return [];
    const others = index === MOST_ALIKE - 1 ? kind.slice(MOST_ALIKE) : [];
    return [{ ...finding, trace: [...finding.trace, ...placesOf(others)] }];
  });
}

function placesOf(others: readonly Finding[]): TraceStep[] {
  const more = others.length - MOST_NAMED;
  return others.slice(0, MOST_NAMED).map(({ site }, i) => ({
    site,
    message:
      i === MOST_NAMED - 1 && more > 0 ? `the same holds here and in ${more} other places` : 'the same holds here',
  }));
}
