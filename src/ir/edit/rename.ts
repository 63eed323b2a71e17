// Instructions with other symbols: functions, variables and labels are replaced, everything else stays.
// For passes from program to program; they do not change their input.

import type { Block, Callee, Expr, Instr, Place, Terminator, Variable } from '../instr.js';
import type { FunctionSymbol } from '../program.js';

export interface Renaming {
  readonly function: (f: FunctionSymbol) => FunctionSymbol;
  readonly variable: (v: Variable) => Variable;
  readonly block: (b: Block) => Block;
}

export function renameInstr(i: Instr, r: Renaming): Instr {
  switch (i.kind) {
    case 'assign':
      return { ...i, place: renamePlace(i.place, r), value: renameExpr(i.value, r) };
    case 'clear':
      return { ...i, place: renamePlace(i.place, r) };
    case 'call': {
      const args = i.args.map((a) => renameExpr(a, r));
      return { ...i, result: i.result && renamePlace(i.result, r), callee: renameCallee(i.callee, r), args };
    }
    case 'assume':
      return { ...i, condition: renameExpr(i.condition, r) };
    case 'scope-end':
      return i;
    case 'asm':
      return {
        ...i,
        outputs: i.outputs.map((p) => renamePlace(p, r)),
        inputs: i.inputs.map((e) => renameExpr(e, r)),
      };
  }
}

const renameCallee = (callee: Callee, r: Renaming): Callee =>
  callee.kind === 'direct'
    ? { ...callee, function: r.function(callee.function) }
    : { ...callee, pointer: renameExpr(callee.pointer, r) };

export function renameTerminator(t: Terminator, r: Renaming): Terminator {
  switch (t.kind) {
    case 'goto':
      return { ...t, target: r.block(t.target) };
    case 'branch':
      return { ...t, condition: renameExpr(t.condition, r), then: r.block(t.then), else: r.block(t.else) };
    case 'switch': {
      const cases = t.cases.map((c) => ({ ...c, target: r.block(c.target) }));
      return { ...t, value: renameExpr(t.value, r), cases, default: r.block(t.default) };
    }
    case 'computed-goto':
      return { ...t, address: renameExpr(t.address, r), targets: t.targets.map(r.block) };
    case 'choose':
      return { ...t, targets: t.targets.map(r.block) };
    case 'return':
      return { ...t, value: t.value && renameExpr(t.value, r) };
    case 'unreachable':
      return t;
  }
}

export function renamePlace(p: Place, r: Renaming): Place {
  switch (p.kind) {
    case 'var':
      return { ...p, variable: r.variable(p.variable) };
    case 'deref':
      return { ...p, pointer: renameExpr(p.pointer, r) };
    case 'field':
      return { ...p, base: renamePlace(p.base, r) };
    case 'index':
      return { ...p, base: renamePlace(p.base, r), index: renameExpr(p.index, r) };
  }
}

export function renameExpr(e: Expr, r: Renaming): Expr {
  switch (e.kind) {
    case 'load':
    case 'address':
      return { ...e, place: renamePlace(e.place, r) };
    case 'function-address':
      return { ...e, target: r.function(e.target) };
    case 'label-address':
      return { ...e, label: r.block(e.label) };
    case 'unary':
    case 'cast':
      return { ...e, operand: renameExpr(e.operand, r) };
    case 'binary':
      return { ...e, left: renameExpr(e.left, r), right: renameExpr(e.right, r) };
    default:
      return e;
  }
}
