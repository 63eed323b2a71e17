// Abstract evaluation paths (Definition 3.3): how the place or the value of a C expression is found, step by step.
// Built from the expression trees of the IR, independent of any graph; refine.ts follows them.

import type { Expr, Place, Variable } from '../../../ir/instr.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import type { CType, PointerType } from '../../../types/types.js';
import { constantOf } from '../../shared/constants.js';
import { NULL, type Target, UNKNOWN } from './cell.js';

export type Step =
  /** x.bas: the cell of a variable. */
  | { readonly kind: 'variable'; readonly variable: Variable }
  /** → AC: what the pointer in the current cell points to. */
  | { readonly kind: 'follow'; readonly at: number; readonly end: number }
  /** (AL.bas, AL.f): another cell of the same node; `inside`: of a member, or of an element of an array that is one. */
  | { readonly kind: 'offset'; readonly bytes: number; readonly inside?: true | 'overrun' }
  /** The same with an index whose value depends on the state; `length`: of the array, if that is part of its type. */
  | { readonly kind: 'shift'; readonly index: Expr; readonly scale: number; readonly length?: number }
  | { readonly kind: 'constant'; readonly target: Target }
  | { readonly kind: 'function'; readonly target: FunctionSymbol }
  /** An integer converted to a pointer. */
  | { readonly kind: 'integer'; readonly value: Expr };

export type EvaluationPath = readonly Step[];

/**
 *   lapath(x) = x.bas     lapath(*e) = rapath(e)     lapath(p.f) = lapath(p) → (AL.bas, AL.f)
 *   lapath(p[i]) = lapath(p) → shift i
 */
export function leftPath(place: Place): EvaluationPath {
  switch (place.kind) {
    case 'var':
      return [{ kind: 'variable', variable: place.variable }];
    case 'deref':
      return rightPath(place.pointer);
    case 'field':
      return [...leftPath(place.base), { kind: 'offset', bytes: place.field.offset, inside: true }];
    case 'index':
      return [...leftPath(place.base), withinArray(shift(place.index, place.type), place)];
  }
}

/**
 *   rapath(p) = lapath(p) → AC     rapath(&p) = lapath(p)     rapath(null) = null     rapath((T)e) = rapath(e)
 *   rapath(e + i) = rapath(e) → shift i
 */
export function rightPath(e: Expr): EvaluationPath {
  switch (e.kind) {
    case 'int':
      return [{ kind: 'constant', target: e.value === 0n ? NULL : UNKNOWN }];
    case 'load':
      return [...leftPath(e.place), { kind: 'follow', at: e.at, end: e.end }];
    case 'address':
      return leftPath(e.place);
    case 'function-address':
      return [{ kind: 'function', target: e.target }];
    case 'cast':
      return e.operand.type.kind === 'pointer' ? rightPath(e.operand) : [{ kind: 'integer', value: e.operand }];
    case 'binary':
      if (e.op !== 'ptr-add') return [{ kind: 'integer', value: e }];
      return [...rightPath(e.left), shift(e.right, (e.left.type as PointerType).target)];
    default:
      return [{ kind: 'constant', target: UNKNOWN }];
  }
}

/** The element of an array whose length is known; GNU C allows for more behind an array at the end of a record. */
function withinArray(step: Step, { base, type }: Place & { kind: 'index' }): Step {
  const length = base.type.kind === 'array' && type.size > 0 ? base.type.size / type.size : -1;
  if (length < 2) return step;
  if (step.kind === 'shift') return { ...step, length };
  if (step.kind !== 'offset') return step;
  return { ...step, inside: step.bytes >= 0 && step.bytes < base.type.size ? true : 'overrun' };
}

function shift(index: Expr, element: CType): Step {
  const scale = element.size;
  const constant = constantOf(index);
  if (constant !== null && scale > 0) return { kind: 'offset', bytes: constant * scale };
  return { kind: 'shift', index, scale };
}
