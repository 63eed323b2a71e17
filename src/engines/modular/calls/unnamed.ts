// Arguments that a variadic function does not name. A summary speaks of parameters only, so these arguments escape and are
// havocked, unless the function only prints them: it hands the list to vprintf, or is a model of printf.

import type { CallInstr } from '../../../ir/instr.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import { isModel } from '../../../models/origin.js';
import { havoc, markEscaped } from '../domain/memory.js';
import type { State } from '../domain/state.js';
import { isKnown, type Value } from '../domain/symbols.js';
import { type Here, reportDereference } from '../exec/report.js';
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

/**
 * log("%s", p): the string that a literal format asks for is read by whoever gets it, so that it must not be freed. Models of
 * printf check it themselves.
 */
export function checkPrinted(here: Here, state: State, { args, callee }: CallInstr, values: readonly Value[]): void {
  const named = callee.type.params?.length ?? 0;
  if (!callee.type.variadic || named === 0) return;
  const directives = directivesIn(literalAt(state, values[named - 1]));
  if (directives.length !== values.length - named) return;
  directives.forEach((directive, i) => {
    const value = state.resolve(values[named + i]!);
    const cell = directive === 's' ? state.cellAt(value) : null;
    if (cell?.status === 'freed') reportDereference(here, state, value, cell, args[named + i] ?? null);
  });
}

/** The string literal at the address; empty if there is none. */
function literalAt(state: State, value: Value | undefined): string {
  const address = value === undefined ? 0 : state.resolve(value);
  const bytes = isKnown(address) || address.plus !== 0 ? null : state.symbols.textAt(address.symbol);
  return bytes === null ? '' : String.fromCharCode(...bytes.split(',').map(Number));
}

/** The conversions of a format, one per argument; none if widths are arguments too. */
function directivesIn(format: string): string[] {
  const found = [...format.matchAll(/%[-+ #0]*(\*|\d*)(?:\.(\*|\d*))?(?:hh|h|ll|l|j|z|t|L)?([a-zA-Z%])/g)];
  if (found.some(([, width, precision]) => width === '*' || precision === '*')) return [];
  return found.map(([, , , directive]) => directive!).filter((directive) => directive !== '%');
}
