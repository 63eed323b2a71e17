// Belief: a pointer that is dereferenced and tested for null afterwards may be null where it is dereferenced.
// Asked by exec/tested-later.ts, which looks for such pairs once a procedure has been analysed.

import type { Block, BranchTerminator } from '../../../ir/instr.js';
import type { FunctionBody } from '../../../ir/program.js';
import type { Belief } from './belief.js';

export const testedAfterUse: Belief = {
  name: 'tested-after-use',
  why: 'if (!p) return -1; says that p can be null; if nothing has been assigned to p since its dereference, it was null then.',
  stage: 'report',
  effect: 'finds',
};

/** Bytes before and behind the test in which its line begins and ends; what macros expand to is longer. */
const FAR = 160;

/**
 * Does the programmer say by this test that the pointer can be null? `null` is the block to which a null goes, `befores`
 * its predecessors. Only an `if` that begins its line counts, not a loop, and only if a null does something of its own:
 * what macros expand to serves all their users, and `if (p) free(p);` is written without a thought.
 */
export function saysNull(
  { source }: FunctionBody,
  test: BranchTerminator,
  none: Block,
  befores: readonly Block[],
): boolean {
  const { at, end } = test.condition;
  const before = unbroken(source.text({ at: Math.max(0, at - FAR), end: at })).replace(/^.*\n/s, '');
  const tested = unbroken(source.text({ at, end }));
  const after = unbroken(source.text({ at: end, end: end + FAR })).replace(/\n.*$/s, '');
  const line = /^[\s}]*(?:else\s+)?if\s*(\(.*)$/.exec(before + tested + after);
  const whole = line && inBrackets(line[1]!);
  if (isNothing(none)) return false;
  if (!whole || whole.includes('&&') || whole.includes('?') || endsAtOnce(none)) return false;
  if (tested.includes('==') || /!\s*\(*$/.test(before)) return !/^\s*;/.test(line[1]!.slice(whole.length));
  return !whole.includes('||') && befores.length === 1 && none.instrs.length > 0;
}

/** Without the line markers around NULL, which a system header defines. */
const unbroken = (text: string): string => text.replace(/\s*\n# .*\n\s*/g, ' ').replace(/\(\(void \*\)0\)/g, 'NULL');

/** The text up to the bracket that closes the first one; null if it is on another line. */
function inBrackets(text: string): string | null {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return text.slice(0, i + 1);
  }
  return null;
}

const isNothing = ({ instrs, terminator }: Block): boolean => instrs.length === 0 && terminator.kind === 'goto';

/** An assertion says that the pointer cannot be null. */
const endsAtOnce = ({ instrs, terminator }: Block): boolean =>
  instrs.some((i) => i.kind === 'call' && i.callee.kind === 'direct' && ASSERTION.test(i.callee.function.name)) ||
  (terminator.kind === 'unreachable' && instrs.length === 0);

const ASSERTION = /assert|abort|unreachable|panic|bug/i;
