// Declarations inside and outside of functions: symbols are created, merged with earlier ones, bound and initialised.
// File scope (function definitions, error recovery) is in unit.ts.

import { type FunctionAttributes, noPromises } from '../../types/operators.js';
import { isVariable } from '../../types/questions.js';
import { ArrayType, type CType, FunctionType, VectorType } from '../../types/types.js';
import type { DeclStatement, FunctionSymbol, Initializer, ObjectSymbol, Stmt } from '../ast.js';
import type { Name } from '../names.js';
import { T } from '../tokens.js';
import { evaluate } from '../typecheck/constant.js';
import type { Attributes } from './attributes.js';
import { noAttributes, parseAttributes } from './attributes.js';
import { type Declarator, parseDeclarator } from './declarators.js';
import { parseAssignment, parseConditional } from './expressions.js';
import { parseInitializer } from './initializers.js';
import type { Parser } from './parser.js';
import { inferredType, parseSpecifiers, type Specifiers } from './specifiers.js';

/** declaration: specifiers ( declarator ( `=` initializer )? ) , … `;` — statements of a block are added to `into`. */
export function parseDeclaration(p: Parser, into: Stmt[]): void {
  if (p.resolveContextual() === T.StaticAssert) return parseStaticAssert(p);
  const spec = parseSpecifiers(p);
  if (p.accept(T.Semicolon)) return;
  do {
    const declarator = beginDeclarator(p, spec);
    if (p.failure) return;
    if (p.at(T.LeftBrace) && declarator.type.kind === 'function') {
      p.fail('unsupported-c', `nested function '${declarator.name?.text}'`, declarator.at);
      return;
    }
    parseInitDeclarator(p, spec, declarator, into);
  } while (p.accept(T.Comma));
  p.expect(T.Semicolon, "';'");
}

/** A declarator with the attributes of its specifiers, and a fresh list of variable array types. */
export function beginDeclarator(p: Parser, spec: Specifiers): Declarator {
  p.variableTypes = [];
  const attributes = { ...spec.attributes, function: { ...spec.attributes.function } };
  return parseDeclarator(p, spec.type, attributes);
}

/** What follows a declarator: the symbol is declared, then initialised. */
export function parseInitDeclarator(p: Parser, spec: Specifiers, d: Declarator, into: Stmt[]): void {
  const name = d.name!;
  const variableTypes = p.variableTypes;
  if (d.attributes.transparent && d.type.kind === 'record') d.type.body.transparent = true;
  if (spec.storage === T.Typedef) {
    p.bind(name, {
      kind: 'typedef',
      name: name.text,
      type: d.type,
      align: d.attributes.align || inheritedAlign(spec, d),
    });
    if (p.function && variableTypes.length > 0) into.push(declStatement(d, null, null, variableTypes, p.lastEnd()));
    return;
  }
  if (d.type.kind === 'function') {
    declareFunction(p, name, d.type, spec, d.attributes, d.at);
    return;
  }
  if (spec.inferred) inferType(p, d);
  const symbol = declareObject(p, name, d, spec);
  const initializer = p.accept(T.Equal) ? initialize(p, symbol) : null;
  if (symbol.storage === 'static') {
    if (symbol.defined) p.define(symbol, initializer);
  } else {
    if (symbol.type.size < 0 && !isVariable(symbol.type)) p.fail('type', `'${name.text}' has an incomplete type`, d.at);
    into.push(declStatement(d, symbol, initializer, variableTypes, p.lastEnd()));
  }
}

/** `typedef aligned_int t;` and arrays of it keep the alignment; pointers to it do not. */
const inheritedAlign = (spec: Specifiers, d: Declarator): number =>
  d.type === spec.type || d.type.kind === 'array' ? spec.typeAlign : 0;

const declStatement = (
  d: Declarator,
  symbol: ObjectSymbol | null,
  initializer: Initializer | null,
  variableTypes: readonly ArrayType[],
  end: number,
): DeclStatement => ({ kind: 'decl', symbol, initializer, variableTypes, at: d.at, end });

function initialize(p: Parser, symbol: ObjectSymbol): Initializer {
  const { initializer, type } = parseInitializer(p, symbol.type);
  symbol.type = type;
  symbol.defined = true;
  return initializer;
}

/** `__auto_type x = e`: the initialiser is parsed ahead for its type, then again as an initialiser. */
function inferType(p: Parser, d: Declarator): void {
  if (!p.at(T.Equal)) return p.syntax('expected an initialiser');
  const start = p.pos;
  p.pos++;
  d.type = inferredType(p, parseAssignment(p));
  if (!p.failure) p.pos = start;
}

// ---- symbols ---------------------------------------------------------------------------------------------------

function declareObject(p: Parser, name: Name, d: Declarator, spec: Specifiers): ObjectSymbol {
  const file = p.scopeDepth === 0;
  const linked = file || spec.storage === T.Extern;
  const initialized = p.at(T.Equal);
  if (linked) {
    const known = linkedSymbol(p, name, 'object');
    if (known) {
      known.type = compositeType(known.type, d.type);
      known.defined ||= initialized || (file && spec.storage !== T.Extern);
      known.weak ||= d.attributes.function.weak ?? false;
      known.label ??= labelOf(spec, d.attributes);
      known.alias ??= d.attributes.function.alias ?? null;
      p.bind(name, known);
      return known;
    }
  }
  const internal = spec.storage === T.Static;
  const symbol: ObjectSymbol = {
    kind: 'object',
    name: name.text,
    type: d.type,
    storage: linked || internal ? 'static' : 'automatic',
    linkage: linked ? (internal ? 'internal' : 'external') : 'none',
    threadLocal: spec.threadLocal || d.attributes.threadLocal,
    defined: spec.storage !== T.Extern || initialized,
    weak: d.attributes.function.weak ?? false,
    label: labelOf(spec, d.attributes),
    alias: d.attributes.function.alias ?? null,
    addressTaken: false,
    cleanup: d.attributes.cleanup,
    at: p.prelude ? -1 : d.at,
  };
  if (linked) p.linked.set(name.text, symbol);
  p.bind(name, symbol);
  return symbol;
}

