// The typed AST that the parser builds with the type checker. Implicit conversions are explicit nodes.
// Lowering turns it into the IR, function by function; nothing after the front end sees it.

import type { BinaryOp, FunctionAttributes, UnaryOp } from '../types/operators.js';
import type { ArrayType, CType, Field, FunctionType, PointerType } from '../types/types.js';

interface Located {
  readonly at: number;
  readonly end: number;
}

// ---- symbols ---------------------------------------------------------------------------------------------------

export type Declared = TypedefSymbol | ObjectSymbol | FunctionSymbol | EnumConstant;

export interface TypedefSymbol {
  readonly kind: 'typedef';
  readonly name: string;
  readonly type: CType;
  /** From `aligned(n)`; 0 means the type's own. */
  readonly align: number;
}

/** `static`: static storage, file scope or local; `automatic`: on the stack. */
export type Storage = 'static' | 'automatic' | 'parameter';

export interface ObjectSymbol {
  readonly kind: 'object';
  readonly name: string;
  type: CType;
  readonly storage: Storage;
  readonly linkage: 'external' | 'internal' | 'none';
  readonly threadLocal: boolean;
  /** Has a definition (tentative ones included) been seen? Only matters for static storage. */
  defined: boolean;
  weak: boolean;
  /** `asm("name")`: the linker name; null for its own name. */
  label: string | null;
  /** The variable that this one is an alias of. */
  alias: string | null;
  addressTaken: boolean;
  /** `cleanup(f)`: the function called with the variable's address when its scope ends. */
  cleanup: FunctionSymbol | null;
  readonly at: number;
}

export interface FunctionSymbol {
  readonly kind: 'function';
  readonly name: string;
  type: FunctionType;
  linkage: 'external' | 'internal';
  /** An inline definition for this unit only; the external one is elsewhere. */
  inlineOnly: boolean;
  readonly attributes: FunctionAttributes;
  addressTaken: boolean;
  readonly at: number;
}

export interface EnumConstant {
  readonly kind: 'enum-constant';
  readonly name: string;
  readonly value: bigint;
  readonly type: CType;
}

export interface LabelSymbol {
  readonly name: string;
  defined: boolean;
  addressTaken: boolean;
}

// ---- expressions -----------------------------------------------------------------------------------------------

export type Expr =
  | IntLiteral
  | FloatLiteral
  | ImaginaryLiteral
  | StringLiteral
  | VariableRef
  | FunctionRef
  | Member
  | Deref
  | Index
  | AddressOf
  | Decay
  | Unary
  | Binary
  | Logical
  | Conditional
  | Comma
  | Assign
  | CompoundAssign
  | IncDec
  | Cast
  | Call
  | CompoundLiteral
  | StatementExpr
  | VariableSize
  | VaArg
  | LabelAddress
  | AtomicUpdate
  | OverflowArithmetic;

/** An integer, enumeration or null pointer constant. */
export interface IntLiteral extends Located {
  readonly kind: 'int';
  readonly value: bigint;
  readonly type: CType;
}

export interface FloatLiteral extends Located {
  readonly kind: 'float';
  readonly value: number;
  readonly type: CType;
}

/** GNU `2.0i`. */
export interface ImaginaryLiteral extends Located {
  readonly kind: 'imaginary';
  readonly value: number;
  readonly type: CType;
}

/** `bytes` in the target's encoding, with the terminator. An lvalue of array type. */
export interface StringLiteral extends Located {
  readonly kind: 'string';
  readonly bytes: Uint8Array;
  readonly type: ArrayType;
}

export interface VariableRef extends Located {
  readonly kind: 'variable';
  readonly symbol: ObjectSymbol;
  readonly type: CType;
}

export interface FunctionRef extends Located {
  readonly kind: 'function';
  readonly symbol: FunctionSymbol;
  readonly type: CType;
}

/** `base.field`; `p->f` is Member of Deref. An lvalue if `base` is one. */
export interface Member extends Located {
  readonly kind: 'member';
  readonly base: Expr;
  readonly field: Field;
  readonly type: CType;
}

export interface Deref extends Located {
  readonly kind: 'deref';
  readonly operand: Expr;
  readonly type: CType;
}

/** An element of an array (or vector) lvalue. `p[i]` on a pointer is Deref of `ptr-add`. */
export interface Index extends Located {
  readonly kind: 'index';
  readonly base: Expr;
  readonly index: Expr;
  readonly type: CType;
}

export interface AddressOf extends Located {
  readonly kind: 'address';
  readonly operand: Expr;
  readonly type: PointerType;
}

/** Array to pointer to its first element, or function to pointer to it. */
export interface Decay extends Located {
  readonly kind: 'decay';
  readonly operand: Expr;
  readonly type: PointerType;
}

