// The text of a unit and its tokens as they grow: bytes and columns in typed arrays, markers, `#pragma pack`.
// Written by printer.ts; a part of it can be cut out and put in again, for include-records.ts.

import type { DeclarationShapes } from '../declaration-shapes.js';
import { PackPragmas } from '../pack-pragmas.js';
import { T } from '../tokens.js';
import type { Marker, SpelledTokens } from './spelled-tokens.js';
import { S, type Spellings } from './spellings.js';

/** How much there is of everything. */
export interface Extent {
  readonly end: number;
  readonly count: number;
  readonly markers: number;
  readonly pragmas: number;
}

/** A `#pragma` that the columns need, and where it stands. */
interface Pragma {
  readonly text: string;
  readonly at: number;
}

/** What was written between two extents; offsets are distances from its beginning. */
export interface Segment {
  readonly bytes: Uint8Array;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly ids: Int32Array;
  readonly markers: readonly Marker[];
  readonly pragmas: readonly Pragma[];
}

/** Hot: writes into typed arrays, copying spellings; allocates for line markers only. */
export class Output {
  bytes = new Uint8Array(1 << 16);
  end = 0;
  private kinds = new Uint8Array(1 << 13);
  private starts = new Int32Array(1 << 13);
  private ends = new Int32Array(1 << 13);
  private ids = new Int32Array(1 << 13);
  private count = 0;
  private packs = new PackPragmas();
  private pragmas: Pragma[] = [];
  private markers: Marker[] = [];
  /** Something that the lexer of preprocessed text has to judge. */
  private strange = false;

  constructor(
    private readonly spellings: Spellings,
    private readonly shapes: DeclarationShapes,
  ) {}

  /** For the next unit; the room is used again. */
  reset(): void {
    this.end = 0;
    this.count = 0;
    this.packs = new PackPragmas();
    this.pragmas = [];
    this.markers = [];
    this.strange = false;
  }

  token(id: number): void {
    const { table } = this.spellings;
    const from = table.starts[id]!;
    const to = table.ends[id]!;
    this.reserve(to - from);
    const { bytes } = this;
    const { pool } = table;
    const start = this.end;
    let at = start;
    for (let i = from; i < to; i++) bytes[at++] = pool[i]!;
    this.end = at;
    const kind: T = this.spellings.kinds[id]!;
    if (kind === T.Invalid) this.strange = true;
    this.column(kind, start, at, id);
  }

  byte(byte: number): void {
    if (this.end === this.bytes.length) this.reserve(1);
    this.bytes[this.end++] = byte;
  }

  text(text: string): void {
    this.reserve(3 * text.length);
    this.end += encoder.encodeInto(text, this.bytes.subarray(this.end)).written;
  }

  /** The text goes on in a file. */
  mark(line: number, file: string, system: boolean): void {
    this.markers.push({ offset: this.end, line, file, system });
  }

  /** The text of a directive that stays. */
  directive(text: string): void {
    if (this.packs.read(text, this.end)) this.pragmas.push({ text, at: this.end });
    this.text(text);
  }

  finish(): SpelledTokens {
    this.column(T.End, this.end, this.end, S.End);
    const { bytes, end, count, kinds, starts, ends, ids, markers, strange, spellings, shapes } = this;
    return {
      bytes: bytes.slice(0, end),
      count,
      kinds: kinds.slice(0, count),
      starts: starts.slice(0, count),
      ends: ends.slice(0, count),
      ids: ids.slice(0, count),
      packs: this.packs.changes,
      markers,
      strange,
      spellings,
      shapes,
    };
  }

  // ---- segments ------------------------------------------------------------------------------------------------

  extent(): Extent {
    const { end, count, markers, pragmas } = this;
    return { end, count, markers: markers.length, pragmas: pragmas.length };
  }

  /** What has been written since `from`, up to `to`. */
  cut(from: Extent, to: Extent): Segment {
    const { bytes, kinds, starts, ends, ids, markers, pragmas } = this;
    const base = from.end;
    const moved = (column: Int32Array): Int32Array => column.slice(from.count, to.count).map((at) => at - base);
    return {
      bytes: bytes.slice(base, to.end),
      kinds: kinds.slice(from.count, to.count),
      starts: moved(starts),
      ends: moved(ends),
      ids: ids.slice(from.count, to.count),
      markers: markers.slice(from.markers, to.markers).map((marker) => ({ ...marker, offset: marker.offset - base })),
      pragmas: pragmas.slice(from.pragmas, to.pragmas).map(({ text, at }) => ({ text, at: at - base })),
    };
  }

  paste({ bytes, kinds, starts, ends, ids, markers, pragmas }: Segment): void {
    const base = this.end;
    const first = this.count;
    const count = kinds.length;
    this.reserve(bytes.length);
    while (first + count > this.kinds.length) this.growColumns();
    this.bytes.set(bytes, base);
    this.kinds.set(kinds, first);
    this.ids.set(ids, first);
    const { starts: toStarts, ends: toEnds } = this;
    for (let i = 0; i < count; i++) {
      toStarts[first + i] = starts[i]! + base;
      toEnds[first + i] = ends[i]! + base;
      if (kinds[i] === T.Invalid) this.strange = true;
    }
    for (const { offset, line, file, system } of markers) {
      this.markers.push({ offset: offset + base, line, file, system });
    }
    for (const { text, at } of pragmas) {
      this.packs.read(text, at + base);
      this.pragmas.push({ text, at: at + base });
    }
    this.end = base + bytes.length;
    this.count = first + count;
  }

  // ---- room ----------------------------------------------------------------------------------------------------

  private column(kind: T, start: number, end: number, id: number): void {
    if (this.count === this.kinds.length) this.growColumns();
    const i = this.count++;
    this.kinds[i] = kind;
    this.starts[i] = start;
    this.ends[i] = end;
    this.ids[i] = id;
  }

  private reserve(length: number): void {
    while (this.end + length > this.bytes.length) {
      const wider = new Uint8Array(this.bytes.length * 2);
      wider.set(this.bytes);
      this.bytes = wider;
    }
  }

  private growColumns(): void {
    const room = this.kinds.length * 2;
    const wider = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(room);
      to.set(from);
      return to;
    };
    const kinds = new Uint8Array(room);
    kinds.set(this.kinds);
    this.kinds = kinds;
    this.starts = wider(this.starts);
    this.ends = wider(this.ends);
    this.ids = wider(this.ids);
  }
}

const encoder = new TextEncoder();
