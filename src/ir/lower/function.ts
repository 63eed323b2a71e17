// A function: parameters, the body, the simplified graph.
// Falling off the end returns; from `main` it returns 0.

import type { FunctionDefinition } from '../../frontend/ast.js';
import type { Block, Expr } from '../instr.js';
import type { FunctionBody, FunctionSymbol, LocalVariable } from '../program.js';
import type { FunctionBuilder } from './builder.js';
import { converted, loadVariable, variablePlace } from './expressions.js';
import { evaluateLengths } from './places.js';
import { lowerStatement } from './statements.js';

export function lowerFunction(
  b: FunctionBuilder,
  definition: FunctionDefinition,
  symbol: FunctionSymbol,
): FunctionBody {
  const { at, end } = definition;
  const { result } = definition.symbol.type;
  b.returnsValue = result.kind !== 'void';
  const params = receiveParameters(b, definition);
  b.fullExpression(at, () => evaluateLengths(b, definition.variableTypes, at));
  b.openScope();
  for (const statement of definition.body.body) lowerStatement(b, statement);
  if (b.hasCleanups()) b.endScopes(b.scope, null, end - 1);
  const zero: Expr = { kind: 'int', value: 0n, type: result.unqualified, at: end - 1, end };
  const value = symbol.name === 'main' && result.kind === 'int' ? zero : null;
  b.terminate({ kind: 'return', value, at: end - 1, end });
  b.resolveGotos();
  b.resolveComputed();
  const blocks: readonly Block[] = b.finish();
  const { source } = b.unit;
  const order = b.unordered.length > 0 ? { unordered: b.unordered } : {};
  return { symbol, params, variables: b.variables, blocks, entry: blocks[0]!, ...order, source, at, end };
}

/** Parameters of an old-style definition arrive promoted and are converted first. */
function receiveParameters(b: FunctionBuilder, definition: FunctionDefinition): LocalVariable[] {
  const { arriving } = definition.symbol.type;
  const params = definition.params.map((p, i) => {
    const type = arriving?.[i]?.type ?? p.type;
    return b.addVariable('parameter', p.name, type, p.at, { addressTaken: p.addressTaken });
  });
  definition.params.forEach((p, i) => {
    const arrived = params[i]!;
    if (arrived.type.unqualified === p.type.unqualified) {
      b.bindLocal(p, arrived);
      return;
    }
    const { at, addressTaken } = p;
    const local = b.addVariable('local', p.name, p.type, at, { addressTaken });
    b.bindLocal(p, local);
    const value = converted(loadVariable(arrived, at, at), p.type);
    b.emit({ kind: 'assign', place: variablePlace(local, at, at), value, at, end: at });
  });
  return params;
}
