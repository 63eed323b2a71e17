// Declaration specifiers: storage classes, qualifiers and the type they spell, `typeof` and attributes included.
// First part of every declaration, parameter, member and type name.

import { ATOMIC, CONST, type CType, RESTRICT, VOLATILE } from '../../types/types.js';
import { T } from '../tokens.js';
import { evaluate } from '../typecheck/constant.js';
import { decay } from '../typecheck/conversions.js';
import { type Attributes, applyToType, noAttributes, parseAttributes } from './attributes.js';
import { parseAbstractDeclarator } from './declarators.js';
import { parseConditional, parseExpression } from './expressions.js';
import type { Parser } from './parser.js';
import { parseEnum, parseRecord } from './records.js';

export interface Specifiers {
  type: CType;
  /** T.Typedef, T.Extern, T.Static, T.Auto, T.Register or T.End for none. */
  storage: T;
  threadLocal: boolean;
  inline: boolean;
  /** `__auto_type`, or C23 `auto`: the type comes from the initialiser. */
  inferred: boolean;
  /** Was any type specifier written? */
  typed: boolean;
  /** Alignment that a typedef gave the type; 0 means the type's own. */
  typeAlign: number;
  attributes: Attributes;
}

// The number of occurrences of each basic specifier, as digits of one number.
const VOID = 1;
const BOOL = 1 << 2;
const CHAR = 1 << 4;
const SHORT = 1 << 6;
const INT = 1 << 8;
const LONG = 1 << 10;
const FLOAT = 1 << 12;
const DOUBLE = 1 << 14;
const OTHER = 1 << 16;
const SIGNED = 1 << 17;
const UNSIGNED = 1 << 18;
const COMPLEX = 1 << 19;

/** declaration-specifiers: ( storage-class | type-specifier | qualifier | function-specifier | alignment | attribute )+ */
export function parseSpecifiers(p: Parser): Specifiers {
  const spec: Specifiers = {
    type: p.types.int,
    storage: T.End,
    threadLocal: false,
    inline: false,
    inferred: false,
    typed: false,
    typeAlign: 0,
    attributes: noAttributes(),
  };
  let quals = 0;
  let counter = 0;
  for (;;) {
    // After a type, a word that only C23 reserves is the declared name; `unsigned __int64` is one type.
    const kind: T = counter === 0 || isSignedWord(p, counter) ? p.resolveContextual() : p.kinds[p.pos]!;
    switch (kind) {
      case T.Typedef:
      case T.Extern:
      case T.Static:
      case T.Register:
        spec.storage = kind;
        p.pos++;
        continue;
      case T.Auto:
        if (spec.storage === T.End) spec.storage = T.Auto;
        p.pos++;
        continue;
      case T.ThreadLocal:
        spec.threadLocal = true;
        p.pos++;
        continue;
      case T.Noreturn:
        spec.attributes.function.noreturn = true;
        p.pos++;
        continue;
      case T.Inline:
        spec.inline = true;
        p.pos++;
        continue;
      case T.Extension:
        p.pos++;
        continue;
      case T.Constexpr:
        quals |= CONST;
        p.pos++;
        continue;
      case T.Const:
      case T.Volatile:
      case T.Restrict:
        quals |= qualifier(kind);
        p.pos++;
        continue;
      case T.Atomic:
        p.pos++;
        quals |= ATOMIC;
        if (p.at(T.LeftParen)) {
          spec.type = parseParenthesizedType(p);
          counter += OTHER;
        }
        continue;
      case T.Alignas:
        parseAlignas(p, spec.attributes);
        continue;
      case T.Attribute:
        parseAttributes(p, spec.attributes);
        continue;
      case T.LeftBracket:
        if (p.peek(1) !== T.LeftBracket) break;
        parseAttributes(p, spec.attributes);
        continue;
      case T.Struct:
      case T.Union:
        spec.type = parseRecord(p, kind, spec.attributes);
        counter += OTHER;
        continue;
      case T.Enum:
        spec.type = parseEnum(p);
        counter += OTHER;
        continue;
      case T.Typeof:
      case T.TypeofUnqual:
        spec.type = parseTypeof(p, kind);
        counter += OTHER;
        continue;
      case T.AutoType:
        spec.inferred = true;
        counter += OTHER;
        p.pos++;
        continue;
      case T.BitInt:
        p.fail('unsupported-c', '_BitInt types are not supported', p.start());
        break;
      case T.Identifier: {
        const symbol = p.name().ordinary;
        if (counter !== 0 || symbol?.kind !== 'typedef') break;
        spec.type = symbol.type;
        spec.typeAlign = symbol.align;
        counter += OTHER;
        p.pos++;
        continue;
      }
      default: {
        const digit = basicDigit(kind);
        if (digit !== 0) {
          counter += digit;
          p.pos++;
          continue;
        }
        const extended = extendedType(p, kind);
        if (extended) {
          spec.type = extended;
          counter += OTHER;
          p.pos++;
          continue;
        }
      }
    }
    break;
  }
  finish(p, spec, counter, quals);
  return spec;
}

function finish(p: Parser, spec: Specifiers, counter: number, quals: number): void {
  spec.typed = counter !== 0;
  if (spec.storage === T.Auto && counter === 0) spec.inferred = true;
  if ((counter & ~(SIGNED | UNSIGNED | COMPLEX)) !== OTHER) spec.type = basicType(p, counter);
  else if (counter & UNSIGNED && spec.type === p.types.int128) spec.type = p.types.uint128;
  else if (counter & COMPLEX && spec.type.kind === 'float') spec.type = p.types.complex(spec.type);
  if (spec.attributes.mode || spec.attributes.vectorSize) {
    spec.type = applyToType(p.types, spec.type, spec.attributes);
    spec.attributes.vectorSize = 0;
    spec.attributes.mode = '';
  }
  if (quals) spec.type = spec.type.qualify(quals) as CType;
}

