// What comes out: the text that `gcc -E` prints, and the same tokens as columns, so that nobody has to lex it again.
// Last of the preprocessor; the text gives positions, excerpts and phrases, the columns go to the parser.

import { T } from '../tokens.js';
import type { Output } from './output.js';
import type { SpelledTokens } from './spelled-tokens.js';
import { ORIGIN, ORIGIN_SHIFT, Origin, S, SHIFT, Sort, type Spellings, WHITE } from './spellings.js';

const NEWLINE = 10;
const SPACE = 32;

/** Up to this many lines are skipped by empty lines; for more there is a line marker. */
const MOST_EMPTY_LINES = 8;

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly origin: Origin;
}

/** What the text of a file leaves behind for what comes next. */
export interface Leaning {
  readonly printed: boolean;
  readonly previous: number;
  readonly padding: S;
  readonly apart: boolean;
  readonly wasSystem: boolean;
  readonly marked: boolean;
}

/** Hot: asked for every token. */
export class Printer {
  /** No token is printed meanwhile: `-imacros`. */
  isMuted = false;
  /** The name and origin of the file that is being read; `escaped`: as it stands in line markers. */
  private file = '';
  private origin = Origin.Own;

  // Where the text is: its line in the file, whether something stands on it, the token before and the paddings since.
  private escaped = '';
  private line = 1;
  private printed = false;
  private previous = 0;
  private padding: S = S.End;
  private apart = false;
  private wasSystem = false;
  private marked = false;

  constructor(
    private readonly spellings: Spellings,
    readonly output: Output,
    private readonly mostBytes: number,
  ) {
    output.reset();
  }

  isFull(): boolean {
    return this.output.end > this.mostBytes;
  }

  // ---- tokens --------------------------------------------------------------------------------------------------

  /** A line of the file begins with a token of text. */
  startLine(line: number, column: number, originBits: number): void {
    this.changeLine(line, column, originBits);
  }

  pad(padding: S): void {
    this.apart = true;
    if (this.padding === S.End || (this.padding !== S.Spaced && padding === S.Apart)) {
      this.padding = padding === S.Apart ? S.End : padding;
    }
  }

  /** A token that stands at `line` and `column`, or comes from a macro used there. */
  print(token: number, line: number, column: number): void {
    if (this.isMuted) return;
    const id = token >> SHIFT;
    const isPragma = this.spellings.sorts[id] === Sort.Pragma;
    if (!isPragma) this.separate(token, line, column);
    this.apart = false;
    this.padding = S.End;
    this.previous = token;
    if (isPragma) return this.pragmaOperator(id, line, column);
    this.markOrigin(token, line, column);
    this.output.token(id);
    this.marked = false;
    this.printed = true;
  }

  private separate(token: number, line: number, column: number): void {
    const white = (token & WHITE) !== 0;
    if (!this.apart && !white) return;
    const moved = line !== this.line;
    if (moved) this.marked = this.changeLine(line, column, token & ORIGIN);
    else if (this.apart) {
      const spaced = this.padding === S.End ? white : this.padding === S.Spaced;
      const id = token >> SHIFT;
      if (!spaced && !(this.previous === 0 ? id === S.Hash : this.wouldJoin(this.previous >> SHIFT, id))) return;
    }
    this.output.byte(SPACE);
    this.printed = true;
  }

  /** A line marker says so where system headers begin and end to be the origin of tokens. */
  private markOrigin(token: number, line: number, column: number): void {
    const origin: Origin = (token & ORIGIN) >> ORIGIN_SHIFT;
    if (this.marked || origin === Origin.Compiler) return;
    const isSystem = origin !== Origin.Own;
    if (isSystem === this.wasSystem) return;
    this.changeLine(line, column, token & ORIGIN);
    this.wasSystem = isSystem;
  }

  /** Would the lexer take the two, printed side by side, for one or for other tokens? */
  private wouldJoin(left: number, right: number): boolean {
    const { kinds, sorts, table } = this.spellings;
    const sort = sorts[left]!;
    const to = sorts[right]!;
    const c = to === Sort.Punctuator ? table.pool[table.starts[right]!]! : 0;
    if (sort === Sort.Name) {
      return to === Sort.Name || to === Sort.Number || to === Sort.Char || to === Sort.String;
    }
    if (sort === Sort.Number) {
      return to === Sort.Name || to === Sort.Number || to === Sort.Char || c === DOT || c === PLUS || c === MINUS;
    }
    if (sort === Sort.Other) return table.pool[table.starts[left]!] === BACKSLASH && to === Sort.Name;
    if (sort !== Sort.Punctuator) return false;
    if (left === S.Hash || left === S.HashDigraph) return c === HASH || c === PERCENT;
    const kind: T = kinds[left]!;
    if (c === EQUAL && TAKES_EQUAL.has(kind)) return true;
    if (kind === T.Dot && to === Sort.Number) return true;
    return JOINS.get(kind)?.includes(c) ?? false;
  }

  // ---- lines ---------------------------------------------------------------------------------------------------

