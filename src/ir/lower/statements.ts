// Statements: structured control flow to blocks, scopes to scope ends.
// One function per kind of statement, in a table that the compiler checks for completeness.

import type * as ast from '../../frontend/ast.js';
import { isVariable } from '../../types/questions.js';
import type { Expr, Place } from '../instr.js';
import type { FunctionBuilder, JumpTarget } from './builder.js';
import { branchFully } from './conditions.js';
import { keep, loadVariable, lowerEffect, lowerValue, stable, variablePlace } from './expressions.js';
import { initializeLocal } from './initializers.js';
import { noteInitializer, noteOrder } from './order.js';
import { evaluateLengths, lowerPlace, sizeOf } from './places.js';
import { LoweringFailure } from './unit.js';

type Handlers = { readonly [K in ast.Stmt['kind']]: (b: FunctionBuilder, s: Extract<ast.Stmt, { kind: K }>) => void };

const handlers: Handlers = {
  compound: (b, s) => {
    b.openScope();
    for (const inner of s.body) lowerStatement(b, inner);
    b.closeScope(s.end - 1);
  },
  expr: (b, s) => {
    noteOrder(b, s.expr);
    b.fullExpression(s.end, () => lowerEffect(b, s.expr));
  },
  decl: lowerDeclaration,
  if: lowerIf,
  while: lowerWhile,
  do: lowerDo,
  for: lowerFor,
  switch: lowerSwitch,
  case: (b, s) => {
    const context = b.switches.at(-1);
    if (!context) throw new LoweringFailure('a case outside of a switch', s.at);
    const block = b.newBlock();
    b.start(block, s.at);
    context.cases.push({ low: s.low, high: s.high, label: s.label, target: block });
    lowerStatement(b, s.body);
  },
  default: (b, s) => {
    const context = b.switches.at(-1);
    if (!context) throw new LoweringFailure('a default outside of a switch', s.at);
    const block = b.newBlock();
    b.start(block, s.at);
    context.default = block;
    lowerStatement(b, s.body);
  },
  label: (b, s) => {
    const target = b.labelOf(s.label);
    b.start(target.block, s.at);
    target.scope = b.scope;
    target.declared = b.scope?.entries.length ?? 0;
    lowerStatement(b, s.body);
  },
  goto: (b, s) => b.gotoLabel(s.label, s.at, s.end),
  'computed-goto': (b, s) => {
    noteOrder(b, s.address);
    const address = lowerValue(b, s.address);
    b.computed.push(b.current);
    b.terminate({ kind: 'computed-goto', address, targets: [], at: s.at, end: s.end });
  },
  break: (b, s) => jump(b, b.breaks.at(-1), s.at),
  continue: (b, s) => jump(b, b.continues.at(-1), s.at),
  return: lowerReturn,
  asm: lowerAsm,
  empty: () => {},
};

export function lowerStatement(b: FunctionBuilder, s: ast.Stmt): void {
  (handlers[s.kind] as (b: FunctionBuilder, s: ast.Stmt) => void)(b, s);
}

function jump(b: FunctionBuilder, target: JumpTarget | undefined, at: number): void {
  if (!target) throw new LoweringFailure('break or continue outside of a loop', at);
  b.endScopes(b.scope, target.scope, at);
  b.goto(target.block, at);
}

// ---- declarations ----------------------------------------------------------------------------------------------

function lowerDeclaration(b: FunctionBuilder, s: ast.DeclStatement): void {
  const { symbol, at, end } = s;
  if (s.initializer && symbol?.storage !== 'static') noteInitializer(b, s.initializer);
  b.fullExpression(end, () => {
    evaluateLengths(b, s.variableTypes, at);
    if (!symbol || symbol.storage === 'static') return;
    if (isVariable(symbol.type)) declareVariableArray(b, symbol, at, end);
    else {
      const { type, addressTaken } = symbol;
      const variable = b.addVariable('local', symbol.name, type, symbol.at, { addressTaken });
      b.bindLocal(symbol, variable);
      b.declare(variable, symbol.cleanup);
      if (s.initializer) initializeLocal(b, variablePlace(variable, at, end), s.initializer);
    }
  });
}

/** `T a[n]` ⟶ `a := __builtin_alloca(n * sizeof(T))`, freed when the scope of `a` ends */
function declareVariableArray(b: FunctionBuilder, symbol: ast.ObjectSymbol, at: number, end: number): void {
  const element = symbol.type.kind === 'array' ? symbol.type.element : symbol.type;
  const pointer = b.types.pointer(isVariable(element) ? b.types.char : element);
  const variable = b.addVariable('local', symbol.name, pointer, symbol.at, { ownsBlock: true });
  b.bindLocal(symbol, variable);
  b.declare(variable, null);
  const callee = b.unit.allocaCallee();
  const args = [sizeOf(b, symbol.type, at, end)];
  b.emit({ kind: 'call', result: variablePlace(variable, at, end), callee, args, at, end });
}

// ---- branches and loops ----------------------------------------------------------------------------------------

