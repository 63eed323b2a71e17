// Lookups: functions of the program that may return null for another reason than a failed allocation.
// Which results a function tests for null, and which it dereferences untested; weighed by beliefs/deviant-lookup.ts.

import { successorsOf } from '../../../ir/cfg.js';
import type { BinaryOp, CallInstr, Expr, Variable } from '../../../ir/instr.js';
import type { FunctionBody } from '../../../ir/program.js';
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
  /** There is no key: the first element, the next. */
  readonly isKeyless: boolean;
  /**
   * A status is returned besides; or every path has called something else with the same key before: a test, or an
   * insertion; or the key is an index that is compared with a bound, or comes from the same object.
   */
  readonly isAnswered: boolean;
}

export function questionAt(here: Here, call: string): Question {
  const at = here.body.at + Number(call.slice(call.lastIndexOf(' ') + 1));
  const calls = here.body.blocks.flatMap(({ instrs }) => instrs.filter((i): i is CallInstr => i.kind === 'call'));
  const asked = calls.find((one) => one.at === at);
  if (!asked) return { isFixed: false, isKeyless: false, isAnswered: true };
  const { phrase } = here.body.source;
  const texts = asked.args.map((arg) => phrase.call(here.body.source, arg));
  const isBefore = (one: CallInstr): boolean => {
    if (one.at >= at || one.callee.type.variadic || texts.length === 0) return false;
    const others = new Set(one.args.map((arg) => phrase.call(here.body.source, arg)));
    return texts.every((text) => others.has(text));
  };
  const isAnswered =
    asked.args.some((arg) => isStatus(arg) || isBounded(here, arg) || isFrom(here, calls, asked, arg)) ||
    calls.some((one) => isBefore(one) && isOfProgram(here, one) && isOnEveryPath(here.body, one, asked));
  const isFixed = asked.args.some(isText) || asked.args.every(isConstant);
  return { isFixed, isKeyless: isKeyless(asked), isAnswered };
}

/** Does every path from the entry to the call pass the other one? */
function isOnEveryPath({ entry }: FunctionBody, other: CallInstr, call: CallInstr): boolean {
  const reached = new Set([entry]);
  for (const { instrs, terminator } of reached) {
    const first = instrs.find((i) => i === other || i === call);
    if (first === call) return false;
    if (first !== other) for (const next of successorsOf(terminator)) reached.add(next);
  }
  return true;
}

const isOfProgram = ({ program }: Here, { callee }: CallInstr): boolean => {
  const definition = callee.kind === 'direct' ? program.definitionOf(callee.function) : null;
  return !definition || !isModel(definition);
};

/** &error */
function isStatus(arg: Expr): boolean {
  return arg.kind === 'address' && arg.place.kind === 'var' && isInteger(arg.place.type);
}

/** Is it an index for which i < n is tested somewhere? */
function isBounded({ body }: Here, arg: Expr): boolean {
  const index = variableIn(arg);
  if (!index || !isInteger(index.type)) return false;
  return body.blocks.some(({ terminator: t }) => {
    if (t.kind !== 'branch' || t.condition.kind !== 'binary' || !BOUNDS.has(t.condition.op)) return false;
    return variableIn(t.condition.left) === index || variableIn(t.condition.right) === index;
  });
}

/** kind = kindOf(o); get(o, kind): is it the result of a call with the other arguments? */
function isFrom({ body }: Here, calls: readonly CallInstr[], asked: CallInstr, arg: Expr): boolean {
  const key = variableIn(arg);
  const others = new Set(asked.args.flatMap((other) => (other === arg ? [] : [body.source.phrase(other)])));
  if (!key || others.size === 0) return false;
  return calls.some(
    ({ at, args, result }) =>
      at < asked.at &&
      args.length > 0 &&
      resultIn(body, result) === key &&
      args.every((one) => others.has(body.source.phrase(one))),
  );
}

/** The variable that a result is stored in, by a temporary or at once. */
function resultIn({ blocks }: FunctionBody, result: CallInstr['result']): Variable | null {
  if (result?.kind !== 'var') return null;
  const { variable } = result;
  if (variable.kind !== 'temporary') return variable;
  const copies = blocks.flatMap(({ instrs }) =>
    instrs.flatMap((i) => (i.kind === 'assign' && variableIn(i.value) === variable ? [i.place] : [])),
  );
  return copies.length === 1 && copies[0]!.kind === 'var' ? copies[0]!.variable : null;
}

/** pop(list): does it get a record and nothing else that varies? */
function isKeyless({ args }: CallInstr): boolean {
  const varying = args.filter((arg) => !isConstant(arg));
  const [only] = varying;
  return varying.length === 1 && only!.type.kind === 'pointer' && only!.type.target.kind === 'record';
}

const BOUNDS: ReadonlySet<BinaryOp> = new Set(['lt', 'le', 'gt', 'ge']);

function variableIn(e: Expr): Variable | null {
  if (e.kind === 'cast') return variableIn(e.operand);
  return e.kind === 'load' && e.place.kind === 'var' ? e.place.variable : null;
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
