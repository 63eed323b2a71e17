// Mutants in which a statement that dereferences a pointer moves behind the call that frees it.

import type { Span } from '../../src/base/source.js';
import type { CallInstr } from '../../src/ir/instr.js';
import type { FunctionBody } from '../../src/ir/program.js';
import { blank, type Edit } from '../edit.js';
import { callsIn, changedBy, dereferences, originOf, textOf } from './code.js';
import type { MutationKind } from './kind.js';

/** `next = p->next; free(p);` becomes `free(p); next = p->next;`. */
export const useBehindFree: MutationKind = {
  name: 'use-behind-free',
  rules: ['use-after-free'],
  editsIn: (body, { effects }) =>
    callsIn(body).flatMap((call) => {
      const [freed] = effects.freedBy(call);
      const origin = freed && originOf(freed);
      const statements = origin && !call.result && lastStatements(body, call);
      return statements && uses(body, statements.first, origin) ? [swap(body, statements)] : [];
    }),
};

/** Two statements, one directly behind the other. */
interface Pair {
  readonly first: Span;
  readonly second: Span;
}

const KEYWORD = /^(?:if|else|for|while|do|switch|case|default|return|goto|break|continue)\b/;
/** From the end of a statement or block to the next `;`, and the blanks behind it. */
const LAST = /(?<=[;{}]\s*)([^\s;{}][^;{}]*;)\s*$/;

/** The statement that is the call, and the one before it. */
function lastStatements(body: FunctionBody, { at, end }: CallInstr): Pair | null {
  const before = blank(textOf(body, { at: body.at, end: at }));
  const found = LAST.exec(before);
  const semicolon = /^\s*;/.exec(textOf(body, { at: end, end: body.end }));
  if (!found || !semicolon || !isSimple(found[1]!)) return null;
  const start = body.at + found.index;
  return {
    first: { at: start, end: start + found[1]!.length },
    second: { at, end: end + semicolon[0].length },
  };
}

/** Neither control flow nor labelled, nor the last part of `for (…; …; …)`. */
const isSimple = (text: string): boolean =>
  !KEYWORD.test(text) && !/^\w+\s*:/.test(text) && text.split('(').length === text.split(')').length;

/** Does the statement dereference the pointer, and leave it as it is? */
function uses({ blocks }: FunctionBody, { at, end }: Span, origin: string): boolean {
  const within = blocks.flatMap(({ instrs }) => instrs.filter((i) => i.at >= at && i.end <= end));
  return within.some((i) => dereferences(i, origin)) && within.every((i) => changedBy(i) !== origin);
}

function swap(body: FunctionBody, { first, second }: Pair): Edit {
  const between = textOf(body, { at: first.end, end: second.at });
  return { at: first.at, end: second.end, put: textOf(body, second) + between + textOf(body, first) };
}
