// Belief: a test for null that another path needs says nothing about this path.
// Asked by procedure.ts at branches; the null that the test finds carries the doubt.

import type { Block, Expr, Place } from '../../../ir/instr.js';
import { isRegister, type State } from '../domain/state.js';
import { UNINITIALIZED } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const nullNeededByAnotherPath: Belief = {
  name: 'null-needed-by-another-path',
  why: 'If the pointer is null for certain on one of the paths that meet at the test, the test is there for that path.',
  stage: 'path',
  effect: 'silences',
};

/** Is the tested pointer certainly null on one of the paths? */
export function isNeeded({ terminator: t }: Block, states: readonly State[]): boolean {
  const tested = t.kind === 'branch' && states.length > 1 ? testedPlace(t.condition) : null;
  if (tested?.kind !== 'var' || tested.variable.kind === 'global' || !isRegister(tested.variable)) return false;
  const { id } = tested.variable;
  return states.some((state) => state.resolve(state.registers[id] ?? UNINITIALIZED) === 0);
}

/** The place of the pointer that is tested for null: p, !p, p == NULL. */
export function testedPlace(condition: Expr): Place | null {
  let e = condition;
  while (e.kind === 'unary' && e.op === 'not') e = e.operand;
  if (e.kind === 'binary' && (e.op === 'eq' || e.op === 'ne') && isNull(e.right)) e = e.left;
  return e.kind === 'load' && e.type.kind === 'pointer' ? e.place : null;
}

function isNull(e: Expr): boolean {
  return e.kind === 'cast' ? isNull(e.operand) : e.kind === 'int' && e.value === 0n;
}
