// A content on its way to a store elsewhere: compressed, with its key in front, so that a store cannot give one for another.
// Between http-store.ts and what it keeps.

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sharedBytes } from './shared-bytes.js';

/** More is not unpacked: a few bytes can claim to be gigabytes. */
export const MOST_UNPACKED = 512 * 2 ** 20;
const LEVEL = 3;

const [pack, unpack] = [promisify(gzip), promisify(gunzip)] as const;

/** The same bytes for the same content, on any machine with the same compression library. */
export const compress = (bytes: Uint8Array): Promise<Uint8Array> =>
  pack(bytes, { level: LEVEL }) as Promise<Uint8Array>;

/** In memory that threads share; null if it is not what `compress` makes, or too much. */
export async function decompress(bytes: Uint8Array, most = MOST_UNPACKED): Promise<Uint8Array | null> {
  try {
    const plain = (await unpack(bytes, { maxOutputLength: most })) as Uint8Array;
    const shared = sharedBytes(plain.length);
    shared.set(plain);
    return shared;
  } catch {
    return null;
  }
}

export const wrap = (key: string, content: Uint8Array): Promise<Uint8Array> =>
  compress(Buffer.concat([Buffer.from(`${key}\n`), content]));

/** null: damaged, or kept under another key. */
export async function unwrap(key: string, bytes: Uint8Array): Promise<Uint8Array | null> {
  const whole = await decompress(bytes);
  const head = Buffer.from(`${key}\n`);
  return whole && head.equals(whole.subarray(0, head.length)) ? whole.subarray(head.length) : null;
}
