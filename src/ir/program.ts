// What a translation unit contains after lowering: symbols, global variables with their initial bytes, function bodies.
// Everything an engine may know about a unit is here; it never looks at the AST.

import type { Diagnostic } from '../base/diagnostics.js';
import type { SourceText, Span } from '../base/source.js';
import type { Types } from '../types/basic-types.js';
import type { FunctionAttributes } from '../types/operators.js';
import type { BitRange, CType, FunctionType } from '../types/types.js';
import type { Block, Expr } from './instr.js';

export type { FunctionAttributes } from '../types/operators.js';

/** A variable of a function. A parameter is also listed in `FunctionBody.params`. */
export interface LocalVariable {
  /** `temporary`: made by lowering, dead after its full expression, its address never taken. */
  readonly kind: 'parameter' | 'local' | 'temporary';
  readonly name: string;
  readonly type: CType;
  /** Index in `FunctionBody.variables`. */
  readonly id: number;
  /** Can a pointer to it exist? */
  addressTaken: boolean;
  /**
   * For the hidden pointer to a variable length array: its memory, allocated by a call of `__builtin_alloca`, dies
   * with the variable's scope.
   */
  readonly ownsBlock: boolean;
  readonly at: number;
}

/** A variable with static storage, a static local, a string literal or a compound literal at file scope. */
export interface GlobalVariable {
  readonly kind: 'global';
  readonly name: string;
  /** `internal` names are visible in this unit only; they are made unique within it. */
  readonly linkage: 'external' | 'internal';
  /** An array completed by its initialiser or a later declaration has the complete type here. */
  type: CType;
  /** false: another unit defines it. */
  defined: boolean;
  /** What it holds at the start; null: all zero (or defined elsewhere). */
  initializer: readonly InitialValue[] | null;
  readonly literal: boolean;
  readonly threadLocal: boolean;
  weak: boolean;
  /** Assigned to somewhere in this unit, or its address is taken. */
  changed: boolean;
  readonly at: number;
}

/** `value` is stored `offset` bytes into the variable; bytes that no entry covers are zero. */
export interface InitialValue {
  readonly offset: number;
  readonly type: CType;
  readonly bits: BitRange | null;
  /** A constant or address constant: no loads, except of the whole of another literal to be copied. */
  readonly value: Expr | StringValue;
}

/** Bytes of a string literal that initialise an array. */
export interface StringValue {
  readonly kind: 'string';
  readonly bytes: Uint8Array;
}

export interface FunctionSymbol {
  readonly kind: 'function';
  readonly name: string;
  readonly linkage: 'external' | 'internal';
  type: FunctionType;
  readonly attributes: FunctionAttributes;
  addressTaken: boolean;
  /** null: defined elsewhere, or lost (see `Unit.lost`). */
  body: FunctionBody | null;
  readonly at: number;
}

/**
 * The symbol that the linker knows the function by. Names are unique in a unit, apart from special cases of a function
 * (formats.ts); several of them may mean one symbol.
 */
export const symbolOf = ({ name, attributes }: FunctionSymbol): string => attributes.label ?? name;

export interface FunctionBody {
  readonly symbol: FunctionSymbol;
  readonly params: readonly LocalVariable[];
  /** Parameters, locals and temporaries, by id. */
  readonly variables: readonly LocalVariable[];
  readonly blocks: readonly Block[];
  /** blocks[0]. */
  readonly entry: Block;
  /** Expressions whose operands C evaluates in any order, if that may matter. The blocks have one of the orders. */
  readonly unordered?: readonly Unordered[];
  readonly source: SourceText;
  readonly at: number;
  readonly end: number;
}

/** The spans of an expression and of its operands: code in different operands may run in any order. */
export interface Unordered extends Span {
  readonly operands: readonly Span[];
  /** About an assignment: its own store is in no order with stores in its operands. */
  readonly stores: boolean;
}

/** A function definition the front end could not handle: unknown code to the engines. */
export interface LostFunction {
  readonly name: string;
  readonly reason: Diagnostic;
}

/** One translation unit. */
export interface Unit {
  readonly source: SourceText;
  readonly types: Types;
  readonly functions: readonly FunctionSymbol[];
  readonly globals: readonly GlobalVariable[];
  readonly lost: readonly LostFunction[];
  readonly diagnostics: readonly Diagnostic[];
}
