// Variables that a loop counts up: n = n + 1, p = p + 1, and t = n; n = t + 1, which is what n++ becomes.
// Used by procedure.ts to follow a loop once more, after more iterations than were followed.

import type { AssignInstr, Block, Expr } from '../../../ir/instr.js';
import type { LocalVariable } from '../../../ir/program.js';
import type { CType } from '../../../types/types.js';
import { assumeComparison } from '../domain/facts.js';
import { isRegister, type State } from '../domain/state.js';
import { isKnown, WIDENED } from '../domain/symbols.js';
import { displace } from '../exec/evaluate.js';
import { markWritten } from '../exec/loop-writes.js';

/** Counters with a known value take any value from there on, pointers into arrays any element. Are there any? */
export function raiseCounters(state: State, head: Block, loop: readonly Block[]): boolean {
  const rising = risingIn(loop).filter((variable) => raise(state, WIDENED - head.id, variable));
  markWritten(state, loop);
  return rising.length > 0;
}

/** n becomes n' ≥ n, p becomes p + n' with n' ≥ 0. */
function raise(state: State, at: number, { id, type }: LocalVariable): boolean {
  const value = state.registers[id];
  if (value === undefined || isKnown(value) === (type.kind === 'pointer')) return false;
  const higher = state.symbols.fresh(at, state.birth(at), `${id}`, type.kind === 'pointer' ? null : type);
  state.registers[id] = isKnown(value) ? higher : displace(state, value, higher, sizeBehind(type));
  return assumeComparison(state, 'ge', higher, isKnown(value) ? value : 0);
}

const sizeBehind = (type: CType): number => (type.kind === 'pointer' ? type.target.size : 0);

function risingIn(loop: readonly Block[]): LocalVariable[] {
  const assigns = loop.flatMap(({ instrs }) => instrs.filter((i): i is AssignInstr => i.kind === 'assign'));
  const copies = new Map<LocalVariable, LocalVariable>();
  for (const { place, value } of assigns) {
    const [to, from] = [place.kind === 'var' ? localOf(place.variable) : null, loaded(value)];
    if (to?.kind === 'temporary' && from) copies.set(to, from);
  }
  return assigns.flatMap(({ place, value }) => {
    const variable = place.kind === 'var' ? localOf(place.variable) : null;
    const from = variable && increased(value);
    return from && (from === variable || copies.get(from) === variable) ? [variable] : [];
  });
}

/** The variable, a number or a pointer, to which a positive constant is added. */
function increased(value: Expr): LocalVariable | null {
  const sum = withoutCasts(value);
  if (
    sum.kind !== 'binary' ||
    (sum.op !== 'add' && sum.op !== 'ptr-add') ||
    sum.right.kind !== 'int' ||
    sum.right.value <= 0n
  )
    return null;
  return loaded(sum.left);
}

function loaded(value: Expr): LocalVariable | null {
  const e = withoutCasts(value);
  return e.kind === 'load' && e.place.kind === 'var' ? localOf(e.place.variable) : null;
}

const localOf = (variable: { readonly kind: string }): LocalVariable | null =>
  variable.kind !== 'global' && isRegister(variable as LocalVariable) ? (variable as LocalVariable) : null;

const withoutCasts = (e: Expr): Expr => (e.kind === 'cast' ? withoutCasts(e.operand) : e);
