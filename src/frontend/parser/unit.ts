// The translation unit: external declarations one after the other, and error recovery.
// Each function definition is passed on as soon as it is parsed, so that its AST need not be kept.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import { SourceText } from '../../base/source.js';
import type { Types } from '../../types/basic-types.js';
import { type ArrayType, type CType, FunctionType } from '../../types/types.js';
import type { FunctionDefinition, FunctionSymbol, ObjectDefinition, ObjectSymbol, Stmt } from '../ast.js';
import { lex } from '../lexer.js';
import { type Name, NameTable } from '../names.js';
import { preludeFor } from '../prelude.js';
import { type SpelledTokens, tokensOf } from '../preprocessor/spelled-tokens.js';
import { T } from '../tokens.js';
import { promotedType } from '../typecheck/conversions.js';
import { noAttributes, parseAttributes } from './attributes.js';
import {
  beginDeclarator,
  declareFunction,
  isStandIn,
  parseDeclaration,
  parseInitDeclarator,
  parseStaticAssert,
} from './declarations.js';
import { adjustParameter, type Declarator, type DeclaredParameter, parameterSymbol } from './declarators.js';
import { Parser, skipBalanced } from './parser.js';
import { Postponing } from './postponed.js';
import { parseSpecifiers, type Specifiers } from './specifiers.js';
import { parseBlock } from './statements.js';

/** Receives the definitions of the unit, in order. */
export interface UnitSink {
  defineFunction(definition: FunctionDefinition): void;
  defineObject(definition: ObjectDefinition): void;
  /** A definition that could not be parsed; `symbol` is null if not even its name could. */
  loseFunction(name: string, symbol: FunctionSymbol | null, reason: Diagnostic): void;
  /** Errors outside of function definitions. */
  complain(d: Diagnostic): void;
}

export interface ParsedUnit {
  readonly linked: ReadonlyMap<string, ObjectSymbol | FunctionSymbol>;
}

/** The limit of failed declarations, beyond which the text is not considered C. */
const MOST_FAILURES = 500;

/** translation-unit: external-declaration*. The text is lexed unless the preprocessor has given its tokens. */
export function parseUnit(source: SourceText, types: Types, sink: UnitSink, spelled?: SpelledTokens): ParsedUnit {
  const names = new NameTable();
  const linked = new Map<string, ObjectSymbol | FunctionSymbol>();
  readPrelude(names, types, linked);
  const tokens = spelled && !spelled.strange ? tokensOf(spelled, source, names) : lex(source, names);
  const p = new Parser(source, tokens, names, types, linked, (d) => sink.defineObject(d), 'program');
  for (const error of strayErrors(p)) sink.complain(error);
  let failures = 0;
  const waiting =
    spelled && !spelled.strange ? new Postponing(p, spelled.ids, spelled.shapes, () => parseExternal(p, sink)) : null;
  while (!p.at(T.End)) {
    if (waiting?.skip()) continue;
    const start = p.pos;
    Object.assign(p.boundAtFileScope, { name: null, names: 0, tags: 0 });
    const succeeded = parseExternal(p, sink);
    waiting?.learn(start, succeeded);
    if (!succeeded && ++failures === MOST_FAILURES) {
      sink.complain(diagnostic('syntax', 'too many errors: the rest is not read', p.source.locate(p.start())));
      break;
    }
  }
  return { linked };
}

function readPrelude(names: NameTable, types: Types, linked: Map<string, ObjectSymbol | FunctionSymbol>): void {
  const bytes = new TextEncoder().encode(preludeFor(types.target));
  const source = new SourceText('<builtin>', bytes);
  const p = new Parser(source, lex(source, names), names, types, linked, () => {}, 'prelude');
  const into: Stmt[] = [];
  while (!p.at(T.End)) parseDeclaration(p, into);
  if (p.failure) throw new Error(`prelude: ${p.failure.message} at line ${p.failure.location?.line}`);
}

/** A text that starts with bytes that are not C gets one error of its own. */
function strayErrors(p: Parser): Diagnostic[] {
  const [first] = p.tokens.errors;
  if (!first || p.tokens.errors.length < 20) return [];
  const message = `${first.message}, and ${p.tokens.errors.length - 1} more such errors: this does not look like C`;
  return [diagnostic('not-c', message, p.source.locate(first.at))];
}

/** external-declaration: function-definition | declaration | asm | `;` — false if it failed */
function parseExternal(p: Parser, sink: UnitSink): boolean {
  const start = p.pos;
  const kind = p.resolveContextual();
  if (p.accept(T.Semicolon)) return true;
  if (kind === T.Asm) {
    parseAttributes(p, noAttributes());
    p.accept(T.Semicolon);
  } else if (kind === T.StaticAssert) {
    parseStaticAssert(p);
  } else {
    const spec = parseSpecifiers(p);
    if (!p.failure) parseDeclarators(p, spec, sink, start);
  }
  if (!p.failure) return true;
  sink.complain(p.failure);
  p.recover(endOfExternal(p, start));
  return false;
}

