// Unknown calls whose arguments are assumed only to escape: they write only to variables whose address is passed, and
// return an input of the program. Part of calls.ts.

import type { CallInstr, Expr } from '../../ir/instr.js';
import { constant } from '../../logic/linear/term.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import { CONST } from '../../types/types.js';
import type { Here } from './analysis.js';
import { escapeRecord } from './escape.js';
import { evaluate, resolve } from './evaluate.js';
import { takenFromBase } from './leaks.js';
import { alive, fill, invent } from './memory.js';
import type { Context } from './paper/context.js';
import { UNKNOWN, type Value } from './paper/value.js';
import { havoc, store } from './transfer.js';

export function callEscaping(here: Here, context: Context, instr: CallInstr): Context[] {
  return evaluateAll(here, context, instr.args)
    .map(({ context: c, values }) =>
      values.reduce((after, v, i) => passTo(here, after, v, isReadOnly(instr, i) ? 'reads' : 'writes'), c),
    )
    .flatMap((c) => takeResult(here, c, instr));
}

interface Evaluated {
  readonly context: Context;
  readonly values: readonly Value[];
}

function evaluateAll(here: Here, context: Context, args: readonly Expr[]): Evaluated[] {
  const start: Evaluated[] = [{ context, values: [] }];
  return args.reduce(
    (all, arg) =>
      all.flatMap(({ context: c, values }) => {
        const outcomes = isCopiedAsBytes(arg.type) ? [{ context: c, value: UNKNOWN }] : evaluate(here, c, arg);
        return outcomes.map((o) => ({ context: o.context, values: [...values, o.value] }));
      }),
    start,
  );
}

function isReadOnly({ callee, args }: CallInstr, i: number): boolean {
  const type = callee.kind === 'direct' ? callee.function.type.params?.[i]?.type : args[i]?.type;
  return type?.kind === 'pointer' && (type.target.quals & CONST) !== 0;
}

/** A record escapes. For a variable, the records that it points to escape, and it becomes unknown. */
function passTo(here: Here, context: Context, v: Value, does: 'reads' | 'writes'): Context {
  if (v.kind !== 'pointer' || (v.base.kind !== 'record' && v.base.kind !== 'object')) return context;
  if (v.base.kind === 'record') return escapeRecord(context, v.base.number);
  const held = takenFromBase(here, context, v.base);
  if (held.some((t) => t.index)) return havoc(context);
  const kept = held.reduce((c, t) => escapeRecord(c, t.target), context);
  if (does === 'reads') return kept;
  const size = alive(here, kept, v.base)[0]?.size;
  return size ? fill(kept, { base: v.base, offset: constant(0) }, size, 'unknown') : havoc(kept);
}

/** Any number; null, or memory without aliases. */
function takeResult(here: Here, context: Context, { result, callee }: CallInstr): Context[] {
  if (!result) return [context];
  if (isCopiedAsBytes(result.type))
    return resolve(here, context, result).map(({ context: c, where }) =>
      where.kind === 'memory' ? fill(c, where, constant(result.type.size), 'unknown') : c,
    );
  const name = callee.kind === 'direct' ? `${callee.function.name}()` : 'the result of a call';
  return invent(here, context, result.type, name).flatMap((o) => store(here, o.context, result, o.value));
}
