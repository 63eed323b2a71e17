// What stands under /ac/KEY: the message ActionResult of the remote execution API, as far as we need it: one output file, known by its hash.
// Servers for Bazel check it, and look whether they have the file. Between http-store.ts and the wire.

/** A content: its sha256 in hexadecimal, and its length. */
export interface Digest {
  readonly hash: string;
  readonly size: number;
}

/** Fields of the messages: the number, and that bytes with their length follow, or a number. */
const OUTPUT_FILES = (2 << 3) | 2;
const PATH = (1 << 3) | 2;
const DIGEST = (2 << 3) | 2;
const HASH = (1 << 3) | 2;
const SIZE = 2 << 3;

const NAME = Buffer.from('content');

export function writeActionResult({ hash, size }: Digest): Uint8Array {
  const digest = Buffer.concat([field(HASH, Buffer.from(hash)), Buffer.from([SIZE, ...varint(size)])]);
  return field(OUTPUT_FILES, Buffer.concat([field(PATH, NAME), field(DIGEST, digest)]));
}

const field = (tag: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([tag, ...varint(bytes.length)]), bytes]);

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

/** null: the bytes are no such message, or it names no file. */
export function readActionResult(bytes: Uint8Array): Digest | null {
  const file = find(bytes, OUTPUT_FILES);
  const digest = file instanceof Uint8Array ? find(file, DIGEST) : null;
  if (!(digest instanceof Uint8Array)) return null;
  const [hash, size] = [find(digest, HASH), find(digest, SIZE)];
  if (!(hash instanceof Uint8Array) || typeof size !== 'number') return null;
  const text = Buffer.from(hash).toString('latin1');
  return /^[0-9a-f]{64}$/.test(text) ? { hash: text, size } : null;
}

/** The first field with this tag. */
function find(bytes: Uint8Array, wanted: number): Uint8Array | number | null {
  for (let at = 0; at < bytes.length; ) {
    const tag = readVarint(bytes, at);
    const value = tag && readVarint(bytes, tag.next);
    if (!value) return null;
    const isBytes = (tag.value & 7) === 2;
    if (!isBytes && (tag.value & 7) !== 0) return null;
    const end = isBytes ? value.next + value.value : value.next;
    if (end > bytes.length) return null;
    if (tag.value === wanted) return isBytes ? bytes.subarray(value.next, end) : value.value;
    at = end;
  }
  return null;
}

/** Up to 49 bits. */
function readVarint(bytes: Uint8Array, from: number): { readonly value: number; readonly next: number } | null {
  let value = 0;
  for (let i = 0; i < 7; i++) {
    const byte = bytes[from + i];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: from + i + 1 };
  }
  return null;
}
