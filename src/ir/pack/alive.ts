// The symbols of a unit that are kept: all except unused definitions from system headers.
// First step of packing; headers of libraries define hundreds of small functions in every unit.

import { type Mentioned, mentionedBy, type Outline, outlineOf } from '../outline.js';
import type { FunctionSymbol, GlobalVariable, Unit } from '../program.js';

export interface Alive {
  /** In the order of the unit. */
  readonly functions: readonly FunctionSymbol[];
  readonly globals: readonly GlobalVariable[];
  /** Outlines of the functions with a body. */
  readonly outlines: ReadonlyMap<FunctionSymbol, Outline>;
  readonly mentioned: ReadonlyMap<GlobalVariable, Mentioned>;
}

/** External functions, functions and variables of the project, and what these mention. */
export function aliveIn(unit: Unit): Alive {
  const reached = new Set<FunctionSymbol | GlobalVariable>();
  for (const f of unit.functions) if (isRoot(unit, f)) reached.add(f);
  for (const g of unit.globals) if (!g.literal && g.defined && !unit.source.inSystemHeader(g.at)) reached.add(g);
  const outlines = new Map<FunctionSymbol, Outline>();
  const mentioned = new Map<GlobalVariable, Mentioned>();
  for (const symbol of reached) {
    if (symbol.kind === 'global') {
      const own = mentionedBy(symbol);
      mentioned.set(symbol, own);
      reach(reached, own);
    } else if (symbol.body) {
      const outline = outlineOf(symbol.body);
      outlines.set(symbol, outline);
      for (const f of outline.called) reached.add(f);
      reach(reached, outline);
    }
  }
  return {
    functions: unit.functions.filter((f) => reached.has(f)),
    globals: unit.globals.filter((g) => reached.has(g)),
    outlines,
    mentioned,
  };
}

function isRoot({ source }: Unit, { body, linkage, attributes }: FunctionSymbol): boolean {
  if (attributes.alias || attributes.constructor || attributes.destructor) return true;
  const isLinked = linkage === 'external' && !attributes.standIn;
  return body !== null && (isLinked || !source.inSystemHeader(body.at));
}

function reach(reached: Set<FunctionSymbol | GlobalVariable>, { mentioned, variables }: Mentioned): void {
  for (const f of mentioned) reached.add(f);
  for (const g of variables) reached.add(g);
}
