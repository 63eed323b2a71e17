// Control flow that no engine follows by itself, rewritten to calls and branches: long jumps, threads that are waited for.
// Between the linked program and the engines that prove; what cannot be rewritten stays, and is open for every engine.

import type { Span } from '../../base/source.js';
import type { Program } from '../../ir/link.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import type { Obligation } from '../engine.js';
import { because } from '../reason.js';
import { siteIn } from './frames.js';
import { PROPERTIES } from './ledger.js';
import { reachableFrom } from './reachable-functions.js';

export interface Followed {
  readonly program: Program;
  readonly entry: FunctionSymbol;
  /** The counterpart of a unit; null if the program is the same. */
  readonly unitOf: ((unit: Unit) => Unit) | null;
  /** What is left, and why. */
  readonly open: readonly Obligation[];
}

export const NOTHING_OPEN: readonly Obligation[] = [];

export const leftOpen = ({ body }: FunctionSymbol, at: Span, text: string): Obligation[] =>
  PROPERTIES.map((property) => ({
    property,
    site: siteIn(body!, at),
    status: 'unknown',
    reason: because('unsupported', text),
  }));

/** Functions that executions from the entry may reach, also those that a pointer of another type leads to. */
export function universeOf(program: Program, entry: FunctionSymbol): Set<FunctionSymbol> {
  const addressed = program.units.flatMap((unit) => unit.functions.filter((f) => f.addressTaken));
  return new Set([entry, ...addressed].flatMap((f) => [...reachableFrom(program, f)]));
}
