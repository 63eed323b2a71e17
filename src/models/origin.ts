// Whose code it is: a model's, which stands for a function that nobody sees, or the program's own.
// What happens in a model is told where the program calls it; what the program defines itself needs no model.

import type { SourceText } from '../base/source.js';
import { PackedFunction } from '../ir/pack/open.js';
import type { FunctionSymbol } from '../ir/program.js';
import { MODELS } from './load.js';

export const isInModel = ({ name }: Pick<SourceText, 'name'>): boolean => name.startsWith(MODELS);

/** Is the function defined by a model? That is known of a packed one before its body is read. */
export function isModel(f: FunctionSymbol): boolean {
  if (f instanceof PackedFunction) return isInModel(f.unit.table);
  return f.body !== null && isInModel(f.body.source);
}

/** Does the program define it itself, whatever its name? */
export const isOwn = (f: FunctionSymbol | null): f is FunctionSymbol => f !== null && f.body !== null && !isModel(f);

const INPUT = '__VERIFIER_nondet_';

/** Is it an input of a verification task: any value of the type of its result, unless the program defines it? */
export const isInput = (name: string): boolean => name.startsWith(INPUT);
