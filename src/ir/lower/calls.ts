// Calls, and the builtins that are calls in form only.
// Code after a call that does not return is unreachable.

import type * as ast from '../../frontend/ast.js';
import type { FunctionType } from '../../types/types.js';
import { formattedArguments, isLiteral } from '../formats.js';
import type { Callee, Expr, Place } from '../instr.js';
import type { FunctionBuilder } from './builder.js';
import { loadVariable, lowerValue, variablePlace } from './expressions.js';

/** `result := callee(args)` */
export function lowerCall(b: FunctionBuilder, e: ast.Call, result: Place | null): void {
  const { at, end } = e;
  const direct = e.callee.kind === 'decay' && e.callee.operand.kind === 'function' ? e.callee.operand.symbol : null;
  if (direct?.name === '__builtin_unreachable') {
    b.terminate({ kind: 'unreachable', at, end });
    return;
  }
  const type = (e.callee.type as { target: FunctionType }).target.unqualified as FunctionType;
  const callee: Callee = direct
    ? { kind: 'direct', function: b.functionOf(direct), type }
    : { kind: 'indirect', pointer: lowerValue(b, e.callee), type };
  const args = e.args.map((arg) => lowerValue(b, arg));
  if (direct) readStrings(b, direct.attributes.label ?? direct.name, args);
  b.emit({ kind: 'call', result, callee, args, at, end });
  if (direct?.attributes.noreturn) b.terminate({ kind: 'unreachable', at, end });
}

/** `printf("%s", p)` ⟶ `__caulk_string(p); printf("%s", p)` */
function readStrings(b: FunctionBuilder, name: string, args: readonly Expr[]): void {
  for (const [arg, conversion] of formattedArguments(name, args) ?? []) {
    if (conversion !== 'string' || arg.type.kind !== 'pointer' || isLiteral(arg)) continue;
    const { at, end } = arg;
    b.emit({ kind: 'call', result: null, callee: b.unit.stringReader(), args: [arg], at, end });
  }
}

/** `va_arg(list, T)` ⟶ `t := __builtin_va_arg(&list)`; the type of the result gives T. */
export function lowerVaArg(b: FunctionBuilder, e: ast.VaArg): Expr {
  const { at, end } = e;
  const result = b.temporary(e.type, at);
  const callee = b.unit.vaArgOf(e.type);
  const args = [lowerValue(b, e.list)];
  b.emit({ kind: 'call', result: variablePlace(result, at, end), callee, args, at, end });
  return loadVariable(result, at, end);
}
