// Files in memory: standard streams and a set of named files that the user gave or the program wrote.
// The library's FILE functions work on these; what is printed is collected for the caller of the run.

import type { Coverage } from '../coverage.js';
import { obstruct } from '../incidents.js';
import type { RunOptions } from '../options.js';

const OUTPUT_BUDGET = 1 << 26;
const NULL_DEVICE = '/dev/null';
const NEWLINE = 10;

/** Bytes that grow at the end. */
export class ByteBuffer {
  private bytes: Uint8Array;
  length: number;
  constructor(initial: Uint8Array = new Uint8Array(0)) {
    this.bytes = initial.slice();
    this.length = initial.length;
  }
  get(at: number): number {
    return at < this.length ? this.bytes[at]! : -1;
  }
  write(at: number, data: Uint8Array): void {
    const end = at + data.length;
    if (end > OUTPUT_BUDGET) obstruct('output', `the program wrote more than ${OUTPUT_BUDGET >> 20} MB`);
    if (end > this.bytes.length) {
      const bigger = new Uint8Array(Math.max(256, end * 2));
      bigger.set(this.bytes.subarray(0, this.length));
      this.bytes = bigger;
    }
    if (at > this.length) this.bytes.fill(0, this.length, at);
    this.bytes.set(data, at);
    this.length = Math.max(this.length, end);
  }
  toBytes(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

/** Which stream was read last: what the program examines now is likely to come from there. */
export interface ReadingHead {
  last: Stream | null;
  /** Called when a line has been read, or its end is reached. */
  onLine: (() => void) | null;
}

export interface Stream {
  readonly buffer: ByteBuffer;
  /** `stdin`, or a path; null for other streams. */
  readonly name: string | null;
  readonly head: ReadingHead | null;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly append: boolean;
  position: number;
  /** Pushed back by ungetc, last first. */
  readonly pushed: number[];
  eof: boolean;
  /** As fwide says: positive for wide characters, negative for bytes, 0 as long as that is open. */
  orientation: number;
  error: boolean;
  /** Where a memory stream stores its buffer for the program, if it is one. */
  onFlush: (() => void) | null;
  /** Produces further input at the end of the buffer; null if there is none. */
  more: (() => Uint8Array | null) | null;
}

export function makeStream(
  buffer: ByteBuffer,
  mode: string,
  { name, head }: Pick<Stream, 'name' | 'head'> = { name: null, head: null },
): Stream {
  const plus = mode.includes('+');
  return {
    buffer,
    name,
    head,
    readable: mode.startsWith('r') || plus,
    writable: !mode.startsWith('r') || plus,
    append: mode.startsWith('a'),
    position: 0,
    pushed: [],
    eof: false,
    orientation: 0,
    error: false,
    onFlush: null,
    more: null,
  };
}

export class FileSet {
  readonly head: ReadingHead = { last: null, onLine: null };
  stdin: Stream;
  stdout = makeStream(new ByteBuffer(), 'w');
  stderr = makeStream(new ByteBuffer(), 'w');
  /** What the program printed before it redirected its standard streams. */
  readonly output = this.stdout.buffer;
  readonly errors = this.stderr.buffer;
  /** By the id of the object that the program's FILE pointer points to. */
  readonly open = new Map<number, Stream>();
  /** Streams by descriptor; the standard ones, which may be replaced, are not among them. */
  private readonly described = new Map<number, Stream>();
  /** Descriptors of standard streams that the program closed. */
  private readonly closed = new Set<number>();
  private readonly named = new Map<string, ByteBuffer>();
  private readonly coverage: Coverage | undefined;

  constructor(options: RunOptions) {
    this.coverage = options.coverage;
    this.stdin = makeStream(new ByteBuffer(options.stdin), 'r', { name: 'stdin', head: this.head });
    for (const [name, bytes] of options.files ?? []) this.named.set(name, new ByteBuffer(bytes));
  }

  /** Null if there is no such file. */
  openFile(name: string, mode: string): Stream | null {
    let buffer = this.named.get(name);
    if (name === '') return null;
    if (name === NULL_DEVICE) return makeStream(new ByteBuffer(), mode);
    if (!buffer && mode.startsWith('r')) this.coverage?.missed('file', name);
    if (!buffer && (mode.startsWith('r') || !this.hasFolder(name))) return null;
    if (!buffer || mode.startsWith('w')) {
      buffer = new ByteBuffer();
      this.named.set(name, buffer);
    }
    return makeStream(buffer, mode, { name, head: this.head });
  }

  /** Relative paths lead to folders only if a file is known to be there; absolute ones always. */
  private hasFolder(name: string): boolean {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    return /^\/|^(\.\/)*$/.test(folder) || [...this.named.keys()].some((known) => known.startsWith(folder));
  }

  isStandard(stream: Stream): boolean {
    return stream === this.stdin || stream === this.stdout || stream === this.stderr;
  }

  /** The stream of a descriptor; null if it is not open. */
  streamAt(descriptor: number): Stream | null {
    if (this.closed.has(descriptor)) return this.described.get(descriptor) ?? null;
    return [this.stdin, this.stdout, this.stderr][descriptor] ?? this.described.get(descriptor) ?? null;
  }

  /** The descriptor of a stream, the least one that is free if it has none. */
  describe(stream: Stream): number {
    let descriptor = 0;
    for (const n of [0, 1, 2, ...this.described.keys()]) if (this.streamAt(n) === stream) return n;
    while (this.streamAt(descriptor)) descriptor++;
    this.described.set(descriptor, stream);
    return descriptor;
  }

  /** False if it is not open. */
  closeDescriptor(descriptor: number): boolean {
    if (!this.streamAt(descriptor)) return false;
    this.described.delete(descriptor);
    if (descriptor < 3) this.closed.add(descriptor);
    return true;
  }

  /** Closes the descriptors of a stream. */
  forget(stream: Stream): void {
    for (const [descriptor, s] of this.described) if (s === stream) this.described.delete(descriptor);
  }

  exists(name: string): boolean {
    const exists = name === NULL_DEVICE || this.named.has(name);
    if (!exists) this.coverage?.missed('file', name);
    return exists;
  }

  /** In bytes; null if there is no such file. */
  sizeOf(name: string): number | null {
    return this.exists(name) ? (this.named.get(name)?.length ?? 0) : null;
  }

  remove(name: string): boolean {
    return this.named.delete(name);
  }

  rename(from: string, to: string): boolean {
    const buffer = this.named.get(from);
    if (!buffer) return false;
    this.named.delete(from);
    this.named.set(to, buffer);
    return true;
  }
}

/** A character pushed back at the start does not move the position. */
export const positionOf = (s: Stream): number => Math.max(0, s.position - s.pushed.length);

/** As fseek and lseek: from the start, the position or the end; false if there is no such place. */
export function seekStream(s: Stream, offset: number, whence: number): boolean {
  const from = [0, positionOf(s), s.buffer.length][whence];
  if (from === undefined || from + offset < 0) return false;
  s.position = from + offset;
  s.pushed.length = 0;
  s.eof = false;
  return true;
}

export function readByte(s: Stream): number {
  const pushed = s.pushed.pop();
  if (pushed !== undefined) return pushed;
  let byte = s.readable ? s.buffer.get(s.position) : -1;
  if (byte < 0 && s.more) byte = refill(s);
  if (byte < 0) s.eof = true;
  else s.position++;
  if (s.head) {
    s.head.last = s;
    if (byte === NEWLINE || byte < 0) s.head.onLine?.();
  }
  return byte;
}

function refill(s: Stream): number {
  const bytes = s.more?.();
  if (bytes) s.buffer.write(s.buffer.length, bytes);
  return s.buffer.get(s.position);
}

export function writeStream(s: Stream, data: Uint8Array): boolean {
  if (!s.writable) {
    s.error = true;
    return false;
  }
  if (s.append) s.position = s.buffer.length;
  s.buffer.write(s.position, data);
  s.position += data.length;
  s.onFlush?.();
  return true;
}
