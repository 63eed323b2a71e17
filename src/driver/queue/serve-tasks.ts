// A worker: takes tasks from the queue, performs them in threads, puts results into the store. What a task says is checked before
// it is believed; none names a program to run. Started by `caulk worker`.

import { randomUUID } from 'node:crypto';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { HttpAccess } from '../store/http-client.js';
import { Blobs } from './blobs.js';
import { connect, optionsFor, PREFIX, QUEUE, type QueueAccess } from './connection.js';
import { isThere, Presence, refusal } from './presence.js';
import { TaskThreads } from './task-threads.js';
import { type Delivery, readOrder, readProgram, readTask, writeResult } from './tasks.js';

export interface ServeMeans {
  readonly queue: QueueAccess;
  readonly store: HttpAccess;
  readonly build: string;
  readonly threads: number;
  /** Seconds after which a worker that says nothing is lost. */
  readonly lease: number;
  /** Told sentences for people. */
  readonly say: (sentence: string) => void;
  /** Another build has taken the queue. */
  readonly lost: () => void;
}

export interface Serving {
  readonly done: () => number;
  /** Takes no more tasks; ends when those that run are done. */
  readonly stop: () => Promise<void>;
}

/** A task that stalls this often is given up: its workers crash. */
const MOST_STALLS = 2;
const TASK_LIMIT_MS = 15 * 60_000;
/** Programs whose units are kept here. */
const MOST_PROGRAMS = 3;

/** Or why not. */
export async function serveTasks(means: ServeMeans): Promise<Serving | string> {
  const { queue, store, build, threads: count, lease, say, lost } = means;
  const redis = await connect(queue);
  if (typeof redis === 'string') return `cannot reach the queue: ${redis}`;
  const why = await refusal(redis, build);
  if (why) {
    redis.disconnect();
    return why;
  }
  const give = (sentence: string) => {
    say(sentence);
    lost();
  };
  const presence = new Presence(redis, 'worker', { id: randomUUID(), threads: count }, build, give);
  await presence.beat();
  const server = new TaskServer(redis, new Blobs(store), count);
  const worker = new Worker(QUEUE, ({ data }) => server.perform(data), {
    connection: optionsFor(queue),
    prefix: PREFIX,
    concurrency: count,
    lockDuration: lease * 1_000,
    stalledInterval: lease * 500,
    maxStalledCount: MOST_STALLS,
  });
  worker.on('error', () => {}); // connections are made again
  return {
    done: () => server.done,
    stop: async () => {
      await worker.close();
      await presence.end();
      await server.close();
      redis.disconnect();
    },
  };
}

class TaskServer {
  done = 0;
  private readonly threads: TaskThreads;
  private readonly programs = new Map<string, Promise<readonly Uint8Array[]>>();

  constructor(
    private readonly redis: Redis,
    private readonly blobs: Blobs,
    count: number,
  ) {
    this.threads = new TaskThreads(count, (program) => this.objectsOf(program), TASK_LIMIT_MS);
  }

  /** Rejects if the store fails: then the task is tried again, perhaps elsewhere. */
  async perform(data: unknown): Promise<Delivery> {
    const order = readOrder(data);
    if (!order || !(await isThere(this.redis, 'client', order.client))) return { skipped: true };
    const task = readTask(await this.blobs.get(order.task));
    const result = task ? await this.threads.run(task) : { problem: 'what came is no task' };
    const delivery = { result: await this.blobs.keep(writeResult(result)) };
    this.done++;
    return delivery;
  }

  close(): Promise<void> {
    return this.threads.close();
  }

  private objectsOf(program: string): Promise<readonly Uint8Array[]> {
    const known = this.programs.get(program) ?? this.fetchProgram(program);
    this.programs.delete(program);
    this.programs.set(program, known); // the last one used is the last to be forgotten
    known.catch(() => this.programs.delete(program));
    for (const oldest of [...this.programs.keys()].slice(0, -MOST_PROGRAMS)) this.programs.delete(oldest);
    return known;
  }

  private async fetchProgram(program: string): Promise<readonly Uint8Array[]> {
    const units = readProgram(await this.blobs.get(program));
    if (!units) throw new Error('what came is no list of units');
    return Promise.all(units.map((unit) => this.blobs.get(unit)));
  }
}
