// What tasks and results are made of, on its way between machines: contents by their hash, compressed, in the store.
// A store that fails is asked again a few times; then the task fails, and not the check.

import { setTimeout as pause } from 'node:timers/promises';
import { compress, decompress } from '../store/envelope.js';
import { type Answer, fetchBytes, type HttpAccess, sendBytes } from '../store/http-client.js';
import { hashOfBlob } from '../store/http-store.js';
import { Limiter } from '../store/limiter.js';

const AT_ONCE = 16;
const MOST_BYTES = 256 * 2 ** 20;
const PAUSES_MS = [100, 400, 1_600];

export class Blobs {
  /** Of all contents that were moved. */
  readonly moved = { in: 0, out: 0 };
  private readonly limiter = new Limiter(AT_ONCE);
  private readonly there = new Set<string>();

  constructor(private readonly access: HttpAccess) {}

  /** The hash under which it can be had. Rejects if the store does not take it. */
  async keep(content: Uint8Array): Promise<string> {
    const bytes = await compress(content);
    const hash = hashOfBlob(bytes);
    if (this.there.has(hash)) return hash;
    const answer = await this.insist(() => sendBytes(this.access, `cas/${hash}`, bytes));
    if (answer.kind !== 'found') throw new Error(`the store does not take a content: ${reasonOf(answer)}`);
    this.there.add(hash);
    this.moved.out += bytes.length;
    return hash;
  }

  /** Rejects if it cannot be had, or is not what its hash says. */
  async get(hash: string): Promise<Uint8Array> {
    const answer = await this.insist(async () => {
      const answer = await fetchBytes(this.access, `cas/${hash}`, MOST_BYTES);
      const isWrong = answer.kind === 'found' && hashOfBlob(answer.bytes) !== hash;
      return isWrong ? { kind: 'failed', reason: 'bytes that do not fit their hash' } : answer;
    });
    const content = answer.kind === 'found' ? await decompress(answer.bytes) : null;
    if (answer.kind !== 'found' || !content) throw new Error(`the store does not give a content: ${reasonOf(answer)}`);
    this.moved.in += answer.bytes.length;
    return content;
  }

  private async insist(ask: () => Promise<Answer>): Promise<Answer> {
    for (const wait of PAUSES_MS) {
      const answer = await this.limiter.run(ask);
      if (answer.kind !== 'failed') return answer;
      await pause(wait);
    }
    return this.limiter.run(ask);
  }
}

function reasonOf(answer: Answer): string {
  if ('reason' in answer) return answer.reason;
  return answer.kind === 'missing' ? 'it is not there' : 'it is damaged';
}
