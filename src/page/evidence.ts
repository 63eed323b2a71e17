// How well a state shows what a finding is about: the null pointer, the freed block, the block that is lost.
// Chooses the heap that the report shows where it goes wrong.

import type { Drawing, DrawnField } from '../engines/drawing.js';
import type { ReportedFinding } from '../findings/report.js';
import { compare } from '../report/draw/compare.js';

/** What the value of the pointer looks like, by rule. */
const SIGNS: Readonly<Partial<Record<ReportedFinding['rule'], RegExp>>> = {
  'null-dereference': /null/,
  'unchecked-allocation': /null/,
  'use-after-free': /freed|out of scope/,
  'double-free': /freed/,
  'uninitialized-pointer': /uninitialised|^\?/,
};

/** `word`: the name in the source that the finding points at; `after`: the heaps behind it. */
export function judgeStates(f: ReportedFinding, word: string, after: readonly Drawing[]): (state: Drawing) => number {
  if (f.rule === 'leak') return (state) => lossOf(state, after);
  const sign = SIGNS[f.rule];
  return sign ? (state) => signsIn(state, f.function, word, sign) : () => 0;
}

/** Best: a lost block, and little else that changes. */
function lossOf(state: Drawing, after: readonly Drawing[]): number {
  const changes = after.map((next) => compare(state, next));
  const losses = changes.filter(({ nodes }) =>
    [...nodes].some(([id, mark]) => mark === 'gone' && !id.includes('frame')),
  );
  return losses.length === 0 ? 0 : 1 / (1 + Math.min(...losses.map(({ cost }) => cost)));
}

function signsIn({ nodes }: Drawing, inside: string, word: string, sign: RegExp): number {
  const shows = (field: DrawnField) => field.value !== null && sign.test(field.value);
  const own = nodes.filter((n) => n.kind === 'activation' && n.label.startsWith(inside)).flatMap((n) => n.fields);
  if (own.some((field) => field.name === word && shows(field))) return 3;
  if (own.some(shows)) return 2;
  return nodes.some((n) => n.fields.some(shows)) ? 1 : 0;
}
