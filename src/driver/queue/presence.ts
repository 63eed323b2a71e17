// Who is there: workers and clients say so again and again, and are forgotten when they stop. All on one queue are of one build of caulk;
// tasks that workers were lost over are remembered. Plain keys in Redis beside those of BullMQ.

import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import { PREFIX } from './connection.js';

const BEAT_MS = 3_000;
/** A check computes, too, and says nothing meanwhile. */
const FORGOTTEN_S: Readonly<Record<Role, number>> = { worker: 12, client: 60 };
const BUILD_FORGOTTEN_S = 30;
const QUARANTINE_S = 7 * 86_400;

export type Role = 'client' | 'worker';

export interface Member {
  readonly id: string;
  readonly host: string;
  readonly since: number;
  readonly threads: number;
}

const keys = {
  build: `${PREFIX}-build`,
  member: (role: Role, id: string) => `${PREFIX}-${role}:${id}`,
  quarantine: (task: string) => `${PREFIX}-quarantine:${task}`,
};

/** Why one of this build cannot join; null if it can. */
export async function refusal(redis: Redis, build: string): Promise<string | null> {
  const isFirst = await redis.set(keys.build, build, 'EX', BUILD_FORGOTTEN_S, 'NX');
  const known = isFirst ? build : await redis.get(keys.build);
  if (known === build || known === null) return null;
  return `the queue is used by another build of caulk (${known.slice(0, 12)}) than this one (${build.slice(0, 12)}): install the same on all machines`;
}

/** Says that somebody is there until it is stopped. `lost`: another build has taken the queue. */
export class Presence {
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly redis: Redis,
    private readonly role: Role,
    private readonly member: { readonly id: string; readonly threads: number },
    private readonly build: string,
    private readonly lost: (why: string) => void,
  ) {
    this.timer = setInterval(() => void this.beat().catch(() => {}), BEAT_MS);
  }

  async beat(): Promise<void> {
    const { redis, role, member, build } = this;
    const about: Member = { ...member, host: hostname(), since: START };
    await redis.set(keys.member(role, member.id), JSON.stringify(about), 'EX', FORGOTTEN_S[role]);
    const why = await refusal(redis, build);
    if (why) this.lost(why);
    else await redis.expire(keys.build, BUILD_FORGOTTEN_S);
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.redis.del(keys.member(this.role, this.member.id)).catch(() => {});
  }
}

const START = Date.now();

export async function membersOf(redis: Redis, role: Role): Promise<Member[]> {
  const names = await keysLike(redis, keys.member(role, '*'));
  const texts = names.length > 0 ? await redis.mget(names) : [];
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as Member]));
}

export const isThere = async (redis: Redis, role: Role, id: string): Promise<boolean> =>
  (await redis.exists(keys.member(role, id))) === 1;

/** A task over which workers were lost is not given out again for a week. */
export async function quarantine(redis: Redis, task: string, name: string): Promise<void> {
  await redis.set(keys.quarantine(task), name, 'EX', QUARANTINE_S);
}

export const isQuarantined = async (redis: Redis, task: string): Promise<boolean> =>
  (await redis.exists(keys.quarantine(task))) === 1;

/** The names of such tasks. */
export async function quarantined(redis: Redis): Promise<string[]> {
  const names = await keysLike(redis, keys.quarantine('*'));
  const texts = names.length > 0 ? await redis.mget(names) : [];
  return texts.flatMap((text) => text ?? []).sort();
}

async function keysLike(redis: Redis, pattern: string): Promise<string[]> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const [next, names] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 500);
    for (const name of names) found.add(name);
    cursor = next;
  } while (cursor !== '0');
  return [...found].sort();
}
