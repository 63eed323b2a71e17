// Stand-ins for undefined functions: one that can only read its arguments need not end the run.
// Used by the linked program where no file and no library defines a name; see RunOptions.strangers.

import type { FunctionSymbol } from '../ir/program.js';
import { CONST, type FunctionType } from '../types/types.js';
import { Stop } from './incidents.js';
import type { Native } from './library.js';
import type { Value } from './rep.js';

/**
 * A stand-in that returns at once, if the declaration allows no other effect; null if the function might do anything.
 */
export function makeStranger({ name, type, attributes }: FunctionSymbol): Native | null {
  const { params, result } = type;
  if (result.kind !== 'void' || params === null || attributes.noreturn || PARTING.test(name)) return null;
  const looks = params.every(
    ({ type: t }) => t.kind !== 'record' && (t.kind !== 'pointer' || (t.target.quals & CONST) !== 0),
  );
  if (!looks) return null;
  const pointers = params.flatMap((p, i) => (p.type.kind === 'pointer' ? [i] : []));
  const run: Native['run'] = (m, args): Value => {
    for (const value of args) m.escaped.add(value); // it may keep them: `const` forbids writing, not remembering or freeing
    for (const i of pointers) m.memory.checkHandedOver(args[i] as number);
    return 0;
  };
  return { name, run, callsBack: false };
}

/** An unknown function of a run that begins at a function: its answers are part of the input. */
export function makeAnswer(name: string, type: FunctionType, noreturn = false): Native {
  const run: Native['run'] = (m, args, site) => {
    args.forEach((value, i) => {
      if (type.params?.[i]?.type.kind === 'pointer') m.memory.checkHandedOver(value as number);
    });
    if (noreturn) throw new Stop({ kind: 'exit', status: 0 });
    return m.given!.answers.answer(name, type, args, site.node.kind === 'call' ? site.node : null);
  };
  return { name, run, callsBack: false };
}

/** Names of functions that may not return, although their declarations do not say so. */
export const PARTING =
  /die|exit|abort|fatal|panic|fail|quit|usage|err|bug|assert|throw|halt|stop|jump|crash|terminate|bail/i;
