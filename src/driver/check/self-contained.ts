// Whether a function depends on what ran before it: an engine that begins there assumes the initial values of variables.
// Checked before a proof from a function may drop a finding about it.

import { reachableFrom } from '../../engines/shared/reachable-functions.js';
import { outlineIn, type Program } from '../../ir/link.js';
import type { FunctionSymbol, GlobalVariable } from '../../ir/program.js';
import { CONST } from '../../types/types.js';

/** Neither the function nor its callees read a variable of static storage that can change. */
export function isSelfContained(program: Program, f: FunctionSymbol): boolean {
  const fixed = (g: GlobalVariable) => g.literal || program.isNeverChanged(g) || isConstant(program.variableOf(g));
  return [...reachableFrom(program, f)].every((g) => outlineIn(g).variables.every(fixed));
}

const isConstant = ({ type, defined }: GlobalVariable): boolean => {
  const element = type.kind === 'array' ? type.element : type;
  return defined && (element.quals & CONST) !== 0;
};
