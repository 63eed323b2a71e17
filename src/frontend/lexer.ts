// The lexer: preprocessed bytes to tokens in typed arrays, line markers to the source text, `#pragma pack` to a table.
// Second stage of the way of the data. Hot: no allocation per token (guarded by `caulk bench speed`).

import { isUtf8 } from 'node:buffer';
import type { SourceText } from '../base/source.js';
import { hashStep } from './byte-table.js';
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
} from './characters.js';
import type { NameTable } from './names.js';
import { type PackChange, PackPragmas } from './pack-pragmas.js';
import { T } from './tokens.js';

export interface LexError {
  readonly at: number;
  readonly message: string;
}

/** All tokens of a text, as columns. The last one is T.End. */
export interface Tokens {
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Index into NameTable.names for identifiers and keywords. */
  readonly names: Int32Array;
  readonly errors: readonly LexError[];
  /** `#pragma pack` in force from an offset on: 0 means none. */
  readonly packs: readonly PackChange[];
}

const code = (s: string): number => s.charCodeAt(0);
const QUOTE = code('"');
const APOSTROPHE = code("'");
const BACKSLASH = code('\\');
const HASH = code('#');
const DOT = code('.');
const LEFT_PAREN = code('(');
const RIGHT_PAREN = code(')');
const SLASH = code('/');
const STAR = code('*');

export function lex(source: SourceText, table: NameTable): Tokens {
  return new Lexer(source, table).run();
}

class Lexer {
  private readonly bytes: Uint8Array;
  private pos = 0;
  private count = 0;
  private kinds: Uint8Array;
  private starts: Int32Array;
  private ends: Int32Array;
  private names: Int32Array;
  private readonly errors: LexError[] = [];
  private readonly packs = new PackPragmas();

  constructor(
    private readonly source: SourceText,
    private readonly table: NameTable,
  ) {
    this.bytes = source.bytes;
    const room = Math.max(64, source.bytes.length >> 2);
    this.kinds = new Uint8Array(room);
    this.starts = new Int32Array(room);
    this.ends = new Int32Array(room);
    this.names = new Int32Array(room);
  }

  run(): Tokens {
    const { bytes } = this;
    const length = bytes.length;
    let lineStart = true;
    while (this.pos < length) {
      const c = bytes[this.pos]!;
      const kind = classOf[c]!;
      if (kind === BLANK) this.pos++;
      else if (kind === LETTER) {
        this.identifier();
        lineStart = false;
      } else if (kind === PUNCTUATOR) {
        if (c === HASH && lineStart) this.directive();
        else this.punctuator(c);
        lineStart = false;
      } else if (kind === NEWLINE) {
        this.pos++;
        lineStart = true;
      } else if (kind === DIGIT) {
        this.number();
        lineStart = false;
      } else this.stray(c);
    }
    this.add(T.End, length, length);
    const { count, kinds, starts, ends, names, errors } = this;
    return { count, kinds, starts, ends, names, errors, packs: this.packs.changes };
  }

  private add(kind: T, start: number, end: number): void {
    if (this.count === this.kinds.length) this.grow();
    const i = this.count++;
    this.kinds[i] = kind;
    this.starts[i] = start;
    this.ends[i] = end;
  }

  private grow(): void {
    const room = this.kinds.length * 2;
    const wider = <A extends Uint8Array | Int32Array>(to: A, from: A): A => {
      to.set(from);
      return to;
    };
    this.kinds = wider(new Uint8Array(room), this.kinds);
    this.starts = wider(new Int32Array(room), this.starts);
    this.ends = wider(new Int32Array(room), this.ends);
    this.names = wider(new Int32Array(room), this.names);
  }

  private identifier(): void {
    const { bytes } = this;
    const start = this.pos;
    let i = start;
    let hash = 0;
    let all = 0;
    let c = bytes[i]!;
    do {
      hash = hashStep(hash, c);
      all |= c;
      c = bytes[++i]!;
    } while (inName[c] === 1);
    if (all >= 0x80 && !isUtf8(bytes.subarray(start, i))) return this.stray(bytes[start]!);
    this.pos = i;
    if ((c === QUOTE || c === APOSTROPHE) && i - start <= 2 && this.isEncodingPrefix(start, i)) {
      this.quoted(start, c);
      return;
    }
    const index = this.table.intern(bytes, start, i, hash);
    const { keyword } = this.table.names[index]!;
    if (keyword === T.PragmaOperator && this.pragmaOperator()) return;
    this.add(keyword, start, i);
    this.names[this.count - 1] = index;
  }

  private isEncodingPrefix(start: number, end: number): boolean {
    const c = String.fromCharCode(...this.bytes.subarray(start, end));
    return c === 'L' || c === 'u' || c === 'U' || c === 'u8';
  }