function lowerIf(b: FunctionBuilder, first: ast.IfStatement): void {
  const join = b.newBlock();
  let s: ast.IfStatement = first;
  for (;;) {
    const yes = b.newBlock();
    const no = b.newBlock();
    branchFully(b, s.condition, yes, no);
    b.resume(yes);
    lowerStatement(b, s.then);
    b.goto(join, s.then.end);
    b.resume(no);
    if (!s.else) break;
    if (s.else.kind !== 'if') {
      lowerStatement(b, s.else);
      break;
    }
    s = s.else;
  }
  b.start(join, s.end);
}

function lowerLoop(b: FunctionBuilder, exit: JumpTarget['block'], next: JumpTarget['block'], body: ast.Stmt): void {
  b.breaks.push({ block: exit, scope: b.scope });
  b.continues.push({ block: next, scope: b.scope });
  lowerStatement(b, body);
  b.breaks.pop();
  b.continues.pop();
}

function lowerWhile(b: FunctionBuilder, s: ast.WhileStatement): void {
  const [head, body, exit] = [b.newBlock(), b.newBlock(), b.newBlock()];
  b.start(head, s.at);
  branchFully(b, s.condition, body, exit);
  b.resume(body);
  lowerLoop(b, exit, head, s.body);
  b.goto(head, s.end);
  b.resume(exit);
}

function lowerDo(b: FunctionBuilder, s: ast.DoStatement): void {
  const [body, test, again, exit] = [b.newBlock(), b.newBlock(), b.newBlock(), b.newBlock()];
  b.start(body, s.at);
  lowerLoop(b, exit, test, s.body);
  b.start(test, s.condition.at);
  branchFully(b, s.condition, again, exit);
  b.resume(again);
  b.goto(body, s.end);
  b.resume(exit);
}

function lowerFor(b: FunctionBuilder, s: ast.ForStatement): void {
  b.openScope();
  for (const init of s.init) lowerStatement(b, init);
  const [head, body, next, exit] = [b.newBlock(), b.newBlock(), b.newBlock(), b.newBlock()];
  b.start(head, s.at);
  if (s.condition) branchFully(b, s.condition, body, exit);
  else b.goto(body, s.at);
  b.resume(body);
  lowerLoop(b, exit, next, s.body);
  b.start(next, s.end);
  const { step } = s;
  if (step) noteOrder(b, step);
  if (step) b.fullExpression(step.end, () => lowerEffect(b, step));
  b.goto(head, s.end);
  b.resume(exit);
  b.closeScope(s.end - 1);
}

function lowerSwitch(b: FunctionBuilder, s: ast.SwitchStatement): void {
  const { at, end } = s;
  noteOrder(b, s.value);
  const value = b.fullExpression(s.value.end, () => {
    const selected = lowerValue(b, s.value);
    return b.temporaries.length > 0 ? stable(b, selected) : selected;
  });
  const exit = b.newBlock();
  const dispatch = b.current;
  b.current = b.newBlock();
  b.switches.push({ cases: [], default: null });
  b.breaks.push({ block: exit, scope: b.scope });
  lowerStatement(b, s.body);
  b.breaks.pop();
  const { cases, default: otherwise } = b.switches.pop()!;
  b.start(exit, end);
  dispatch.terminator = { kind: 'switch', value, cases, default: otherwise ?? exit, at, end: s.value.end };
}

// ---- leaving ---------------------------------------------------------------------------------------------------

function lowerReturn(b: FunctionBuilder, s: ast.ReturnStatement): void {
  const { at, end } = s;
  let value: Expr | null = null;
  if (s.value) noteOrder(b, s.value);
  if (s.value && s.value.type.kind === 'void') lowerEffect(b, s.value);
  else if (s.value) value = lowerValue(b, s.value);
  if (b.hasCleanups()) {
    if (value) value = stable(b, value);
    b.endScopes(b.scope, null, at);
  }
  b.terminate({ kind: 'return', value: b.returnsValue ? value : null, at, end });
}

function lowerAsm(b: FunctionBuilder, s: ast.AsmStatement): void {
  const { at, end, text, clobbersMemory } = s;
  for (const e of [...s.outputs, ...s.inputs]) noteOrder(b, e);
  b.fullExpression(end, () => {
    const outputs: Place[] = s.outputs.map((e) => lowerPlace(b, e));
    const inputs: Expr[] = s.inputs.map((e) => lowerValue(b, e));
    b.emit({ kind: 'asm', text, outputs, inputs, clobbersMemory, at, end });
  });
  if (s.labels.length === 0) return;
  const next = b.newBlock();
  const targets = [next, ...s.labels.map((label) => b.labelOf(label).block)];
  b.terminate({ kind: 'choose', targets, at, end });
  b.resume(next);
}

/** `({ … e; })`: the value is kept in a temporary before the scope of the block ends. */
export function lowerStatementExpr(b: FunctionBuilder, e: ast.StatementExpr): Expr | null {
  const { at, end } = e;
  b.openScope();
  for (const s of e.body.body) lowerStatement(b, s);
  let value: Expr | null = null;
  if (e.result) {
    noteOrder(b, e.result);
    if (e.result.type.kind === 'void') lowerEffect(b, e.result);
    else value = loadVariable(keep(b, lowerValue(b, e.result)), at, end);
  }
  b.closeScope(end);
  return value;
}
