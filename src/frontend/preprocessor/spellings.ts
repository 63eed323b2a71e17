// The spellings of preprocessing tokens, each a number, for all files of a run; and tokens as numbers made of these.
// First of the preprocessor's tables: equal spellings are equal tokens, so a token needs no object.

import { ByteTable } from '../byte-table.js';
import { reservedWords, T } from '../tokens.js';

/** What kind of preprocessing token a spelling is (C17 6.4). */
export enum Sort {
  End,
  /** Says whether there was a space where a macro stood; see `Padding` in tokens of macros. */
  Padding,
  Name,
  Number,
  String,
  Char,
  Header,
  Punctuator,
  /** A `#pragma` line that _Pragma has made. */
  Pragma,
  /** What is no token of C; the lexer of preprocessed text complains. */
  Other,
}

/**
 * Spellings with fixed numbers. The first are no text: the end of the tokens, and the three kinds of padding. `Apart`: the
 * neighbours must not become one token; `Tight` and `Spaced`: as a token without and with a space in front.
 */
export enum S {
  End,
  Apart,
  Tight,
  Spaced,
  LeftParen,
  RightParen,
  Comma,
  Ellipsis,
  Less,
  Hash,
  HashDigraph,
  Paste,
  PasteDigraph,
  Defined,
  VaArgs,
  VaOpt,
  Line,
  One,
  Zero,
}

const FIXED: Readonly<Record<S, string>> = {
  [S.End]: '',
  [S.Apart]: '\0apart',
  [S.Tight]: '\0tight',
  [S.Spaced]: '\0spaced',
  [S.LeftParen]: '(',
  [S.RightParen]: ')',
  [S.Comma]: ',',
  [S.Ellipsis]: '...',
  [S.Less]: '<',
  [S.Hash]: '#',
  [S.HashDigraph]: '%:',
  [S.Paste]: '##',
  [S.PasteDigraph]: '%:%:',
  [S.Defined]: 'defined',
  [S.VaArgs]: '__VA_ARGS__',
  [S.VaOpt]: '__VA_OPT__',
  [S.Line]: '__LINE__',
  [S.One]: '1',
  [S.Zero]: '0',
};

const KINDS: Readonly<Record<string, T>> = {
  '(': T.LeftParen,
  ')': T.RightParen,
  ',': T.Comma,
  '...': T.Ellipsis,
  '<': T.Less,
};

/** Hot: columns by number; `sorts` and `kinds` are read for every token. */
export class Spellings {
  readonly table = new ByteTable();
  sorts = new Uint8Array(1 << 13);
  /** Of the parser; keywords are told apart here. */
  kinds = new Uint8Array(1 << 13);
  /** Those that have been asked for. */
  private readonly texts: (string | undefined)[] = [];
  private readonly notes = new Map<string, number>();

  constructor() {
    for (const [number, text] of Object.entries(FIXED)) {
      const id = Number(number);
      const sort = id === S.End ? Sort.End : id <= S.Spaced ? Sort.Padding : sortOf(text);
      this.add(Buffer.from(text), sort, KINDS[text] ?? kindOf(sort));
    }
    for (const [text, kind] of reservedWords) {
      this.kinds[this.name(text)] = kind;
    }
  }

  /** The number of bytes[start, end), which has this hash; what it is matters only the first time. */
  intern(bytes: Uint8Array, start: number, end: number, hash: number, sort: Sort, kind: T): number {
    const { table } = this;
    const known = table.count;
    const id = table.intern(bytes, start, end, hash);
    if (id === known) this.describe(id, sort, kind);
    return id;
  }

  name(text: string): number {
    return this.add(Buffer.from(text), Sort.Name, T.Identifier);
  }

  /** Of something that units note, told apart from all that text can spell. */
  noteName(what: string): number {
    let id = this.notes.get(what);
    if (id === undefined) {
      id = this.add(Buffer.from(`\0${what}`), Sort.Name);
      this.notes.set(what, id);
    }
    return id;
  }

  add(bytes: Uint8Array, sort: Sort, kind = kindOf(sort)): number {
    const known = this.table.count;
    const id = this.table.internAll(bytes);
    if (id === known) this.describe(id, sort, kind);
    return id;
  }

  /** Another number for the spelling `id`, told apart by `mark`. */
  alias(id: number, mark: string): number {
    const { table } = this;
    const alias = this.add(Buffer.from(`\0${mark}`), this.sorts[id]!, this.kinds[id]!);
    table.starts[alias] = table.starts[id]!;
    table.ends[alias] = table.ends[id]!;
    return alias;
  }

  text(id: number): string {
    if (id <= S.Spaced) return '';
    while (this.texts.length <= id) this.texts.push(undefined);
    this.texts[id] ??= this.table.text(id);
    return this.texts[id]!;
  }

  private describe(id: number, sort: Sort, kind: T): void {
    if (id >= this.sorts.length) {
      this.sorts = widened(this.sorts);
      this.kinds = widened(this.kinds);
    }
    this.sorts[id] = sort;
    this.kinds[id] = kind;
  }
}

const sortOf = (text: string): Sort =>
  /^\d/.test(text) ? Sort.Number : /^\w/.test(text) ? Sort.Name : Sort.Punctuator;

function kindOf(sort: Sort): T {
  switch (sort) {
    case Sort.Name:
      return T.Identifier;
    case Sort.Number:
      return T.Number;
    case Sort.String:
      return T.String;
    case Sort.Char:
      return T.Char;
    case Sort.End:
      return T.End;
    default:
      return T.Invalid;
  }
}

function widened(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(array.length * 2);
  wider.set(array);
  return wider;
}

// A token is a number: its spelling, shifted by SHIFT, and these flags.

/** Blanks stand in front of it. */
export const WHITE = 1;
/** It was not replaced within its own macro, and never is from then on (C17 6.10.3.4). */
export const PAINTED = 2;
/** In the body of a macro: `##` follows. */
export const PASTED = 4;
/** In the body of a macro: `#` stands in front. */
export const QUOTED = 8;
/** In the body of a macro: not a spelling but the number of a parameter, from 1 on. */
export const PARAMETER = 16;
/** The first of its line. */
export const FIRST = 32;
/** Where it was spelled, see Origin: two bits. */
export const ORIGIN_SHIFT = 6;
export const ORIGIN = 3 << ORIGIN_SHIFT;
export const SHIFT = 8;
/** All of them. */
export const FLAGS = (1 << SHIFT) - 1;

/** Where a token was spelled, as far as line markers tell: `3` and `3 4` stand for system headers. */
export enum Origin {
  Own,
  System,
  SystemInC,
  /** By the compiler, so that it belongs to where it is used. */
  Compiler,
}
