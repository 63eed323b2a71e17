// Whether a file has changed since an earlier run: not if size and time are the same, else the content decides.
// Every file is examined once per run, however many units include it.

import { readFileSync, statSync } from 'node:fs';
import { hashOf } from '../../ir/pack/format.js';

export interface FileStamp {
  readonly path: string;
  readonly size: number;
  readonly time: number;
  readonly hash: string;
}

/** A file that was written this shortly before the run may have changed while it was read. */
const MARGIN_MS = 1_000;

export class FileStamps {
  private readonly start = Date.now();
  private readonly looks = new Map<string, { readonly size: number; readonly time: number } | null>();
  private readonly hashes = new Map<string, string | null>();

  isSame({ path, size, time, hash }: FileStamp): boolean {
    const now = this.look(path);
    if (!now || now.size !== size) return false;
    return now.time === time || this.hash(path) === hash;
  }

  isMissing(path: string): boolean {
    return this.look(path) === null;
  }

  /** null: one of the files is missing, or was written too recently. */
  stamp(paths: readonly string[]): FileStamp[] | null {
    const stamps: FileStamp[] = [];
    for (const path of paths) {
      const now = this.look(path);
      const hash = now && now.time < this.start - MARGIN_MS ? this.hash(path) : null;
      if (!now || hash === null) return null;
      stamps.push({ path, ...now, hash });
    }
    return stamps;
  }

  private look(path: string): { readonly size: number; readonly time: number } | null {
    const known = this.looks.get(path);
    if (known !== undefined) return known;
    const stat = statSync(path, { throwIfNoEntry: false });
    const look = stat ? { size: stat.size, time: Math.max(stat.mtimeMs, stat.ctimeMs) } : null;
    this.looks.set(path, look);
    return look;
  }

  /** Of the content; null if the file cannot be read. */
  hash(path: string): string | null {
    const known = this.hashes.get(path);
    if (known !== undefined) return known;
    let hash: string | null = null;
    try {
      hash = hashOf(readFileSync(path));
    } catch {
      // removed in the meantime: it has changed
    }
    this.hashes.set(path, hash);
    return hash;
  }
}