/** For a register variable, `asm` names the register. */
const labelOf = (spec: Specifiers, { label }: Attributes): string | null =>
  spec.storage === T.Register ? null : label;

/** The object or function with linkage of this name; a file-scope declaration finds only what is visible there. */
function linkedSymbol<K extends 'object' | 'function'>(p: Parser, name: Name, kind: K) {
  p.settle(name);
  const known = p.linked.get(name.text);
  return known?.kind === kind ? (known as Extract<typeof known, { kind: K }>) : null;
}

export function declareFunction(
  p: Parser,
  name: Name,
  type: FunctionType,
  spec: HowDefined,
  attributes: Attributes,
  at: number,
): FunctionSymbol {
  if (attributes.label !== null) attributes.function.label = attributes.label;
  if (isStandIn(p, spec, attributes)) attributes.function.standIn = true;
  const known = linkedSymbol(p, name, 'function');
  if (known) {
    if (!spec.inline) known.inlineOnly = false;
    known.type = compositeType(known.type, type) as FunctionType;
    mergeAttributes(known.attributes, attributes.function);
    p.bind(name, known);
    return known;
  }
  const symbol: FunctionSymbol = {
    kind: 'function',
    name: name.text,
    type,
    linkage: spec.storage === T.Static ? 'internal' : 'external',
    inlineOnly: isInlineOnly(p, spec, attributes),
    attributes: mergeAttributes(noPromises(), attributes.function),
    addressTaken: false,
    at: p.prelude ? -1 : at,
  };
  p.linked.set(name.text, symbol);
  p.bind(name, symbol);
  return symbol;
}

type HowDefined = Pick<Specifiers, 'storage' | 'inline'>;

const hasGnuInline = (p: Parser, { gnuInline }: Attributes): boolean => gnuInline || p.types.target.gnuInline;

/** GNU `extern inline`: the body is there to be inlined, and the symbol is defined elsewhere. */
export const isStandIn = (p: Parser, spec: HowDefined, attributes: Attributes): boolean =>
  spec.inline && spec.storage === T.Extern && hasGnuInline(p, attributes);

/** C99 `inline` without `extern`: a definition for this unit alone. */
const isInlineOnly = (p: Parser, spec: HowDefined, attributes: Attributes): boolean =>
  spec.inline && spec.storage !== T.Extern && !hasGnuInline(p, attributes);

function mergeAttributes(into: FunctionAttributes, from: Partial<FunctionAttributes>): FunctionAttributes {
  const { nonnull, deallocators = [], takes = [] } = from;
  const merged = Array.isArray(nonnull) && Array.isArray(into.nonnull) ? [...into.nonnull, ...nonnull] : nonnull;
  const { deallocators: known, takes: taken, label } = into;
  Object.assign(into, from);
  into.label = label ?? into.label; // compilers ignore a second name
  if (merged) into.nonnull = merged;
  into.deallocators = [...known, ...deallocators.filter((d) => !known.some((k) => k.name === d.name))];
  into.takes = [...taken, ...takes.filter((d) => !taken.some((k) => k.name === d.name && k.argument === d.argument))];
  return into;
}

/** A function used without a declaration: what the compiler knows of the library, else `int f()`, as C89 had it. */
export function declareImplicitly(p: Parser, name: Name, at: number): FunctionSymbol {
  const known = linkedSymbol(p, name, 'function');
  if (known) return known;
  const builtin = p.names.internText(`__builtin_${name.text}`).ordinary;
  const type = builtin?.kind === 'function' ? builtin.type : new FunctionType(p.types.int, null, false);
  return declareFunction(p, name, type, { storage: T.Extern, inline: false }, noAttributes(), at);
}

/** 6.2.7: the composite type of two declarations. */
function compositeType(a: CType, b: CType): CType {
  if (a.kind === 'array' && b.kind === 'array') {
    return a.length === null && !a.variable
      ? b
      : new ArrayType(compositeType(a.element, b.element), a.length, a.variable);
  }
  if (a.kind === 'function' && b.kind === 'function') return a.params && !b.params ? a : b;
  if (a instanceof VectorType) return a;
  return b;
}

/** static_assert-declaration: `_Static_assert` `(` constant-expression ( `,` string )? `)` `;` */
export function parseStaticAssert(p: Parser): void {
  const at = p.start();
  p.pos++;
  p.expect(T.LeftParen, "'('");
  if (evaluate(parseConditional(p)) === 0n) p.fail('type', 'a static assertion does not hold', at);
  if (p.accept(T.Comma)) while (p.at(T.String)) p.pos++;
  p.expect(T.RightParen, "')'");
  p.expect(T.Semicolon, "';'");
}

/** Attributes that stand alone as a statement, such as `__attribute__((fallthrough));` */
export function parseAttributeStatement(p: Parser): void {
  parseAttributes(p, noAttributes());
}
