// Source positions: byte offsets of the preprocessed text, resolved to file, line and column on demand.
// First stage of the way of the data: everything later carries offsets, only reports resolve them.

/** A source position: 1-based line and column. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A half-open range of bytes of a preprocessed text. */
export interface Span {
  readonly at: number;
  readonly end: number;
}

/** The line markers as plain data: see SourceText.markers. */
export interface Markers {
  readonly offsets: readonly number[];
  readonly lines: readonly number[];
  readonly files: readonly string[];
  /** Index in `files`, by marker. */
  readonly file: readonly number[];
  readonly system: readonly boolean[];
}

/** By marker, in order of offsets. */
interface Marks {
  readonly offsets: number[];
  readonly lines: number[];
  readonly files: string[];
  readonly system: boolean[];
}

const NEWLINE = 10;

/**
 * The text of one translation unit with its line markers (`# 12 "file.h"`). The lexer adds a marker for each directive;
 * lines after it are counted from there.
 */
export class SourceText {
  private known: Marks | null = null;
  private lineStarts: Int32Array | null = null;

  constructor(
    readonly name: string,
    readonly bytes: Uint8Array,
    private readonly load: () => Marks = () => ({ offsets: [0], lines: [1], files: [name], system: [false] }),
  ) {}

  /** From the result of `markers`, which is computed only when a position is resolved. */
  static from(name: string, bytes: Uint8Array, markers: () => Markers): SourceText {
    return new SourceText(name, bytes, () => {
      const { offsets, lines, files, file, system } = markers();
      return { offsets: [...offsets], lines: [...lines], files: file.map((i) => files[i]!), system: [...system] };
    });
  }

  private get marks(): Marks {
    this.known ??= this.load();
    return this.known;
  }

  /** From `offset` (a start of line) on, the text comes from `file`, starting at `line`. */
  addMarker(offset: number, line: number, file: string, system: boolean): void {
    const { marks } = this;
    marks.offsets.push(offset);
    marks.lines.push(line);
    marks.files.push(file);
    marks.system.push(system);
  }

  locate(offset: number): Location {
    const { offsets, lines, files } = this.marks;
    const marker = lastNotAfter(offsets, offsets.length, offset);
    const starts = this.starts();
    const here = lastNotAfter(starts, starts.length, offset);
    const there = lastNotAfter(starts, starts.length, offsets[marker]!);
    return {
      file: files[marker]!,
      line: lines[marker]! + (here - there),
      column: offset - starts[here]! + 1,
    };
  }

  /** Does the text at `offset` come from a system header? */
  inSystemHeader(offset: number): boolean {
    const { offsets, system } = this.marks;
    return system[lastNotAfter(offsets, offsets.length, offset)]!;
  }

  /** Every file that contributed text, in order of appearance. */
  files(): string[] {
    return [...new Set(this.marks.files)];
  }

  /** The files that are not system headers or the compiler's own. */
  ownFiles(): string[] {
    const { files, system } = this.marks;
    const own = files.filter((file, i) => !system[i] && !/^<.*>/.test(file));
    return [...new Set(own)];
  }

  text(span: Span): string {
    return new TextDecoder().decode(this.bytes.subarray(span.at, span.end));
  }

