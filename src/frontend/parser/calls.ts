// Calls: arguments are converted by the prototype; builtins that are not functions are recognised by name.
// `__sync_*`, `__atomic_*` and overflow builtins become nodes of their own, which lowering expands.

import type { BinaryOp } from '../../types/operators.js';
import { isInteger, isScalar } from '../../types/questions.js';
import { type CType, FunctionType, type PointerType } from '../../types/types.js';
import type { AtomicAction, Expr } from '../ast.js';
import { failed } from '../typecheck/checker.js';
import { big, evaluate } from '../typecheck/constant.js';
import { convert, convertAssigned, decay, promoteArgument } from '../typecheck/conversions.js';
import { binary, comma, deref } from '../typecheck/operators.js';
import { vaListAddress } from './builtin-syntax.js';
import { declareImplicitly } from './declarations.js';
import type { Parser } from './parser.js';

export function checkCall(p: Parser, callee: Expr, args: Expr[], end: number): Expr {
  if (callee.kind === 'function' && callee.symbol.name.startsWith('__')) {
    const builtin = checkBuiltin(p, callee.symbol.name, args, callee.at, end);
    if (builtin) return builtin;
  }
  return plainCall(p, callee, args, end);
}

function plainCall(p: Parser, callee: Expr, args: Expr[], end: number): Expr {
  const direct = callee.kind === 'function';
  const pointer: Expr = direct
    ? { kind: 'decay', operand: callee, type: p.types.pointer(callee.type), at: callee.at, end: callee.end }
    : decay(p.types, callee);
  if (isBlock(pointer.type))
    return builtinCall(p, '__builtin_call_block', [pointer, ...args], pointer.type.target.result, callee.at, end);
  const type = pointer.type.kind === 'pointer' ? pointer.type.target.unqualified : pointer.type;
  if (type.kind !== 'function') return failed(p, 'this is not a function', callee.at);
  const { params } = type;
  if (params && (args.length < params.length || (args.length > params.length && !type.variadic))) {
    return failed(p, `${args.length} arguments for ${params.length} parameters`, callee.at);
  }
  const converted = args.map((arg, i) => {
    const param = params?.[i];
    return param ? convertArgument(p, arg, param.type) : promoteArgument(p.types, arg);
  });
  return { kind: 'call', callee: pointer, args: converted, type: type.result.unqualified, at: callee.at, end };
}

const isBlock = (type: CType): type is PointerType & { target: FunctionType } =>
  type.kind === 'pointer' && type.target.kind === 'function' && type.target.code === 'block';

/** A call of a builtin whose result type depends on its arguments. */
export function builtinCall(p: Parser, name: string, args: Expr[], result: CType, at: number, end: number): Expr {
  const symbol = declareImplicitly(p, p.names.internText(name), at);
  const type = new FunctionType(result, null, false);
  const callee: Expr = { kind: 'function', symbol, type, at, end };
  return plainCall(p, callee, args, end);
}

/** A transparent union accepts what any of its members accepts; all are passed like the first one. */
function convertArgument(p: Parser, arg: Expr, type: CType): Expr {
  const transparent = type.kind === 'record' && type.body.transparent && arg.type.unqualified !== type.unqualified;
  const target = transparent && type.kind === 'record' ? type.fields![0]!.type : type;
  return convertAssigned(p.types, arg, target) ?? failed(p, 'the argument does not fit the parameter', arg.at);
}

const literal = (value: bigint, type: CType, at: number, end: number): Expr => ({ kind: 'int', value, type, at, end });

