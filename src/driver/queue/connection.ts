// The connection to Redis: where it is, who we are, and that a lost one is made again.
// Used by clients, workers and `queue status`; BullMQ makes its own connections from the same options.

import { Redis } from 'ioredis';

export interface QueueAccess {
  /** redis: or rediss: (TLS), without a password. */
  readonly url: URL;
  /** Never shown. */
  readonly password?: string;
}

const AGAIN_MS = 500;
const FIRST_MS = 5_000;

/** The prefix of all keys. */
export const PREFIX = 'caulk';
export const QUEUE = 'tasks';

/** What both libraries understand. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: { readonly servername: string };
  /** Commands wait until the connection is there again. */
  readonly maxRetriesPerRequest: null;
  readonly retryStrategy: () => number;
}

export function optionsFor({ url, password }: QueueAccess): Connection {
  const database = Number(url.pathname.slice(1) || 0);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 6379),
    db: database,
    ...(url.username ? { username: url.username } : {}),
    ...(password === undefined ? {} : { password }),
    ...(url.protocol === 'rediss:' ? { tls: { servername: url.hostname } } : {}),
    maxRetriesPerRequest: null,
    retryStrategy: () => AGAIN_MS,
  };
}

/** A connection that has answered once, or why there is none. */
export async function connect(access: QueueAccess): Promise<Redis | string> {
  const redis = new Redis({ ...optionsFor(access), lazyConnect: true, connectTimeout: FIRST_MS });
  let problem = 'no answer in time';
  redis.on('error', (error: Error & { code?: string }) => {
    const isSecret = /NOAUTH|WRONGPASS/.test(error.message);
    problem = isSecret ? 'the password is missing or wrong (CAULK_QUEUE_PASSWORD)' : (error.code ?? error.message);
  });
  const late = new Promise<null>((resume) => setTimeout(resume, FIRST_MS, null).unref());
  const answer = await Promise.race([
    redis.connect().then(
      () => redis.ping(),
      () => null,
    ),
    late,
  ]);
  if (answer === 'PONG') return redis;
  redis.disconnect();
  return problem;
}
