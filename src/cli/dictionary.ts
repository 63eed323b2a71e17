// The numbers that stand in a program, with their neighbours: constants of its code, lengths of its arrays.
// From the IR to the search for inputs, which tries them.

import type { CType } from '../frontend/types.js';
import type { Expr, Instr, Place, Terminator } from '../ir/instr.js';
import type { Unit } from '../ir/program.js';

const MOST = 300;

export function numbersIn(units: readonly Unit[]): (number | bigint)[] {
  const found = new Set<bigint>();
  const add = (value: bigint) => {
    for (const v of [value, value - 1n, value + 1n]) if (found.size < MOST) found.add(v);
  };
  for (const unit of units) {
    for (const { body } of unit.functions) {
      if (!body || unit.source.inSystemHeader(body.at)) continue;
      for (const { type } of body.variables) lengthOf(type, add);
      for (const { instrs, terminator } of body.blocks) {
        for (const node of [...instrs, terminator]) for (const e of operandsOf(node)) inExpr(e, add);
      }
    }
    for (const { type, literal } of unit.globals) if (!literal) lengthOf(type, add);
  }
  return [...found].map((v) => (BigInt(Number(v)) === v && Number.isSafeInteger(Number(v)) ? Number(v) : v));
}

type Add = (value: bigint) => void;

function lengthOf(type: CType, add: Add): void {
  if (type.kind === 'array' && type.size > 0) add(BigInt(Math.trunc(type.size / Math.max(1, type.element.size))));
}

function operandsOf(node: Instr | Terminator): readonly Expr[] {
  switch (node.kind) {
    case 'assign':
      return [node.value, ...indices(node.place)];
    case 'call':
      return node.args;
    case 'assume':
    case 'branch':
      return [node.condition];
    case 'switch':
      return [node.value];
    case 'return':
      return node.value ? [node.value] : [];
    default:
      return [];
  }
}

function indices(place: Place): Expr[] {
  if (place.kind === 'index') return [place.index, ...indices(place.base)];
  if (place.kind === 'field') return indices(place.base);
  return place.kind === 'deref' ? [place.pointer] : [];
}

function inExpr(e: Expr, add: Add): void {
  if (e.kind === 'int') add(e.value);
  else if (e.kind === 'unary' || e.kind === 'cast') inExpr(e.operand, add);
  else if (e.kind === 'binary') {
    inExpr(e.left, add);
    inExpr(e.right, add);
  } else if (e.kind === 'load' || e.kind === 'address') for (const i of indices(e.place)) inExpr(i, add);
}
