// Expressions: precedence climbing over the binary operators, recursive descent for the rest.
// Each production hands its parts to the type checker and returns a typed node.

import { compatible } from '../../types/compatible.js';
import type { BinaryOp } from '../../types/operators.js';
import { isVariable } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import type { CompoundLiteral, Expr, ObjectSymbol } from '../ast.js';
import { T } from '../tokens.js';
import { failed } from '../typecheck/checker.js';
import { big, evaluate } from '../typecheck/constant.js';
import { decay } from '../typecheck/conversions.js';
import {
  addressOf,
  assign,
  binary,
  cast,
  comma,
  complexPart,
  compoundAssign,
  conditional,
  deref,
  incDec,
  index,
  logical,
  logicalNot,
  member,
  unaryArithmetic,
} from '../typecheck/operators.js';
import { checkCall } from './calls.js';
import { parseInitializer } from './initializers.js';
import type { Parser } from './parser.js';
import { parseIdentifier, parsePrimary } from './primary.js';
import { parseTypeName } from './specifiers.js';
import { labelNamed, parseStatementExpr } from './statements.js';

/** expression: assignment ( `,` assignment )* */
export function parseExpression(p: Parser): Expr {
  let e = parseAssignment(p);
  while (p.accept(T.Comma)) e = comma(p, e, parseAssignment(p));
  return e;
}

/** assignment: conditional | unary assignment-operator assignment */
export function parseAssignment(p: Parser): Expr {
  const left = parseConditional(p);
  const kind = p.kinds[p.pos]!;
  if (kind < T.Equal || kind > T.BarEqual) return left;
  p.pos++;
  if (!p.enter()) return left;
  const right = parseAssignment(p);
  p.leave();
  return kind === T.Equal ? assign(p, left, right) : compoundAssign(p, assignmentOperators[kind]!, left, right);
}

const assignmentOperators: { readonly [kind: number]: BinaryOp } = {
  [T.StarEqual]: 'mul',
  [T.SlashEqual]: 'div',
  [T.PercentEqual]: 'rem',
  [T.PlusEqual]: 'add',
  [T.MinusEqual]: 'sub',
  [T.ShiftLeftEqual]: 'shl',
  [T.ShiftRightEqual]: 'shr',
  [T.AmpersandEqual]: 'and',
  [T.CaretEqual]: 'xor',
  [T.BarEqual]: 'or',
};

/** conditional: binary ( `?` expression? `:` conditional )? */
export function parseConditional(p: Parser): Expr {
  const test = parseBinary(p, 1);
  if (!p.at(T.Question)) return test;
  if (!p.enter()) return test;
  p.pos++;
  const then = p.at(T.Colon) ? null : parseExpression(p);
  p.expect(T.Colon, "':'");
  const other = parseConditional(p);
  p.leave();
  return conditional(p, test, then, other);
}

/** Binding strength of binary operators by token kind; 0 for other tokens. */
const precedence = new Uint8Array(256);
const operators: (BinaryOp | undefined)[] = [];
for (const [level, row] of (
  [
    [[T.BarBar, undefined]],
    [[T.AmpersandAmpersand, undefined]],
    [[T.Bar, 'or']],
    [[T.Caret, 'xor']],
    [[T.Ampersand, 'and']],
    [
      [T.EqualEqual, 'eq'],
      [T.BangEqual, 'ne'],
    ],
    [
      [T.Less, 'lt'],
      [T.Greater, 'gt'],
      [T.LessEqual, 'le'],
      [T.GreaterEqual, 'ge'],
    ],
    [
      [T.ShiftLeft, 'shl'],
      [T.ShiftRight, 'shr'],
    ],
    [
      [T.Plus, 'add'],
      [T.Minus, 'sub'],
    ],
    [
      [T.Star, 'mul'],
      [T.Slash, 'div'],
      [T.Percent, 'rem'],
    ],
  ] as [T, BinaryOp | undefined][][]
).entries()) {
  for (const [kind, op] of row) {
    precedence[kind] = level + 1;
    operators[kind] = op;
  }
}

/** binary: cast ( operator binary )*, operators of at least strength `least` */
function parseBinary(p: Parser, least: number): Expr {
  let left = parseUnary(p);
  for (;;) {
    const kind = p.kinds[p.pos]!;
    const strength = precedence[kind]!;
    if (strength === 0 || strength < least) return left;
    p.pos++;
    const right = parseBinary(p, strength + 1);
    if (kind === T.BarBar) left = logical(p, 'or', left, right);
    else if (kind === T.AmpersandAmpersand) left = logical(p, 'and', left, right);
    else left = binary(p, operators[kind]!, left, right);
  }
}

