// What holds of the arguments of a call on every execution that comes to it, whichever paths were followed: constants, addresses,
// and pointers that every way to the call has dereferenced or tested. Asked by established.ts for calls that no path reached.

import type { CallInstr, Expr, Instr } from '../../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../../ir/program.js';
import type { Precondition } from '../domain/preconditions.js';
import { type Fact, isRegister } from '../domain/state.js';
import type { Symbols } from '../domain/symbols.js';
import { dereferencedBy, dereferencedIn, nullTestOf, registerIn, setBy, withoutCasts } from '../exec/dereferences.js';
import { followAllWays, type Known } from '../exec/must-flow.js';

/** Does what the call surely passes contradict the precondition? */
export function surelyExcludes(
  body: FunctionBody,
  call: CallInstr,
  symbols: Symbols,
  { facts }: Precondition,
): boolean {
  return facts.some(([symbol, fact]) => {
    const info = symbols.info(symbol);
    const arg = info.kind === 'parameter' ? call.args[info.index] : undefined;
    return arg !== undefined && contradicts(body, call, arg, fact);
  });
}

function contradicts(body: FunctionBody, call: CallInstr, arg: Expr, fact: Fact): boolean {
  const e = withoutCasts(arg);
  if (e.kind === 'int' && e === arg) {
    const n = Number(e.value);
    return n < fact.low || n > fact.high || (fact.nonzero && n === 0);
  }
  return fact.low === 0 && fact.high === 0 && arg.type.kind === 'pointer' && isNonnull(e, nonnullAt(body).get(call));
}

type Variables = Pick<ReadonlySet<LocalVariable>, 'has'>;

/** Is the address not null, if these variables are not? */
function isNonnull(value: Expr, nonnull: Variables | undefined): boolean {
  const e = withoutCasts(value);
  if (e.kind === 'function-address') return true;
  if (e.kind === 'load') {
    const variable = registerIn(e);
    return variable !== null && nonnull?.has(variable) === true;
  }
  if (e.kind === 'binary' && e.op === 'ptr-add') return isNonnull(e.left, nonnull);
  if (e.kind !== 'address') return false;
  let place = e.place;
  while (place.kind === 'field' || place.kind === 'index') place = place.base;
  return place.kind === 'var' || isNonnull(place.pointer, nonnull);
}

const nonnullIn = new WeakMap<FunctionBody, ReadonlyMap<Instr, Variables>>();

/** The registers that are not null at the calls of a body. Bodies do not change. */
function nonnullAt(body: FunctionBody): ReadonlyMap<Instr, Variables> {
  const known = nonnullIn.get(body);
  if (known) return known;
  const atCalls = new Map<Instr, Variables>();
  followAllWays<true>(body, { step, assume, join: () => true }, (_, instr, nonnull) => {
    if (instr?.kind === 'call') atCalls.set(instr, new Set(nonnull.keys()));
  });
  nonnullIn.set(body, atCalls);
  return atCalls;
}

type Nonnull = Known<true>;

function step(nonnull: Nonnull, i: Instr): void {
  for (const pointer of dereferencedBy(i)) note(nonnull, pointer);
  if (i.kind === 'assume') assume(nonnull, i.condition, i.holds);
  if (i.kind === 'asm') nonnull.clear();
  if (i.kind === 'scope-end') for (const variable of i.variables) nonnull.delete(variable);
  const variable = setBy(i);
  if (!variable) return;
  if (i.kind === 'assign' && isNonnull(i.value, nonnull) && isRegister(variable)) nonnull.set(variable, true);
  else nonnull.delete(variable);
}

function note(nonnull: Nonnull, pointer: Expr): void {
  const variable = registerIn(pointer);
  if (variable) nonnull.set(variable, true);
}

function assume(nonnull: Nonnull, condition: Expr, holds: boolean): void {
  for (const pointer of dereferencedIn(condition)) note(nonnull, pointer);
  const test = nullTestOf(condition, holds);
  if (test && !test.isNull) note(nonnull, test.pointer);
}
