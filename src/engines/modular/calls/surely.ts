// What holds of the arguments of a call on every execution that comes to it, whichever paths were followed: constants, addresses,
// and pointers that every way to the call has dereferenced or tested. Asked by established.ts for calls that no path reached.

import { edgesOf } from '../../../ir/cfg.js';
import type { Block, CallInstr, Expr, Instr } from '../../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../../ir/program.js';
import { flowGraphOf, reversePostorder } from '../../../solver/flow-graph.js';
import type { Precondition } from '../domain/preconditions.js';
import { type Fact, isRegister } from '../domain/state.js';
import type { Symbols } from '../domain/symbols.js';
import { dereferencedBy, dereferencedIn, withoutCasts } from '../exec/dereferences.js';

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

type Variables = ReadonlySet<LocalVariable>;

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

function registerIn(e: Expr): LocalVariable | null {
  if (e.kind !== 'load' || e.place.kind !== 'var' || e.type.kind !== 'pointer') return null;
  const { variable } = e.place;
  return variable.kind !== 'global' && isRegister(variable) ? variable : null;
}

const nonnullIn = new WeakMap<FunctionBody, ReadonlyMap<Instr, Variables>>();

/** The registers that are not null at the calls of a body. Bodies do not change. */
function nonnullAt(body: FunctionBody): ReadonlyMap<Instr, Variables> {
  const known = nonnullIn.get(body);
  if (known) return known;
  const result = solve(body);
  nonnullIn.set(body, result);
  return result;
}

/** nonnull(b) = ⋂ over edges a → b of what a leaves and the edge tests; blocks that were not visited yet restrict nothing. */
function solve(body: FunctionBody): ReadonlyMap<Instr, Variables> {
  const before = new Map<Block, Variables>([[body.entry, new Set()]]);
  const atCalls = new Map<Instr, Variables>();
  const order = reversePostorder(flowGraphOf(body));
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const id of order) {
      const block = body.blocks[id]!;
      const here = new Set(before.get(block)!);
      for (const instr of block.instrs) {
        if (instr.kind === 'call') atCalls.set(instr, new Set(here));
        step(here, instr);
      }
      for (const { to, assumes } of edgesOf(block)) {
        const there = new Set(here);
        for (const { condition, holds } of assumes) assume(there, condition, holds);
        const old = before.get(to);
        if (old && [...old].every((variable) => there.has(variable))) continue;
        before.set(to, old ? new Set([...old].filter((variable) => there.has(variable))) : there);
        isStable = false;
      }
    }
  }
  return atCalls;
}

function step(nonnull: Set<LocalVariable>, i: Instr): void {
  for (const pointer of dereferencedBy(i)) note(nonnull, pointer);
  if (i.kind === 'assume') assume(nonnull, i.condition, i.holds);
  if (i.kind === 'asm') nonnull.clear();
  if (i.kind === 'scope-end') for (const variable of i.variables) nonnull.delete(variable);
  const place = i.kind === 'assign' || i.kind === 'clear' ? i.place : i.kind === 'call' ? i.result : null;
  if (place?.kind !== 'var' || place.variable.kind === 'global') return;
  const isSet = i.kind === 'assign' && isNonnull(i.value, nonnull);
  nonnull[isSet && isRegister(place.variable) ? 'add' : 'delete'](place.variable);
}

function note(nonnull: Set<LocalVariable>, pointer: Expr): void {
  const variable = registerIn(pointer);
  if (variable) nonnull.add(variable);
}

/** p, !p, p == NULL, p != NULL */
function assume(nonnull: Set<LocalVariable>, condition: Expr, holds: boolean): void {
  for (const pointer of dereferencedIn(condition)) note(nonnull, pointer);
  const e = withoutCasts(condition);
  if (e.kind === 'unary' && e.op === 'not') return assume(nonnull, e.operand, !holds);
  if (e.kind !== 'binary' || (e.op !== 'eq' && e.op !== 'ne')) {
    if (holds) note(nonnull, e);
    return;
  }
  const isZero = (side: Expr): boolean => {
    const zero = withoutCasts(side);
    return zero.kind === 'int' && zero.value === 0n;
  };
  if (holds !== (e.op === 'ne')) return;
  if (isZero(e.right)) note(nonnull, withoutCasts(e.left));
  else if (isZero(e.left)) note(nonnull, withoutCasts(e.right));
}