/** cast: `(` type-name `)` cast | unary; unary: operator cast | sizeof … | postfix */
export function parseUnary(p: Parser): Expr {
  const kind = p.kinds[p.pos]!;
  if (kind === T.Identifier && p.name().contextual === T.Identifier) return parsePostfix(p, parseIdentifier(p));
  if (!p.enter()) return failed(p, 'nesting', p.start());
  const e = kind === T.LeftParen ? parseParenthesized(p) : parseUnaryOperator(p, p.resolveContextual());
  p.leave();
  return e;
}

function parseUnaryOperator(p: Parser, kind: T): Expr {
  const at = p.start();
  switch (kind) {
    case T.Star: {
      p.pos++;
      const operand = parseUnary(p);
      return deref(p, operand, at, operand.end);
    }
    case T.Ampersand:
      p.pos++;
      return addressOf(p, parseUnary(p), at);
    case T.Minus:
      p.pos++;
      return unaryArithmetic(p, 'neg', parseUnary(p), at);
    case T.Plus:
      p.pos++;
      return unaryArithmetic(p, 'plus', parseUnary(p), at);
    case T.Tilde:
      p.pos++;
      return unaryArithmetic(p, 'bitnot', parseUnary(p), at);
    case T.Bang:
      p.pos++;
      return logicalNot(p, parseUnary(p), at);
    case T.PlusPlus:
    case T.MinusMinus: {
      p.pos++;
      const operand = parseUnary(p);
      return incDec(p, operand, kind === T.PlusPlus ? 1 : -1, 'new', at, operand.end);
    }
    case T.Sizeof:
      return parseSizeof(p);
    case T.Alignof:
    case T.GnuAlignof:
      return parseAlignof(p, kind);
    case T.Extension:
      p.pos++;
      return parseUnary(p);
    case T.Real:
    case T.Imag:
      p.pos++;
      return complexPart(p, kind === T.Real ? 'real' : 'imag', parseUnary(p), at);
    case T.AmpersandAmpersand:
      return parseLabelAddress(p);
    case T.Caret:
      return failed(p, 'a block (^{ … }) is unknown code', at, 'unsupported-c');
    default:
      return parsePostfix(p, parsePrimary(p, kind));
  }
}

/** What `(` starts: a cast, a compound literal, a statement expression, or a parenthesized expression. */
export function parseParenthesized(p: Parser): Expr {
  const at = p.start();
  if (p.peek(1) === T.LeftBrace) return parsePostfix(p, parseStatementExpr(p));
  if (!p.startsType(1)) {
    p.pos++;
    const inner = parseExpression(p);
    p.expect(T.RightParen, "')'");
    return parsePostfix(p, inner);
  }
  p.pos++;
  const type = parseTypeName(p);
  p.expect(T.RightParen, "')'");
  if (p.at(T.LeftBrace)) return parsePostfix(p, parseCompoundLiteral(p, type, at));
  const operand = parseUnary(p);
  if (type.kind === 'record' && type.body.union && operand.type.unqualified !== type.unqualified) {
    return castToUnion(p, type, operand, at);
  }
  return cast(p, type, operand, at);
}

/** compound-literal: `(` type-name `)` initializer-list */
function parseCompoundLiteral(p: Parser, declared: CType, at: number): Expr {
  const { initializer, type } = parseInitializer(p, declared);
  return compoundLiteral(p, type, initializer, at);
}

function compoundLiteral(p: Parser, type: CType, initializer: CompoundLiteral['initializer'], at: number): Expr {
  const symbol: ObjectSymbol = {
    kind: 'object',
    name: '',
    type,
    storage: p.function ? 'automatic' : 'static',
    linkage: 'none',
    threadLocal: false,
    defined: true,
    weak: false,
    label: null,
    alias: null,
    addressTaken: false,
    cleanup: null,
    at,
  };
  if (!p.function) p.define(symbol, initializer);
  return { kind: 'compound-literal', symbol, initializer, type, at, end: p.lastEnd() };
}

/** GNU: a value cast to a union that has a member of its type. */
function castToUnion(p: Parser, type: CType, operand: Expr, at: number): Expr {
  const value = decay(p.types, operand);
  const fields = type.kind === 'record' ? (type.fields ?? []) : [];
  const first = fields.findIndex((f) => compatible(f.type, value.type));
  if (first < 0) return failed(p, 'no member of the union has this type', at);
  const entry = { field: fields[first]!, first, last: first, value: { kind: 'scalar', value } as const };
  return compoundLiteral(p, type, { kind: 'list', type, entries: [entry], at }, at);
}

