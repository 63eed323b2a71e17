// The IR: places, side-effect-free expressions, instructions and terminators; everything typed and located.
// Made by lowering, consumed by the interpreter and by every engine. Nodes are immutable once a function is finished.

import type { BinaryOp, UnaryOp } from '../types/operators.js';
import type { CType, Field, FunctionType, PointerType } from '../types/types.js';
import type { FunctionSymbol, GlobalVariable, LocalVariable } from './program.js';

export type { BinaryOp, UnaryOp } from '../types/operators.js';

export type Variable = LocalVariable | GlobalVariable;

/** The position of a node: byte offsets into the preprocessed text of its unit (see SourceText). */
interface Located {
  readonly at: number;
  readonly end: number;
}

// ---- places ----------------------------------------------------------------------------------------------------

/** A region of memory that can be read, written or pointed to. */
export type Place = VarPlace | DerefPlace | FieldPlace | IndexPlace;

/** The whole of a variable. */
export interface VarPlace extends Located {
  readonly kind: 'var';
  readonly variable: Variable;
  readonly type: CType;
}

/** What a pointer points to: `*pointer`. */
export interface DerefPlace extends Located {
  readonly kind: 'deref';
  readonly pointer: Expr;
  readonly type: CType;
}

/** A member of a record: `base.field`, `field.offset` bytes into `base`. */
export interface FieldPlace extends Located {
  readonly kind: 'field';
  readonly base: Place;
  readonly field: Field;
  readonly type: CType;
}

/**
 * An element of an array or vector that is itself a place: `base[index]`; for a complex number, part 0 or 1. Pointers
 * are indexed by `ptr-add`.
 */
export interface IndexPlace extends Located {
  readonly kind: 'index';
  readonly base: Place;
  /** Of type ptrdiff_t. */
  readonly index: Expr;
  readonly type: CType;
}

// ---- expressions -----------------------------------------------------------------------------------------------

/** At most reads memory; never writes, calls or branches. */
export type Expr =
  | IntExpr
  | FloatExpr
  | ComplexExpr
  | LoadExpr
  | AddressExpr
  | FunctionAddressExpr
  | LabelAddressExpr
  | UnaryExpr
  | BinaryExpr
  | CastExpr;

/** A constant of integer, enumerated or pointer type (a null pointer is an `int` node of pointer type, value 0). */
export interface IntExpr extends Located {
  readonly kind: 'int';
  readonly value: bigint;
  readonly type: CType;
}

/** Constants of `long double` and wider are kept as doubles. */
export interface FloatExpr extends Located {
  readonly kind: 'float';
  readonly value: number;
  readonly type: CType;
}

export interface ComplexExpr extends Located {
  readonly kind: 'complex';
  readonly real: number;
  readonly imaginary: number;
  readonly type: CType;
}

/** The value stored in a place; of scalar, record, vector or (only as the value of an `assign`) array type. */
export interface LoadExpr extends Located {
  readonly kind: 'load';
  readonly place: Place;
  readonly type: CType;
}

/** `&place`. An array that decays is the address of its first element: `&array[0]` with an index place. */
export interface AddressExpr extends Located {
  readonly kind: 'address';
  readonly place: Place;
  readonly type: PointerType;
}

export interface FunctionAddressExpr extends Located {
  readonly kind: 'function-address';
  readonly target: FunctionSymbol;
  readonly type: PointerType;
}

/** GNU `&&label`, for computed goto. */
export interface LabelAddressExpr extends Located {
  readonly kind: 'label-address';
  readonly label: Block;
  readonly type: PointerType;
}

export interface UnaryExpr extends Located {
  readonly kind: 'unary';
  readonly op: UnaryOp;
  readonly operand: Expr;
  readonly type: CType;
}

export interface BinaryExpr extends Located {
  readonly kind: 'binary';
  readonly op: BinaryOp;
  readonly left: Expr;
  readonly right: Expr;
  readonly type: CType;
}

/** A conversion of a value to `type`: between arithmetic types, pointers, pointers and integers, or to `_Bool`. */
export interface CastExpr extends Located {
  readonly kind: 'cast';
  readonly operand: Expr;
  readonly type: CType;
}

