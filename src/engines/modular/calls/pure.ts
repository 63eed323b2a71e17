// A pure function returns the same result for the same arguments: strcmp(p, "-") twice, with no write in between.
// Used by calls.ts after the outcomes are applied; the result is a symbol named after function and arguments.

import type { CallInstr } from '../../../ir/instr.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import type { State } from '../domain/state.js';
import { isKnown, textOf, type Value } from '../domain/symbols.js';
import type { Returned } from './instantiate.js';

/** f(ā) with memory m behind ā: the symbol f(ā, m) instead of a fresh one. */
export function sameAnswer(f: FunctionSymbol, call: CallInstr, args: readonly Value[], after: Returned): Returned {
  const { state, result } = after;
  const type = call.result?.type;
  if (type?.kind !== 'int' || result === null || isKnown(result) || !isNews(state, result.symbol)) return after;
  return { ...after, result: state.symbols.answer(questionOf(f, args, state), call.at, type) };
}

/** f(ā, m), in words. */
export const questionOf = ({ name }: FunctionSymbol, args: readonly Value[], state: State): string =>
  `${name}(${args.map((arg) => contents(state, state.resolve(arg))).join()})`;

const isNews = (state: State, symbol: number): boolean =>
  state.symbols.info(symbol).kind === 'fresh' && !state.facts.has(symbol) && !state.cells.has(symbol);

/** The value, and the writes to the cell it points to; string literals by their bytes. */
function contents(state: State, v: Value): string {
  if (isKnown(v)) return textOf(v);
  const text = state.symbols.textAt(v.symbol);
  if (text !== null) return `"${text}"+${v.plus}${v.index}`;
  const cell = state.cells.get(v.symbol);
  if (!cell) return textOf(v);
  const written = [...cell.fields].filter(([, field]) => field.written !== null);
  return `${textOf(v)}@${cell.epoch}{${written.map(([key, { value }]) => `${key}=${textOf(state.resolve(value))}`).join()}}`;
}