/** sizeof `(` type-name `)` | sizeof unary */
function parseSizeof(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  const type = operandType(p);
  const end = p.lastEnd();
  if (isVariable(type)) return { kind: 'variable-size', of: type, type: p.types.size, at, end };
  if (type.size < 0) return failed(p, 'the size of an incomplete type', at);
  return { kind: 'int', value: big(type.size), type: p.types.size, at, end };
}

/** The operand of sizeof or alignof: a type name, or the type of an expression. */
function operandType(p: Parser): CType {
  if (!p.at(T.LeftParen) || !p.startsType(1)) return parseUnary(p).type;
  const at = p.start();
  p.pos++;
  const type = parseTypeName(p);
  p.expect(T.RightParen, "')'");
  return p.at(T.LeftBrace) ? parsePostfix(p, parseCompoundLiteral(p, type, at)).type : type;
}

function parseAlignof(p: Parser, kind: T): Expr {
  const at = p.start();
  p.pos++;
  let base = operandType(p);
  while (base.kind === 'array') base = base.element;
  // `__alignof__` yields the preferred alignment, which on i386 is larger for eight-byte numbers.
  const preferred = kind === T.GnuAlignof && base.size === 8 && (base.kind === 'int' || base.kind === 'float');
  const align = preferred ? 8 : base.align;
  return { kind: 'int', value: big(align), type: p.types.size, at, end: p.lastEnd() };
}

/** `&&` label */
function parseLabelAddress(p: Parser): Expr {
  const at = p.start();
  p.pos++;
  const name = p.name().text;
  p.expect(T.Identifier, 'a label');
  if (!p.function || p.failure) return failed(p, 'a label outside of a function', at);
  const label = labelNamed(p.function, name);
  label.addressTaken = true;
  return { kind: 'label-address', label, type: p.types.voidPointer, at, end: p.lastEnd() };
}

// ---- postfix ---------------------------------------------------------------------------------------------------

/** postfix: primary ( `[` e `]` | `(` args `)` | `.` name | `->` name | `++` | `--` )* */
function parsePostfix(p: Parser, primary: Expr): Expr {
  let e = primary;
  for (;;) {
    switch (p.kinds[p.pos]) {
      case T.LeftBracket: {
        p.pos++;
        const subscript = parseExpression(p);
        p.expect(T.RightBracket, "']'");
        e = index(p, e, decayIndex(p, subscript), p.lastEnd());
        continue;
      }
      case T.LeftParen:
        e = checkCall(p, e, parseArguments(p), p.lastEnd());
        continue;
      case T.Arrow: {
        p.pos++;
        const name = memberName(p);
        e = member(p, deref(p, e, e.at, e.end), name, p.lastEnd());
        continue;
      }
      case T.Dot: {
        p.pos++;
        const name = memberName(p);
        e = member(p, e, name, p.lastEnd());
        continue;
      }
      case T.PlusPlus:
      case T.MinusMinus: {
        const delta = p.at(T.PlusPlus) ? 1 : -1;
        p.pos++;
        e = incDec(p, e, delta, 'old', e.at, p.lastEnd());
        continue;
      }
      default:
        return e;
    }
  }
}

const decayIndex = (p: Parser, e: Expr): Expr => (e.type.kind === 'array' ? e : decay(p.types, e));

function memberName(p: Parser): string {
  // A keyword of C23 may be a member's name.
  const text = p.at(T.Identifier) || p.kinds[p.pos]! > T.BarEqual ? p.name().text : '';
  if (text) p.pos++;
  else p.syntax('expected a member name');
  return text;
}

function parseArguments(p: Parser): Expr[] {
  const args: Expr[] = [];
  p.pos++;
  if (!p.enter()) return args;
  while (!p.at(T.RightParen) && !p.at(T.End)) {
    args.push(parseAssignment(p));
    if (!p.accept(T.Comma)) break;
  }
  p.expect(T.RightParen, "')'");
  p.leave();
  return args;
}

/** An integer constant expression, or null with a diagnostic. */
export function parseConstant(p: Parser, what: string): bigint | null {
  const at = p.start();
  const value = evaluate(parseConditional(p));
  if (value === null) p.fail('type', `${what} is not constant`, at);
  return value;
}