export interface Unary extends Located {
  readonly kind: 'unary';
  readonly op: UnaryOp;
  readonly operand: Expr;
  readonly type: CType;
}

export interface Binary extends Located {
  readonly kind: 'binary';
  readonly op: BinaryOp;
  readonly left: Expr;
  readonly right: Expr;
  readonly type: CType;
}

export interface Logical extends Located {
  readonly kind: 'logical';
  readonly op: 'and' | 'or';
  readonly left: Expr;
  readonly right: Expr;
  readonly type: CType;
}

/** `condition ? then : else`; for GNU `a ?: b`, `then` is null and the condition's value, converted, is the result. */
export interface Conditional extends Located {
  readonly kind: 'conditional';
  readonly condition: Expr;
  readonly then: Expr | null;
  readonly else: Expr;
  readonly type: CType;
}

export interface Comma extends Located {
  readonly kind: 'comma';
  readonly left: Expr;
  readonly right: Expr;
  readonly type: CType;
}

export interface Assign extends Located {
  readonly kind: 'assign';
  readonly target: Expr;
  readonly value: Expr;
  readonly type: CType;
}

/** `target op= value`, computed in `computed` after conversion of the target, then converted back. */
export interface CompoundAssign extends Located {
  readonly kind: 'compound-assign';
  readonly op: BinaryOp;
  readonly target: Expr;
  readonly value: Expr;
  readonly computed: CType;
  readonly type: CType;
}

/** `++`, `--`, prefix or postfix: `delta` is 1 or -1, `result` is the value of the expression. */
export interface IncDec extends Located {
  readonly kind: 'inc-dec';
  readonly target: Expr;
  readonly delta: 1 | -1;
  readonly result: 'old' | 'new';
  readonly type: CType;
}

export interface Cast extends Located {
  readonly kind: 'cast';
  readonly operand: Expr;
  readonly type: CType;
}

/** `callee` is of type pointer to function; `Decay(FunctionRef)` for a direct call. */
export interface Call extends Located {
  readonly kind: 'call';
  readonly callee: Expr;
  readonly args: readonly Expr[];
  readonly type: CType;
}

export interface CompoundLiteral extends Located {
  readonly kind: 'compound-literal';
  /** The unnamed object; static at file scope. */
  readonly symbol: ObjectSymbol;
  readonly initializer: Initializer;
  readonly type: CType;
}

export interface StatementExpr extends Located {
  readonly kind: 'statement-expr';
  readonly body: CompoundStatement;
  /** The value: the last statement if it is an expression, kept out of `body`. */
  readonly result: Expr | null;
  readonly type: CType;
}

/** `sizeof` a variable length array type. */
export interface VariableSize extends Located {
  readonly kind: 'variable-size';
  readonly of: CType;
  readonly type: CType;
}

export interface VaArg extends Located {
  readonly kind: 'va-arg';
  readonly list: Expr;
  readonly type: CType;
}

export interface LabelAddress extends Located {
  readonly kind: 'label-address';
  readonly label: LabelSymbol;
  readonly type: PointerType;
}

/**
 * `__sync_*` and `__atomic_*` as plain memory operations. `pointer` is evaluated once.
 * load, store, exchange; update: `*pointer = *pointer op value`, yielding the old or new value; compare-exchange:
 * if `*pointer == expected` then `*pointer = value`, yielding success (`bool`), the old value (`old`), and writing
 * the value found back through `expectedPointer` on failure.
 */
export interface AtomicUpdate extends Located {
  readonly kind: 'atomic';
  readonly action: AtomicAction;
  readonly pointer: Expr;
  readonly type: CType;
}

export type AtomicAction =
  | { readonly kind: 'load' }
  | { readonly kind: 'store'; readonly value: Expr }
  | { readonly kind: 'exchange'; readonly value: Expr }
  | { readonly kind: 'update'; readonly op: BinaryOp | 'nand'; readonly value: Expr; readonly result: 'old' | 'new' }
  | {
      readonly kind: 'compare-exchange';
      readonly expected: Expr;
      readonly value: Expr;
      readonly result: 'success' | 'old';
    }
  | { readonly kind: 'compare-exchange-through'; readonly expectedPointer: Expr; readonly value: Expr };

/** `__builtin_add_overflow(left, right, pointer)`: stores the wrapped result, yields whether it did not fit. */
export interface OverflowArithmetic extends Located {
  readonly kind: 'overflow';
  readonly op: 'add' | 'sub' | 'mul';
  readonly left: Expr;
  readonly right: Expr;
  /** Null for the `_p` forms, which only test. */
  readonly pointer: Expr | null;
  /** The type whose range is tested. */
  readonly range: CType;
  readonly type: CType;
}

// ---- initialisers ----------------------------------------------------------------------------------------------

/** An initialiser with braces normalised: a list has one entry per initialised member, the rest is zero. */
export type Initializer = ScalarInitializer | StringInitializer | ListInitializer;

