// Describes in words what was inferred for each function: the shape of the result.
// Reads the stable states of a finished analysis; for `prove` and `shapes`.

import { isInModel } from '../../models/origin.js';
import type { FunctionSummary } from '../engine.js';
import { type Analysis, type Picture, resultAt } from './analysis.js';
import { describeShapes } from './explain.js';
import { mergePictures } from './fixpoint.js';
import { isBottom } from './paper/state.js';

/** Every function in all its contexts, except those without anything to report. */
export function summarise(run: Analysis): FunctionSummary[] {
  const sentences = new Map<string, Set<string>>();
  for (const album of run.pictures.values()) {
    const picture = mergePictures(run.k, album);
    const said = sentences.get(picture.function) ?? new Set();
    for (const sentence of describePicture(run, picture)) said.add(sentence);
    sentences.set(picture.function, said);
  }
  return [...sentences].flatMap(([name, said]): FunctionSummary[] => {
    const symbol = run.program.functionNamed(name);
    return symbol && said.size > 0 ? [{ function: symbol, sentences: [...said] }] : [];
  });
}

function describePicture(run: Analysis, { function: name, depth, exit }: Picture): string[] {
  const body = run.program.functionNamed(name)?.body;
  if (!body || isInModel(body.source) || isBottom(exit)) return [];
  const result = resultAt(run.k, depth);
  return describeShapes(run.k, exit, (id) => (id === result ? 'returns' : null));
}