  /** Goes to a place, and on to its column; true if that took a line marker. */
  private changeLine(line: number, column: number, originBits: number): boolean {
    const marked = this.reachLine(line, originBits);
    this.previous = 0;
    this.padding = S.End;
    this.printed = true;
    for (let i = column - 2; i > 0; i--) this.output.byte(SPACE);
    return marked;
  }

  /** By empty lines, or by a line marker. */
  private reachLine(line: number, originBits: number): boolean {
    this.endLine();
    if (line < this.line || line >= this.line + MOST_EMPTY_LINES) {
      this.mark(line, '', originBits);
      return true;
    }
    for (; this.line < line; this.line++) this.output.byte(NEWLINE);
    return false;
  }

  private endLine(): void {
    if (!this.printed) return;
    this.output.byte(NEWLINE);
    this.line++;
    this.printed = false;
  }

  /** A line marker; `flag` is ` 1` where a file begins, ` 2` where one is continued. */
  private mark(line: number, flag: '' | ' 1' | ' 2', originBits: number): void {
    if (this.printed) this.output.byte(NEWLINE);
    this.printed = false;
    this.line = line;
    const bits: Origin = originBits >> ORIGIN_SHIFT;
    const origin = bits === Origin.Compiler ? this.origin : bits;
    this.output.text(`# ${line} "${this.escaped}"${flag}${SYSTEM[origin]}\n`);
    this.output.mark(line, this.file, origin !== Origin.Own);
  }

  /** A file begins, included at a line of the one before it. */
  enterFile(includedAt: number, file: string, origin: Origin, line = 1): void {
    if (includedAt > 0) this.reachLine(includedAt, this.origin << ORIGIN_SHIFT);
    this.renameFile(file, origin, line, ' 1');
  }

  /** The file goes on under a name: after an #include, or by #line. */
  renameFile(file: string, origin: Origin, line: number, flag: '' | ' 1' | ' 2'): void {
    if (file !== this.file) this.escaped = escapePath(file);
    this.file = file;
    this.origin = origin;
    this.mark(line, flag, origin << ORIGIN_SHIFT);
  }

  /** A directive that stays in the text, on a line of its own. */
  directive(text: string, line: number): void {
    if (this.isMuted) return;
    this.reachLine(line, this.origin << ORIGIN_SHIFT);
    this.output.directive(text);
    this.output.byte(NEWLINE);
    this.printed = false;
    this.line++;
  }

  private pragmaOperator(id: number, line: number, column: number): void {
    this.reachLine(line, this.origin << ORIGIN_SHIFT);
    this.output.directive(this.spellings.text(id));
    this.printed = true;
    this.changeLine(line, column, this.origin << ORIGIN_SHIFT);
  }

  // ---- the result ----------------------------------------------------------------------------------------------

  finish(): SpelledTokens {
    if (this.printed) this.output.byte(NEWLINE);
    return this.output.finish();
  }

  /** How the text before it bears on the first line of a file that has just been entered. */
  entryState(): number {
    return Number(this.apart) | (Number(this.marked) << 1) | (Number(this.wasSystem) << 2);
  }

  leaning(): Leaning {
    const { printed, previous, padding, apart, wasSystem, marked } = this;
    return { printed, previous, padding, apart, wasSystem, marked };
  }

  /** As if the text in front had been printed token by token. */
  lean({ printed, previous, padding, apart, wasSystem, marked }: Leaning): void {
    this.printed = printed;
    this.previous = previous;
    this.padding = padding;
    this.apart = apart;
    this.wasSystem = wasSystem;
    this.marked = marked;
  }
}

const code = (c: string): number => c.charCodeAt(0);
const [DOT, PLUS, MINUS, HASH, PERCENT, EQUAL, BACKSLASH] = [...'.+-#%=\\'].map(code) as [
  ...[number, number, number, number, number, number, number],
];

const SYSTEM: Readonly<Record<Origin, string>> = {
  [Origin.Own]: '',
  [Origin.System]: ' 3',
  [Origin.SystemInC]: ' 3 4',
  [Origin.Compiler]: '',
};

const TAKES_EQUAL: ReadonlySet<T> = new Set([
  ...[T.Equal, T.Bang, T.Greater, T.Less, T.Plus, T.Minus, T.Star, T.Slash, T.Percent],
  ...[T.Ampersand, T.Bar, T.Caret, T.ShiftRight, T.ShiftLeft],
]);

/** First bytes of punctuators that another one would join with. */
const JOINS: ReadonlyMap<T, readonly number[]> = new Map(
  (
    [
      [T.Greater, '>'],
      [T.Less, '<%:'],
      [T.Plus, '+'],
      [T.Minus, '->'],
      [T.Slash, '/*'],
      [T.Percent, ':%>'],
      [T.Ampersand, '&'],
      [T.Bar, '|'],
      [T.Colon, ':>'],
      [T.Arrow, '*'],
      [T.Dot, '.%'],
    ] as const
  ).map(([kind, bytes]) => [kind, [...bytes].map(code)]),
);

const escapePath = (path: string): string => path.replace(/[\\"]/g, '\\$&');
