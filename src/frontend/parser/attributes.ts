// `__attribute__((…))`, `[[…]]` and asm labels: known attributes are collected, others are skipped.
// They may occur nearly anywhere in a declaration; the productions call here wherever one can.

import type { Types } from '../../types/basic-types.js';
import type { Deallocator, Format, FunctionAttributes } from '../../types/operators.js';
import { type CType, FunctionType } from '../../types/types.js';
import type { FunctionSymbol } from '../ast.js';
import { T } from '../tokens.js';
import { evaluate } from '../typecheck/constant.js';
import { parseAssignment } from './expressions.js';
import { type Parser, skipBalanced } from './parser.js';

export interface Attributes {
  packed: boolean;
  /** `aligned(n)` or `_Alignas`; 0 if not given. */
  align: number;
  /** Bytes of `vector_size`; 0 if not given. */
  vectorSize: number;
  /** `mode(X)`; '' if not given. */
  mode: string;
  transparent: boolean;
  cleanup: FunctionSymbol | null;
  gnuInline: boolean;
  /** `__declspec(thread)` */
  threadLocal: boolean;
  /** `ms_struct` or `gcc_struct`; null if not given. */
  bitFields: 'ms' | 'sysv' | null;
  /** `asm("name")`: the linker name; null if not given. */
  label: string | null;
  function: Partial<FunctionAttributes>;
}

export const noAttributes = (): Attributes => ({
  packed: false,
  align: 0,
  vectorSize: 0,
  mode: '',
  transparent: false,
  cleanup: null,
  gnuInline: false,
  threadLocal: false,
  bitFields: null,
  label: null,
  function: {},
});

/** Parses all attributes at this point of a declaration; adds them to `into`. */
export function parseAttributes(p: Parser, into: Attributes): void {
  for (;;) {
    if (p.at(T.Attribute)) parseGnuAttribute(p, into);
    else if (p.at(T.LeftBracket) && p.peek(1) === T.LeftBracket) parseStandardAttribute(p, into);
    else if (p.at(T.Asm) || (p.at(T.Identifier) && p.name().contextual === T.Asm)) into.label = asmLabel(p);
    else return;
  }
}

/** `asm("name")` after a declarator: the linker name. */
function asmLabel(p: Parser): string {
  const start = ++p.pos;
  if (p.at(T.LeftParen)) p.pos = skipBalanced(p.kinds, p.pos, p.tokens.count);
  else p.syntax("expected '(' after asm");
  const words = Array.from({ length: Math.max(0, p.pos - start - 2) }, (_, i) => p.text(start + 1 + i));
  return words.join('').replaceAll('"', '');
}

/** attribute: `__attribute__` `((` [ name [ `(` arguments `)` ] ] , … `))` | `__declspec` `(` name … `)` */
function parseGnuAttribute(p: Parser, into: Attributes): void {
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const isDouble = p.accept(T.LeftParen);
  parseAttributeList(p, into, T.RightParen);
  p.expect(T.RightParen, "')'");
  if (isDouble) p.expect(T.RightParen, "'))'");
}

function parseStandardAttribute(p: Parser, into: Attributes): void {
  p.pos += 2;
  parseAttributeList(p, into, T.RightBracket);
  p.expect(T.RightBracket, "']]'");
  p.expect(T.RightBracket, "']]'");
}

function parseAttributeList(p: Parser, into: Attributes, close: T): void {
  while (!p.at(close) && !p.at(T.End)) {
    if (p.accept(T.Comma)) continue;
    let name = p.text();
    p.pos++;
    if (p.at(T.Colon) && p.peek(1) === T.Colon) {
      p.pos += 2;
      name = p.text();
      p.pos++;
    }
    const after = p.at(T.LeftParen) ? skipBalanced(p.kinds, p.pos, p.tokens.count) : p.pos;
    applyAttribute(p, name.replace(/^__(.*)__$/, '$1'), into);
    if (!p.failure) p.pos = after;
  }
}

/** The cursor is at the arguments, if there are any; the caller skips them. */
function applyAttribute(p: Parser, name: string, into: Attributes): void {
  const f = into.function;
  switch (name) {
    case 'packed':
      into.packed = true;
      return;
    case 'aligned':
    case 'align':
      into.align = Math.max(into.align, integerArguments(p)[0] ?? p.types.target.biggestAlign);
      return;
    case 'vector_size':
      into.vectorSize = integerArguments(p)[0] ?? 0;
      return;
    case 'mode':
      into.mode = argumentText(p).replace(/^__(.*)__$/, '$1');
      return;
    case 'transparent_union':
      into.transparent = true;
      return;
    case 'cleanup':
      into.cleanup = functionArgument(p);
      return;
    case 'ms_struct':
      into.bitFields = 'ms';
      return;
    case 'gcc_struct':
      into.bitFields = 'sysv';
      return;
    case 'gnu_inline':
      into.gnuInline = true;
      return;
    case 'noreturn':
      f.noreturn = true;
      return;
    case 'malloc':
      f.malloc = true;
      if (p.at(T.LeftParen)) f.deallocators = [...(f.deallocators ?? []), deallocatorOf(p)];
      return;
    case 'ownership_returns':
      f.malloc = true;
      if (p.at(T.LeftParen)) f.deallocators = [...(f.deallocators ?? []), familyOf(p)];
      return;
    case 'ownership_takes':
      if (p.at(T.LeftParen)) f.takes = [...(f.takes ?? []), familyOf(p)];
      return;
    case 'alloc_size':
      f.allocSize = integerArguments(p).map((n) => n - 1);
      return;
    case 'warn_unused_result':
    case 'nodiscard':
      f.warnUnusedResult = true;
      return;
    case 'format':
      if (p.at(T.LeftParen)) f.format = formatOf(p);
      return;
    case 'returns_nonnull':
      f.returnsNonnull = true;
      return;
    case 'nonnull':
      f.nonnull = p.at(T.LeftParen) ? [...indicesIn(f.nonnull), ...integerArguments(p).map((n) => n - 1)] : 'all';
      return;
    case 'const':
    case 'pure':
      f.pure = true;
      return;
    case 'constructor':
      f.constructor = true;
      return;
    case 'destructor':
      f.destructor = true;
      return;
    case 'alias':
    case 'weakref':
      f.alias = argumentText(p).replaceAll('"', '');
      return;
    case 'thread':
      into.threadLocal = true;
      return;
    case 'weak':
    case 'selectany':
    case 'ifunc': // resolved at program start
      f.weak = true;
      return;
  }
}

