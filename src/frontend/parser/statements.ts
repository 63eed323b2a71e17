// Statements, labels and inline assembly.
// Else-if chains are parsed in a loop, so that long ones do not nest.

import { isInteger, isScalar } from '../../types/questions.js';
import type { AsmStatement, CompoundStatement, Expr, IfStatement, LabelSymbol, Stmt } from '../ast.js';
import { T } from '../tokens.js';
import { wrapTo } from '../typecheck/constant.js';
import { convertAssigned, decay, promote } from '../typecheck/conversions.js';
import { parseAttributeStatement, parseDeclaration } from './declarations.js';
import { parseConstant, parseExpression } from './expressions.js';
import { type FunctionContext, type Parser, skipBalanced } from './parser.js';

/** compound-statement: `{` ( declaration | statement )* `}` in a scope of its own */
export function parseCompound(p: Parser): CompoundStatement {
  p.openScope();
  const block = parseBlock(p);
  p.closeScope();
  return block;
}

/** The same in the current scope (a function's, with its parameters). */
export function parseBlock(p: Parser): CompoundStatement {
  const at = p.start();
  const body: Stmt[] = [];
  p.expect(T.LeftBrace, "'{'");
  const labels = p.function!.labels.length;
  while (!p.at(T.RightBrace) && !p.at(T.End)) parseBlockItem(p, body);
  p.expect(T.RightBrace, "'}'");
  p.function?.labels.splice(labels);
  return { kind: 'compound', body, at, end: p.lastEnd() };
}

function parseBlockItem(p: Parser, into: Stmt[]): void {
  const kind = p.resolveContextual();
  if (kind === T.Label) return parseLabelDeclaration(p);
  if (kind === T.Identifier && p.peek(1) === T.Colon) {
    into.push(parseStatement(p));
    return;
  }
  if (kind === T.Attribute || (kind === T.LeftBracket && p.peek(1) === T.LeftBracket)) {
    const start = p.pos;
    parseAttributeStatement(p);
    if (p.at(T.Semicolon)) p.pos++;
    else if (p.startsType()) {
      p.pos = start;
      parseDeclaration(p, into);
    }
    return;
  }
  if (kind === T.StaticAssert || p.startsType()) parseDeclaration(p, into);
  else into.push(parseStatement(p));
}

/** GNU `__label__ a, b;`: labels local to this block */
function parseLabelDeclaration(p: Parser): void {
  p.pos++;
  const table = new Map<string, LabelSymbol>();
  do {
    if (p.at(T.Identifier)) table.set(p.name().text, { name: p.name().text, defined: false, addressTaken: false });
    p.expect(T.Identifier, 'a label');
  } while (p.accept(T.Comma));
  p.expect(T.Semicolon, "';'");
  p.function?.labels.push(table);
}

/** The label of this name in the innermost block that declares it, else in the function. */
export function labelNamed(f: FunctionContext, name: string): LabelSymbol {
  for (let i = f.labels.length - 1; i > 0; i--) {
    const label = f.labels[i]!.get(name);
    if (label) return label;
  }
  const outermost = f.labels[0]!;
  let label = outermost.get(name);
  if (!label) {
    label = { name, defined: false, addressTaken: false };
    outermost.set(name, label);
  }
  return label;
}

export function parseStatement(p: Parser): Stmt {
  const at = p.start();
  if (!p.enter()) return { kind: 'empty', at, end: at };
  const statement = parseStatementOf(p, p.resolveContextual(), at);
  p.leave();
  return statement;
}

function parseStatementOf(p: Parser, kind: T, at: number): Stmt {
  switch (kind) {
    case T.LeftBrace:
      return parseCompound(p);
    case T.Semicolon:
      p.pos++;
      return { kind: 'empty', at, end: p.lastEnd() };
    case T.If:
      return parseIf(p);
    case T.While: {
      p.pos++;
      const condition = parseCondition(p);
      const body = parseStatement(p);
      return { kind: 'while', condition, body, at, end: p.lastEnd() };
    }
    case T.Do: {
      p.pos++;
      const body = parseStatement(p);
      p.expect(T.While, "'while'");
      const condition = parseCondition(p);
      p.expect(T.Semicolon, "';'");
      return { kind: 'do', body, condition, at, end: p.lastEnd() };
    }
    case T.For:
      return parseFor(p);
    case T.Switch:
      return parseSwitch(p);
    case T.Case:
      return parseCase(p);
    case T.Default: {
      p.pos++;
      p.expect(T.Colon, "':'");
      return { kind: 'default', body: parseLabelled(p), at, end: p.lastEnd() };
    }
    case T.Goto:
      return parseGoto(p);
    case T.Break:
    case T.Continue:
      p.pos++;
      p.expect(T.Semicolon, "';'");
      return { kind: kind === T.Break ? 'break' : 'continue', at, end: p.lastEnd() };
    case T.Return:
      return parseReturn(p);
    case T.Asm:
      return parseAsm(p);
    case T.Try:
      p.fail('unsupported-c', "Microsoft's exceptions (__try) are not supported", at);
      return { kind: 'empty', at, end: at };
    case T.Attribute: {
      parseAttributeStatement(p);
      return parseStatement(p);
    }
    case T.LeftBracket:
      parseAttributeStatement(p);
      return parseStatement(p);
    case T.Identifier:
      if (p.peek(1) === T.Colon) return parseLabel(p);
  }
  const expr = parseExpression(p);
  p.expect(T.Semicolon, "';'");
  return { kind: 'expr', expr, at, end: p.lastEnd() };
}

