// Translation phase 3, one token at a time: bytes to the spelling of the next preprocessing token.
// Used by tokenize.ts for files, and to read again what `##` has pasted.

import { hashStep } from '../byte-table.js';
import {
  BLANK,
  classOf,
  DIGIT,
  inName,
  isExponent,
  LETTER,
  lengthOf,
  longPunctuator,
  NEWLINE,
  PUNCTUATOR,
  single,
} from '../characters.js';
import { T } from '../tokens.js';
import type { Dialect } from './dialect.js';
import { S, Sort, type Spellings } from './spellings.js';

const QUOTE = 34;
const HASH = 35;
const PERCENT = 37;
const APOSTROPHE = 39;
const STAR = 42;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const LESS = 60;
const GREATER = 62;
const BACKSLASH = 92;
const LINE_END = 10;

/** What may stand next besides an ordinary token. */
export enum Expects {
  Token,
  /** `<file.h>`, and `"file.h"` in which a backslash is nothing special. */
  Header,
}

/** Hot: no allocation per token. */
export class Scanner {
  pos = 0;
  /** Between the token that `next` has read and the one before. */
  blank = false;
  /** Line breaks in the comments passed over since this was last set to 0, and where the last one was. */
  commentLines = 0;
  lastLineStart = 0;
  refusal: string | null = null;

  constructor(
    readonly bytes: Uint8Array,
    private readonly spellings: Spellings,
    private readonly dialect: Dialect,
  ) {}

  /** Passes over blanks and comments, up to a token or the end of the line. */
  skipBlanks(): void {
    const { bytes } = this;
    this.blank = false;
    for (;;) {
      const c = bytes[this.pos]!;
      if (classOf[c] === BLANK || c === 0) {
        if (this.pos >= bytes.length) return;
        this.pos++;
      } else if (c === SLASH && bytes[this.pos + 1] === STAR) this.skipComment();
      else if (c === SLASH && bytes[this.pos + 1] === SLASH) this.skipLine();
      else return;
      this.blank = true;
    }
  }

  private skipComment(): void {
    const { bytes } = this;
    let end = bytes.indexOf(SLASH, this.pos + 3);
    while (end >= 0 && bytes[end - 1] !== STAR) end = bytes.indexOf(SLASH, end + 1);
    if (end < 0) {
      this.refusal = 'an unterminated comment';
      end = bytes.length;
    }
    for (let i = bytes.indexOf(LINE_END, this.pos); i >= 0 && i < end; i = bytes.indexOf(LINE_END, i + 1)) {
      this.commentLines++;
      this.lastLineStart = i + 1;
    }
    this.pos = Math.min(end + 1, bytes.length);
  }

  private skipLine(): void {
    if (!this.dialect.lineComments) this.refusal = 'a // comment in a language without them'; // system headers have them
    const end = this.bytes.indexOf(LINE_END, this.pos);
    this.pos = end < 0 ? this.bytes.length : end;
  }

  atLineEnd(): boolean {
    return this.pos >= this.bytes.length || classOf[this.bytes[this.pos]!] === NEWLINE;
  }

  /** The spelling of the token at `pos`, which is at one. */
  next(expects: Expects): number {
    const { bytes } = this;
    const c = bytes[this.pos]!;
    const kind = classOf[c]!;
    if (kind === LETTER) return this.name();
    if (kind === DIGIT) return this.number();
    if (kind === PUNCTUATOR) {
      if (expects === Expects.Header && (c === LESS || c === QUOTE)) {
        const header = this.header(c === LESS ? GREATER : QUOTE);
        if (header >= 0) return header;
      }
      return this.punctuator(c);
    }
    if (c === BACKSLASH && (bytes[this.pos + 1] === 0x75 || bytes[this.pos + 1] === 0x55)) {
      this.refusal = 'a universal character name outside of literals';
    }
    return this.other(this.pos + 1);
  }

  private name(): number {
    const { bytes } = this;
    const start = this.pos;
    let i = start;
    let hash = 0;
    let c = bytes[i]!;
    do {
      hash = hashStep(hash, c);
      c = bytes[++i]!;
    } while (inName[c] === 1);
    if (c === BACKSLASH && (bytes[i + 1] === 0x75 || bytes[i + 1] === 0x55)) {
      this.refusal = 'a universal character name outside of literals';
    }
    this.pos = i;
    if ((c === QUOTE || c === APOSTROPHE) && i - start <= 3 && this.isPrefix(start, i, c)) return this.quoted(start, c);
    return this.spellings.intern(bytes, start, i, hash, Sort.Name, T.Identifier);
  }

