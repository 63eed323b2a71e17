// Macro expansion (C17 6.10.3): the next token after replacement, by the algorithm of GNU's libcpp.
// From reader.ts, which has the tokens of files, to the printer and to #if. Padding tokens say where spaces belong.

import { collectArguments } from './arguments.js';
import { expandDynamic } from './dynamic.js';
import { Dynamic, type Macro } from './macros.js';
import { pasteAll } from './paste.js';
import { APART, combine, END, isPadding, Mode, paddingFor, type Reader } from './reader.js';
import { ORIGIN, PAINTED, PARAMETER, PASTED, S, SHIFT } from './spellings.js';
import { substitute } from './substitute.js';

/** Hot. The place of the token is in `r.line` and `r.column`. */
export function nextToken(r: Reader): number {
  for (;;) {
    let token: number;
    const top = r.depth - 1;
    if (top < 0) token = r.readToken();
    else if (r.positions[top]! < r.ends[top]!) {
      token = r.sources[top]![r.positions[top]!++]!;
      r.line = r.invocationLine;
      r.column = r.invocationColumn;
      if ((token & PASTED) !== 0) {
        pasteAll(r, token);
        if (r.inDirective) continue;
        return paddingFor(token);
      }
    } else {
      r.popContext();
      if (r.inDirective) continue;
      return APART;
    }
    const macro = r.lookUp(token >> SHIFT);
    if (macro === undefined || (token & PAINTED) !== 0) return token;
    if (macro.disabled) return token | PAINTED;
    if (r.frozen > 0) return token;
    if (top < 0) {
      r.invocationLine = r.line;
      r.invocationColumn = r.column;
      r.invocationEnd = r.line;
    }
    const { line, column } = r;
    if (enterMacro(r, macro, token)) {
      if (r.inDirective) continue;
      return paddingFor(token);
    }
    r.line = line;
    r.column = column;
    return token;
  }
}

/** Pushes the replacement of a macro; false if its name stays. */
function enterMacro(r: Reader, macro: Macro, token: number): boolean {
  if (macro.dynamic !== Dynamic.None) {
    const isReplaced = expandDynamic(r, macro, token);
    r.lexedOrigin = token & ORIGIN;
    return isReplaced;
  }
  const { body } = macro;
  r.spend(body.length + 1);
  if (macro.parameters < 0) {
    r.pushContext(body, 0, body.length, macro);
    macro.disabled = true;
    return true;
  }
  if (!findParenthesis(r)) return false;
  r.nesting++; // keeps the arena while the contexts that arguments come from end
  const isOutermost = r.depth === 0;
  const given = collectArguments(r, macro);
  if (isOutermost) r.invocationEnd = r.line;
  if (given && macro.parameters === 0) r.pushContext(body, 0, body.length, macro);
  else if (given) substitute(r, macro, given);
  r.nesting--;
  if (!given || r.stopped) return false;
  macro.disabled = true;
  return true;
}

/** Passes over the parenthesis that makes an invocation; what stands there instead is put back. */
export function findParenthesis(r: Reader): boolean {
  r.frozen++;
  const { mode } = r;
  r.mode = Mode.Parenthesis;
  let padding: S = S.End;
  let padded = false;
  let token: number;
  for (;;) {
    token = nextToken(r);
    if (!isPadding(token)) break;
    padding = padded ? combine(padding, token >> SHIFT) : token >> SHIFT === S.Apart ? S.End : token >> SHIFT;
    padded = true;
  }
  r.mode = mode;
  r.frozen--;
  if (token >> SHIFT === S.LeftParen && (token & PARAMETER) === 0) return true;
  if (token === END && r.depth === 0) return false;
  putBack(r);
  if (padded) pushOne(r, padding === S.End ? APART : padding << SHIFT);
  return false;
}

/** The token that was read last is the next one again. */
export function putBack(r: Reader): void {
  if (r.depth === 0) r.pos--;
  else r.positions[r.depth - 1]!--;
}

/** A context of one token. */
export function pushOne(r: Reader, token: number): void {
  const { depth, singles } = r;
  singles[depth] = token;
  r.pushContext(singles, depth, depth + 1, null);
}

/** The next token that is not padding. */
export function nextReal(r: Reader): number {
  for (;;) {
    const token = nextToken(r);
    if (!isPadding(token)) return token;
  }
}