function parseCondition(p: Parser): Expr {
  p.expect(T.LeftParen, "'('");
  const condition = scalar(p, parseExpression(p));
  p.expect(T.RightParen, "')'");
  return condition;
}

function scalar(p: Parser, e: Expr): Expr {
  const value = decay(p.types, e);
  if (!isScalar(value.type)) p.fail('type', 'the condition is not a scalar', e.at);
  return value;
}

/** if `(` e `)` s ( else if `(` e `)` s )* ( else s )? */
function parseIf(p: Parser): Stmt {
  type Open = { -readonly [K in keyof IfStatement]: IfStatement[K] };
  let root: Open | null = null;
  let last: Open | null = null;
  for (;;) {
    const at = p.start();
    p.pos++;
    const condition = parseCondition(p);
    const then = parseStatement(p);
    const next: Open = { kind: 'if', condition, then, else: null, at, end: p.lastEnd() };
    if (last) last.else = next;
    root ??= next;
    last = next;
    if (!p.accept(T.Else)) return root;
    if (!p.at(T.If)) {
      last.else = parseStatement(p);
      return root;
    }
  }
}

function parseFor(p: Parser): Stmt {
  const at = p.start();
  p.pos++;
  p.expect(T.LeftParen, "'('");
  p.openScope();
  const init: Stmt[] = [];
  if (p.startsType()) parseDeclaration(p, init);
  else if (!p.accept(T.Semicolon)) {
    const expr = parseExpression(p);
    init.push({ kind: 'expr', expr, at: expr.at, end: expr.end });
    p.expect(T.Semicolon, "';'");
  }
  const condition = p.at(T.Semicolon) ? null : scalar(p, parseExpression(p));
  p.expect(T.Semicolon, "';'");
  const step = p.at(T.RightParen) ? null : parseExpression(p);
  p.expect(T.RightParen, "')'");
  const body = parseStatement(p);
  p.closeScope();
  return { kind: 'for', init, condition, step, body, at, end: p.lastEnd() };
}

function parseSwitch(p: Parser): Stmt {
  const at = p.start();
  p.pos++;
  p.expect(T.LeftParen, "'('");
  const value = promote(p.types, decay(p.types, parseExpression(p)));
  p.expect(T.RightParen, "')'");
  if (!isInteger(value.type)) p.fail('type', 'the value of switch is not an integer', at);
  p.function!.switches.push(value.type);
  const body = parseStatement(p);
  p.function?.switches.pop();
  return { kind: 'switch', value, body, at, end: p.lastEnd() };
}

/** case e ( `...` e )? `:` statement */
function parseCase(p: Parser): Stmt {
  const at = p.start();
  p.pos++;
  const first = p.start();
  const low = parseConstant(p, 'the value of a case');
  const high = p.accept(T.Ellipsis) ? parseConstant(p, 'the value of a case') : low;
  const label = { at: first, end: p.lastEnd() };
  p.expect(T.Colon, "':'");
  const type = p.function?.switches.at(-1);
  if (!type || low === null || high === null) {
    p.fail('syntax', 'a case outside of a switch', at);
    return { kind: 'empty', at, end: at };
  }
  const body = parseLabelled(p);
  return { kind: 'case', low: wrapTo(low, type), high: wrapTo(high, type), label, body, at, end: p.lastEnd() };
}

/** The statement after a label; C23 and GNU allow none, or a declaration. */
function parseLabelled(p: Parser): Stmt {
  const at = p.start();
  if (p.at(T.RightBrace)) return { kind: 'empty', at, end: at };
  const kind = p.resolveContextual();
  const plainLabel = kind === T.Identifier && p.peek(1) === T.Colon;
  if (!plainLabel && kind !== T.Attribute && kind !== T.LeftBracket && p.startsType()) {
    // The declaration stays in the enclosing block: the cursor does not move.
    return { kind: 'empty', at, end: at };
  }
  return parseStatement(p);
}

function parseLabel(p: Parser): Stmt {
  const at = p.start();
  const label = labelNamed(p.function!, p.name().text);
  p.pos += 2;
  if (p.at(T.Attribute)) parseAttributeStatement(p);
  label.defined = true;
  const body = p.at(T.Semicolon) && p.kinds[p.pos - 1] !== T.Colon ? parseStatement(p) : parseLabelled(p);
  return { kind: 'label', label, body, at, end: p.lastEnd() };
}