  /** pp-number: digits, letters, dots, and signs after an exponent. */
  private number(): void {
    const { bytes } = this;
    const start = this.pos;
    let i = start + 1;
    for (;;) {
      const c = bytes[i]!;
      const k = classOf[c];
      if (k === DIGIT || k === LETTER || c === DOT) i++;
      else if ((c === 43 || c === 45) && isExponent(bytes[i - 1]!)) i++;
      else if (c === APOSTROPHE && i + 1 < bytes.length && classOf[bytes[i + 1]!] === DIGIT) i++;
      else break;
    }
    this.pos = i;
    this.add(T.Number, start, i);
  }

  /** The rest of a string or character literal that begins at `start`; the quote is at `pos`. */
  private quoted(start: number, quote: number): void {
    const { bytes } = this;
    let i = this.pos + 1;
    while (i < bytes.length) {
      const c = bytes[i]!;
      if (c === quote) {
        this.pos = i + 1;
        this.add(quote === QUOTE ? T.String : T.Char, start, this.pos);
        return;
      }
      if (c === 10) break;
      i += c === BACKSLASH ? 2 : 1;
    }
    i = Math.min(i, bytes.length);
    this.errors.push({ at: start, message: `unterminated ${quote === QUOTE ? 'string' : 'character'} literal` });
    this.pos = i;
    this.add(T.Invalid, start, i);
  }

  private punctuator(c: number): void {
    const start = this.pos;
    const one = single[c]!;
    if (one !== 0) {
      this.pos = start + 1;
      this.add(one, start, start + 1);
      return;
    }
    if (c === QUOTE || c === APOSTROPHE) return this.quoted(start, c);
    const next = this.bytes[start + 1];
    if (c === DOT && next !== undefined && classOf[next] === DIGIT) return this.number();
    if (c === SLASH && (next === STAR || next === SLASH)) return this.comment(start, next);
    const kind = longPunctuator(c, next, this.bytes[start + 2]);
    if (kind === T.Invalid) return this.stray(c);
    this.pos = start + lengthOf(kind, next);
    this.add(kind, start, this.pos);
  }

  private comment(start: number, second: number): void {
    const { bytes } = this;
    let i = start + 2;
    if (second === SLASH) {
      while (i < bytes.length && bytes[i] !== 10) i++;
      this.pos = i;
      return;
    }
    while (i < bytes.length && !(bytes[i] === STAR && bytes[i + 1] === SLASH)) i++;
    if (i >= bytes.length) {
      this.errors.push({ at: start, message: 'unterminated comment' });
      this.pos = bytes.length;
      this.add(T.Invalid, start, bytes.length);
      return;
    }
    this.pos = i + 2;
  }

  private stray(c: number): void {
    const start = this.pos++;
    const what = c > 32 && c < 127 ? `'${String.fromCharCode(c)}'` : `byte 0x${c.toString(16).padStart(2, '0')}`;
    // A sequence of stray bytes is one error: binary files have thousands.
    const last = this.errors.at(-1);
    if (!last || this.count === 0 || this.kinds[this.count - 1] !== T.Invalid || this.ends[this.count - 1] !== start) {
      this.errors.push({ at: start, message: `stray ${what} in program` });
      this.add(T.Invalid, start, this.pos);
    } else {
      this.ends[this.count - 1] = this.pos;
    }
  }

  /** `__pragma(…)` on one line does what `#pragma …` does; false if it is not closed there. */
  private pragmaOperator(): boolean {
    const { bytes } = this;
    let from = this.pos;
    while (bytes[from] === 32) from++;
    if (bytes[from] !== LEFT_PAREN) return false;
    let depth = 0;
    for (let i = from; i < bytes.length && bytes[i] !== 10; i++) {
      depth += bytes[i] === LEFT_PAREN ? 1 : bytes[i] === RIGHT_PAREN ? -1 : 0;
      if (depth > 0) continue;
      const inside = Buffer.from(bytes.buffer, bytes.byteOffset + from + 1, i - from - 1).toString('utf8');
      this.pos = i + 1;
      this.packs.read(`#pragma ${inside}`, this.pos);
      return true;
    }
    return false;
  }

  /** `# 12 "file.h" 1 3`, `#line 12 "file.h"`, `#pragma …`; others have no meaning after preprocessing. */
  private directive(): void {
    const { bytes } = this;
    let i = this.pos + 1;
    while (i < bytes.length && bytes[i] !== 10) i++;
    const line = Buffer.from(bytes.buffer, bytes.byteOffset + this.pos, i - this.pos).toString('utf8');
    this.pos = i;
    const marker = /^#\s*(?:line\s+)?(\d+)\s*(?:"((?:[^"\\]|\\.)*)"([\s\d]*))?/.exec(line);
    if (marker) {
      const file = marker[2] === undefined ? this.source.locate(this.pos).file : unescapePath(marker[2]);
      this.source.addMarker(Math.min(i + 1, bytes.length), Number(marker[1]), file, /\b3\b/.test(marker[3] ?? ''));
      return;
    }
    this.packs.read(line, this.pos);
  }
}

const unescapePath = (s: string): string => s.replace(/\\(.)/g, '$1');
