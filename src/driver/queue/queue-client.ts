// One check as a client of the queue: gives out tasks, waits for their results, whatever becomes of workers and of Redis meanwhile.
// Between remote-workers.ts and BullMQ. What was told by no event is found by looking again from time to time.

import { randomUUID } from 'node:crypto';
import { type JobsOptions, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { HttpAccess } from '../store/http-client.js';
import { Blobs } from './blobs.js';
import { connect, optionsFor, PREFIX, QUEUE, type QueueAccess } from './connection.js';
import { isQuarantined, membersOf, Presence, quarantine, refusal } from './presence.js';
import {
  isSkipped,
  type Order,
  type RemoteResult,
  type RemoteTask,
  readDelivery,
  readResult,
  writeTask,
} from './tasks.js';

export interface ClientMeans {
  readonly queue: QueueAccess;
  readonly store: HttpAccess;
  readonly build: string;
  /** Told sentences for people. */
  readonly say: (sentence: string) => void;
}

/** The queue or the store cannot do it: whoever asked computes it himself. */
export class QueueTrouble extends Error {}

const ATTEMPTS: JobsOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: { age: 120, count: 20_000 },
  removeOnFail: { age: 86_400, count: 1_000 },
};
const LOOK_MS = 2_000;
const MOST_SKIPS = 3;
/** What BullMQ says of a job whose workers were lost too often. */
const STALLED = /stalled/;

interface Pending {
  readonly order: Order;
  readonly settle: (delivery: unknown) => void;
  readonly fail: (reason: string) => void;
  seen: number;
}

export class QueueClient {
  readonly counts = { tasks: 0, again: 0, quarantined: 0, here: 0 };
  private readonly pending = new Map<string, Pending>();
  private readonly timer: NodeJS.Timeout;
  private next = 0;

  private constructor(
    readonly id: string,
    readonly blobs: Blobs,
    private readonly redis: Redis,
    private readonly presence: Presence,
    private readonly queue: Queue,
    private readonly events: QueueEvents,
  ) {
    events.on('completed', ({ jobId, returnvalue }) => this.pending.get(jobId)?.settle(returnvalue));
    events.on('failed', ({ jobId, failedReason }) => this.pending.get(jobId)?.fail(failedReason));
    queue.on('error', () => {}); // connections are made again
    events.on('error', () => {});
    this.timer = setInterval(() => void this.look().catch(() => {}), LOOK_MS);
  }

  /** Or why not. */
  static async open({ queue: access, store, build, say }: ClientMeans): Promise<QueueClient | string> {
    const redis = await connect(access);
    if (typeof redis === 'string') return `cannot reach the queue: ${redis}`;
    const why = await refusal(redis, build);
    if (why) {
      redis.disconnect();
      return why;
    }
    const id = randomUUID();
    const presence = new Presence(redis, 'client', { id, threads: 0 }, build, say);
    await presence.beat();
    if ((await membersOf(redis, 'worker')).length === 0) say('no worker is there yet; the check waits for one');
    const means = { connection: optionsFor(access), prefix: PREFIX };
    const events = new QueueEvents(QUEUE, means);
    await events.waitUntilReady();
    return new QueueClient(id, new Blobs(store), redis, presence, new Queue(QUEUE, means), events);
  }

  /** Rejects with QueueTrouble if it must be computed elsewhere, otherwise with how caulk crashed. */
  async run(task: RemoteTask, name: string): Promise<RemoteResult> {
    const hash = await this.blobs.keep(writeTask(task)).catch(trouble);
    if (await isQuarantined(this.redis, hash)) throw new Error(`workers were lost over ${name} before: quarantined`);
    const delivery = readDelivery(await this.insist({ client: this.id, task: hash, name }));
    const result = delivery && readResult(await this.blobs.get(delivery).catch(trouble));
    if (!result) throw new QueueTrouble('a worker gave something that is no result');
    if ('problem' in result) throw new Error(result.problem);
    return result;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.pending.keys()].map((id) => this.queue.remove(id).catch(() => 0)));
    await this.presence.end();
    await Promise.all([this.queue.close(), this.events.close()].map((closing) => closing.catch(() => {})));
    this.redis.disconnect();
  }

  /** Who has been silent for long was taken for gone. */
  private async insist(order: Order): Promise<unknown> {
    for (let i = 0; i < MOST_SKIPS; i++) {
      const value = await this.deliver(order);
      if (!isSkipped(value)) return value;
      this.counts.again++;
      await this.presence.beat();
    }
    return null;
  }

  /** Who has less on its way comes first: several clients share the workers. */
  private async deliver(order: Order): Promise<unknown> {
    const id = `${this.id}-${this.next++}`;
    this.counts.tasks++;
    try {
      return await new Promise((settle, reject) => {
        const fail = (reason: string) => reject(STALLED.test(reason) ? this.lost(order) : new QueueTrouble(reason));
        this.pending.set(id, { order, settle, fail, seen: Date.now() });
        this.add(id, order).catch((error: Error) => reject(new QueueTrouble(error.message)));
      });
    } finally {
      this.pending.delete(id);
    }
  }

  private async add(id: string, order: Order): Promise<void> {
    await this.queue.add('task', order, { ...ATTEMPTS, jobId: id, priority: this.pending.size });
  }

  private lost({ task, name }: Order): Error {
    this.counts.quarantined++;
    void quarantine(this.redis, task, name).catch(() => {});
    return new Error(`workers were lost over ${name}: quarantined`);
  }

  /** Events are lost with a connection, and jobs with a Redis that keeps nothing. */
  private async look(): Promise<void> {
    for (const [id, pending] of this.pending) {
      if (Date.now() - pending.seen < LOOK_MS) continue;
      pending.seen = Date.now();
      const job = await this.queue.getJob(id);
      if (!this.pending.has(id)) continue;
      if (!job) {
        this.counts.again++;
        await this.add(id, pending.order);
      } else if (job.finishedOn) {
        if (job.failedReason) pending.fail(job.failedReason);
        else pending.settle(job.returnvalue);
      }
    }
  }
}

function trouble(error: Error): never {
  throw new QueueTrouble(error.message);
}
