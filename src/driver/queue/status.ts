// Who is on a queue, what waits there, and what workers were lost over.
// Asked by `caulk queue status`.

import { Queue } from 'bullmq';
import { connect, optionsFor, PREFIX, QUEUE, type QueueAccess } from './connection.js';
import { type Member, membersOf, quarantined } from './presence.js';

export interface QueueStatus {
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  readonly workers: readonly Member[];
  readonly clients: readonly Member[];
  /** Names of tasks. */
  readonly quarantined: readonly string[];
}

/** Or why not. */
export async function statusOf(access: QueueAccess): Promise<QueueStatus | string> {
  const redis = await connect(access);
  if (typeof redis === 'string') return `cannot reach the queue: ${redis}`;
  const queue = new Queue(QUEUE, { connection: optionsFor(access), prefix: PREFIX });
  try {
    const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed');
    const { waiting = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = counts;
    return {
      waiting: waiting + prioritized + delayed,
      running: active,
      failed,
      workers: await membersOf(redis, 'worker'),
      clients: await membersOf(redis, 'client'),
      quarantined: await quarantined(redis),
    };
  } finally {
    await queue.close();
    redis.disconnect();
  }
}
