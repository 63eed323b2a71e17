// The arguments of a macro invocation: collected as they stand, fully replaced, or made a string.
// Between expand.ts, which finds invocations, and substitute.ts, which puts arguments into bodies.

import { nextToken, putBack } from './expand.js';
import { Dynamic, type Macro } from './macros.js';
import { combine, END, isPadding, Mode, type Reader } from './reader.js';
import { FIRST, FLAGS, S, SHIFT, Sort, WHITE } from './spellings.js';

/** Ranges of the arena. */
export interface Argument {
  start: number;
  end: number;
  /** After replacement; -1 before it is needed. */
  expandedStart: number;
  expandedEnd: number;
  /** The variable argument of an invocation that gives none: `, ##` in front of it vanishes. */
  missing: boolean;
  /** Of the string that it is made of by #; -1 before it is. */
  stringOrigin: number;
}

const newArgument = (start: number, end: number): Argument => ({
  start,
  end,
  expandedStart: -1,
  expandedEnd: -1,
  missing: false,
  stringOrigin: -1,
});

/** The cursor is behind the opening parenthesis. Null: the invocation is wrong. */
export function collectArguments(r: Reader, macro: Macro): Argument[] | null {
  const given: Argument[] = [];
  r.frozen++;
  const { mode } = r;
  r.mode = Mode.Arguments;
  let last: number;
  do {
    const start = r.arenaEnd;
    last = collectOne(r, macro.variadic && given.length + 1 === macro.parameters);
    given.push(newArgument(start, r.arenaEnd));
    r.keep(END); // where its expansion ends
  } while (last === S.Comma);
  r.mode = mode;
  r.frozen--;
  const name = r.spellings.text(macro.name);
  if (last === S.End) {
    r.stop('error', `unterminated argument list invoking macro "${name}"`);
    return null;
  }
  return checkCount(r, macro, given, name);
}

/** One argument, without padding around it; the spelling that ends it. */
function collectOne(r: Reader, takesAll: boolean): number {
  const start = r.arenaEnd;
  let parentheses = 0;
  let id: number;
  for (;;) {
    const token = nextToken(r);
    id = token >> SHIFT;
    if (isPadding(token)) {
      if (r.arenaEnd > start) r.keep(token);
      continue;
    }
    if (id === S.LeftParen) parentheses++;
    else if (id === S.RightParen && parentheses-- === 0) break;
    else if (id === S.Comma && parentheses === 0 && !takesAll) break;
    else if (id === S.End) {
      if (r.depth > 0) putBack(r);
      break;
    }
    r.keep(id === S.Line && r.depth === 0 ? lineToken(r, token) : token & ~FIRST);
  }
  while (r.arenaEnd > start && isPadding(r.arena[r.arenaEnd - 1]!)) r.arenaEnd--;
  return id;
}

/** `__LINE__` in an argument is the line where it stands: a macro of the same spelling that has this value. */
function lineToken(r: Reader, token: number): number {
  const known = r.lookUp(S.Line);
  if (known?.dynamic !== Dynamic.Line) return token & ~FIRST;
  const id = r.spellings.alias(S.Line, `line ${r.line}`);
  r.define(id, { ...known, value: r.line });
  return (id << SHIFT) | (token & FLAGS & ~FIRST);
}

function checkCount(r: Reader, macro: Macro, given: Argument[], name: string): Argument[] | null {
  const { parameters, variadic } = macro;
  const isEmpty = given.length === 1 && given[0]!.start === given[0]!.end;
  if (isEmpty && parameters === 0) return [];
  const enough = given.length === parameters || (variadic && given.length + 1 === parameters);
  if (!enough) {
    r.stop('error', `macro "${name}" passed ${given.length} arguments, but takes ${parameters}`);
    return null;
  }
  const none = given.length < parameters || (isEmpty && variadic && !r.dialect.strict);
  if (given.length < parameters) given.push(newArgument(r.arenaEnd, r.arenaEnd));
  if (variadic && none) given.at(-1)!.missing = true;
  return given;
}

/** The deepest nesting of invocations in arguments. */
const DEEPEST_ARGUMENTS = 1000;

/** Replaces all macros in an argument, as if it were the rest of the file. */
export function expandArgument(r: Reader, argument: Argument): void {
  if (argument.expandedStart >= 0) return;
  const { start, end } = argument;
  const mark = r.arenaEnd;
  argument.expandedStart = mark;
  argument.expandedEnd = mark;
  if (start === end) return;
  if (r.nesting > DEEPEST_ARGUMENTS) return r.stop('limit', 'macro arguments are nested too deeply');
  const level = r.nesting++;
  const { line, column, invocationLine, invocationColumn } = r;
  r.buffers[level] ??= new Int32Array(64);
  let buffer = r.buffers[level]!;
  let count = 0;
  r.pushContext(r.arena, start, end + 1, null);
  for (;;) {
    const token = nextToken(r);
    if (token >> SHIFT === S.End) break;
    if (count === buffer.length) {
      const wider = new Int32Array(count * 2);
      wider.set(buffer);
      buffer = wider;
      r.buffers[level] = wider;
    }
    buffer[count++] = token;
  }
  if (!r.stopped) r.popContext();
  r.nesting--;
  Object.assign(r, { line, column, invocationLine, invocationColumn });
  r.arenaEnd = mark;
  for (let i = 0; i < count; i++) r.keep(buffer[i]!);
  argument.expandedEnd = r.arenaEnd;
}

/** A string of the spellings of an argument (6.10.3.2), as a token. */
export function stringize(r: Reader, { start, end, stringOrigin }: Argument): number {
  const parts: string[] = [];
  let padding: S = S.End;
  let backslashes = 0;
  for (let i = start; i < end; i++) {
    const token = r.arena[i]!;
    if (isPadding(token)) {
      padding = combine(padding, token >> SHIFT);
      continue;
    }
    const white = padding === S.End ? (token & WHITE) !== 0 : padding === S.Spaced;
    if (white && parts.length > 0) parts.push(' ');
    padding = S.End;
    const text = r.spellings.text(token >> SHIFT);
    r.spend(text.length);
    if (r.stopped) return 0;
    const sort = r.spellings.sorts[token >> SHIFT];
    const isLiteral = sort === Sort.String || sort === Sort.Char;
    parts.push(isLiteral ? text.replace(/[\\"]/g, '\\$&') : text);
    backslashes = isLiteral ? 0 : /^\\+$/.test(text) && !white ? backslashes + 1 : Number(text === '\\');
  }
  if (backslashes % 2 === 1) r.stop('refused', 'a string made by # that ends in a backslash');
  const text = `"${parts.join('')}"`;
  const id = r.spellings.add(Buffer.from(text), Sort.String);
  return (id << SHIFT) | stringOrigin;
}
