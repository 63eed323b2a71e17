// Makers of IR nodes for passes: each at the position of the instruction that it replaces or follows.

import type { Span } from '../../base/source.js';
import type { Types } from '../../types/basic-types.js';
import { noPromises } from '../../types/operators.js';
import { type CType, FunctionType, type PointerType } from '../../types/types.js';
import type { BinaryOp, CallInstr, Expr, Instr, Place, Terminator, Variable } from '../instr.js';
import { INTRINSICS, type Intrinsic } from '../intrinsics.js';
import type { FunctionSymbol, GlobalVariable } from '../program.js';
import type { OpenBlock } from './body-editor.js';

/** Nodes at one position. */
export class Maker {
  private readonly at: number;
  private readonly end: number;

  constructor(
    private readonly types: Types,
    { at, end }: Span,
  ) {
    this.at = at;
    this.end = end;
  }

  number(value: number, type: CType): Expr {
    return { kind: 'int', value: BigInt(value), type, ...this.span };
  }

  variable(variable: Variable): Place {
    return { kind: 'var', variable, type: variable.type, ...this.span };
  }

  /** `*(type *)pointer` */
  behind(pointer: Expr, type: CType): Place {
    return { kind: 'deref', pointer: this.cast(pointer, this.types.pointer(type)), type, ...this.span };
  }

  load(place: Place): Expr {
    return { kind: 'load', place, type: place.type.unqualified, ...this.span };
  }

  /** `(type *)&variable` */
  address(variable: Variable, type: PointerType): Expr {
    const own = this.types.pointer(variable.type);
    return this.cast({ kind: 'address', place: this.variable(variable), type: own, ...this.span }, type);
  }

  cast(operand: Expr, type: CType): Expr {
    return operand.type.unqualified === type ? operand : { kind: 'cast', operand, type, ...this.span };
  }

  compare(op: BinaryOp, left: Expr, right: Expr): Expr {
    return { kind: 'binary', op, left, right, type: this.types.int, ...this.span };
  }

  assign(place: Place, value: Expr): Instr {
    return { kind: 'assign', place, value, ...this.span };
  }

  call(f: FunctionSymbol, args: readonly Expr[], result: Place | null = null): CallInstr {
    return { kind: 'call', result, callee: { kind: 'direct', function: f, type: f.type }, args, ...this.span };
  }

  goto(target: OpenBlock): Terminator {
    return { kind: 'goto', target, ...this.span };
  }

  branch(condition: Expr, then: OpenBlock, otherwise: OpenBlock): Terminator {
    return { kind: 'branch', condition, then, else: otherwise, ...this.span };
  }

  /** Any value of the type for which it does not matter, because nobody looks at it. */
  returnNothing(type: CType): Terminator {
    const isPlain = type.kind === 'int' || type.kind === 'enum' || type.kind === 'pointer';
    return { kind: 'return', value: isPlain ? this.number(0, type.unqualified) : null, ...this.span };
  }

  private get span(): Span {
    return { at: this.at, end: this.end };
  }
}

/** The symbol of an intrinsic without parameters. */
export function intrinsicSymbol(name: Intrinsic, types: Types): FunctionSymbol {
  const results = { int: types.int, 'long long': types.llong, void: types.void, pointer: types.voidPointer };
  const type = new FunctionType(results[INTRINSICS[name].result as keyof typeof results], [], false);
  const attributes = noPromises();
  return {
    kind: 'function',
    name,
    linkage: 'external',
    type,
    attributes,
    addressTaken: false,
    body: null,
    at: -1,
  };
}

/** A variable of the pass itself, which no pointer leads to; all zero at the start. */
export const hiddenVariable = (name: string, type: CType): GlobalVariable => ({
  kind: 'global',
  name,
  linkage: 'internal',
  type,
  defined: true,
  initializer: null,
  literal: false,
  threadLocal: false,
  weak: false,
  changed: true,
  at: -1,
});
