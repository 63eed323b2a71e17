// Argument substitution (C17 6.10.3.1): a macro's body with its parameters replaced, onto the stack of contexts.
// Called by expand.ts; the paddings and flags are those of GNU's libcpp, so that spaces are where `gcc -E` has them.

import { type Argument, expandArgument, stringize } from './arguments.js';
import type { Macro } from './macros.js';
import { APART, isPadding, paddingFor, type Reader } from './reader.js';
import { PARAMETER, PASTED, QUOTED, S, SHIFT } from './spellings.js';
import { VaOpt } from './va-opt.js';

/** Hot. */
export function substitute(r: Reader, macro: Macro, given: readonly Argument[]): void {
  const { body } = macro;
  for (let i = 0; i < body.length; i++) {
    const token = body[i]!;
    if ((token & PARAMETER) === 0) continue;
    const argument = given[(token >> SHIFT) - 1]!;
    if (isExpanded(body, i)) expandArgument(r, argument);
    else if ((token & QUOTED) !== 0 && argument.stringOrigin < 0) argument.stringOrigin = r.lexedOrigin;
  }
  if (macro.vaOpt) expandArgument(r, given.at(-1)!);
  const optional = macro.vaOpt ? new VaOpt(r, given.at(-1)!) : null;
  const base = r.arenaEnd;
  for (let i = 0; i < body.length; i++) {
    const token = body[i]!;
    if (optional) {
      const behindPaste = i > 0 && (body[i - 1]! & PASTED) !== 0;
      if (optional.step(token, behindPaste, base, i === 0) === 'dropped') continue;
    }
    if ((token & PARAMETER) === 0) r.keep(token);
    else putArgument(r, macro, given, i, base, optional?.start ?? -1);
    if (r.stopped) return;
  }
  r.pushContext(r.arena, base, r.arenaEnd, macro);
}

/** Is this a parameter whose argument is replaced before it is inserted? */
function isExpanded(body: Int32Array, i: number): boolean {
  const token = body[i]!;
  return (token & PARAMETER) !== 0 && (token & (QUOTED | PASTED)) === 0 && !(i > 0 && (body[i - 1]! & PASTED) !== 0);
}

/** `optionalStart`: where the arena was at the start of the enclosing __VA_OPT__; -1 if there is none. */
function putArgument(
  r: Reader,
  macro: Macro,
  given: readonly Argument[],
  i: number,
  base: number,
  optionalStart: number,
): void {
  const { body } = macro;
  const token = body[i]!;
  const parameter = token >> SHIFT;
  const argument = given[parameter - 1]!;
  const behindPaste = i > 0 && (body[i - 1]! & PASTED) !== 0;
  const isFirstOptional = (): boolean => optionalStart === r.arenaEnd;
  let [from, to] = [argument.start, argument.end];
  let flagged = -1; // the token whose PASTED flag becomes that of the parameter
  if ((token & QUOTED) !== 0) {
    from = r.arenaEnd;
    to = -1;
  } else if (behindPaste && (token & PASTED) === 0) {
    flagged = meetPaste(r, macro, argument, { parameter, base, optionalStart });
  } else if ((token & PASTED) === 0) {
    [from, to] = [argument.expandedStart, argument.expandedEnd];
    if (isFirstOptional()) while (from < to && isPadding(r.arena[from]!)) from++;
  }
  if (!r.inDirective && i > 0 && !behindPaste && !isFirstOptional()) r.keep(paddingFor(token));
  if (to < 0) r.keep(stringize(r, argument));
  else for (let j = from; j < to; j++) r.keep(r.arena[j]!);
  const isEmpty = to >= 0 && from === to;
  if (!isEmpty && (token & PASTED) !== 0) flagged = r.arenaEnd - 1;
  if (flagged >= 0) r.arena[flagged] = (r.arena[flagged]! & ~PASTED) | (token & PASTED);
  if (!r.inDirective && (token & PASTED) === 0 && !isFirstOptional()) r.keep(APART);
}

interface Meeting {
  readonly parameter: number;
  readonly base: number;
  readonly optionalStart: number;
}

/** The parameter is the right operand of `##`: the token in front of it that is not pasted after all, or -1. */
function meetPaste(r: Reader, macro: Macro, argument: Argument, { parameter, base, optionalStart }: Meeting): number {
  if (r.arenaEnd === base) return -1;
  const left = r.arenaEnd - 1;
  const isComma = r.arena[left]! >> SHIFT === S.Comma;
  if (isComma && macro.variadic && parameter === macro.parameters) {
    if (!argument.missing) return left;
    r.arenaEnd--;
    return -1;
  }
  return argument.start === argument.end && r.arenaEnd !== optionalStart ? left : -1;
}