  /** An expression as written: on one line, with the brackets around it, and NULL for its expansion. */
  phrase(span: Span): string {
    return this.text(this.balanced(span))
      .replace(/^#.*$/gm, '')
      .replace(/\s+/g, ' ')
      .replaceAll('((void *)0)', 'NULL')
      .trim();
  }

  /** The span with the brackets that belong to it. */
  balanced({ at, end }: Span): Span {
    const { opened, closed } = unmatched(this.text({ at, end }));
    return { at: this.reach(at - 1, -1, closed, '(['), end: this.reach(end, 1, opened, ')]') };
  }

  /** Extends the position over `count` brackets with only blanks between them. */
  private reach(from: number, step: 1 | -1, count: number, brackets: string): number {
    const start = step > 0 ? from : from + 1;
    let left = count;
    for (let i = from; left > 0 && i >= 0 && i < this.bytes.length; i += step) {
      const c = String.fromCharCode(this.bytes[i]!);
      if (brackets.includes(c)) left--;
      else if (c.trim() !== '') break;
      if (left === 0) return step > 0 ? i + 1 : i;
    }
    return start;
  }

  /**
   * The lines of some spans as a text of its own: the text at `offset` is at `move(offset)` there, with the same
   * location. Offsets outside the spans become -1.
   */
  excerpt(spans: readonly Span[]): { readonly source: SourceText; readonly move: (offset: number) => number } {
    const pieces = this.wholeLines(spans);
    const starts: number[] = [];
    let length = 0;
    for (const { at, end } of pieces) {
      starts.push(length);
      length += end - at + 1;
    }
    const bytes = new Uint8Array(length).fill(NEWLINE);
    pieces.forEach(({ at, end }, i) => {
      bytes.set(this.bytes.subarray(at, end), starts[i]);
    });
    const source = new SourceText(this.name, bytes);
    const named = new Set<string>();
    const { files, system } = this.marks;
    files.forEach((file, i) => {
      if (!named.has(file)) source.addMarker(0, 1, file, system[i]!);
      named.add(file);
    });
    pieces.forEach((piece, i) => {
      this.copyMarkers(source, piece, starts[i]!);
    });
    const ats = pieces.map(({ at }) => at);
    const move = (offset: number): number => {
      if (pieces.length === 0 || offset < ats[0]!) return -1;
      const i = lastNotAfter(ats, ats.length, offset);
      return offset <= pieces[i]!.end ? starts[i]! + offset - ats[i]! : -1;
    };
    return { source, move };
  }

  /** The spans extended to whole lines, in order, overlapping ones merged. */
  private wholeLines(spans: readonly Span[]): Span[] {
    const lines = spans
      .filter(({ at }) => at >= 0)
      .map(({ at, end }) => ({ at: this.bytes.lastIndexOf(NEWLINE, at - 1) + 1, end }))
      .sort((a, b) => a.at - b.at);
    const pieces: { at: number; end: number }[] = [];
    for (const line of lines) {
      const last = pieces.at(-1);
      if (last && line.at <= last.end) last.end = Math.max(last.end, line.end);
      else pieces.push(line);
    }
    return pieces;
  }

  private copyMarkers(to: SourceText, { at, end }: Span, start: number): void {
    const { offsets, lines, files, system } = this.marks;
    const first = lastNotAfter(offsets, offsets.length, at);
    const { file, line } = this.locate(at);
    to.addMarker(start, line, file, system[first]!);
    for (let i = first + 1; i < offsets.length && offsets[i]! <= end; i++)
      to.addMarker(start + offsets[i]! - at, lines[i]!, files[i]!, system[i]!);
  }

  /** Everything but the bytes, as plain data. */
  markers(): Markers {
    const files = this.files();
    const numbers = new Map(files.map((file, i) => [file, i]));
    const { offsets, lines, files: fileOf, system } = this.marks;
    return { offsets, lines, files, file: fileOf.map((file) => numbers.get(file)!), system };
  }

  private starts(): Int32Array {
    if (this.lineStarts) return this.lineStarts;
    const { bytes } = this;
    let count = 1;
    for (let i = 0; i < bytes.length; i++) if (bytes[i] === NEWLINE) count++;
    const starts = new Int32Array(count);
    let n = 1;
    for (let i = 0; i < bytes.length; i++) if (bytes[i] === NEWLINE) starts[n++] = i + 1;
    this.lineStarts = starts;
    return starts;
  }
}

/** Index of the last element that is not greater than `value`; there must be one. */
function lastNotAfter(sorted: ArrayLike<number>, length: number, value: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The numbers of unmatched opening and closing brackets in a piece of C. */
function unmatched(text: string): { readonly opened: number; readonly closed: number } {
  let [opened, closed] = [0, 0];
  for (const c of text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '')) {
    if (c === '(' || c === '[') opened++;
    else if ((c === ')' || c === ']') && opened > 0) opened--;
    else if (c === ')' || c === ']') closed++;
  }
  return { opened, closed };
}
