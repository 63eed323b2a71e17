// A file as preprocessing tokens, with its directives: lexed once, used by every unit that includes it.
// Made by tokenize.ts, walked by execute.ts.

import type { Macro } from './macros.js';

/** The directives, conditionals first. */
export enum D {
  If,
  Ifdef,
  Ifndef,
  Elif,
  Elifdef,
  Elifndef,
  Else,
  Endif,
  Define,
  Undef,
  Include,
  IncludeNext,
  Import,
  Embed,
  Line,
  Error,
  Warning,
  Pragma,
  Ident,
  Assert,
  /** `# 12 "file.h"` */
  Marker,
  /** `#` alone */
  Nothing,
  Unknown,
}

export const DIRECTIVES: ReadonlyMap<string, D> = new Map([
  ['if', D.If],
  ['ifdef', D.Ifdef],
  ['ifndef', D.Ifndef],
  ['elif', D.Elif],
  ['elifdef', D.Elifdef],
  ['elifndef', D.Elifndef],
  ['else', D.Else],
  ['endif', D.Endif],
  ['define', D.Define],
  ['undef', D.Undef],
  ['include', D.Include],
  ['include_next', D.IncludeNext],
  ['import', D.Import],
  ['embed', D.Embed],
  ['line', D.Line],
  ['error', D.Error],
  ['warning', D.Warning],
  ['pragma', D.Pragma],
  ['ident', D.Ident],
  ['sccs', D.Ident],
  ['assert', D.Assert],
  ['unassert', D.Assert],
]);

export interface Directive {
  readonly kind: D;
  /** Indices of tokens: the `#`, the first one after the name, and the first one after the directive. */
  readonly hash: number;
  readonly first: number;
  readonly end: number;
  /** The line on which it ends. */
  readonly last: number;
  /** The directive that follows at the same level of a conditional; -1 if there is none. */
  next: number;
  /** What a #define defines, made when it is first executed. */
  macro: Macro | null;
}

/** Columns by token; the one behind the last has the line of the end of the file. */
export interface TokenFile {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly tokens: Int32Array;
  readonly lines: Int32Array;
  /** From 1, in bytes. */
  readonly columns: Uint16Array;
  readonly directives: readonly Directive[];
  /** The macro that guards the whole file against a second inclusion; -1 if there is none. */
  readonly guard: number;
  /** Why the compiler must preprocess units that include it; null if it need not. */
  readonly refusal: string | null;
}
