// Builtins that take types as arguments and therefore have a syntax of their own; and which names are generic builtins.
// Builtins that look like functions are in calls.ts.

import { compatible } from '../../types/compatible.js';
import type { CType } from '../../types/types.js';
import type { Expr } from '../ast.js';
import { T } from '../tokens.js';
import { failed } from '../typecheck/checker.js';
import { big, evaluate } from '../typecheck/constant.js';
import { decay, isLvalue } from '../typecheck/conversions.js';
import { addressOf, cast, index, member } from '../typecheck/operators.js';
import { builtinCall } from './calls.js';
import { parseAssignment, parseConditional, parseExpression } from './expressions.js';
import { type Parser, skipBalanced } from './parser.js';
import { parseTypeName } from './specifiers.js';

/** Functions whose result type depends on their arguments, and which no header declares. */
export const isGenericBuiltin = (name: string): boolean =>
  name.startsWith('__sync_') || name.startsWith('__atomic_') || name.startsWith('__builtin_');

/** `__builtin_va_arg` `(` list , type-name `)` */
export function parseVaArg(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const list = parseAssignment(p);
  p.expect(T.Comma, "','");
  const type = parseTypeName(p);
  p.expect(T.RightParen, "')'");
  return { kind: 'va-arg', list: vaListAddress(p, list), type: type.unqualified, at, end: p.lastEnd() };
}

/** `__builtin_available` `(` system version , … , `*` `)`: known when the program runs, by a function of the compiler's library. */
export function parseAvailable(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  if (p.at(T.LeftParen)) p.pos = skipBalanced(p.kinds, p.pos, p.tokens.count);
  else p.syntax("expected '('");
  return builtinCall(p, '__isOSVersionAtLeast', [], p.types.int, at, p.lastEnd());
}

/** A va_list is an array where it is declared, a pointer where it is a parameter; this gives its address. */
export function vaListAddress(p: Parser, list: Expr): Expr {
  if (list.type.kind === 'array') return decay(p.types, list);
  if (list.type.kind === 'pointer' && list.type.target.kind === 'record') return list;
  return isLvalue(list) ? addressOf(p, list, list.at) : list;
}

/** `__builtin_offsetof` `(` type-name , name ( `.` name | `[` e `]` )* `)` */
export function parseOffsetof(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const type = parseTypeName(p);
  p.expect(T.Comma, "','");
  const nowhere: Expr = { kind: 'int', value: 0n, type: p.types.pointer(type), at, end: at };
  let place: Expr = { kind: 'deref', operand: nowhere, type, at, end: at };
  const first = p.name().text;
  p.expect(T.Identifier, 'a member name');
  if (!p.failure) place = member(p, place, first, at);
  for (;;) {
    if (p.accept(T.Dot)) {
      const name = p.name().text;
      p.expect(T.Identifier, 'a member name');
      if (!p.failure) place = member(p, place, name, at);
    } else if (p.accept(T.LeftBracket)) {
      place = index(p, place, parseExpression(p), at);
      p.expect(T.RightBracket, "']'");
    } else break;
  }
  p.expect(T.RightParen, "')'");
  if (p.failure) return nowhere;
  const offset = cast(p, p.types.size, addressOf(p, place, at), at);
  const value = evaluate(offset);
  return value === null ? offset : { kind: 'int', value, type: p.types.size, at, end: p.lastEnd() };
}

/** `__builtin_types_compatible_p` `(` type-name , type-name `)` */
export function parseTypesCompatible(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const a = parseTypeName(p);
  p.expect(T.Comma, "','");
  const b = parseTypeName(p);
  p.expect(T.RightParen, "')'");
  // Unlike compatibility in C, an enumeration is here only compatible with itself.
  const same = (a.kind === 'enum') === (b.kind === 'enum') && compatible(a, b);
  return { kind: 'int', value: big(same ? 1 : 0), type: p.types.int, at, end: p.lastEnd() };
}

/** `__builtin_choose_expr` `(` constant , a , b `)` */
export function parseChooseExpr(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const condition = evaluate(parseConditional(p));
  p.expect(T.Comma, "','");
  const a = parseAssignment(p);
  p.expect(T.Comma, "','");
  const b = parseAssignment(p);
  p.expect(T.RightParen, "')'");
  if (condition === null) return failed(p, 'the condition of __builtin_choose_expr is not constant', at);
  return condition !== 0n ? a : b;
}

/** `__builtin_convertvector` `(` e , type-name `)` */
export function parseConvertVector(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const e = parseAssignment(p);
  p.expect(T.Comma, "','");
  const type: CType = parseTypeName(p);
  p.expect(T.RightParen, "')'");
  if (type.kind !== 'vector' || e.type.kind !== 'vector') return failed(p, 'not a vector', at);
  return builtinCall(p, '__builtin_convertvector', [e], type.unqualified, at, p.lastEnd());
}
