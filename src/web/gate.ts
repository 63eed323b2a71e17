// Who may ask the server for what: nobody but its own page, which knows the token, by its own name, on this machine.
// First thing that happens to a request.

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

/** The page itself, an analysis, or the status of a refusal. */
export type Admission = 'page' | 'analyse' | { readonly status: 400 | 403 | 404 | 405 | 415; readonly allow?: string };

const PATHS = { '': ['GET', 'page'], analyse: ['POST', 'analyse'] } as const;

/**
 * Another site that points a name of its own at this machine is known by the Host it asks for, and one that sends
 * requests from a reader's browser by its Origin.
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
