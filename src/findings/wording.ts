// What a finding says, in the one wording of its rule, from the facts that its engine gives.
// Part of locating a finding: from an engine to every report.

import type { Finding, Site } from '../engines/engine.js';
import { nameLine, sentenceOf } from '../engines/shared/sentences.js';

type Worded = Pick<Finding, 'rule' | 'site' | 'message' | 'facts' | 'allocation' | 'trace' | 'function' | 'atExit'>;

/** Engines that name a function of the library in a sentence of their own keep it; the others give facts, or nothing beyond the rule. */
export function wordingOf(f: Worded): string {
  const { rule, facts, message } = f;
  const isDetailed = DETAILED.has(rule);
  if (!facts && !isDetailed && message.includes('`')) return message;
  const loss = rule === 'leak' ? lossAt(f) : { name: pointerIn(f.site), how: null };
  return sentenceOf({
    rule,
    name: facts?.name ?? loss.name,
    how: facts?.how ?? (isDetailed ? detailIn(message) : loss.how),
    allocatedIn: allocatedIn(f),
    freedIn: freedIn(f),
  });
}

/** Rules of which an engine may know more than the rule says. */
const DETAILED: ReadonlySet<Finding['rule']> = new Set(['invalid-free', 'mismatched-free', 'out-of-bounds']);

/** The rule in the words of an engine. */
const BARE = /^(the pointer does not point to the (beginning|start) of .*|the access is out of bounds)$/;

const detailIn = (message: string): string | null => (BARE.test(message) ? null : message);

/** How memory is lost where nothing but the place is known: a variable or member is overwritten, a function returns. */
function lossAt({ site, function: inside, atExit }: Worded): {
  readonly name: string | null;
  readonly how: string | null;
} {
  const text = site.source.phrase(site);
  const [, target] = ASSIGNMENT.exec(text) ?? [];
  if (atExit) return { name: null, how: 'it is still allocated when the program ends' };
  if (target) return { name: target, how: `\`${target}\` is overwritten` };
  return { name: null, how: /^(return\b|$)/.test(text) ? `its last pointer is gone when \`${inside}\` returns` : null };
}

const ASSIGNMENT = /^([A-Za-z_]\w*(?:(?:\.|->)\w+|\[\w+\])*)\s*=(?!=)/;

/** Null in models, which readers do not have. */
const lineOf = (at: Site, from: Site): string | null =>
  at.source.name.startsWith('<') ? null : nameLine(at.source.locate(at.at), from.source.locate(from.at));

/** What a model allocates is allocated by a call of the trace. */
function allocatedIn({ allocation, trace, site }: Pick<Finding, 'allocation' | 'trace' | 'site'>): string | null {
  if (!allocation) return null;
  const call = trace.find(({ message }) => / allocates$/.test(message));
  return lineOf(allocation, site) ?? (call ? lineOf(call.site, site) : null);
}

function freedIn({ trace, site }: Pick<Finding, 'trace' | 'site'>): string | null {
  const step = trace.find(({ message }) => /\bfree(?:d here|s it)\b/.test(message));
  return step ? lineOf(step.site, site) : null;
}

/** A variable or member, without calls and casts. */
const NAME = '[A-Za-z_][\\w.]*(?:->[\\w.]+)*';
const BEFORE = '(?:^|return|[=(,;!&|<>?:{])\\s*';
const EXACT: readonly RegExp[] = [
  `^\\*\\s*(${NAME})$`,
  `^(${NAME})->\\w+$`,
  `^(${NAME})\\[[^\\][]*\\]$`,
  `^\\w*free\\w*\\s*\\((${NAME})\\)$`,
].map((text) => new RegExp(text));
const ANYWHERE: readonly RegExp[] = [
  `${BEFORE}\\*\\s*(${NAME})`,
  `(${NAME})->\\w+`,
  `(${NAME})\\[`,
  `\\bfree\\((${NAME})\\)`,
].map((text) => new RegExp(text, 'g'));

/** The pointer that the code at the place dereferences or frees: `p` of `p->next`, `*p`, `p[2]`, `free(p)`; of a statement, if there is only one. */
export function pointerIn(site: Site): string | null {
  const text = site.source.phrase(site);
  for (const form of EXACT) {
    const inner = form.exec(text)?.[1];
    if (inner) return inner;
  }
  const all = new Set(ANYWHERE.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name!)));
  return all.size === 1 ? [...all][0]! : null;
}
