// Arguments that a variadic function does not name. A summary speaks of parameters only, so these arguments escape and are
// havocked, unless the function only prints them: it hands the list to vprintf, or is a model of printf.

import type { CallInstr } from '../../../ir/instr.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import { isModel } from '../../../models/origin.js';
import { havoc, markEscaped } from '../domain/memory.js';
import type { State } from '../domain/state.js';
import type { Value } from '../domain/symbols.js';
import type { Here } from '../exec/report.js';
import type { Summary } from '../summary/summary.js';

/** The intrinsic that takes the next argument of a list. */
export const TAKES_NEXT = '__builtin_va_arg';

export function passUnnamed(
  here: Here,
  state: State,
  instr: CallInstr,
  args: readonly Value[],
  callee: FunctionSymbol,
  summary: Summary,
): void {
  const takes = takesUnnamed(callee, summary);
  if (!callee.type.variadic) {
    // The callee takes them from a list, so that whoever made the list takes them too.
    if (takes) here.notes.gaps.add('unnamed');
    return;
  }
  for (const arg of takes ? args.slice(callee.type.params?.length ?? 0) : []) {
    markEscaped(state, arg);
    havoc(state, arg, instr.at, null);
  }
}

function takesUnnamed(callee: FunctionSymbol, { gaps }: Summary): boolean {
  return isModel(callee)
    ? callee.type.variadic && callee.attributes.format?.style !== 'printf'
    : gaps.includes('unnamed');
}
