// Lookups: functions of the program that may return null for another reason than a failed allocation.
// Which results a function tests for null, and which it dereferences untested; weighed by beliefs/deviant-lookup.ts.

import type { CallInstr, Expr } from '../../../ir/instr.js';
import { isModel } from '../../../models/origin.js';
import { isInteger } from '../../../types/questions.js';
import { callOf, isDoubtful, type Value } from '../domain/symbols.js';
import type { Here } from '../exec/report.js';

/** A call of a lookup, as a null has it: the name of the function and the place of the call in its caller. '': no lookup. */
export function lookupAt({ program, body }: Here, { callee, at }: CallInstr): string {
  if (callee.kind !== 'direct') return '';
  const { function: f } = callee;
  const definition = program.definitionOf(f);
  if (!definition || isModel(definition)) return '';
  return `${f.linkage === 'internal' ? `${body.source.name}:` : ''}${f.name} ${at - body.at}`;
}

/** The function of a call. */
export const lookupOf = (call: string): string => call.slice(0, call.lastIndexOf(' '));

/** The program tests the value for null: if a lookup returned it, its caller does not take the result for granted. */
export function noteTest({ notes }: Here, v: Value): void {
  const call = isDoubtful(v) ? callOf(v) : '';
  if (call !== '') notes.test(call);
}

/** How sure the caller may be that there is an element, from the arguments of the call. */
export interface Question {
  /** The key is a constant: an element that the programmer knows by name. */
  readonly isFixed: boolean;
  /** A status is returned besides, or something else was called with the same key before: a test, or an insertion. */
  readonly isAnswered: boolean;
}

export function questionAt(here: Here, call: string): Question {
  const at = here.body.at + Number(call.slice(call.lastIndexOf(' ') + 1));
  const calls = here.body.blocks.flatMap(({ instrs }) => instrs.filter((i): i is CallInstr => i.kind === 'call'));
  const asked = calls.find((one) => one.at === at);
  if (!asked) return { isFixed: false, isAnswered: true };
  const { phrase } = here.body.source;
  const texts = asked.args.map((arg) => phrase.call(here.body.source, arg));
  const isBefore = (one: CallInstr): boolean => {
    if (one.at >= at || one.callee.type.variadic || texts.length === 0) return false;
    const others = new Set(one.args.map((arg) => phrase.call(here.body.source, arg)));
    return texts.every((text) => others.has(text));
  };
  const isAnswered = asked.args.some(isStatus) || calls.some((one) => isBefore(one) && isOfProgram(here, one));
  return { isFixed: asked.args.some(isText) || asked.args.every(isConstant), isAnswered };
}

const isOfProgram = ({ program }: Here, { callee }: CallInstr): boolean => {
  const definition = callee.kind === 'direct' ? program.definitionOf(callee.function) : null;
  return !definition || !isModel(definition);
};

/** &error */
function isStatus(arg: Expr): boolean {
  return arg.kind === 'address' && arg.place.kind === 'var' && isInteger(arg.place.type);
}

function isConstant(arg: Expr): boolean {
  return arg.kind === 'cast' ? isConstant(arg.operand) : arg.kind === 'int' || isText(arg);
}

function isText(arg: Expr): boolean {
  if (arg.kind === 'cast') return isText(arg.operand);
  if (arg.kind !== 'address') return false;
  const place = arg.place.kind === 'index' ? arg.place.base : arg.place;
  return place.kind === 'var' && place.variable.kind === 'global' && place.variable.literal;
}