  private isPrefix(start: number, end: number, quote: number): boolean {
    const { unicode, unicodeBytes, raw } = this.dialect;
    const prefix = String.fromCharCode(...this.bytes.subarray(start, end));
    if (raw && quote === QUOTE && /^(?:u8|[uUL])?R$/.test(prefix)) this.refusal = 'a raw string';
    if (prefix === 'L') return true;
    if (prefix === 'u8') return quote === QUOTE ? unicode : unicodeBytes;
    return unicode && (prefix === 'u' || prefix === 'U');
  }

  /** pp-number: digits, letters, dots, and signs after an exponent. */
  private number(): number {
    const { bytes } = this;
    const start = this.pos;
    let i = start + 1;
    for (;;) {
      const c = bytes[i]!;
      const k = classOf[c];
      if (k === DIGIT || k === LETTER || c === DOT) i++;
      else if ((c === 43 || c === 45) && isExponent(bytes[i - 1]!)) i++;
      else if (c === APOSTROPHE && this.dialect.separators && inName[bytes[i + 1]!] === 1) i++;
      else break;
    }
    return this.take(start, i, Sort.Number, T.Number);
  }

  /** The rest of a string or character constant that begins at `start`; the quote is at `pos`. */
  private quoted(start: number, quote: number): number {
    const { bytes } = this;
    let i = this.pos + 1;
    for (; i < bytes.length; i++) {
      const c = bytes[i]!;
      if (c === BACKSLASH && bytes[i + 1] !== LINE_END) i++;
      else if (c === quote) {
        return quote === QUOTE
          ? this.take(start, i + 1, Sort.String, T.String)
          : this.take(start, i + 1, Sort.Char, T.Char);
      } else if (c === LINE_END) break;
    }
    return this.other(Math.min(i, bytes.length), start);
  }

  /** Up to `close`; -1 if it does not stand on this line. */
  private header(close: number): number {
    const { bytes } = this;
    let i = this.pos + 1;
    while (i < bytes.length && bytes[i] !== close && bytes[i] !== LINE_END) i++;
    if (bytes[i] !== close) return -1;
    return close === GREATER
      ? this.take(this.pos, i + 1, Sort.Header, T.Invalid)
      : this.take(this.pos, i + 1, Sort.String, T.String);
  }

  private punctuator(c: number): number {
    const { bytes } = this;
    const start = this.pos;
    const one = single[c]!;
    if (one !== 0) return this.take(start, start + 1, Sort.Punctuator, one);
    if (c === QUOTE || c === APOSTROPHE) return this.quoted(start, c);
    const next = bytes[start + 1];
    if (c === DOT && next !== undefined && classOf[next] === DIGIT) return this.number();
    if (c === HASH || (c === PERCENT && next === COLON)) return this.hash(c);
    const kind = longPunctuator(c, next, bytes[start + 2]);
    if (kind === T.Invalid) return this.other(start + 1);
    return this.take(start, start + lengthOf(kind, next), Sort.Punctuator, kind);
  }

  /** `#` and `##`, also as digraphs. */
  private hash(c: number): number {
    const { bytes, pos } = this;
    if (c === HASH) {
      const twice = bytes[pos + 1] === HASH;
      this.pos += twice ? 2 : 1;
      return twice ? S.Paste : S.Hash;
    }
    const twice = bytes[pos + 2] === PERCENT && bytes[pos + 3] === COLON;
    this.pos += twice ? 4 : 2;
    return twice ? S.PasteDigraph : S.HashDigraph;
  }

  private other(end: number, start = this.pos): number {
    return this.take(start, end, Sort.Other, T.Invalid);
  }

  private take(start: number, end: number, sort: Sort, kind: T): number {
    const { bytes } = this;
    let hash = 0;
    for (let i = start; i < end; i++) hash = hashStep(hash, bytes[i]!);
    this.pos = end;
    return this.spellings.intern(bytes, start, end, hash, sort, kind);
  }
}
