// Access control: the server answers only its own page, which knows the token, by its own host name, on this machine.
// The first step of every request.

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Knock {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export interface Door {
  readonly port: number;
  readonly token: string;
}

/** The page itself, an analysis, or the HTTP status of the refusal. */
export type Admission = 'page' | 'analyse' | { readonly status: 400 | 403 | 404 | 405 | 415; readonly allow?: string };

const PATHS = { '': ['GET', 'page'], analyse: ['POST', 'analyse'] } as const;

/**
 * The Host check defeats DNS rebinding; the Origin check defeats requests that other sites send from a reader's
 * browser.
 */
export function admit({ method, url, headers }: Knock, { port, token }: Door): Admission {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!names.includes(headers.host ?? '')) return { status: 403 };
  if (headers.origin !== undefined && !names.some((name) => headers.origin === `http://${name}`))
    return { status: 403 };
  const [, given, path, ...more] = (url ?? '').split('/');
  if (!sameToken(given ?? '', token) || path === undefined || more.length > 0) return { status: 404 };
  if (!Object.hasOwn(PATHS, path)) return { status: 404 };
  const [allow, admission] = PATHS[path as keyof typeof PATHS];
  if (method !== allow) return { status: 405, allow };
  if (admission === 'analyse' && !/^application\/json\b/.test(headers['content-type'] ?? '')) return { status: 415 };
  return admission;
}

function sameToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
