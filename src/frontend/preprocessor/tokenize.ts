// Translation phase 3: a file to its tokens, with lines, columns and directives.
// From splices.ts to what execute.ts walks; done once for each file of a run.

import type { Dialect } from './dialect.js';
import { Expects, Scanner } from './scanner.js';
import { FIRST, S, SHIFT, Sort, type Spellings, WHITE } from './spellings.js';
import { splice } from './splices.js';
import { D, DIRECTIVES, type Directive, type TokenFile } from './token-file.js';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export function tokenize(bytes: Uint8Array, spellings: Spellings, dialect: Dialect): TokenFile {
  const marked = BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte);
  const { bytes: text, breaks } = splice(marked ? bytes.subarray(3) : bytes, dialect.trigraphs ? 'replaced' : 'kept');
  return new Tokenizer(text, breaks, spellings, dialect).run();
}

/** Hot: no allocation per token (guarded by `caulk bench preprocess`). */
class Tokenizer {
  private readonly scanner: Scanner;
  private count = 0;
  private tokens: Int32Array;
  private lines: Int32Array;
  private columns: Uint16Array;
  private readonly directives: Directive[] = [];
  /** Indices of directives: the last one at each open level of conditionals. */
  private readonly open: number[] = [];
  private line = 1;
  private lineStart = 0;
  private nextBreak = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly breaks: readonly number[],
    private readonly spellings: Spellings,
    dialect: Dialect,
  ) {
    this.scanner = new Scanner(bytes, spellings, dialect);
    const room = Math.max(64, bytes.length >> 3);
    this.tokens = new Int32Array(room);
    this.lines = new Int32Array(room);
    this.columns = new Uint16Array(room);
  }

  run(): TokenFile {
    const { bytes, scanner } = this;
    while (scanner.pos < bytes.length) {
      this.readLine();
      if (scanner.pos >= bytes.length) break;
      scanner.pos++; // the end of the line
      this.line++;
      this.lineStart = scanner.pos;
    }
    this.catchUp(bytes.length);
    this.add(S.End << SHIFT, 1);
    const count = this.count - 1;
    const { directives } = this;
    return {
      bytes,
      count,
      tokens: this.tokens.slice(0, this.count),
      lines: this.lines.slice(0, this.count),
      columns: this.columns.slice(0, this.count),
      directives,
      guard: guardOf(directives, this.tokens, count, this.spellings),
      refusal: scanner.refusal,
    };
  }

  /** A line of text or a directive, without its end. */
  private readLine(): void {
    const first = this.count;
    while (this.reachToken()) {
      const id = this.readToken(Expects.Token, this.count === first ? FIRST : 0);
      if (this.count === first + 1 && (id === S.Hash || id === S.HashDigraph)) return this.readDirective(first);
    }
  }

  /** Goes to the next token of the line; false if there is none. */
  private reachToken(): boolean {
    this.scanner.skipBlanks();
    this.catchUp(this.scanner.pos);
    return !this.scanner.atLineEnd();
  }

  private readToken(expects: Expects, flags: number): number {
    const { scanner } = this;
    const column = scanner.pos - this.lineStart + 1;
    const white = scanner.blank ? WHITE : 0;
    const id = scanner.next(expects);
    this.add((id << SHIFT) | white | flags, column);
    return id;
  }

  private readDirective(hash: number): void {
    const { spellings } = this;
    let kind = D.Nothing;
    if (this.reachToken()) {
      const id = this.readToken(Expects.Token, 0);
      const sort = spellings.sorts[id];
      kind = sort === Sort.Number ? D.Marker : (DIRECTIVES.get(spellings.text(id)) ?? D.Unknown);
    }
    const first = kind === D.Marker ? this.count - 1 : this.count;
    this.readOperands(kind);
    this.addDirective({ kind, hash, first, end: this.count, last: this.line, next: -1, macro: null });
  }

  private readOperands(kind: D): void {
    const includes = kind >= D.Include && kind <= D.Embed;
    const tests = kind === D.If || kind === D.Elif;
    let expects = includes ? Expects.Header : Expects.Token;
    let asked = false;
    while (this.reachToken()) {
      const id = this.readToken(expects, 0);
      expects = tests && asked && id === S.LeftParen ? Expects.Header : Expects.Token;
      asked = tests && /^__has_(?:include|include_next|embed)$/.test(this.textOf(id));
    }
  }

  private textOf(id: number): string {
    return this.spellings.sorts[id] === Sort.Name ? this.spellings.text(id) : '';
  }

  private addDirective(directive: Directive): void {
    const { kind } = directive;
    const index = this.directives.length;
    this.directives.push(directive);
    if (kind > D.Endif) return;
    const opens = kind <= D.Ifndef;
    const before = opens ? undefined : this.open.pop();
    if (before !== undefined) this.directives[before]!.next = index;
    if (kind !== D.Endif && (opens || before !== undefined)) this.open.push(index);
  }

  /** Counts the lines up to an offset: those that ended in comments, and those that were joined. */
  private catchUp(pos: number): void {
    const { scanner, breaks } = this;
    if (scanner.commentLines > 0) {
      this.line += scanner.commentLines;
      this.lineStart = scanner.lastLineStart;
      scanner.commentLines = 0;
    }
    while (this.nextBreak < breaks.length && breaks[this.nextBreak]! <= pos) {
      this.line++;
      this.lineStart = Math.max(this.lineStart, breaks[this.nextBreak]!);
      this.nextBreak++;
    }
  }

  private add(token: number, column: number): void {
    if (this.count === this.tokens.length) this.grow();
    this.tokens[this.count] = token;
    this.columns[this.count] = Math.min(column, 0xffff);
    this.lines[this.count++] = this.line;
  }

  private grow(): void {
    const room = this.tokens.length * 2;
    const { tokens, lines, columns } = this;
    this.tokens = new Int32Array(room);
    this.tokens.set(tokens);
    this.lines = new Int32Array(room);
    this.lines.set(lines);
    this.columns = new Uint16Array(room);
    this.columns.set(columns);
  }
}

/** `#ifndef X` or `#if !defined X` as the first directive, its `#endif` as the last, and nothing outside. */
function guardOf(directives: readonly Directive[], tokens: Int32Array, count: number, spellings: Spellings): number {
  const [first] = directives;
  const last = directives.at(-1);
  if (!first || !last || first.hash !== 0 || last.end !== count) return -1;
  if (last.kind !== D.Endif || directives[first.next] !== last) return -1;
  const words = Array.from(tokens.subarray(first.first, first.end), (token) => token >> SHIFT);
  const texts = words.map((id) => spellings.text(id)).filter((text) => text !== '(' && text !== ')');
  const name = first.kind === D.Ifndef ? texts[0] : first.kind === D.If && isTest(texts) ? texts[2] : undefined;
  return name !== undefined && /^[A-Za-z_$]/.test(name) ? spellings.name(name) : -1;
}

const isTest = (texts: readonly string[]): boolean => texts.length === 3 && texts[0] === '!' && texts[1] === 'defined';