function parseGoto(p: Parser): Stmt {
  const at = p.start();
  p.pos++;
  if (p.accept(T.Star)) {
    const address = decay(p.types, parseExpression(p));
    p.expect(T.Semicolon, "';'");
    return { kind: 'computed-goto', address, at, end: p.lastEnd() };
  }
  const name = p.name().text;
  p.expect(T.Identifier, 'a label');
  p.expect(T.Semicolon, "';'");
  if (p.failure) return { kind: 'empty', at, end: at };
  return { kind: 'goto', label: labelNamed(p.function!, name), at, end: p.lastEnd() };
}

function parseReturn(p: Parser): Stmt {
  const at = p.start();
  p.pos++;
  const { result } = p.function!;
  let value: Expr | null = null;
  if (!p.at(T.Semicolon)) {
    const e = parseExpression(p);
    if (result.kind === 'void') value = e;
    else {
      value = convertAssigned(p.types, e, result);
      if (!value) p.fail('type', 'the value does not fit the type of the function', e.at);
    }
  }
  p.expect(T.Semicolon, "';'");
  return { kind: 'return', value, at, end: p.lastEnd() };
}

// ---- statement expressions and assembly ------------------------------------------------------------------------

/** The expression of the last statement, without its labels; a jump to one of these reaches the value. */
function lastValue(last: Stmt | undefined): { readonly before: readonly Stmt[]; readonly expr: Expr } | null {
  if (last?.kind === 'expr') return { before: [], expr: last.expr };
  if (last?.kind !== 'label' && last?.kind !== 'case' && last?.kind !== 'default') return null;
  const inner = lastValue(last.body);
  const body: Stmt = { kind: 'empty', at: last.body.at, end: last.body.at };
  return inner && { before: [{ ...last, body }, ...inner.before], expr: inner.expr };
}

/** GNU `({ … })`: the value is that of the last statement, if it is an expression. */
export function parseStatementExpr(p: Parser): Expr {
  const at = p.start();
  if (!p.function) {
    p.fail('syntax', 'a statement expression outside of a function', at);
    return { kind: 'int', value: 0n, type: p.types.int, at, end: at };
  }
  p.pos++;
  const block = parseCompound(p);
  p.expect(T.RightParen, "')'");
  const last = lastValue(block.body.at(-1));
  const result = last && decay(p.types, last.expr);
  const body = last ? { ...block, body: [...block.body.slice(0, -1), ...last.before] } : block;
  const type = result ? result.type.unqualified : p.types.void;
  return { kind: 'statement-expr', body, result, type, at, end: p.lastEnd() };
}

/** asm qualifiers `(` text ( `:` outputs ( `:` inputs ( `:` clobbers ( `:` labels )? )? )? )? `)` `;` */
function parseAsm(p: Parser): AsmStatement {
  const at = p.start();
  p.pos++;
  while (p.at(T.Volatile) || p.at(T.Inline) || p.at(T.Goto)) p.pos++;
  if (!p.at(T.LeftParen)) p.fail('unsupported-c', "Microsoft's inline assembly is not supported", at);
  const open = p.pos;
  p.expect(T.LeftParen, "'('");
  const close = p.failure ? p.pos : skipBalanced(p.kinds, open, p.tokens.count) - 1;
  let text = '';
  for (; p.at(T.String); p.pos++) text += p.text().slice(1, -1);
  const outputs: Expr[] = [];
  const inputs: Expr[] = [];
  const labels: LabelSymbol[] = [];
  // The lexer has no token `::`, so each colon is one section.
  let clobbersMemory = p.at(T.RightParen);
  let section = 0;
  while (p.pos < close && !p.failure) {
    if (p.accept(T.Colon)) section++;
    else if (p.accept(T.Comma)) continue;
    else if (section === 1) outputs.push(parseOperand(p));
    else if (section === 2) inputs.push(decay(p.types, parseOperand(p)));
    else if (section === 3) {
      clobbersMemory ||= p.text() === '"memory"';
      p.pos++;
    } else {
      if (p.at(T.Identifier) && section === 4) labels.push(labelNamed(p.function!, p.name().text));
      p.pos++;
    }
  }
  p.expect(T.RightParen, "')'");
  p.expect(T.Semicolon, "';'");
  return { kind: 'asm', text, outputs, inputs, clobbersMemory, labels, at, end: p.lastEnd() };
}

/** ( `[` name `]` )? constraint `(` e `)` */
function parseOperand(p: Parser): Expr {
  if (p.at(T.LeftBracket)) p.pos = skipBalanced(p.kinds, p.pos, p.tokens.count);
  while (p.at(T.String)) p.pos++;
  p.expect(T.LeftParen, "'('");
  const e = parseExpression(p);
  p.expect(T.RightParen, "')'");
  return e;
}
