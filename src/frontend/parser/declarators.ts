// Declarators: pointers, arrays and functions around a name, read inside out; and parameter lists.
// A nested declarator is skipped first, and parsed once the type around it is known.

import { ArrayType, type CType, FunctionType, type Parameter } from '../../types/types.js';
import type { ObjectSymbol } from '../ast.js';
import type { Name } from '../names.js';
import { T } from '../tokens.js';
import { evaluate } from '../typecheck/constant.js';
import { type Attributes, applyToType, neverReturning, noAttributes, parseAttributes } from './attributes.js';
import { parseAssignment } from './expressions.js';
import { type Parser, skipBalanced } from './parser.js';
import { parseQualifiers, parseSpecifiers } from './specifiers.js';

export interface Declarator {
  readonly name: Name | null;
  readonly at: number;
  type: CType;
  /** For a declarator of a function: its parameters, or the bare names of a K&R definition. */
  params: DeclaredParameter[] | null;
  oldStyle: Name[] | null;
  readonly attributes: Attributes;
}

export interface DeclaredParameter {
  readonly name: Name | null;
  readonly symbol: ObjectSymbol;
}

/** declarator: pointer? ( identifier | `(` declarator `)` ) suffix* */
export function parseDeclarator(p: Parser, base: CType, attributes: Attributes): Declarator {
  if (!p.enter()) return nameless(p, base, attributes);
  const result = parsePointered(p, base, attributes, 'named');
  p.leave();
  const { mode, vectorSize } = result.attributes;
  if (mode || vectorSize) result.type = applyToType(p.types, result.type, result.attributes);
  return returning(p, result);
}

/** A declarator whose name may be missing, as in parameters. */
export function parseOptionalDeclarator(p: Parser, base: CType, attributes: Attributes): Declarator {
  if (!p.enter()) return nameless(p, base, attributes);
  const result = parsePointered(p, base, attributes, 'either');
  p.leave();
  return returning(p, result);
}

/** A pointer to a function that does not return. */
function returning(p: Parser, d: Declarator): Declarator {
  const isPointer = d.attributes.function.noreturn && d.type.kind === 'pointer';
  if (isPointer) d.type = neverReturning(p.types, d.type);
  return d;
}

/** abstract-declarator, of a type name */
export function parseAbstractDeclarator(p: Parser, base: CType): CType {
  if (p.at(T.RightParen)) return base;
  const attributes = noAttributes();
  const { type } = parseOptionalDeclarator(p, base, attributes);
  parseAttributes(p, attributes);
  return attributes.vectorSize || attributes.mode ? applyToType(p.types, type, attributes) : type;
}

const nameless = (p: Parser, type: CType, attributes: Attributes): Declarator => ({
  name: null,
  at: p.start(),
  type,
  params: null,
  oldStyle: null,
  attributes,
});

function parsePointered(p: Parser, base: CType, attributes: Attributes, naming: 'named' | 'either'): Declarator {
  let type = base;
  parseAttributes(p, attributes);
  while (p.accept(T.Extension));
  while (p.at(T.Star) || p.at(T.Caret)) {
    type = p.types.pointer(p.at(T.Caret) ? blockType(type) : type);
    p.pos++;
    const quals = parseQualifiers(p, attributes);
    if (quals) type = type.qualify(quals) as CType;
  }
  parseAttributes(p, attributes);
  if (p.at(T.LeftParen) && isNested(p, naming)) return parseNested(p, type, attributes, naming);
  const at = p.start();
  let name: Name | null = null;
  if (p.at(T.Identifier)) {
    name = p.name();
    p.pos++;
  } else if (naming === 'named') {
    p.syntax('expected a name');
  }
  const result: Declarator = { name, at, type, params: null, oldStyle: null, attributes };
  result.type = parseSuffix(p, type, result);
  parseAttributes(p, attributes);
  return result;
}

/** Apple's `^`: code that no function of the program is. */
const blockType = (type: CType): CType =>
  type.kind === 'function' ? new FunctionType(type.result, type.params, type.variadic, null, 'block') : type;

/** Is `(` the beginning of a nested declarator rather than of parameters? */
function isNested(p: Parser, naming: 'named' | 'either'): boolean {
  if (naming === 'named') return true;
  const next = p.peek(1);
  return next !== T.RightParen && (next === T.Attribute || !p.startsType(1));
}

function parseNested(p: Parser, base: CType, attributes: Attributes, naming: 'named' | 'either'): Declarator {
  const inside = p.pos + 1;
  p.pos = skipBalanced(p.kinds, p.pos, p.tokens.count);
  const around: Declarator = nameless(p, base, attributes);
  const outer = parseSuffix(p, base, around);
  parseAttributes(p, attributes);
  const behind = p.pos;
  if (p.failure) return nameless(p, base, attributes);
  p.pos = inside;
  const read = naming === 'named' ? parseDeclarator : parseOptionalDeclarator;
  const result = read(p, outer, attributes);
  p.expect(T.RightParen, "')'");
  if (!p.failure) p.pos = behind;
  // `int (f)(int x)`: the parentheses contain only the name, so the parameters around it are the function's.
  if (result.type === outer && !result.params) {
    result.params = around.params;
    result.oldStyle = around.oldStyle;
  }
  return result;
}