/** Also a whole record, vector or array copied from an expression. */
export interface ScalarInitializer {
  readonly kind: 'scalar';
  readonly value: Expr;
}

/** A string literal that fills (a prefix of) an array. */
export interface StringInitializer {
  readonly kind: 'string';
  readonly literal: StringLiteral;
}

export interface ListInitializer {
  readonly kind: 'list';
  readonly type: CType;
  readonly entries: InitializerEntry[];
  readonly at: number;
}

/**
 * For a record `field` is set and `first` is its index; for an array `first`..`last` are the elements (GNU range).
 * `first` of -1 is the whole aggregate, copied before later entries change parts of it.
 */
export interface InitializerEntry {
  readonly field: Field | null;
  readonly first: number;
  readonly last: number;
  value: Initializer;
}

// ---- statements ------------------------------------------------------------------------------------------------

export type Stmt =
  | CompoundStatement
  | ExprStatement
  | DeclStatement
  | IfStatement
  | WhileStatement
  | DoStatement
  | ForStatement
  | SwitchStatement
  | CaseStatement
  | DefaultStatement
  | LabelStatement
  | GotoStatement
  | ComputedGotoStatement
  | BreakStatement
  | ContinueStatement
  | ReturnStatement
  | AsmStatement
  | EmptyStatement;

export interface CompoundStatement extends Located {
  readonly kind: 'compound';
  readonly body: readonly Stmt[];
}

export interface ExprStatement extends Located {
  readonly kind: 'expr';
  readonly expr: Expr;
}

/** One declarator: a variable with its initialiser, or only the lengths of a variable array type to be evaluated. */
export interface DeclStatement extends Located {
  readonly kind: 'decl';
  readonly symbol: ObjectSymbol | null;
  readonly initializer: Initializer | null;
  /** Variable array types of the declarator whose lengths are evaluated here. */
  readonly variableTypes: readonly ArrayType[];
}

export interface IfStatement extends Located {
  readonly kind: 'if';
  readonly condition: Expr;
  readonly then: Stmt;
  readonly else: Stmt | null;
}

export interface WhileStatement extends Located {
  readonly kind: 'while';
  readonly condition: Expr;
  readonly body: Stmt;
}

export interface DoStatement extends Located {
  readonly kind: 'do';
  readonly condition: Expr;
  readonly body: Stmt;
}

/** `init` holds the declarations or the expression, in a scope of its own. */
export interface ForStatement extends Located {
  readonly kind: 'for';
  readonly init: readonly Stmt[];
  readonly condition: Expr | null;
  readonly step: Expr | null;
  readonly body: Stmt;
}

export interface SwitchStatement extends Located {
  readonly kind: 'switch';
  readonly value: Expr;
  readonly body: Stmt;
}

export interface CaseStatement extends Located {
  readonly kind: 'case';
  readonly low: bigint;
  readonly high: bigint;
  /** The value as written. */
  readonly label: Located;
  readonly body: Stmt;
}

export interface DefaultStatement extends Located {
  readonly kind: 'default';
  readonly body: Stmt;
}

export interface LabelStatement extends Located {
  readonly kind: 'label';
  readonly label: LabelSymbol;
  readonly body: Stmt;
}

export interface GotoStatement extends Located {
  readonly kind: 'goto';
  readonly label: LabelSymbol;
}

export interface ComputedGotoStatement extends Located {
  readonly kind: 'computed-goto';
  readonly address: Expr;
}

export interface BreakStatement extends Located {
  readonly kind: 'break';
}

export interface ContinueStatement extends Located {
  readonly kind: 'continue';
}

export interface ReturnStatement extends Located {
  readonly kind: 'return';
  readonly value: Expr | null;
}

export interface AsmStatement extends Located {
  readonly kind: 'asm';
  readonly text: string;
  readonly outputs: readonly Expr[];
  readonly inputs: readonly Expr[];
  readonly clobbersMemory: boolean;
  readonly labels: readonly LabelSymbol[];
}

export interface EmptyStatement extends Located {
  readonly kind: 'empty';
}

// ---- the unit --------------------------------------------------------------------------------------------------

export interface FunctionDefinition extends Located {
  readonly kind: 'function-definition';
  readonly symbol: FunctionSymbol;
  readonly params: readonly ObjectSymbol[];
  readonly body: CompoundStatement;
  /** Variable array types in parameters, whose lengths are evaluated on entry. */
  readonly variableTypes: readonly ArrayType[];
}

/** A variable of static storage with its initialiser, in the order of definition. */
export interface ObjectDefinition {
  readonly kind: 'object-definition';
  /** Objects of a function may have initialisers that name its labels. */
  readonly scope: 'file' | 'function';
  readonly symbol: ObjectSymbol;
  readonly initializer: Initializer | null;
}
