// What an alarm takes for granted about the arguments of its function: if no caller passes such arguments, it is none.
// Noted where the alarm is raised (here.ts), looked at where the function is called (passed.ts), weighed by judge.ts.

import { ANYTHING } from '../../../numeric/range.js';
import { type Fact, makeFact, type State } from './state.js';
import { isKnown, type Symbols } from './symbols.js';

/** Facts about parameters, and about what is made of them, by symbol. */
export type Given = readonly (readonly [number, Fact])[];

const MOST_FACTS = 12;

/** What the path has learnt about arguments. */
export function givenIn({ symbols, facts, cells }: State): Given {
  const given: [number, Fact][] = [];
  for (const [symbol, fact] of facts)
    if (isOfArguments(symbols, symbol, 0) && given.length < MOST_FACTS) given.push([symbol, fact]);
  for (const { name, maybeNull } of cells.values())
    if (!maybeNull && symbols.info(name).kind === 'parameter') given.push([name, NOT_NULL]);
  return given;
}

const NOT_NULL: Fact = makeFact(ANYTHING, true);

/** Is it a parameter, or a term of parameters and numbers? */
function isOfArguments(symbols: Symbols, symbol: number, depth: number): boolean {
  const info = symbols.info(symbol);
  if (info.kind === 'parameter') return true;
  if (info.kind !== 'term' || depth > 2) return false;
  return [info.left, info.right].every((v) => isKnown(v) || isOfArguments(symbols, v.symbol, depth + 1));
}

/** The name under which callers say that they pass such arguments; any of them, for those that cannot be asked. */
export const givenKey = (name: string, index: number | 'any'): string => `${name} ${index}`;
