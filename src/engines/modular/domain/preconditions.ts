// Latent preconditions: the facts about arguments that an alarm depends on. No caller that establishes them, no finding.
// Recorded with the alarm (report.ts), compared with the arguments of calls (established.ts), weighed by judge.ts.

import { ANYTHING } from '../../../numeric/range.js';
import { type Fact, makeFact, type State } from './state.js';
import { isKnown, type Symbols } from './symbols.js';

/** Facts about parameters and terms of parameters, by symbol. */
export type Preconditions = readonly (readonly [number, Fact])[];

const MOST_FACTS = 12;

/** The facts of the path about arguments. */
export function preconditionsIn({ symbols, facts, cells }: State): Preconditions {
  const preconditions: [number, Fact][] = [];
  for (const [symbol, fact] of facts)
    if (isOfArguments(symbols, symbol, 0) && preconditions.length < MOST_FACTS) preconditions.push([symbol, fact]);
  for (const { name, maybeNull } of cells.values())
    if (!maybeNull && symbols.info(name).kind === 'parameter') preconditions.push([name, NOT_NULL]);
  return preconditions;
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
