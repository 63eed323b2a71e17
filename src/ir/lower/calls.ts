// Calls, and the builtins that are calls in form only.
// Code after a call that does not return is unreachable.

import type * as ast from '../../frontend/ast.js';
import type { FunctionType } from '../../types/types.js';
import { formatPosition, specialSymbol } from '../formats.js';
import type { Callee, Expr, Place } from '../instr.js';
import { type FunctionSymbol, symbolOf } from '../program.js';
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
    ? { kind: 'direct', function: directCallee(b, direct, e), type }
    : { kind: 'indirect', pointer: lowerValue(b, e.callee), type };
  const args = e.args.map((arg) => lowerValue(b, arg));
  b.emit({ kind: 'call', result, callee, args, at, end });
  if (direct?.attributes.noreturn) b.terminate({ kind: 'unreachable', at, end });
}

/** `printf("%s", p)` ⟶ a call of `printf%s`: see formats.ts. */
function directCallee(b: FunctionBuilder, direct: ast.FunctionSymbol, { args }: ast.Call): FunctionSymbol {
  const plain = b.functionOf(direct);
  const position = direct.linkage === 'external' ? formatPosition(symbolOf(plain)) : null;
  const format = position === null ? undefined : args[position];
  const texts = format ? literalsIn(format) : null;
  if (!texts) return plain;
  const types = args.map((arg) => arg.type);
  const special = specialSymbol(symbolOf(plain), texts, types, b.unit.types);
  return special === null ? plain : b.unit.specialCase(plain, special);
}

/** The string literals that may be the value of the expression; null if something else may be. */
function literalsIn(e: ast.Expr): string[] | null {
  if (e.kind === 'cast') return literalsIn(e.operand);
  if (e.kind === 'conditional' && e.then) {
    const [yes, no] = [literalsIn(e.then), literalsIn(e.else)];
    return yes && no && [...yes, ...no];
  }
  const literal = e.kind === 'decay' && e.operand.kind === 'string' ? e.operand : null;
  if (literal?.type.element.size !== 1) return null;
  return [Buffer.from(literal.bytes).toString('latin1').split('\0')[0]!];
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
