// Paths that contradict themselves: the same condition is true and then false, and nothing in between changes its operands.
// Asked by report.ts. Whatever was lost of the facts of a path, no such trace is shown.

import type { Expr, Instr, Place, Variable } from '../../../ir/instr.js';
import type { Program } from '../../../ir/link.js';
import { sameExpr } from '../../../ir/same.js';
import { walkExpr } from '../../../ir/walk.js';
import { isModel } from '../../../models/origin.js';
import { backwards, type Path } from '../domain/path.js';
import { isRegister } from '../domain/state.js';

/** What a later test of the path says. */
interface Said {
  readonly condition: Expr;
  readonly holds: boolean;
}

/** e ≠ c as the negation of e = c, so that both are the same condition. */
function normal(condition: Expr, holds: boolean): Said {
  if (condition.kind === 'unary' && condition.op === 'not') return normal(condition.operand, !holds);
  if (condition.kind === 'binary' && condition.op === 'ne')
    return { condition: { ...condition, op: 'eq' }, holds: !holds };
  return { condition, holds };
}

export function contradictsItself(program: Program, path: Path): boolean {
  let later: Said[] = [];
  for (const { instrs, step } of backwards(path)) {
    for (const [block, index] of later.length > 0 ? instrs : []) {
      const instr = block.instrs[index]!;
      later = later.filter(({ condition }) => !mayChange(program, instr, condition));
    }
    const t = step?.from.terminator;
    if (!step?.test || t?.kind !== 'branch') continue;
    const said = normal(t.condition, step.test.holds);
    if (later.some((one) => one.holds !== said.holds && sameExpr(one.condition, said.condition))) return true;
    later.push(said);
  }
  return false;
}

/** May the value of the condition be another one behind the instruction? */
function mayChange(program: Program, instr: Instr, condition: Expr): boolean {
  if (instr.kind === 'assume') return false;
  if (instr.kind === 'scope-end') return instr.variables.some((variable) => reads(condition, variable));
  const place =
    instr.kind === 'assign' || instr.kind === 'clear' ? instr.place : instr.kind === 'call' ? instr.result : null;
  const register = place && registerAt(place);
  if (register && reads(condition, register)) return true;
  return writesMemory(program, instr, register) && readsMemory(condition);
}

/** A function of the library that gets no pointer, such as malloc, changes nothing that the program reads. */
function writesMemory(program: Program, instr: Instr, register: Variable | null): boolean {
  if (instr.kind !== 'call') return register === null;
  const definition = instr.callee.kind === 'direct' ? program.definitionOf(instr.callee.function) : null;
  return !definition || !isModel(definition) || instr.args.some(({ type }) => type.kind === 'pointer');
}

const registerAt = (place: Place): Variable | null =>
  place.kind === 'var' && place.variable.kind !== 'global' && isRegister(place.variable) ? place.variable : null;

function reads(e: Expr, variable: Variable): boolean {
  let found = false;
  walkExpr(e, { place: (p) => (found ||= p.kind === 'var' && p.variable === variable) });
  return found;
}

/** Does it read anything but registers? A volatile variable is memory, too. */
function readsMemory(e: Expr): boolean {
  let found = false;
  walkExpr(e, { expr: (one) => (found ||= one.kind === 'load' && !registerAt(one.place)) });
  return found;
}
