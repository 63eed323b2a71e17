// Arguments that a variadic function does not name: a model says nothing of them, so such a call is an unknown one.
// What `ioctl(fd, request, p)`, or `printf` with a format that is not a literal, does to memory no model can say.

import type { CallInstr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { isModel } from '../../models/origin.js';

/** The definition that describes all effects of a call of `f`; null if there is none: the call is unknown. */
export function definitionFor(program: Program, f: FunctionSymbol, call: CallInstr): FunctionSymbol | null {
  const definition = program.definitionOf(f);
  return definition && isModel(definition) && hasUnknownEffects(definition, call) ? null : definition;
}

/** May the call do what the model does not say? A number as wide as an address may be one. */
export function hasUnknownEffects({ type, attributes }: FunctionSymbol, { args }: CallInstr): boolean {
  if (!type.variadic) return false;
  const unnamed = args.slice(type.params?.length ?? 0);
  return attributes.format !== null || unnamed.some((arg) => arg.type.kind === 'pointer' || arg.type.size >= 8);
}
