// Latent preconditions: the facts about inputs that an alarm depends on. No caller that establishes them, no finding.
// Recorded with the alarm (report.ts), compared with the arguments of calls (established.ts), weighed by judge.ts.

import { ANYTHING } from '../../../numeric/range.js';
import { type Cell, type Fact, makeFact, type State } from './state.js';
import { isKnown, type Symbols } from './symbols.js';

/** Facts about inputs, by symbol. */
export type InputFacts = readonly (readonly [number, Fact])[];

export interface Preconditions {
  /** Facts about parameters and terms of parameters that a caller must allow. */
  readonly possible: InputFacts;
  /** Facts about parameters and members that a caller must know to hold. */
  readonly certain: InputFacts;
}

export const NO_FACTS: InputFacts = [];

const MOST_FACTS = 12;

/** The facts of the path about arguments. */
export function preconditionsIn({ symbols, facts, cells }: State, certain: InputFacts): Preconditions {
  const possible: [number, Fact][] = [];
  for (const [symbol, fact] of facts)
    if (isOfArguments(symbols, symbol, 0) && possible.length < MOST_FACTS) possible.push([symbol, fact]);
  for (const { name, maybeNull } of cells.values())
    if (!maybeNull && symbols.info(name).kind === 'parameter') possible.push([name, NOT_NULL]);
  return { possible, certain };
}

const NOT_NULL: Fact = makeFact(ANYTHING, true);

/** Is the symbol a parameter, or a term of parameters and constants? */
function isOfArguments(symbols: Symbols, symbol: number, depth: number): boolean {
  const info = symbols.info(symbol);
  if (info.kind === 'parameter') return true;
  if (info.kind !== 'term' || depth > 2) return false;
  return [info.left, info.right].every((v) => isKnown(v) || isOfArguments(symbols, v.symbol, depth + 1));
}

/** The key of a latent precondition of a function; `any` if a caller may establish all of them. */
export const preconditionKey = (name: string, index: number | 'any'): string => `${name} ${index}`;

/** Is a cell freed in some outcomes of a call only? */
export const isConditional = ({ freed }: Cell): boolean => freed !== null && freed.conditional !== false;

/** What a caller must know of its inputs for the cell to be freed; null: nothing that it may know says so. */
export function givenFor({ freed }: Cell): InputFacts | null {
  if (!freed?.conditional) return NO_FACTS;
  return freed.conditional.length > 0 ? freed.conditional : null;
}
