// Which functions have callers that the analysis does not see: code outside the program, or calls that are not followed.
// Asked by result.ts for the judgement of latent findings, when all functions have been analysed.

import { hasBody, outlineIn, type Program } from '../../ir/link.js';
import { type FunctionSymbol, symbolOf } from '../../ir/program.js';
import { isModel } from '../../models/origin.js';
import { MOST_TARGETS } from './domain/globals.js';

/**
 * known      every call is a call by name or through a pointer whose few targets are known, in a function of the program
 * strangers  besides, other programs may call it: it is external, and there is no main
 * unknown    there may be other calls, or there are none
 */
export type Callers = 'known' | 'strangers' | 'unknown';

export function callersIn(program: Program): (f: FunctionSymbol) => Callers {
  const { seen, unseen } = callsIn(program);
  return (f) => {
    if (f.name === 'main' || unseen.has(f) || !seen.has(f) || program.isGivenAway(f)) return 'unknown';
    return f.linkage === 'external' && !program.isExecutable ? 'strangers' : 'known';
  };
}

interface Calls {
  /** The functions that analysed functions call in a way that is followed. */
  readonly seen: ReadonlySet<FunctionSymbol>;
  readonly unseen: ReadonlySet<FunctionSymbol>;
}

/** What evidence says of a function goes by its name: of several functions with one name, nothing is known. */
function callsIn(program: Program): Calls {
  const seen = new Set<FunctionSymbol>();
  const unseen = new Set<FunctionSymbol>();
  const names = new Map<string, FunctionSymbol>();
  for (const f of program.defined()) {
    const { name, attributes } = f;
    const other = names.get(name);
    if (other) for (const one of [f, other]) unseen.add(one);
    names.set(name, f);
    if (attributes.constructor || attributes.destructor || symbolOf(f) !== name) unseen.add(f);
    const { called, pointers } = outlineIn(f);
    for (const { functions, isFollowed } of [
      { functions: called, isFollowed: true },
      ...pointers
        .map((pointer) => program.targetsThrough(pointer))
        .map(({ functions }) => ({ functions, isFollowed: functions.length <= MOST_TARGETS })),
    ])
      for (const callee of functions) {
        const definition = program.definitionOf(callee);
        if (definition && definition !== f) (isFollowed && !isModel(f) ? seen : unseen).add(definition);
      }
  }
  for (const unit of program.units)
    for (const f of unit.functions) {
      const target = f.attributes.alias && !hasBody(f) ? program.definitionOf(f) : null;
      if (target) unseen.add(target);
    }
  return { seen, unseen };
}
