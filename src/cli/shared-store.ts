// The store that `--store` names: checked, opened, and what it was good for, in one line.
// Between the command line and src/driver/store. Secrets come from the environment: process lists show the command line.

import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import type { HttpAccess } from '../driver/store/http-client.js';
import { HttpStore, type StoreCounts } from '../driver/store/http-store.js';
import type { Console } from './console.js';

export interface StoreRequest {
  /** The address of the store. */
  readonly store?: string;
  /** Write to it, too. */
  readonly storeWrite?: true;
}

const TOKEN = 'CAULK_STORE_TOKEN';

/** null: none is asked for. */
export function openSharedStore(
  { store: address, storeWrite }: StoreRequest,
  console: Console,
): HttpStore | Diagnostic | null {
  if (address === undefined) {
    return storeWrite ? diagnostic('bad-usage', '--store-write says nothing without --store URL') : null;
  }
  const access = storeAccess(address, console);
  return 'code' in access ? access : new HttpStore({ ...access, mayWrite: storeWrite === true });
}

export function storeAccess(
  address: string,
  { environment = process.env }: Console,
): Pick<HttpAccess, 'url' | 'token'> | Diagnostic {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return diagnostic('bad-usage', '--store takes an address such as https://cache.example/caulk');
  }
  if (url.username !== '' || url.password !== '') {
    return diagnostic('bad-usage', `process lists show passwords in addresses: put a token into ${TOKEN}`);
  }
  const token = environment[TOKEN];
  return { url: url.href.replace(/\/+$/, ''), ...(token ? { token } : {}) };
}

/** On standard error: reports are the same with and without a store. */
export function tellStore({ counts }: HttpStore, address: string, console: Console): void {
  console.err(`caulk: store ${address}: ${sentence(counts)}\n`);
}

function sentence(counts: StoreCounts): string {
  const { found, missing, written, wrong, failed, bytesIn, bytesOut, stopped, readOnly } = counts;
  const told = [
    `${found} of ${found + missing} results found (${inMegabytes(bytesIn)} received)`,
    ...(written > 0 ? [`${written} written (${inMegabytes(bytesOut)} sent)`] : []),
    ...(wrong > 0 ? [`${wrong} ignored: their bytes do not fit their hash or key`] : []),
    ...(failed > 0 ? [`${failed} requests failed`] : []),
    ...(readOnly === null ? [] : [`it takes nothing: ${readOnly}`]),
    ...(stopped === null ? [] : [`not asked any more: ${stopped}`]),
  ];
  return told.join('; ');
}

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
