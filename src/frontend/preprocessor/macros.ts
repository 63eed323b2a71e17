// Macro definitions: from the tokens of a #define to a body in which parameters are numbers.
// Used by directives.ts; expand.ts replaces macros by their bodies.

import {
  ORIGIN,
  ORIGIN_SHIFT,
  Origin,
  PARAMETER,
  PASTED,
  QUOTED,
  S,
  SHIFT,
  Sort,
  type Spellings,
  WHITE,
} from './spellings.js';

/** Macros whose value the preprocessor computes. */
export enum Dynamic {
  None,
  File,
  BaseFile,
  FileName,
  Line,
  Date,
  Time,
  Timestamp,
  Counter,
  IncludeLevel,
  Pragma,
  HasInclude,
  HasIncludeNext,
  HasEmbed,
  /** `__has_attribute` and its like: the compiler has the answers. */
  Asked,
}

export interface Macro {
  readonly name: number;
  /** The number of parameters; -1 for a macro without a list of them. */
  readonly parameters: number;
  readonly variadic: boolean;
  readonly body: Int32Array;
  readonly vaOpt: boolean;
  readonly origin: Origin;
  readonly dynamic: Dynamic;
  /** Of `__LINE__` in an argument: the line where it stands; of a note, what is noted; else 0. */
  readonly value: number;
  /** While its own body is rescanned. */
  disabled: boolean;
}

export const dynamicMacro = (name: number, dynamic: Dynamic, origin: Origin): Macro => ({
  name,
  parameters: -1,
  variadic: false,
  body: new Int32Array(0),
  vaOpt: false,
  origin,
  dynamic,
  value: 0,
  disabled: false,
});

/** What is noted under a name that no text can spell: a small number. */
export const NOTES: readonly Macro[] = Array.from({ length: 4 }, (_, value) => ({
  ...dynamicMacro(0, Dynamic.None, Origin.Compiler),
  value,
}));

/** The macro that `tokens`, the operands of a #define, define; or why they define none. */
export function parseMacro(tokens: Int32Array, spellings: Spellings, origin: Origin): Macro | string {
  const name = (tokens[0] ?? 0) >> SHIFT;
  if (spellings.sorts[name] !== Sort.Name) return 'macro names must be identifiers';
  if (name === S.Defined || name === S.VaArgs || name === S.VaOpt) {
    return `'${spellings.text(name)}' cannot be used as a macro name`;
  }
  const list = parseParameters(tokens, spellings);
  if (typeof list === 'string') return list;
  const { names, end } = list;
  const body = parseBody(tokens.subarray(end), list, origin);
  if (typeof body === 'string') return body;
  const vaOpt = list.variadic && body.some((token) => token >> SHIFT === S.VaOpt && (token & PARAMETER) === 0);
  const parameters = list.given ? names.length : -1;
  return {
    name,
    parameters,
    variadic: list.variadic,
    body,
    vaOpt,
    origin,
    dynamic: Dynamic.None,
    value: 0,
    disabled: false,
  };
}

interface Parameters {
  readonly given: boolean;
  readonly names: readonly number[];
  readonly variadic: boolean;
  /** Index of the first token of the body. */
  readonly end: number;
}

/** `(a, b)`, `(a, ...)`, `(a, b...)`; a parenthesis behind a blank belongs to the body. */
function parseParameters(tokens: Int32Array, spellings: Spellings): Parameters | string {
  const open = tokens[1] ?? 0;
  if (open >> SHIFT !== S.LeftParen || (open & WHITE) !== 0)
    return { given: false, names: [], variadic: false, end: 1 };
  const names: number[] = [];
  const idAt = (i: number): number => (tokens[i] ?? 0) >> SHIFT;
  if (idAt(2) === S.RightParen) return { given: true, names, variadic: false, end: 3 };
  for (let i = 2; ; i++) {
    const id = idAt(i);
    const isName = spellings.sorts[id] === Sort.Name && id !== S.VaArgs;
    if (!isName && id !== S.Ellipsis) return 'expected parameter name';
    if (isName && names.includes(id)) return `duplicate macro parameter "${spellings.text(id)}"`;
    names.push(isName ? id : S.VaArgs);
    const variadic = !isName || idAt(i + 1) === S.Ellipsis;
    if (isName) i++;
    if (isName && variadic) i++;
    if (!isName) i++;
    if (idAt(i) === S.RightParen) return { given: true, names, variadic, end: i + 1 };
    if (variadic || idAt(i) !== S.Comma) return "expected ',' or ')' in macro parameter list";
  }
}

const isHash = (id: number): boolean => id === S.Hash || id === S.HashDigraph;
const isPaste = (id: number): boolean => id === S.Paste || id === S.PasteDigraph;

function parseBody(tokens: Int32Array, { given, names, variadic }: Parameters, origin: Origin): Int32Array | string {
  const body = new Int32Array(tokens.length);
  let count = 0;
  let quoted = 0;
  for (const token of tokens) {
    const id = token >> SHIFT;
    const parameter = given ? names.indexOf(id) + 1 : 0;
    if (given && quoted !== 0 && parameter === 0) {
      if (id !== S.VaOpt) return "'#' is not followed by a macro parameter";
      return 'stringized __VA_OPT__';
    }
    if (isPaste(id)) {
      if (count === 0) return "'##' cannot appear at either end of a macro expansion";
      body[count - 1]! |= PASTED;
      continue;
    }
    if (given && isHash(id)) {
      quoted = QUOTED | (token & WHITE);
      continue;
    }
    const flags = ((token | quoted) & (WHITE | QUOTED)) | (origin << ORIGIN_SHIFT);
    body[count++] = parameter > 0 ? (parameter << SHIFT) | PARAMETER | flags : (id << SHIFT) | flags;
    if (quoted !== 0) body[count - 1] = (body[count - 1]! & ~WHITE) | (quoted & WHITE);
    quoted = 0;
  }
  if (quoted !== 0) return "'#' is not followed by a macro parameter";
  if (isPaste((tokens.at(-1) ?? 0) >> SHIFT)) return "'##' cannot appear at either end of a macro expansion";
  if (count > 0) body[0]! &= ~WHITE;
  if (!variadic && tokens.some((token) => token >> SHIFT === S.VaArgs && !names.includes(S.VaArgs))) {
    return '__VA_ARGS__ can only appear in the expansion of a variadic macro';
  }
  return body.slice(0, count);
}

export const originOf = (token: number): Origin => (token & ORIGIN) >> ORIGIN_SHIFT;