function parseDeclarators(p: Parser, spec: Specifiers, sink: UnitSink, start: number): void {
  if (p.accept(T.Semicolon)) return;
  if (!spec.typed && spec.storage === T.End && !p.at(T.Identifier) && !p.at(T.Star) && !p.at(T.LeftParen)) {
    p.syntax('expected a declaration');
    return;
  }
  const ignored: Stmt[] = [];
  for (let first = true; ; first = false) {
    const declarator = beginDeclarator(p, spec);
    if (p.failure) return;
    if (first && declarator.type.kind === 'function' && startsBody(p, declarator)) {
      parseFunctionDefinition(p, spec, declarator, declarator.type, sink, start);
      return;
    }
    parseInitDeclarator(p, spec, declarator, ignored);
    if (!p.accept(T.Comma)) break;
  }
  p.expect(T.Semicolon, "';'");
}

/** Does a body follow, or the parameter declarations of an old-style definition? */
const startsBody = (p: Parser, d: Declarator): boolean =>
  p.at(T.LeftBrace) || (p.startsType() && !p.at(T.Attribute) && (d.oldStyle !== null || d.params?.length === 0));

/** function-definition: specifiers declarator declaration* compound-statement */
function parseFunctionDefinition(
  p: Parser,
  spec: Specifiers,
  d: Declarator,
  declared: FunctionType,
  sink: UnitSink,
  start: number,
): void {
  const name = d.name!;
  const oldStyle = d.oldStyle ? parseOldStyle(p, d.oldStyle) : null;
  const params = oldStyle ?? d.params ?? [];
  while (!p.at(T.LeftBrace) && !p.at(T.End)) p.pos++;
  const type = oldStyle ? new FunctionType(declared.result, null, false) : declared;
  const body = p.pos;
  const symbol = declareFunction(p, name, type, spec, d.attributes, d.at);
  symbol.attributes.standIn = isStandIn(p, spec, d.attributes); // the definition proper may follow its stand-in
  if (oldStyle) checkOldStyle(p, symbol, params);
  if (!p.failure) parseBody(p, symbol, params, p.variableTypes, d.at, sink);
  if (!p.failure) return;
  const failure = p.failure;
  sink.loseFunction(name.text, symbol, failure);
  const end = p.kinds[body] === T.LeftBrace ? skipBalanced(p.kinds, body, p.tokens.count) : endOfExternal(p, start);
  p.recover(end);
}

function parseBody(
  p: Parser,
  symbol: FunctionSymbol,
  params: readonly DeclaredParameter[],
  variableTypes: readonly ArrayType[],
  at: number,
  sink: UnitSink,
): void {
  const result: CType = symbol.type.result;
  p.function = { symbol, result, labels: [new Map()], switches: [], functionName: null };
  p.openScope();
  for (const { name, symbol: param } of params) if (name) p.bind(name, param);
  const block = parseBlock(p);
  const undefinedLabel = p.function ? [...p.function.labels[0]!.values()].find((l) => !l.defined) : undefined;
  if (undefinedLabel) p.fail('type', `label '${undefinedLabel.name}' is used but not defined`, at);
  if (p.failure) return;
  p.closeScope();
  p.function = null;
  sink.defineFunction({
    kind: 'function-definition',
    symbol,
    params: params.map((param) => param.symbol),
    body: block,
    variableTypes,
    at,
    end: block.end,
  });
}

/** K&R: the declarations between the list of names and the body give the parameters their types. */
function parseOldStyle(p: Parser, names: readonly Name[]): DeclaredParameter[] {
  const declared = new Map<Name, ObjectSymbol>();
  while (p.startsType() && !p.failure) {
    const spec = parseSpecifiers(p);
    while (!p.at(T.Semicolon) && !p.at(T.End)) {
      const d = beginDeclarator(p, spec);
      if (d.name) declared.set(d.name, parameterSymbol(p, d.name, adjustParameter(p, d.type), d.at));
      if (!p.accept(T.Comma)) break;
    }
    p.expect(T.Semicolon, "';'");
  }
  return names.map((name) => {
    return { name, symbol: declared.get(name) ?? parameterSymbol(p, name, p.types.int, p.start()) };
  });
}

/** A definition without prototype is called with promoted arguments; an earlier prototype remains valid. */
function checkOldStyle(p: Parser, symbol: FunctionSymbol, params: readonly DeclaredParameter[]): void {
  if (symbol.type.params) return;
  const promoted = params.map(({ symbol: param }) => {
    const ref = { kind: 'variable', symbol: param, type: param.type, at: param.at, end: param.at } as const;
    const type = param.type === p.types.float ? p.types.double : promotedType(p.types, ref);
    return { name: param.name, type };
  });
  symbol.type = new FunctionType(symbol.type.result, null, false, promoted);
}

/** Where to continue after a failed external declaration: after its `;`, or after the braces of its body. */
function endOfExternal(p: Parser, start: number): number {
  const { kinds, tokens } = p;
  let i = start;
  while (i < tokens.count - 1) {
    const kind = kinds[i]!;
    if (kind === T.Semicolon) return i + 1;
    if (kind === T.LeftBrace) {
      i = skipBalanced(kinds, i, tokens.count);
      if (!continuesBehindBrace(kinds[i]!)) return i;
    } else if (kind === T.LeftParen || kind === T.LeftBracket) i = skipBalanced(kinds, i, tokens.count);
    else i++;
  }
  return tokens.count - 1;
}

const continuesBehindBrace = (kind: T): boolean =>
  kind === T.Semicolon ||
  kind === T.Comma ||
  kind === T.Star ||
  kind === T.Identifier ||
  kind === T.Attribute ||
  kind === T.Equal;
