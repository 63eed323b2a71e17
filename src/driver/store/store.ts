// Where results of earlier work are kept: one interface for the disk, for servers, and for several of them one after the other.
// Below the cache (src/driver/project/cache.ts), which says what the keys are made of.

import { createHash } from 'node:crypto';

/** Keys and contents are bytes that depend on no machine, no place and no time. A store may lose anything. */
export interface Store {
  /** The content that was kept under the key; null if there is none that is whole. Never rejects. */
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, content: Uint8Array): void;
  /** When everything that was put has arrived, or has failed to. */
  close(): Promise<void>;
}

export const noStore: Store = { get: async () => null, put: () => {}, close: async () => {} };

export type KeyPart = string | Uint8Array | readonly string[];

/** 64 hexadecimal digits, as servers want them. Every part counts with its length, so that no two lists are alike. */
export function storeKey(...parts: readonly KeyPart[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    if (typeof part === 'string') hash.update(`${Buffer.byteLength(part)} `).update(part);
    else if (part instanceof Uint8Array) hash.update(`${part.length} `).update(part);
    else hash.update(`[${storeKey(...part)}]`);
  }
  return hash.digest('hex');
}

/** Asks the near ones first; what comes from a far one is kept in the nearer. */
export class Stores implements Store {
  constructor(private readonly stores: readonly Store[]) {}

  async get(key: string): Promise<Uint8Array | null> {
    for (const [i, store] of this.stores.entries()) {
      const content = await store.get(key);
      if (!content) continue;
      for (const nearer of this.stores.slice(0, i)) nearer.put(key, content);
      return content;
    }
    return null;
  }

  put(key: string, content: Uint8Array): void {
    for (const store of this.stores) store.put(key, content);
  }

  async close(): Promise<void> {
    await Promise.all(this.stores.map((store) => store.close()));
  }
}
