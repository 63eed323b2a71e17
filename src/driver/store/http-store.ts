// A store on a server, by the two paths that build caches speak: /ac/KEY says which content belongs to a key, /cas/HASH is the content.
// What does not fit its hash or its key is ignored, counted and told; a server in trouble is left alone for the rest of the run.

import { createHash } from 'node:crypto';
import { readActionResult, writeActionResult } from './action-result.js';
import { unwrap, wrap } from './envelope.js';
import { type Answer, fetchBytes, type HttpAccess, sendBytes } from './http-client.js';
import { Limiter } from './limiter.js';
import type { Store } from './store.js';

export interface HttpStoreMeans extends Omit<HttpAccess, 'timeout'> {
  /** Otherwise nothing is put there. */
  readonly mayWrite: boolean;
  /** Milliseconds that one request may take. */
  readonly timeout?: number;
}

/** What a run has had to do with the store. */
export interface StoreCounts {
  found: number;
  missing: number;
  written: number;
  /** Contents that do not fit their hash or key. */
  wrong: number;
  failed: number;
  bytesIn: number;
  bytesOut: number;
  /** Why nothing more is read, or written. */
  stopped: string | null;
  readOnly: string | null;
}

const TIMEOUT_MS = 10_000;
const AT_ONCE = 16;
/** A server that fails this often in a row is not asked any more. */
const MOST_FAILURES = 4;
const MOST_BYTES = 256 * 2 ** 20;
const MOST_ACTION = 2 ** 16;

export class HttpStore implements Store {
  readonly counts: StoreCounts = {
    ...{ found: 0, missing: 0, written: 0, wrong: 0, failed: 0, bytesIn: 0, bytesOut: 0 },
    ...{ stopped: null, readOnly: null },
  };
  private readonly access: HttpAccess;
  private readonly limiter = new Limiter(AT_ONCE);
  private readonly underway = new Set<Promise<void>>();
  private failures = 0;

  constructor(private readonly means: HttpStoreMeans) {
    const { url, token, timeout = TIMEOUT_MS } = means;
    this.access = { url: url.replace(/\/+$/, ''), timeout, ...(token === undefined ? {} : { token }) };
  }

  async get(key: string): Promise<Uint8Array | null> {
    const action = await this.fetch(`ac/${key}`, MOST_ACTION);
    const digest = action && readActionResult(action);
    if (action && !digest) this.counts.wrong++;
    const bytes = digest && (await this.blob(digest.hash));
    const content = bytes && (await unwrap(key, bytes));
    if (bytes && !content) this.counts.wrong++;
    this.counts[content ? 'found' : 'missing']++;
    return content;
  }

  put(key: string, content: Uint8Array): void {
    if (!this.means.mayWrite || this.counts.readOnly !== null) return;
    const sending = this.send(key, content).finally(() => this.underway.delete(sending));
    this.underway.add(sending);
  }

  /** Bytes by their hash; null if there are none that fit it. */
  async blob(hash: string): Promise<Uint8Array | null> {
    const bytes = await this.fetch(`cas/${hash}`, MOST_BYTES);
    if (!bytes) return null;
    if (hashOfBlob(bytes) === hash) return bytes;
    this.counts.wrong++;
    return null;
  }

  /** The hash; null if the store does not take it. */
  async keepBlob(bytes: Uint8Array): Promise<string | null> {
    const hash = hashOfBlob(bytes);
    return (await this.sendTo(`cas/${hash}`, bytes)) ? hash : null;
  }

  async close(): Promise<void> {
    while (this.underway.size > 0) await Promise.all(this.underway);
  }

  private async send(key: string, content: Uint8Array): Promise<void> {
    const bytes = await wrap(key, content);
    const hash = await this.keepBlob(bytes);
    if (hash === null) return;
    if (await this.sendTo(`ac/${key}`, writeActionResult({ hash, size: bytes.length }))) this.counts.written++;
  }

  private async fetch(path: string, most: number): Promise<Uint8Array | null> {
    const answer = await this.limiter.run(async () =>
      this.counts.stopped === null ? this.note(await fetchBytes(this.access, path, most)) : null,
    );
    if (answer?.kind === 'wrong') this.counts.wrong++;
    if (answer?.kind === 'refused') this.counts.stopped ??= answer.reason;
    if (answer?.kind !== 'found') return null;
    this.counts.bytesIn += answer.bytes.length;
    return answer.bytes;
  }

  private async sendTo(path: string, bytes: Uint8Array): Promise<boolean> {
    const { counts } = this;
    const answer = await this.limiter.run(async () =>
      counts.stopped === null && counts.readOnly === null ? this.note(await sendBytes(this.access, path, bytes)) : null,
    );
    if (answer?.kind === 'refused') counts.readOnly ??= answer.reason;
    if (answer?.kind !== 'found') return false;
    counts.bytesOut += bytes.length;
    return true;
  }

  private note(answer: Answer): Answer {
    if (answer.kind !== 'failed') this.failures = 0;
    else {
      this.counts.failed++;
      if (++this.failures >= MOST_FAILURES) this.counts.stopped ??= answer.reason;
    }
    return answer;
  }
}

export const hashOfBlob = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
