// Where things stand in the source: byte offsets of the preprocessed text, resolved to file, line and column on demand.
// First stage of the way of the data: everything later carries offsets, only reports resolve them.

/** A place a person can open: 1-based line and column. */
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

const NEWLINE = 10;

/**
 * The text of one translation unit with its line markers (`# 12 "file.h"`).
 * The lexer adds a marker for each directive; offsets behind it count lines from there.
 */
export class SourceText {
  private readonly markerOffsets: number[] = [];
  private readonly markerLines: number[] = [];
  private readonly markerFiles: string[] = [];
  private readonly markerSystem: boolean[] = [];
  private lineStarts: Int32Array | null = null;

  constructor(
    readonly name: string,
    readonly bytes: Uint8Array,
  ) {
    this.addMarker(0, 1, name, false);
  }

  /** From `offset` (a start of line) on, text comes from `file`, whose `line` begins there. */
  addMarker(offset: number, line: number, file: string, system: boolean): void {
    this.markerOffsets.push(offset);
    this.markerLines.push(line);
    this.markerFiles.push(file);
    this.markerSystem.push(system);
  }

  locate(offset: number): Location {
    const marker = lastNotAfter(this.markerOffsets, this.markerOffsets.length, offset);
    const starts = this.starts();
    const here = lastNotAfter(starts, starts.length, offset);
    const there = lastNotAfter(starts, starts.length, this.markerOffsets[marker]!);
    return {
      file: this.markerFiles[marker]!,
      line: this.markerLines[marker]! + (here - there),
      column: offset - starts[here]! + 1,
    };
  }

  /** Does the text at `offset` come from a system header? */
  inSystemHeader(offset: number): boolean {
    return this.markerSystem[lastNotAfter(this.markerOffsets, this.markerOffsets.length, offset)]!;
  }

  /** Every file that contributed text, in order of appearance. */
  files(): string[] {
    return [...new Set(this.markerFiles)];
  }

  /** Those of them that are not system headers or the compiler's own. */
  ownFiles(): string[] {
    const own = this.markerFiles.filter((file, i) => !this.markerSystem[i] && !/^<.*>/.test(file));
    return [...new Set(own)];
  }

  text(span: Span): string {
    return new TextDecoder().decode(this.bytes.subarray(span.at, span.end));
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

/** Index of the last element that is not greater than `value`; the first element must not be. */
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
