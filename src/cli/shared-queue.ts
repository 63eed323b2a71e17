// The queue that `--queue` names, and the store that its tasks need: checked here for `check`, `worker`, `queue` and `fleet`.
// Secrets come from the environment: process lists show the command line.

import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import type { QueueAccess } from '../driver/queue/connection.js';
import type { HttpAccess } from '../driver/store/http-client.js';
import type { Console } from './console.js';
import { storeAccess } from './shared-store.js';

export interface QueueRequest {
  /** The address of the queue. */
  readonly queue?: string;
  /** The address of the store. */
  readonly store?: string;
}

const PASSWORD = 'CAULK_QUEUE_PASSWORD';
const REQUEST_MS = 30_000;

export function queueAccess(address: string, { environment = process.env }: Console): QueueAccess | Diagnostic {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || !/^\/?\d*$/.test(url.pathname)) {
    return diagnostic('bad-usage', '--queue takes an address such as rediss://queue.example:6379/0');
  }
  if (url.password !== '') {
    return diagnostic('bad-usage', `process lists show passwords in addresses: put it into ${PASSWORD}`);
  }
  const password = environment[PASSWORD];
  return { url, ...(password ? { password } : {}) };
}

/** Both; null: no queue is asked for. */
export function clusterAccess(
  { queue: address, store: named }: QueueRequest,
  console: Console,
): { readonly queue: QueueAccess; readonly store: HttpAccess } | Diagnostic | null {
  if (address === undefined) return null;
  if (named === undefined) {
    return diagnostic('bad-usage', '--queue needs --store URL: what tasks are made of goes through the store');
  }
  const queue = queueAccess(address, console);
  const store = storeAccess(named, console);
  if ('code' in queue) return queue;
  return 'code' in store ? store : { queue, store: { ...store, timeout: REQUEST_MS } };
}
