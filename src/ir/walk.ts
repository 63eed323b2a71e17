// Every expression and place of an instruction or terminator, in preorder.
// For syntactic queries: which numbers or variables occur in the code.

import type { Expr, Instr, Place, Terminator } from './instr.js';

export interface Walker {
  readonly expr?: (e: Expr) => void;
  readonly place?: (p: Place) => void;
}

export function walkNode(node: Instr | Terminator, walker: Walker): void {
  for (const place of placesOf(node)) walkPlace(place, walker);
  for (const e of exprsOf(node)) walkExpr(e, walker);
}

function placesOf(node: Instr | Terminator): readonly Place[] {
  if (node.kind === 'assign' || node.kind === 'clear') return [node.place];
  if (node.kind === 'call') return node.result ? [node.result] : [];
  return node.kind === 'asm' ? node.outputs : [];
}

function exprsOf(node: Instr | Terminator): readonly Expr[] {
  switch (node.kind) {
    case 'assign':
    case 'switch':
      return [node.value];
    case 'call':
      return node.callee.kind === 'indirect' ? [node.callee.pointer, ...node.args] : node.args;
    case 'assume':
    case 'branch':
      return [node.condition];
    case 'asm':
      return node.inputs;
    case 'computed-goto':
      return [node.address];
    case 'return':
      return node.value ? [node.value] : [];
    default:
      return [];
  }
}

export function walkPlace(place: Place, walker: Walker): void {
  walker.place?.(place);
  if (place.kind === 'deref') walkExpr(place.pointer, walker);
  else if (place.kind !== 'var') walkPlace(place.base, walker);
  if (place.kind === 'index') walkExpr(place.index, walker);
}

export function walkExpr(e: Expr, walker: Walker): void {
  walker.expr?.(e);
  if (e.kind === 'load' || e.kind === 'address') walkPlace(e.place, walker);
  else if (e.kind === 'unary' || e.kind === 'cast') walkExpr(e.operand, walker);
  else if (e.kind === 'binary') {
    walkExpr(e.left, walker);
    walkExpr(e.right, walker);
  }
}