const isSignedWord = (p: Parser, counter: number): boolean =>
  (counter === UNSIGNED || counter === SIGNED) &&
  p.at(T.Identifier) &&
  p.name().contextual >= T.Int8 &&
  p.name().contextual <= T.Int64;

const qualifier = (kind: T): number => (kind === T.Const ? CONST : kind === T.Volatile ? VOLATILE : RESTRICT);

function basicDigit(kind: T): number {
  switch (kind) {
    case T.Void:
      return VOID;
    case T.Char_:
    case T.Int8:
      return CHAR;
    case T.Short:
    case T.Int16:
      return SHORT;
    case T.Int:
    case T.Int32:
      return INT;
    case T.Int64:
      return LONG + LONG;
    case T.Long:
      return LONG;
    case T.Float:
      return FLOAT;
    case T.Double:
      return DOUBLE;
    case T.Signed:
      return SIGNED;
    case T.Unsigned:
      return UNSIGNED;
    case T.Bool:
      return BOOL;
    case T.Complex:
      return COMPLEX;
    default:
      return 0;
  }
}

function extendedType(p: Parser, kind: T): CType | null {
  const { types } = p;
  switch (kind) {
    case T.Int128:
      return types.int128;
    case T.Float16:
      return types.float16;
    case T.Float32:
      return types.float;
    case T.Float32x:
    case T.Float64:
      return types.double;
    case T.Float64x:
      return types.longDouble;
    case T.Float128:
      return types.float128;
    default:
      return null;
  }
}

/** C17 6.7.2: the type that a multiset of basic specifiers spells; none at all is `int`, as in old C. */
function basicType(p: Parser, counter: number): CType {
  const { types } = p;
  switch (counter & ~INT) {
    case VOID:
      return types.void;
    case BOOL:
      return types.bool;
    case CHAR:
      return types.char;
    case CHAR + SIGNED:
      return types.schar;
    case CHAR + UNSIGNED:
      return types.uchar;
    case SHORT:
    case SHORT + SIGNED:
      return types.short;
    case SHORT + UNSIGNED:
      return types.ushort;
    case 0:
    case SIGNED:
      return types.int;
    case UNSIGNED:
      return types.uint;
    case LONG:
    case LONG + SIGNED:
      return types.long;
    case LONG + UNSIGNED:
      return types.ulong;
    case LONG + LONG:
    case LONG + LONG + SIGNED:
      return types.llong;
    case LONG + LONG + UNSIGNED:
      return types.ullong;
    case FLOAT:
      return types.float;
    case DOUBLE:
      return types.double;
    case LONG + DOUBLE:
      return types.longDouble;
    case COMPLEX + FLOAT:
      return types.complex(types.float);
    case COMPLEX:
    case COMPLEX + DOUBLE:
      return types.complex(types.double);
    case COMPLEX + LONG + DOUBLE:
      return types.complex(types.longDouble);
    case COMPLEX + CHAR:
      return types.complex(types.char);
    case COMPLEX + SIGNED:
      return types.complex(types.int);
    case COMPLEX + SHORT:
      return types.complex(types.short);
    case COMPLEX + UNSIGNED:
      return types.complex(types.uint);
    case COMPLEX + LONG:
      return types.complex(types.long);
    case COMPLEX + LONG + LONG:
      return types.complex(types.llong);
    default:
      p.fail('type', 'these type specifiers do not go together', p.start());
      return types.int;
  }
}

/** typeof-specifier: typeof `(` expression | type-name `)` */
function parseTypeof(p: Parser, kind: T): CType {
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const type = p.startsType() ? parseTypeName(p) : parseExpression(p).type;
  p.expect(T.RightParen, "')'");
  return kind === T.TypeofUnqual ? type.unqualified : type;
}

/** alignment-specifier: `_Alignas` `(` type-name | constant-expression `)` */
function parseAlignas(p: Parser, into: Attributes): void {
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const align = p.startsType() ? parseTypeName(p).align : Number(evaluate(parseConditional(p)) ?? 0n);
  into.align = Math.max(into.align, align);
  p.expect(T.RightParen, "')'");
}

/** type-name: specifier-qualifier-list abstract-declarator? */
export function parseTypeName(p: Parser): CType {
  const spec = parseSpecifiers(p);
  return parseAbstractDeclarator(p, spec.type);
}

export function parseParenthesizedType(p: Parser): CType {
  p.expect(T.LeftParen, "'('");
  const type = parseTypeName(p);
  p.expect(T.RightParen, "')'");
  return type;
}

/** type-qualifier-list, as a bit set; attributes in between are skipped. */
export function parseQualifiers(p: Parser, attributes: Attributes): number {
  let quals = 0;
  for (;;) {
    if (p.at(T.Const) || p.at(T.Volatile) || p.at(T.Restrict)) quals |= qualifier(p.kinds[p.pos]!);
    else if (p.at(T.Atomic)) quals |= ATOMIC;
    else if (p.at(T.Attribute)) {
      parseAttributes(p, attributes);
      continue;
    } else if (!p.at(T.Extension)) return quals;
    p.pos++;
  }
}

/** The type that `__auto_type` takes from its initialiser. */
export const inferredType = (p: Parser, e: Parameters<typeof decay>[1]): CType => decay(p.types, e).type.unqualified;
