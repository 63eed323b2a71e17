// Belief: a test for null that a macro expands to says nothing about this pointer.
// Asked by procedure.ts at branches; the null that the test finds carries the doubt.
//
//   #define LOCK(x) ((x) && (x)->mutex ? lock((x)->mutex) : 0)
//
// The text is preprocessed: that a macro wrote it shows in the parentheses around its argument.

import type { SourceText } from '../../../base/source.js';
import type { Expr } from '../../../ir/instr.js';
import type { Belief } from './belief.js';

export const testedByMacro: Belief = {
  name: 'tested-by-macro',
  why: 'A macro tests its argument for all of its users; this one may have only valid pointers.',
  stage: 'path',
  effect: 'silences',
};

/** Is the tested pointer in parentheses of its own? */
export function isByMacro(source: SourceText, condition: Expr): boolean {
  const e = testedIn(condition);
  if (e.kind !== 'load' || e.type.kind !== 'pointer' || !NAME.test(source.phrase(e))) return false;
  const { bytes } = source;
  let before = e.at - 1;
  while (isBlank(bytes[before])) before--;
  let after = e.end;
  while (isBlank(bytes[after])) after++;
  if (bytes[before] !== OPENING || bytes[after] !== CLOSING) return false;
  before--;
  while (isBlank(bytes[before])) before--;
  return !isOfWord(bytes[before]);
}

/** p of !p, p == NULL */
function testedIn(e: Expr): Expr {
  if (e.kind === 'unary' && e.op === 'not') return testedIn(e.operand);
  const isTest = e.kind === 'binary' && (e.op === 'eq' || e.op === 'ne');
  return isTest ? e.left : e;
}

/** A variable or a member, without operators for which one writes parentheses. */
const NAME = /^[\w\s.>[\]-]+$/;

const OPENING = 40;
const CLOSING = 41;

const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 9 || byte === 10;

/** if (p), f(p): the parentheses belong to the word before. */
const isOfWord = (byte: number | undefined): boolean => byte !== undefined && /[\w$]/.test(String.fromCharCode(byte));
