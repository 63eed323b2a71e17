// Files of the cache: a magic number, a checksum, content. A damaged, foreign or unreadable file counts as missing.
// Below disk-store.ts; all access to the disk is here.

import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { sharedBytes } from './shared-bytes.js';

const MARK = Buffer.from('caulk 2\n');
const CHECKSUM = 32;
const HEAD = MARK.length + CHECKSUM;

/** The cache is kept below this size; the least recently used files are removed first. */
const MOST_BYTES = 2 ** 30;
const DAY_MS = 86_400_000;

export const cacheFolder = (): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'caulk', 'check');

/** The content, in memory that threads share; null if the file is missing, damaged, or was written under another key. */
export function readCacheFile(path: string, key: string): Uint8Array | null {
  try {
    const bytes = readAll(path);
    const content = bytes.subarray(HEAD);
    const right = bytes.length >= HEAD && MARK.equals(bytes.subarray(0, MARK.length));
    if (!right || !checksum(key, content).equals(bytes.subarray(MARK.length, HEAD))) return null;
    return content;
  } catch {
    return null;
  }
}

function readAll(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const { size, mtimeMs } = fstatSync(file);
    const bytes = sharedBytes(size);
    for (let at = 0; at < size; ) {
      const count = readSync(file, bytes, at, size - at, at);
      if (count === 0) throw new Error('the file ends too early');
      at += count;
    }
    if (Date.now() - mtimeMs > DAY_MS) utimesSync(path, new Date(), new Date());
    return bytes;
  } finally {
    closeSync(file);
  }
}

const checksum = (key: string, content: Uint8Array): Buffer =>
  createHash('sha256').update(key).update('\0').update(content).digest();

/** Atomically. If the disk is full or read-only, nothing is written, and the next run computes the result again. */
export function writeCacheFile(path: string, key: string, content: Uint8Array): void {
  const partial = `${path}.${process.pid}.part`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(partial, Buffer.concat([MARK, checksum(key, content), content]), { mode: 0o600 });
    renameSync(partial, path);
  } catch {
    remove(partial);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // the folder does not exist either
  }
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

/** Removes the least recently used files until a quarter of the space is free. */
export function trimCache(folder: string, most = MOST_BYTES): void {
  try {
    const files = filesBelow(folder)
      .map((path) => {
        const { size, mtimeMs } = statSync(path);
        return { path, size, mtimeMs };
      })
      .sort((a, b) => a.mtimeMs - b.mtimeMs);
    let total = files.reduce((sum, { size }) => sum + size, 0);
    if (total <= most) return;
    for (const { path, size } of files) {
      if (total <= 0.75 * most) return;
      remove(path);
      total -= size;
    }
  } catch {
    // another run may be removing files as well
  }
}