/**
 * suffix: `[` … `]` suffix | `(` parameters `)` suffix | nothing. Parameters are stored in `owner`, if they are its
 * own.
 */
function parseSuffix(p: Parser, base: CType, owner: Declarator | null): CType {
  if (p.at(T.LeftBracket) && p.peek(1) !== T.LeftBracket) return parseArray(p, base);
  if (p.at(T.LeftParen)) return parseFunction(p, base, owner);
  return base;
}

/** `[` (static | qualifier)* ( expression | `*` )? `]` */
function parseArray(p: Parser, base: CType): CType {
  const at = p.start();
  p.pos++;
  while (p.at(T.Static) || p.at(T.Extension) || isQualifier(p)) p.pos++;
  if (p.accept(T.RightBracket)) return new ArrayType(parseSuffix(p, base, null), null);
  if (p.at(T.Star) && p.peek(1) === T.RightBracket) {
    p.pos += 2;
    return new ArrayType(parseSuffix(p, base, null), null);
  }
  const length = parseAssignment(p);
  p.expect(T.RightBracket, "']'");
  const element = parseSuffix(p, base, null);
  if (element.kind === 'function') p.fail('type', 'an array of functions', at);
  const value = evaluate(length);
  if (value !== null) {
    if (value < 0n) p.fail('type', 'the length of an array is negative', at);
    return new ArrayType(element, Number(value));
  }
  const type = new ArrayType(element, null, length);
  p.variableTypes.push(type);
  return type;
}

const isQualifier = (p: Parser): boolean => p.at(T.Const) || p.at(T.Volatile) || p.at(T.Restrict) || p.at(T.Atomic);

/** `(` parameter-type-list? `)` or, in old definitions, `(` identifier-list `)` */
function parseFunction(p: Parser, result: CType, owner: Declarator | null): CType {
  p.pos++;
  p.openScope();
  const params: Parameter[] = [];
  const declared: DeclaredParameter[] = [];
  const oldStyle: Name[] = [];
  let variadic = false;
  let prototype = true;
  if (p.at(T.RightParen)) {
    prototype = false;
  } else if (p.at(T.Void) && p.peek(1) === T.RightParen) {
    p.pos++;
  } else if (p.at(T.Identifier) && !p.startsType()) {
    prototype = false;
    do {
      if (p.at(T.Identifier)) oldStyle.push(p.name());
      p.expect(T.Identifier, 'a parameter name');
    } while (p.accept(T.Comma));
  } else {
    do {
      if (p.accept(T.Ellipsis)) {
        variadic = true;
        break;
      }
      const parameter = parseParameter(p);
      declared.push(parameter);
      params.push({ name: parameter.name?.text ?? null, type: parameter.symbol.type });
    } while (p.accept(T.Comma));
  }
  p.expect(T.RightParen, "')'");
  p.closeScope();
  if (owner) {
    owner.params = declared;
    owner.oldStyle = oldStyle.length > 0 ? oldStyle : null;
  }
  const returned = parseSuffix(p, result, null);
  if (returned.kind === 'function' || returned.kind === 'array') {
    p.fail('type', `a function that returns ${returned.kind === 'array' ? 'an array' : 'a function'}`, p.start());
  }
  return new FunctionType(returned, prototype ? params : null, variadic);
}

/** parameter-declaration: specifiers declarator? */
function parseParameter(p: Parser): DeclaredParameter {
  if (!p.startsType() && !p.at(T.LeftBracket)) p.syntax('expected a type');
  const spec = parseSpecifiers(p);
  const declarator = parseOptionalDeclarator(p, spec.type, spec.attributes);
  const symbol = parameterSymbol(p, declarator.name, adjustParameter(p, declarator.type), declarator.at);
  if (declarator.name) p.bind(declarator.name, symbol);
  return { name: declarator.name, symbol };
}

/** 6.7.6.3: arrays and functions as parameters are pointers. */
export function adjustParameter(p: Parser, type: CType): CType {
  if (type.kind === 'array') return p.types.pointer(type.element);
  if (type.kind === 'function') return p.types.pointer(type);
  return type;
}

export const parameterSymbol = (p: Parser, name: Name | null, type: CType, at: number): ObjectSymbol => ({
  kind: 'object',
  name: name?.text ?? '',
  type,
  storage: 'parameter',
  linkage: 'none',
  threadLocal: false,
  defined: true,
  weak: false,
  label: null,
  alias: null,
  addressTaken: false,
  cleanup: null,
  at: p.prelude ? -1 : at,
});
