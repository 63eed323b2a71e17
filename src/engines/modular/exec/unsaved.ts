// p = realloc(p, n): if it fails, null overwrites the only pointer to the old block.
// Used by transfer.ts where the result of a call is stored. Reported if the path returns: many programs end instead.

import type { CallInstr, Expr, Place } from '../../../ir/instr.js';
import type { Returned } from '../calls/instantiate.js';
import type { State } from '../domain/state.js';
import { isKnown, isZero, type Symbolic, type Value } from '../domain/symbols.js';
import { evaluate, locate, spotOf } from './evaluate.js';
import { type Here, nameOf, suspendUntested } from './report.js';

/**
 * place = f(…, old, …) = null, where old is all that leads to a block of the caller, and another outcome of f frees the
 * block. Call it before the store.
 */
export function reportUnsaved(
  here: Here,
  state: State,
  place: Place,
  instr: CallInstr,
  all: readonly Returned[],
): void {
  if (all.length < 2 || place.type.kind !== 'pointer') return;
  const where = place.kind === 'var' && place.variable.kind !== 'global' ? null : locate(here, state, place);
  if (!where) return;
  const { cell, key } = spotOf(where, place);
  const field = state.cells.get(cell)?.fields.get(key);
  const old = field ? state.resolve(field.value) : 0;
  if (isKnown(old) || !isContentOf(state, old, cell) || !isPassed(here, state, instr, old)) return;
  if (!all.some((one) => isFreedIn(one.state, old)) || isFreedIn(state, old) || isHeld(state, old)) return;
  const name = nameOf(here, place);
  const message = `the memory that \`${name}\` pointed to is lost: if the call fails, null overwrites \`${name}\``;
  suspendUntested(here, state, { message, cell: null });
}

/** The path asks whether a pointer is null that is: what overwrote others because a call failed is now known. */
export function noteTested(here: Here, state: State, e: Expr): void {
  if (state.pending.length > 0 && asksForNull(here, state, e))
    state.pending = state.pending.map((one) => ({ ...one, tested: true }));
}

function asksForNull(here: Here, state: State, e: Expr): boolean {
  if (e.kind === 'load' && e.type.kind === 'pointer') {
    const value = evaluate(here, state, e);
    return value !== null && isZero(value);
  }
  if (e.kind === 'unary' || e.kind === 'cast') return asksForNull(here, state, e.operand);
  if (e.kind !== 'binary' || (e.op !== 'eq' && e.op !== 'ne')) return false;
  return asksForNull(here, state, e.left) || asksForNull(here, state, e.right);
}

/** Is the value what the field held at first? What a function has just returned, others may hold too. */
const isContentOf = ({ symbols }: State, v: Symbolic, holder: number): boolean =>
  v.plus === 0 && v.index === '' && symbols.holderOf(v.symbol) === holder;

const isPassed = (here: Here, state: State, { args }: CallInstr, old: Symbolic): boolean =>
  args.some((arg) => {
    const value = evaluate(here, state, arg);
    return value !== null && leadsTo(state, value, old);
  });

const isFreedIn = (state: State, { symbol }: Symbolic): boolean => {
  const cell = state.cells.get(symbol);
  return cell?.status === 'freed' && !cell.freed?.conditional;
};

/** Does anything but one field lead to the block? */
function isHeld(state: State, old: Symbolic): boolean {
  if (state.cells.get(old.symbol)?.escaped) return true;
  if (state.registers.some((value) => value !== undefined && leadsTo(state, value, old))) return true;
  let holders = 0;
  for (const { fields } of state.cells.values())
    for (const { value } of fields.values()) if (leadsTo(state, value, old)) holders++;
  return holders > 1;
}

function leadsTo(state: State, value: Value, { symbol }: Symbolic): boolean {
  const v = isKnown(value) ? value : state.resolve(value);
  return !isKnown(v) && v.symbol === symbol;
}
