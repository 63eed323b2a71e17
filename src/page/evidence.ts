// Ranks states by how well they show a finding: the null pointer, the freed memory, the lost memory.
// Chooses the heap that the report shows at the error.

import type { Drawing, DrawnField } from '../engines/drawing.js';
import { compare } from '../report/draw/compare.js';
import type { ShownFinding } from '../report/html/payload.js';

/** The value of the pointer at the error, by rule. */
const SIGNS: Readonly<Partial<Record<ShownFinding['rule'], RegExp>>> = {
  'null-dereference': /null/,
  'unchecked-allocation': /null/,
  'use-after-free': /freed|out of scope/,
  'double-free': /freed/,
  'uninitialized-pointer': /uninitialised|^\?/,
};

export interface Judge {
  /** How well a state shows the error. */
  readonly suits: (state: Drawing) => number;
  /** How badly `next` fits as the successor of the state. */
  readonly costAfter: (state: Drawing, next: Drawing) => number;
}

/** `word`: the name in the source that the finding points at; `after`: the heaps after the error. */
export function judgeStates(f: ShownFinding, word: string, after: readonly Drawing[]): Judge {
  if (f.rule === 'leak') {
    const suits = (state: Drawing) => -Math.min(...after.map((next) => costOfLoss(state, next)));
    return { suits, costAfter: costOfLoss };
  }
  const sign = SIGNS[f.rule];
  const suits = sign ? (state: Drawing) => signsIn(state, f.function, word, sign) : () => 0;
  return { suits, costAfter: (state, next) => compare(state, next).cost };
}

const NOTHING_LOST = 1_000;

/** Best: memory is lost, and little else changes. */
function costOfLoss(state: Drawing, next: Drawing): number {
  const { nodes, cost } = compare(state, next);
  const lost = [...nodes].some(([id, mark]) => mark === 'gone' && !id.includes('frame'));
  return lost ? cost : cost + NOTHING_LOST;
}

function signsIn({ nodes }: Drawing, inside: string, word: string, sign: RegExp): number {
  const shows = (field: DrawnField) => field.value !== null && sign.test(field.value);
  const own = nodes.filter((n) => n.kind === 'activation' && n.label.startsWith(inside)).flatMap((n) => n.fields);
  if (own.some((field) => field.name === word && shows(field))) return 3;
  if (own.some(shows)) return 2;
  return nodes.some((n) => n.fields.some(shows)) ? 1 : 0;
}