/** The meaning of a builtin that is not simply a function, or null. */
function checkBuiltin(p: Parser, name: string, args: Expr[], at: number, end: number): Expr | null {
  if (name.startsWith('__sync_') || name.startsWith('__atomic_')) return checkAtomic(p, name, args, at, end);
  const overflow = /^__builtin_(?:[su])?(add|sub|mul)(?:l|ll)?_overflow(_p)?$/.exec(name);
  if (overflow && args.length === 3)
    return checkOverflow(p, overflow[1] as 'add', overflow[2] ? 'ask' : 'store', args, at, end);
  const [first, second] = args;
  switch (name) {
    case '__builtin_expect':
    case '__builtin_expect_with_probability': {
      if (!first || !second) return null;
      const value = convert(p.types, decay(p.types, first), p.types.long);
      return evaluate(second) === null ? comma(p, second, value) : value;
    }
    case '__builtin_assume_aligned':
      return first ? convert(p.types, decay(p.types, first), p.types.voidPointer) : null;
    case '__builtin_constant_p':
      return first ? literal(isConstant(first) ? 1n : 0n, p.types.int, at, end) : null;
    case '__builtin_object_size':
    case '__builtin_dynamic_object_size': {
      const mode = second ? Number(evaluate(second) ?? 0n) : 0;
      return literal(mode & 2 ? 0n : BigInt.asUintN(p.types.size.bits, -1n), p.types.size, at, end);
    }
    case '__builtin_classify_type':
      return first ? literal(classify(decay(p.types, first).type), p.types.int, at, end) : null;
    case '__builtin_va_start':
    case '__builtin_va_end':
      if (first) args[0] = vaListAddress(p, first);
      return null;
    case '__builtin_va_copy':
      if (first) args[0] = vaListAddress(p, first);
      if (second) args[1] = vaListAddress(p, second);
      return null;
    case '__builtin_inf':
    case '__builtin_huge_val':
      return { kind: 'float', value: Number.POSITIVE_INFINITY, type: p.types.double, at, end };
    case '__builtin_inff':
    case '__builtin_huge_valf':
      return { kind: 'float', value: Number.POSITIVE_INFINITY, type: p.types.float, at, end };
    case '__builtin_nan':
      return { kind: 'float', value: Number.NaN, type: p.types.double, at, end };
    case '__builtin_nanf':
      return { kind: 'float', value: Number.NaN, type: p.types.float, at, end };
    case '__builtin_shuffle':
      return first?.type.kind === 'vector' ? builtinCall(p, name, args, first.type.unqualified, at, end) : null;
    case '__builtin_complex':
      return first && second ? complexOf(p, first, second) : null;
    case '__builtin_LINE':
      return literal(big(p.source.locate(at).line), p.types.int, at, end);
    case '__builtin_isnan':
    case '__builtin_isnanf':
    case '__builtin_isnanl':
      return first ? binary(p, 'ne', first, first) : null;
    case '__builtin_isgreater':
      return compare(p, 'gt', args);
    case '__builtin_isgreaterequal':
      return compare(p, 'ge', args);
    case '__builtin_isless':
      return compare(p, 'lt', args);
    case '__builtin_islessequal':
      return compare(p, 'le', args);
    default:
      return null;
  }
}

const compare = (p: Parser, op: BinaryOp, [a, b]: Expr[]): Expr | null => (a && b ? binary(p, op, a, b) : null);

const isConstant = (e: Expr): boolean =>
  e.kind === 'float' ||
  e.kind === 'string' ||
  (e.kind === 'decay' && e.operand.kind === 'string') ||
  evaluate(e) !== null;

function complexOf(p: Parser, real: Expr, imaginary: Expr): Expr {
  const part = real.type.unqualified;
  const unit: Expr = {
    kind: 'imaginary',
    value: 1,
    type: p.types.complex(part.kind === 'float' ? part : p.types.double),
    at: imaginary.at,
    end: imaginary.end,
  };
  return binary(p, 'add', real, binary(p, 'mul', imaginary, unit));
}

/** The numbers of gcc's typeclass.h. */
function classify(type: CType): bigint {
  switch (type.kind) {
    case 'void':
      return 0n;
    case 'int':
    case 'enum':
      return 1n;
    case 'pointer':
      return 5n;
    case 'float':
      return 8n;
    case 'complex':
      return 9n;
    case 'record':
      return type.body.union ? 13n : 12n;
    default:
      return -1n;
  }
}

function checkOverflow(
  p: Parser,
  op: 'add' | 'sub' | 'mul',
  mode: 'store' | 'ask',
  args: Expr[],
  at: number,
  end: number,
): Expr {
  const [left, right, third] = args.map((a) => decay(p.types, a)) as [Expr, Expr, Expr];
  const range =
    mode === 'ask' ? third.type.unqualified : third.type.kind === 'pointer' ? third.type.target.unqualified : null;
  if (!range || !isInteger(range) || !isInteger(left.type) || !isInteger(right.type)) {
    return failed(p, 'arguments do not fit the overflow builtin', at);
  }
  const pointer = mode === 'store' ? third : null;
  return { kind: 'overflow', op, left, right, pointer, range, type: p.types.bool, at, end };
}

