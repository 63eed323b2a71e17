// Does what a function does depend on what ran before it? An engine that begins there finds variables as they are at the start.
// Asked before a proof that begins at a function may drop a finding about it.

import { reachableFrom } from '../../engines/shared/reachable-functions.js';
import { outlineIn, type Program } from '../../ir/link.js';
import type { FunctionSymbol, GlobalVariable } from '../../ir/program.js';
import { CONST } from '../../types/types.js';

/** No variable of static storage that can change is looked at by the function or by what it calls. */
export function isSelfContained(program: Program, f: FunctionSymbol): boolean {
  const fixed = (g: GlobalVariable) => g.literal || program.isNeverChanged(g) || isConstant(program.variableOf(g));
  return [...reachableFrom(program, f)].every((g) => outlineIn(g).variables.every(fixed));
}

const isConstant = ({ type, defined }: GlobalVariable): boolean => {
  const element = type.kind === 'array' ? type.element : type;
  return defined && (element.quals & CONST) !== 0;
};
