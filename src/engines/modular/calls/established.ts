// Which latent preconditions of a callee a call establishes: those that the caller's state does not exclude.
// Used by calls.ts at every call, and by group.ts for calls that no path reached.

import type { CallInstr } from '../../../ir/instr.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import { pointerIn } from '../../../ir/targets/holders.js';
import { assumeComparison, assumeFact, isImplied } from '../domain/facts.js';
import {
  isEmpty,
  type LatentPrecondition,
  NO_FACTS,
  type Precondition,
  preconditionKey,
  preconditionOf,
} from '../domain/preconditions.js';
import type { State } from '../domain/state.js';
import {
  addressOf,
  isDoubtful,
  isKnown,
  isOpaque,
  isUninitialized,
  type Symbols,
  type Value,
} from '../domain/symbols.js';
import type { Here } from '../exec/report.js';
import type { Summary } from '../summary/summary.js';
import { Meaning } from './meaning.js';
import { mayFollowOtherRounds, settledPart } from './settled.js';
import { surelyExcludes } from './surely.js';

/** Longer chains of calls are not followed: their first call establishes the precondition. */
const DEEPEST = 3;

/** Notes the latent preconditions of the callee that are feasible in this state, and what they need of the caller's inputs. */
export function noteEstablished(
  here: Here,
  state: State,
  call: CallInstr,
  args: readonly Value[],
  { name }: FunctionSymbol,
  { preconditions = [], symbols }: Summary,
): void {
  const { established, conceivable } = here.notes;
  if (preconditions === 'unknown') {
    established.always.add(preconditionKey(name, 'any'));
    return;
  }
  preconditions.forEach((precondition, i) => {
    if (surelyExcludes(here.body, call, symbols, precondition)) return;
    const key = preconditionKey(name, i);
    const assume = (of: Precondition) => assumed(here, state, call, args, symbols, of);
    if (precondition.certain.length > 0) {
      if (assume(precondition) && isMet(here, state, call, args, symbols, precondition)) established.always.add(key);
      return;
    }
    if (!established.always.has(key)) {
      const left = assume(precondition);
      const needed = left && preconditionOf(left);
      if (needed && (precondition.depth >= DEEPEST || isEmpty(needed))) established.always.add(key);
      else if (needed) established.bind(key, { ...needed, certain: NO_FACTS, depth: precondition.depth + 1 });
    }
    if (!conceivable.has(key) && mayFollowOtherRounds(here) && assume(settledPart(here, call, symbols, precondition)))
      conceivable.add(key);
  });
}

/** The caller's state with the precondition of the callee; null if it excludes that. */
function assumed(
  here: Here,
  state: State,
  call: CallInstr,
  args: readonly Value[],
  symbols: Symbols,
  { facts, same, apart }: Precondition,
): State | null {
  const caller = state.fork();
  const meaning = new Meaning(here, caller, call, args, symbols);
  const meaningOf = (v: Value): Value => caller.resolve(meaning.value(v));
  if (isAliased(meaningOf, symbols, facts)) return state.fork();
  for (const [symbol, fact] of facts) {
    const v = meaningOf(addressOf(symbol));
    if (!isUninitialized(v) && !assumeFact(caller, v, fact)) return null;
  }
  const pairs = [
    ...same.map(([symbol, v]) => ['eq', addressOf(symbol), v] as const),
    ...apart.map(([a, b]) => ['ne', a, b] as const),
  ];
  for (const [op, a, b] of pairs) if (!assumeComparison(caller, op, meaningOf(a), meaningOf(b))) return null;
  return caller;
}

/** Does the caller know that what the callee wants to be certain holds? */
function isMet(
  here: Here,
  state: State,
  call: CallInstr,
  args: readonly Value[],
  symbols: Symbols,
  { certain }: LatentPrecondition,
): boolean {
  const meaning = new Meaning(here, state.fork(), call, args, symbols);
  return certain.every(([symbol, fact]) => {
    const v = state.resolve(meaning.value(addressOf(symbol)));
    return !isDoubtful(v) && isImplied(state, v, fact);
  });
}

/** Do two objects of the callee lie in one of the caller? Then what it reads there is not what was there at its entry. */
function isAliased(meaningOf: (v: Value) => Value, symbols: Symbols, facts: Precondition['facts']): boolean {
  const holders = new Map<number, number>();
  for (const [symbol] of facts) {
    const info = symbols.info(symbol);
    const base = info.kind === 'input' ? meaningOf(addressOf(info.of)) : 0;
    if (info.kind !== 'input' || isKnown(base) || isOpaque(base)) continue;
    if ((holders.get(base.symbol) ?? info.of) !== info.of) return true;
    holders.set(base.symbol, info.of);
  }
  return false;
}

/**
 * Calls that no path reached, calls in functions with gaps and recursive calls may establish any precondition that what they
 * surely pass does not contradict.
 */
export function assumeEstablished(here: Here, isComplete: boolean): void {
  const { always } = here.notes.established;
  for (const { instrs } of here.body.blocks)
    for (const instr of instrs) {
      if (instr.kind !== 'call') continue;
      for (const f of calledBy(here, instr)) {
        const definition = here.program.definitionOf(f);
        const summary = definition ? here.summaryOf(definition) : null;
        if (!definition || !summary || (isComplete && summary !== 'pending' && here.notes.called.has(instr.at)))
          continue;
        const { name } = definition;
        const preconditions = summary === 'pending' ? 'unknown' : (summary.preconditions ?? []);
        if (summary === 'pending' || preconditions === 'unknown') always.add(preconditionKey(name, 'any'));
        else
          preconditions.forEach((one, i) => {
            if (!surelyExcludes(here.body, instr, summary.symbols, one)) always.add(preconditionKey(name, i));
          });
      }
    }
}

const calledBy = ({ program, body }: Here, { callee }: CallInstr): readonly FunctionSymbol[] =>
  callee.kind === 'direct' ? [callee.function] : program.targetsThrough(pointerIn(body, callee)).functions;