// ---- instructions ----------------------------------------------------------------------------------------------

export type Instr = AssignInstr | ClearInstr | CallInstr | AssumeInstr | ScopeEndInstr | AsmInstr;

/** `place = value`; both have the same type up to qualifiers. Records, vectors and arrays are copied whole. */
export interface AssignInstr extends Located {
  readonly kind: 'assign';
  readonly place: Place;
  readonly value: Expr;
}

/** All bytes of the place become zero, as in static initialisation: numbers 0, pointers null. */
export interface ClearInstr extends Located {
  readonly kind: 'clear';
  readonly place: Place;
}

export type Callee =
  | { readonly kind: 'direct'; readonly function: FunctionSymbol; readonly type: FunctionType }
  | { readonly kind: 'indirect'; readonly pointer: Expr; readonly type: FunctionType };

/**
 * `result = callee(args)`. The result place, if any, has the function's result type, or both are pointers. Arguments
 * have been converted, by the prototype or by the default promotions.
 */
export interface CallInstr extends Located {
  readonly kind: 'call';
  readonly result: Place | null;
  readonly callee: Callee;
  readonly args: readonly Expr[];
}

/** Execution continues only if `condition` is nonzero (`holds`) or zero. On edges, and for assumption intrinsics. */
export interface AssumeInstr extends Located {
  readonly kind: 'assume';
  readonly condition: Expr;
  readonly holds: boolean;
}

/**
 * The lifetime of the variables ends: their contents are lost, pointers to them dangle. Each entry into the scope makes
 * them anew.
 */
export interface ScopeEndInstr extends Located {
  readonly kind: 'scope-end';
  readonly variables: readonly LocalVariable[];
}

/** Inline assembly: reads the inputs, gives the outputs unknown values, and may access all memory if it clobbers it. */
export interface AsmInstr extends Located {
  readonly kind: 'asm';
  readonly text: string;
  readonly outputs: readonly Place[];
  readonly inputs: readonly Expr[];
  readonly clobbersMemory: boolean;
}

// ---- blocks ----------------------------------------------------------------------------------------------------

export type Terminator =
  | GotoTerminator
  | BranchTerminator
  | SwitchTerminator
  | ComputedGotoTerminator
  | ChooseTerminator
  | ReturnTerminator
  | UnreachableTerminator;

export interface GotoTerminator extends Located {
  readonly kind: 'goto';
  readonly target: Block;
}

/** To `then` if the scalar condition is non-zero, else to `else`. */
export interface BranchTerminator extends Located {
  readonly kind: 'branch';
  readonly condition: Expr;
  readonly then: Block;
  readonly else: Block;
}

/** `low` to `high`, both included; equal unless a GNU case range. */
export interface SwitchCase {
  readonly low: bigint;
  readonly high: bigint;
  /** The value as written. */
  readonly label: Located;
  readonly target: Block;
}

export interface SwitchTerminator extends Located {
  readonly kind: 'switch';
  readonly value: Expr;
  readonly cases: readonly SwitchCase[];
  readonly default: Block;
}

/** GNU `goto *address`, to any label of the function whose address is taken. */
export interface ComputedGotoTerminator extends Located {
  readonly kind: 'computed-goto';
  readonly address: Expr;
  readonly targets: readonly Block[];
}

/** To any of the targets; the IR does not model the condition (`asm goto`). */
export interface ChooseTerminator extends Located {
  readonly kind: 'choose';
  readonly targets: readonly Block[];
}

export interface ReturnTerminator extends Located {
  readonly kind: 'return';
  readonly value: Expr | null;
}

/** Unreachable: after a call that does not return, or `__builtin_unreachable`. */
export interface UnreachableTerminator extends Located {
  readonly kind: 'unreachable';
}

/** A basic block; `id` is its index in `FunctionBody.blocks`. */
export interface Block {
  readonly id: number;
  readonly instrs: readonly Instr[];
  readonly terminator: Terminator;
}
