// Which latent preconditions of a callee the arguments of a call establish.
// Used by calls.ts at every call, and by group.ts for calls that no path reached.

import type { CallInstr } from '../../../ir/instr.js';
import { isImplied, isPossible } from '../domain/facts.js';
import { type InputFacts, preconditionKey } from '../domain/preconditions.js';
import type { State } from '../domain/state.js';
import { addressOf, isDoubtful, isKnown, isOpaque, type Value } from '../domain/symbols.js';
import type { Here } from '../exec/report.js';
import type { Summary } from '../summary/summary.js';
import { Meaning } from './meaning.js';

/** Notes the latent preconditions of the callee that are feasible with these arguments. */
export function noteEstablished(
  here: Here,
  state: State,
  call: CallInstr,
  args: readonly Value[],
  summary: Summary,
): void {
  const { preconditions } = summary;
  if (call.callee.kind !== 'direct' || !preconditions || preconditions.length === 0) return;
  const { name } = call.callee.function;
  const open = preconditions.map((_, i) => i).filter((i) => !here.notes.established.has(preconditionKey(name, i)));
  if (open.length === 0) return;
  const meaning = new Meaning(here, state.fork(), call, args, summary.symbols);
  for (const i of open) {
    const { possible, certain } = preconditions[i]!;
    const meets = (symbol: number): Value => state.resolve(meaning.value(addressOf(symbol)));
    const isAllowed = possible.every(([symbol, fact]) => {
      const v = meets(symbol);
      return (!isKnown(v) && isOpaque(v)) || isPossible(state, v, fact);
    });
    const isMet = ([symbol, fact]: InputFacts[number]): boolean =>
      !isDoubtful(meets(symbol)) && isImplied(state, meets(symbol), fact);
    if (isAllowed && certain.every(isMet)) here.notes.established.add(preconditionKey(name, i));
  }
}

/** Calls that no path reached, calls in functions with gaps and recursive calls may establish any precondition. */
export function assumeEstablished(here: Here, isComplete: boolean): void {
  for (const { instrs } of here.body.blocks)
    for (const instr of instrs) {
      if (instr.kind !== 'call' || instr.callee.kind !== 'direct') continue;
      const { function: f } = instr.callee;
      const definition = here.program.definitionOf(f);
      const summary = definition ? here.summaryOf(definition) : null;
      const isOpen = summary === 'pending' || (summary?.preconditions?.length ?? 0) > 0;
      const isSeen = isComplete && summary !== 'pending' && here.notes.called.has(instr.at);
      if (isOpen && !isSeen) here.notes.established.add(preconditionKey(f.name, 'any'));
    }
}
