// The store on this machine's disk, and beside it hints: what is known of a place, such as a file's size and time, and must not be shared.
// Files are read and written by cache-files.ts.

import { join } from 'node:path';
import { readCacheFile, trimCache, writeCacheFile } from './cache-files.js';
import { type Store, storeKey } from './store.js';

export class DiskStore implements Store {
  private written = false;

  constructor(private readonly folder: string) {}

  async get(key: string): Promise<Uint8Array | null> {
    return readCacheFile(this.path('ac', key), key);
  }

  put(key: string, content: Uint8Array): void {
    this.write('ac', key, content);
  }

  hint(place: readonly string[]): Uint8Array | null {
    const key = storeKey(place);
    return readCacheFile(this.path('hints', key), key);
  }

  keepHint(place: readonly string[], content: Uint8Array): void {
    this.write('hints', storeKey(place), content);
  }

  async close(): Promise<void> {
    if (this.written) trimCache(this.folder);
  }

  private write(kind: string, key: string, content: Uint8Array): void {
    this.written = true;
    writeCacheFile(this.path(kind, key), key, content);
  }

  private path(kind: string, key: string): string {
    return join(this.folder, kind, key.slice(0, 2), key);
  }
}

/** Where hints are kept, if anywhere. */
export type Hints = Pick<DiskStore, 'hint' | 'keepHint'>;

export const noHints: Hints = { hint: () => null, keepHint: () => {} };