// ---- atomics ---------------------------------------------------------------------------------------------------

const updates: Readonly<Record<string, BinaryOp | 'nand'>> = {
  add: 'add',
  sub: 'sub',
  and: 'and',
  or: 'or',
  xor: 'xor',
  nand: 'nand',
};

function checkAtomic(p: Parser, name: string, args: Expr[], at: number, end: number): Expr | null {
  const [first, ...rest] = args.map((a) => decay(p.types, a));
  const target = first?.type.kind === 'pointer' ? first.type.target.unqualified : null;
  if (!first || !target) return null;
  const plain = name.replace(/_(1|2|4|8|16)$/, '');
  const value = (e: Expr | undefined): Expr => {
    const converted = e && target.kind !== 'void' ? convertAssigned(p.types, e, target) : null;
    return converted ?? failed(p, 'arguments do not fit the atomic builtin', at);
  };
  // The generic forms pass the value through a pointer.
  const through = (e: Expr | undefined): Expr =>
    e?.type.kind === 'pointer' ? deref(p, e, e.at, e.end) : failed(p, 'arguments do not fit the atomic builtin', at);
  const node = (action: AtomicAction, type: CType): Expr => ({ kind: 'atomic', action, pointer: first, type, at, end });
  const voidType = p.types.void;
  const update = /^__(?:sync|atomic)_(?:fetch_and_|fetch_)?(add|sub|and|or|xor|nand)(?:_and_fetch|_fetch)?$/.exec(
    plain,
  );
  if (update && isScalar(target)) {
    const operand = target.kind === 'pointer' ? convert(p.types, rest[0] ?? first, p.types.ptrdiff) : value(rest[0]);
    const result = plain.includes('_fetch_') && !plain.endsWith('_fetch') ? 'old' : 'new';
    return node({ kind: 'update', op: updates[update[1]!]!, value: operand, result }, target);
  }
  switch (plain) {
    case '__atomic_load_n':
      return node({ kind: 'load' }, target);
    case '__atomic_store_n':
      return node({ kind: 'store', value: value(rest[0]) }, voidType);
    case '__atomic_exchange_n':
    case '__sync_lock_test_and_set':
      return node({ kind: 'exchange', value: value(rest[0]) }, target);
    case '__sync_lock_release':
      return node({ kind: 'store', value: value(literal(0n, p.types.int, at, end)) }, voidType);
    case '__atomic_clear':
      return node({ kind: 'store', value: value(literal(0n, p.types.int, at, end)) }, voidType);
    case '__atomic_test_and_set':
      if (target.kind === 'void') return null;
      return node({ kind: 'exchange', value: value(literal(1n, p.types.int, at, end)) }, target);
    case '__sync_val_compare_and_swap':
      return node({ kind: 'compare-exchange', expected: value(rest[0]), value: value(rest[1]), result: 'old' }, target);
    case '__sync_bool_compare_and_swap': {
      const action = {
        kind: 'compare-exchange',
        expected: value(rest[0]),
        value: value(rest[1]),
        result: 'success',
      } as const;
      return node(action, p.types.bool);
    }
    case '__atomic_compare_exchange_n':
      if (!rest[0]) return null;
      return node({ kind: 'compare-exchange-through', expectedPointer: rest[0], value: value(rest[1]) }, p.types.bool);
    case '__atomic_compare_exchange':
      if (!rest[0]) return null;
      return node(
        { kind: 'compare-exchange-through', expectedPointer: rest[0], value: through(rest[1]) },
        p.types.bool,
      );
    case '__atomic_load': {
      const loaded = node({ kind: 'load' }, target);
      return { kind: 'assign', target: through(rest[0]), value: loaded, type: target, at, end };
    }
    case '__atomic_store':
      return node({ kind: 'store', value: through(rest[0]) }, voidType);
    case '__atomic_exchange': {
      const old = node({ kind: 'exchange', value: through(rest[0]) }, target);
      return { kind: 'assign', target: through(rest[1]), value: old, type: target, at, end };
    }
    default:
      return null;
  }
}
