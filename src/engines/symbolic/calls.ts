// Calls: bodies and models run in the caller's context; unknown calls havoc memory.
// Separate from transfer.ts, because the treatment of calls is a decision of its own.

import type { CallInstr, Expr } from '../../ir/instr.js';
import { type FunctionSymbol, type LocalVariable, symbolOf } from '../../ir/program.js';
import { constant, ZERO } from '../../logic/linear/term.js';
import { isInput, isOwn } from '../../models/origin.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import { definitionFor } from '../shared/variadic.js';
import { checked, doubtAll, type Frame, type Here, keyOfVariable, siteOf } from './analysis.js';
import { evaluate, isRegister, resolve } from './evaluate.js';
import { runFunction } from './fixpoint.js';
import { readInput } from './inputs.js';
import { intrinsics } from './intrinsics.js';
import { access, as, fill, put, unknownValue } from './memory.js';
import type { Context } from './paper/context.js';
import type { Value } from './paper/value.js';
import { copy, declare, dropVariables, havoc, setSlot, store } from './transfer.js';
import { callEscaping } from './unknown-calls.js';

/** Maximal number of activations of one function, and of all functions. */
const MOST_RECURSION = 12;
const DEEPEST = 40;

export function call(here: Here, context: Context, instr: CallInstr): Context[] {
  const { callee } = instr;
  if (callee.kind === 'direct') return callFunction(here, context, instr, callee.function);
  return evaluate(here, context, callee.pointer).flatMap(({ context: c, value }) => {
    if (value.kind === 'pointer' && value.base.kind === 'function' && value.offset.key === '0')
      return callFunction(here, c, instr, value.base.symbol);
    checked(here, 'valid-deref');
    if (value.kind === 'pointer' && value.base.kind === 'null') return access(here, c, value, constant(1));
    return callUnknown(here, c, instr, 'a call through an unknown pointer');
  });
}

function callFunction(here: Here, context: Context, instr: CallInstr, f: FunctionSymbol): Context[] {
  const definition = definitionFor(here.run.program, f, instr);
  const name = symbolOf(f);
  const intrinsic = isOwn(definition) ? undefined : intrinsics.get(name);
  if (intrinsic) return intrinsic(here, context, instr);
  if (isInput(name) && !isOwn(definition)) return readInput(here, context, instr, name);
  if (!definition?.body) return callUnknown(here, context, instr, `${f.name} has no body and no model`);
  if (instr.args.length < definition.body.params.length)
    return callUnknown(here, context, instr, `${f.name} is called with too few arguments`);
  const active = count(here.frame, definition);
  if (active >= MOST_RECURSION || here.frame.depth >= DEEPEST) return tooDeep(here, f.name);
  const { body } = definition;
  const frame: Frame = { body, depth: here.frame.depth + 1, caller: here.frame, calledAt: siteOf(here), call: instr };
  return bindArguments(here, context, frame, instr)
    .flatMap((c) => runFunction(here.run, frame, c))
    .flatMap((c) => takeResult(here, c, frame, instr));
}

function tooDeep(here: Here, name: string): Context[] {
  here.run.ledger.incomplete = true;
  doubtAll(here, `recursion of ${name} deeper than ${MOST_RECURSION} calls`);
  return [];
}

function count(frame: Frame, f: FunctionSymbol): number {
  let n = 0;
  for (let at: Frame | null = frame; at; at = at.caller) if (at.body.symbol === f) n++;
  return n;
}

// ---- arguments and result --------------------------------------------------------------------------------------

function bindArguments(here: Here, context: Context, frame: Frame, { args }: CallInstr): Context[] {
  return args.reduce<Context[]>(
    (contexts, arg, i) => {
      const param = frame.body.params[i];
      if (!param) return contexts.flatMap((c) => evaluate(here, c, arg).map((o) => o.context));
      const key = keyOfVariable(frame, param);
      return contexts.flatMap((c) => {
        if (isCopiedAsBytes(param.type)) return bindAggregate(here, c, frame, param, arg);
        return evaluate(here, c, arg).map(({ context: d, value }) => {
          if (isRegister(param)) return setSlot(d, key, { kind: 'value', value });
          const made = declare(here, d, frame, param);
          return putIn(made, key, param.type.size, as(here, value, param.type));
        });
      });
    },
    [context],
  );
}

/** Writes the value into the object of a new variable. */
export function putIn(context: Context, key: string, size: number, value: Value): Context {
  const slot = context.variables.get(key);
  if (slot?.kind !== 'object') return context;
  return putAt(context, slot.id, size, value);
}

const putAt = (context: Context, id: number, size: number, value: Value): Context =>
  put(context, { base: { kind: 'object', id }, offset: ZERO }, size, value);

function bindAggregate(here: Here, context: Context, frame: Frame, param: LocalVariable, arg: Expr): Context[] {
  const made = declare(here, context, frame, param);
  const slot = made.variables.get(keyOfVariable(frame, param));
  if (slot?.kind !== 'object') return [made];
  const to = { base: { kind: 'object', id: slot.id } as const, offset: ZERO };
  if (arg.kind !== 'load') return [fill(made, to, constant(param.type.size), 'unknown')];
  return resolve(here, made, arg.place).flatMap(({ context: c, where }) => {
    if (where.kind !== 'memory') return [c];
    return access(here, c, where, constant(param.type.size)).flatMap((a) => copy(here, a, where, to, param.type));
  });
}

export const resultKey = (frame: Frame): string => `result:${frame.depth}`;

/** result := what the callee returned. */
function takeResult(here: Here, context: Context, frame: Frame, instr: CallInstr): Context[] {
  const key = resultKey(frame);
  const slot = context.variables.get(key);
  const { result } = instr;
  if (slot?.kind === 'object') return takeAggregate(here, context, key, slot.id, instr);
  const value = slot?.kind === 'value' ? slot.value : null;
  const stored = result ? store(here, context, result, value ?? unknownValue(here, result.type)) : [context];
  return stored.map((c) => dropVariables(here, c, [key]));
}

function takeAggregate(here: Here, context: Context, key: string, id: number, { result }: CallInstr): Context[] {
  const from = { base: { kind: 'object', id } as const, offset: ZERO };
  const copied = result
    ? resolve(here, context, result).flatMap(({ context: c, where }) =>
        where.kind === 'memory'
          ? access(here, c, where, constant(result.type.size)).flatMap((a) => copy(here, a, from, where, result.type))
          : [c],
      )
    : [context];
  return copied.map((c) => dropVariables(here, c, [key]));
}

// ---- unknown calls ---------------------------------------------------------------------------------------------

/** An unknown call may change all memory and return any value. */
export function callUnknown(here: Here, context: Context, instr: CallInstr, why: string): Context[] {
  doubtAll(here, why, 'unknown-call');
  if (here.run.unknownCalls === 'escape') return callEscaping(here, context, instr);
  const evaluated = instr.args.reduce<Context[]>(
    (all, arg) => all.flatMap((c) => (isCopiedAsBytes(arg.type) ? [c] : evaluate(here, c, arg).map((o) => o.context))),
    [context],
  );
  return evaluated.map(havoc).flatMap((c) => storeUnknown(here, c, instr));
}

export function storeUnknown(here: Here, context: Context, { result }: CallInstr): Context[] {
  if (!result) return [context];
  if (!isCopiedAsBytes(result.type)) return store(here, context, result, unknownValue(here, result.type));
  return resolve(here, context, result).map(({ context: c, where }) =>
    where.kind === 'memory' ? fill(c, where, constant(result.type.size), 'unknown') : c,
  );
}
