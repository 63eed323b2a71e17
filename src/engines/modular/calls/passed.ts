// The arguments that are passed to functions with alarms that depend on them: which of these are possible here?
// Asked by calls.ts at every call, and by group.ts about the calls that no path has got to.

import type { CallInstr } from '../../../ir/instr.js';
import { isPossible } from '../domain/facts.js';
import { givenKey } from '../domain/given.js';
import type { State } from '../domain/state.js';
import { addressOf, isKnown, isOpaque, type Value } from '../domain/symbols.js';
import type { Here } from '../exec/here.js';
import type { Summary } from '../summary/summary.js';
import { Meaning } from './meaning.js';

/** Notes which alarms of the callee are possible with these arguments. */
export function noteGiven(here: Here, state: State, call: CallInstr, args: readonly Value[], summary: Summary): void {
  const { given } = summary;
  if (call.callee.kind !== 'direct' || !given || given.length === 0) return;
  const { name } = call.callee.function;
  const open = given.map((_, i) => i).filter((i) => !here.notes.met.has(givenKey(name, i)));
  if (open.length === 0) return;
  const meaning = new Meaning(here, state.fork(), call, args, summary.symbols);
  for (const i of open) {
    const fits = given[i]!.every(([symbol, fact]) => {
      const v = state.resolve(meaning.value(addressOf(symbol)));
      return (!isKnown(v) && isOpaque(v)) || isPossible(state, v, fact);
    });
    if (fits) here.notes.met.add(givenKey(name, i));
  }
}

/** Nobody knows what is passed where paths were left out, nor what a function that calls itself passes to itself. */
export function noteUnknown(here: Here, isComplete: boolean): void {
  for (const { instrs } of here.body.blocks)
    for (const instr of instrs) {
      if (instr.kind !== 'call' || instr.callee.kind !== 'direct') continue;
      const { function: f } = instr.callee;
      const definition = here.program.definitionOf(f);
      const summary = definition ? here.summaryOf(definition) : null;
      const isOpen = summary === 'pending' || (summary?.given?.length ?? 0) > 0;
      const isSeen = isComplete && summary !== 'pending' && here.notes.called.has(instr.at);
      if (isOpen && !isSeen) here.notes.met.add(givenKey(f.name, 'any'));
    }
}
