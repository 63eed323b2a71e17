// Instrumented calls of library functions: who was called, with what, and what came of it.
// Used by the compiler of calls in runs that are recorded; other runs pay nothing.

import { plainSymbol } from '../../ir/formats.js';
import type { CallInstr } from '../../ir/instr.js';
import { type FunctionSymbol, symbolOf } from '../../ir/program.js';
import type { Frame, Store } from '../frame.js';
import type { Native } from '../library.js';
import type { Value } from '../rep.js';
import type { Context } from './context.js';

/** Also tells calls that do not return, because they end the run. */
export function recordNative({ machine, body }: Context, instr: CallInstr, native: Native): Native {
  const { record } = machine.options;
  if (!record || machine.program.linkage.isModel(body)) return native;
  const run: Native['run'] = (m, args, site, f) => {
    const pending = record.begin(m, { ...calledBy(instr, native.name), by: 'interpreter', arguments: args });
    let result: Value | null = null;
    try {
      result = native.run(m, args, site, f);
    } finally {
      record.end(m, pending, result);
    }
    return result;
  };
  return { ...native, run };
}

/** The store of the result of a model, which ends the record of the call; null if it is not recorded. */
export function recordModel(
  { machine, body }: Context,
  instr: CallInstr,
  target: FunctionSymbol,
  store: Store | null,
): ((args: readonly Value[]) => Store) | null {
  const { record } = machine.options;
  const { linkage } = machine.program;
  if (!record || linkage.isModel(body) || !linkage.isModel(target.body!)) return null;
  return (args) => {
    const pending = record.begin(machine, { ...calledBy(instr, target.name), by: 'model', arguments: args });
    return (f: Frame, value) => {
      record.end(machine, pending, value);
      store?.(f, value);
    };
  };
}

function calledBy({ callee }: CallInstr, name: string) {
  if (callee.kind === 'indirect') return { name, type: null };
  return { name: plainSymbol(symbolOf(callee.function)).replace(/^__builtin_/, ''), type: callee.function.type };
}
