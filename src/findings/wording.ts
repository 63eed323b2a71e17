// What a finding says, in the one wording of its rule, from the facts that its engine gives.
// Part of locating a finding: from an engine to every report.

import type { Finding, Site } from '../engines/engine.js';
import { sentenceOf } from '../engines/shared/sentences.js';

/** Engines that name the pointer in a sentence of their own keep it; the others give facts, or nothing beyond the rule. */
export function wordingOf(f: Pick<Finding, 'rule' | 'site' | 'message' | 'facts' | 'allocation' | 'trace'>): string {
  const { rule, facts, message } = f;
  if (!facts && message.includes('`')) return message;
  if (!facts && rule !== 'leak' && !isNamed(rule)) return message;
  return sentenceOf({
    rule,
    name: facts?.name ?? (rule === 'leak' ? null : pointerIn(f.site)),
    how: facts?.how ?? null,
    allocatedIn: allocatedIn(f),
    freedIn: freedIn(f),
    certainty: /\bmay\b/.test(message) ? 'possible' : 'certain',
  });
}

/** Rules about one pointer, which is in the text of the place. */
const isNamed = (rule: Finding['rule']): boolean =>
  rule === 'null-dereference' ||
  rule === 'unchecked-allocation' ||
  rule === 'use-after-free' ||
  rule === 'double-free' ||
  rule === 'uninitialized-pointer';

const lineOf = ({ source, at }: Site): number | null => (source.name.startsWith('<') ? null : source.locate(at).line);

/** What a model allocates is allocated by a call of the trace. */
function allocatedIn({ allocation, trace }: Pick<Finding, 'allocation' | 'trace'>): number | null {
  if (!allocation) return null;
  const call = trace.find(({ message }) => / allocates$/.test(message));
  return lineOf(allocation) ?? (call ? lineOf(call.site) : null);
}

function freedIn({ trace }: Pick<Finding, 'trace'>): number | null {
  const step = trace.find(({ message }) => /\bfree(?:d here|s it)\b/.test(message));
  return step ? lineOf(step.site) : null;
}

/** The pointer that the code at the place dereferences or frees: `p` of `p->next`, `*p`, `p[2]`, `free(p)`. */
export function pointerIn(site: Site): string | null {
  const text = site.source.phrase(site);
  const [, inner] =
    /^\*\s*(\w+)$/.exec(text) ??
    /^([\w.]+(?:->[\w.]+)*)->\w+$/.exec(text) ??
    /^([\w.]+(?:->[\w.]+)*)\[[^\][]*\]$/.exec(text) ??
    /^\w*free\w*\s*\(([\w.]+(?:->[\w.]+)*)\)$/.exec(text) ??
    [];
  return inner ?? null;
}
