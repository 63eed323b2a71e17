// Primary expressions: names, numbers, characters, strings, generic selection, builtins with a syntax of their own.
// The leaves that expressions.ts builds on.

import { compatible } from '../../types/compatible.js';
import { ArrayType } from '../../types/types.js';
import type { Expr, FunctionRef, StringLiteral } from '../ast.js';
import { characterType, characterValue, encodeUnits, readNumber, readPrefix, readUnits } from '../literals.js';
import { T } from '../tokens.js';
import { failed } from '../typecheck/checker.js';
import { big } from '../typecheck/constant.js';
import { decay } from '../typecheck/conversions.js';
import {
  isGenericBuiltin,
  parseAvailable,
  parseChooseExpr,
  parseConvertVector,
  parseOffsetof,
  parseTypesCompatible,
  parseVaArg,
} from './builtin-syntax.js';
import { declareImplicitly } from './declarations.js';
import { parseAssignment, parseParenthesized } from './expressions.js';
import type { Parser } from './parser.js';
import { parseTypeName } from './specifiers.js';

/** primary: an operand. */
export function parsePrimary(p: Parser, kind: T): Expr {
  const at = p.start();
  switch (kind) {
    case T.Identifier:
      return parseIdentifier(p);
    case T.Number:
      return parseNumber(p);
    case T.Char:
      return parseCharacter(p);
    case T.String:
      return parseString(p);
    case T.LeftParen:
      return parseParenthesized(p);
    case T.FunctionName:
      return parseFunctionName(p);
    case T.True:
    case T.False:
      p.pos++;
      return { kind: 'int', value: kind === T.True ? 1n : 0n, type: p.types.bool, at, end: p.lastEnd() };
    case T.Nullptr:
      p.pos++;
      return { kind: 'int', value: 0n, type: p.types.voidPointer, at, end: p.lastEnd() };
    case T.Generic:
      return parseGeneric(p);
    case T.BuiltinAvailable:
      return parseAvailable(p);
    case T.BuiltinVaArg:
      return parseVaArg(p);
    case T.BuiltinOffsetof:
      return parseOffsetof(p);
    case T.BuiltinTypesCompatible:
      return parseTypesCompatible(p);
    case T.BuiltinChooseExpr:
      return parseChooseExpr(p);
    case T.BuiltinConvertVector:
      return parseConvertVector(p);
    default:
      p.syntax('expected an expression');
      return { kind: 'int', value: 0n, type: p.types.int, at, end: at };
  }
}

export function parseIdentifier(p: Parser): Expr {
  const name = p.name();
  const at = p.start();
  const end = p.ends[p.pos]!;
  p.pos++;
  const symbol = name.ordinary;
  if (symbol === null) return parseUndeclared(p, at, end);
  switch (symbol.kind) {
    case 'object':
      return { kind: 'variable', symbol, type: symbol.type, at, end };
    case 'function':
      return { kind: 'function', symbol, type: symbol.type, at, end };
    case 'enum-constant':
      return { kind: 'int', value: symbol.value, type: symbol.type, at, end };
    case 'typedef':
      return failed(p, `'${name.text}' is a type`, at, 'syntax');
  }
}

/** An undeclared name: a call declares a function, as in C89, including builtins without a prototype. */
function parseUndeclared(p: Parser, at: number, end: number): Expr {
  const name = p.name(-1);
  if (!p.at(T.LeftParen) && !isGenericBuiltin(name.text)) return failed(p, `'${name.text}' is not declared`, at);
  const symbol = declareImplicitly(p, name, at);
  const ref: FunctionRef = { kind: 'function', symbol, type: symbol.type, at, end };
  return ref;
}

function parseNumber(p: Parser): Expr {
  const at = p.start();
  const end = p.ends[p.pos]!;
  // Most numbers have one digit.
  if (end === at + 1) {
    p.pos++;
    return { kind: 'int', value: big(p.source.bytes[at]! - 48), type: p.types.int, at, end };
  }
  const text = p.text();
  p.pos++;
  const number = readNumber(text, p.types);
  if (!number) return failed(p, `'${text}' is not a number`, at, 'syntax');
  const { value, type } = number;
  if (number.imaginary && (type.kind === 'int' || type.kind === 'float')) {
    return { kind: 'imaginary', value: Number(value), type: p.types.complex(type), at, end };
  }
  return number.kind === 'int'
    ? { kind: 'int', value: number.value, type, at, end }
    : { kind: 'float', value: number.value, type, at, end };
}

function parseCharacter(p: Parser): Expr {
  const at = p.start();
  const end = p.ends[p.pos]!;
  p.pos++;
  const { bytes } = p.source;
  const element = characterType(readPrefix(bytes, at), p.types);
  const units: number[] = [];
  readUnits(bytes, at, end, element.size, units);
  if (units.length === 0) return failed(p, 'empty character constant', at, 'syntax');
  const type = element === p.types.char ? p.types.int : element;
  return { kind: 'int', value: characterValue(units, element), type, at, end };
}

/** Adjacent literals are concatenated; a wide one makes all of them wide. */
export function parseString(p: Parser): StringLiteral {
  const at = p.start();
  const { bytes } = p.source;
  let prefix = '';
  const first = p.pos;
  for (; p.at(T.String); p.pos++) if (bytes[p.start()] !== 34) prefix = readPrefix(bytes, p.start()) || prefix;
  const element = characterType(prefix, p.types);
  const units: number[] = [];
  for (let i = first; i < p.pos; i++) readUnits(bytes, p.starts[i]!, p.ends[i]!, element.size, units);
  const type = new ArrayType(element, units.length + 1);
  return { kind: 'string', bytes: encodeUnits(units, element.size), type, at, end: p.lastEnd() };
}

/** `__func__`: a static array with the function's name. */
function parseFunctionName(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  const text = p.function?.symbol.name ?? '';
  const bytes = new TextEncoder().encode(`${text}\0`);
  return { kind: 'string', bytes, type: new ArrayType(p.types.char, bytes.length), at, end: p.lastEnd() };
}

/** generic-selection: `_Generic` `(` e , ( type-name | default ) `:` e , … `)` */
function parseGeneric(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const control = p.startsType() ? parseTypeName(p) : decay(p.types, parseAssignment(p)).type.unqualified;
  let chosen: Expr | null = null;
  let fallback: Expr | null = null;
  while (p.accept(T.Comma)) {
    const isDefault = p.accept(T.Default);
    const type = isDefault ? null : parseTypeName(p);
    p.expect(T.Colon, "':'");
    const e = parseAssignment(p);
    if (!type) fallback = e;
    else if (!chosen && type.quals === control.quals && compatible(type, control)) chosen = e;
  }
  p.expect(T.RightParen, "')'");
  return chosen ?? fallback ?? failed(p, 'no association of _Generic fits', at);
}
