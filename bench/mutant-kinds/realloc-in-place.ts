// Mutants that overwrite the only pointer to a block with the result of `realloc`: a failure loses the block.

import { printPlace } from '../../src/ir/print.js';
import { type FunctionBody, symbolOf } from '../../src/ir/program.js';
import { callsIn, endsProgram, loadIn, nullTestOf, originOf, textOf } from './code.js';
import type { MutationKind } from './kind.js';

/**
 * `new = realloc(p, n)` with a test of `new` becomes `new = (p = realloc(p, n))`. Not if `p` is a parameter: the caller
 * still has the pointer.
 */
export const reallocInPlace: MutationKind = {
  name: 'realloc-in-place',
  rules: ['leak'],
  editsIn: (body, { effects }) =>
    callsIn(body).flatMap((call) => {
      const { at, end, args, result } = call;
      const old = args[0] && loadIn(args[0]);
      const isRealloc = effects.targetsOf(call).some((f) => /^realloc(array)?$/.test(symbolOf(f)));
      if (!isRealloc || !old || !result || printPlace(result) === originOf(old)) return [];
      if (old.place.kind === 'var' && old.place.variable.kind === 'parameter') return [];
      if (!isTested(body, printPlace(result))) return [];
      return [{ at, end, put: `(${textOf(body, old)} = ${textOf(body, call)})` }];
    }),
};

/** Is there a null test of the place after which the program continues? */
const isTested = ({ blocks }: FunctionBody, place: string): boolean =>
  blocks.some((block) => {
    const test = nullTestOf(block);
    return test !== null && originOf(test.pointer) === place && !endsProgram(test.null);
  });