const indicesIn = (nonnull: FunctionAttributes['nonnull'] | undefined): readonly number[] =>
  nonnull && nonnull !== 'all' ? nonnull : [];

function integerArguments(p: Parser): number[] {
  const values: number[] = [];
  if (!p.accept(T.LeftParen)) return values;
  while (!p.at(T.RightParen) && !p.at(T.End)) {
    const value = evaluate(parseAssignment(p));
    if (value !== null) values.push(Number(value));
    if (!p.accept(T.Comma)) break;
  }
  return values;
}

/** `(f)` or `(f, n)`; headers name the builtin for the library function. */
function deallocatorOf(p: Parser): Deallocator {
  const name = argumentText(p).replace(/^__builtin_/, '');
  const [argument = 1] = numbersBehind(p);
  return { name, argument: argument - 1 };
}

/** `(family, n)`; `malloc` is the family of `free`. */
function familyOf(p: Parser): Deallocator {
  const { name, argument } = deallocatorOf(p);
  return { name: name === 'malloc' ? 'free' : name, argument };
}

function formatOf(p: Parser): Format | null {
  const style = argumentText(p).replace(/^(?:__gnu_|gnu_|__)?(.*?)(?:__)?$/, '$1');
  const [format, first] = numbersBehind(p);
  return format ? { style, format: format - 1, first: first ? first - 1 : null } : null;
}

/** The numbers after the first argument, which is a name. */
function numbersBehind(p: Parser): number[] {
  p.pos += 2;
  const values: number[] = [];
  while (p.accept(T.Comma)) {
    const value = evaluate(parseAssignment(p));
    if (value !== null) values.push(Number(value));
  }
  return values;
}

/** The text of the first token of the arguments. */
const argumentText = (p: Parser): string => (p.at(T.LeftParen) ? p.text(p.pos + 1) : '');

function functionArgument(p: Parser): FunctionSymbol | null {
  if (!p.at(T.LeftParen) || p.peek(1) !== T.Identifier) return null;
  const symbol = p.name(1).ordinary;
  return symbol?.kind === 'function' ? symbol : null;
}

/** The type with `mode(X)` and `vector_size(n)` applied. */
export function applyToType(types: Types, type: CType, attributes: Attributes): CType {
  let result = attributes.mode ? typeOfMode(types, type, attributes.mode) : type;
  const size = attributes.vectorSize;
  if (size > 0) result = vectorOf(types, result, size);
  return result;
}

/** void (*die)(const char *) __attribute__((noreturn)) */
export function neverReturning(types: Types, type: CType): CType {
  if (type.kind === 'pointer') {
    const target = neverReturning(types, type.target);
    return target === type.target ? type : (types.pointer(target).qualify(type.quals) as CType);
  }
  if (type.kind !== 'function') return type;
  return new FunctionType(type.result, type.params, type.variadic, type.arriving, type.code, 'never');
}

function vectorOf(types: Types, type: CType, size: number): CType {
  if (type.kind === 'pointer') return types.pointer(vectorOf(types, type.target, size));
  const element = type.kind === 'enum' ? type.integer : type.unqualified;
  if (element.kind !== 'int' && element.kind !== 'float') return type;
  return types.vector(element, Math.max(1, Math.floor(size / element.size)));
}

function typeOfMode(types: Types, type: CType, mode: string): CType {
  const signed = type.kind === 'int' ? type.signed : true;
  const sized = (s: CType, u: CType): CType => (signed ? s : u);
  switch (mode) {
    case 'QI':
    case 'byte':
      return sized(types.schar, types.uchar);
    case 'HI':
      return sized(types.short, types.ushort);
    case 'SI':
      return sized(types.int, types.uint);
    case 'DI':
      return types.target.longSize === 8 ? sized(types.long, types.ulong) : sized(types.llong, types.ullong);
    case 'TI':
      return sized(types.int128, types.uint128);
    case 'word':
    case 'pointer':
    case 'unwind_word':
      return sized(types.ptrdiff, types.size);
    case 'HF':
      return types.float16;
    case 'SF':
      return types.float;
    case 'DF':
      return types.double;
    case 'XF':
      return types.longDouble;
    case 'TF':
      return types.float128;
    case 'SC':
      return types.complex(types.float);
    case 'DC':
      return types.complex(types.double);
    case 'XC':
      return types.complex(types.longDouble);
    case 'TC':
      return types.complex(types.float128);
    default:
      return type;
  }
}
