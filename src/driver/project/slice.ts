// The slice of a program around one function: the function, and callees whose bodies are followed with it, up to a size.
// What function-prover.ts asks an engine about; calls that leave the slice are assumptions of the answer.

import { outlineIn, type Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { isModel } from '../../models/origin.js';

export interface SliceSize {
  /** Instructions of one callee, and of all together. */
  readonly callee: number;
  readonly all: number;
}

/** Callees of callees come after all callees, so that the nearest are followed. Models are followed whatever their size. */
export function sliceAround(
  program: Program,
  entry: FunctionSymbol,
  { callee, all }: SliceSize,
): ReadonlySet<FunctionSymbol> {
  const slice = new Set([entry]);
  let left = all;
  for (const f of slice)
    for (const called of outlineIn(f).called) {
      const definition = program.definitionOf(called);
      if (!definition || slice.has(definition)) continue;
      const size = isModel(definition) ? 0 : outlineIn(definition).instructions;
      if (size > callee || size > left) continue;
      left -= size;
      slice.add(definition);
    }
  return slice;
}
