// Pointer operands: which variable, constant or foreign value an operand of the IR is.
// Between the IR and the actions; detects values outside the model.

import type { Expr, Place } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { FunctionSymbol, GlobalVariable, LocalVariable } from '../../ir/program.js';
import type { PointerField, PointerVariable, Predicates } from './paper/predicates.js';
import { cellOf, isPointer, rootOf } from './places.js';

export type Operand =
  | { readonly kind: 'null' | 'foreign' | 'unknown' | 'uninitialized' }
  | { readonly kind: 'variable'; readonly variable: PointerVariable }
  | { readonly kind: 'field'; readonly variable: PointerVariable; readonly field: PointerField }
  /** Outside the model if the variable points to a cell (null: always), else foreign. */
  | { readonly kind: 'outside'; readonly variable: PointerVariable | null; readonly reason: string };

export class Operands {
  private readonly variables = new Map<LocalVariable | GlobalVariable, PointerVariable>();

  constructor(
    private readonly program: Program,
    private readonly p: Predicates,
  ) {
    for (const x of [...p.globals, ...[...p.locals.values()].flat()]) if (x.variable) this.variables.set(x.variable, x);
  }

  variableOf(v: LocalVariable | GlobalVariable): PointerVariable | null {
    return this.variables.get(v.kind === 'global' ? this.program.variableOf(v) : v) ?? null;
  }

  localsOf(f: FunctionSymbol): readonly PointerVariable[] {
    return this.p.locals.get(f)!;
  }

  fieldAt(offset: number): PointerField | null {
    return this.p.fields.find((f) => f.offset === offset) ?? null;
  }

  /** The variable that holds the pointer of a dereference. */
  pointerOf(e: Expr): PointerVariable | null {
    const inner = stripCasts(e);
    return inner.kind === 'load' && inner.place.kind === 'var' ? this.variableOf(inner.place.variable) : null;
  }

  /** A pointer-valued expression of the normalized IR. */
  operand(e: Expr): Operand {
    switch (e.kind) {
      case 'int':
        return { kind: e.value === 0n ? 'null' : 'foreign' };
      case 'function-address':
      case 'label-address':
        return { kind: 'foreign' };
      case 'load':
        return this.load(e.place);
      case 'address':
        return this.address(e.place);
      case 'cast':
        if (isPointer(e.operand.type)) return this.operand(e.operand);
        if (e.operand.kind === 'int') return { kind: e.operand.value === 0n ? 'null' : 'foreign' };
        return { kind: 'outside', variable: null, reason: 'an integer is converted to a pointer' };
      case 'binary':
        return { kind: 'outside', variable: this.pointerOf(e.left), reason: 'pointer arithmetic on an allocation' };
      default:
        return { kind: 'unknown' };
    }
  }

  private load(place: Place): Operand {
    const root = rootOf(place);
    if (root) {
      const variable = place.kind === 'var' ? this.variableOf(root) : null;
      if (variable) return { kind: 'variable', variable };
      if (root.kind === 'global' && !this.program.variableOf(root).defined) return { kind: 'unknown' };
      return { kind: 'outside', variable: null, reason: `a pointer in \`${root.name}\`, whose address is taken` };
    }
    const cell = cellOf(place);
    if (!cell)
      return { kind: 'outside', variable: pointerBehind(this, place), reason: 'an allocation is used as an array' };
    const variable = this.pointerOf(cell.pointer);
    const field = this.fieldAt(cell.offset);
    return variable && field ? { kind: 'field', variable, field } : { kind: 'unknown' };
  }

  private address(place: Place): Operand {
    if (rootOf(place)) return { kind: 'foreign' };
    const cell = cellOf(place);
    const variable = pointerBehind(this, place);
    if (cell?.offset === 0 && variable) return { kind: 'variable', variable };
    return { kind: 'outside', variable, reason: 'a pointer into the middle of an allocation' };
  }
}

/** The variable through whose pointer a place is reached. */
function pointerBehind(operands: Operands, p: Place): PointerVariable | null {
  if (p.kind === 'var') return null;
  return p.kind === 'deref' ? operands.pointerOf(p.pointer) : pointerBehind(operands, p.base);
}

export function stripCasts(e: Expr): Expr {
  return e.kind === 'cast' && isPointer(e.operand.type) && isPointer(e.type) ? stripCasts(e.operand) : e;
}
