// A check that gives its tasks to a queue: joins as a client, and leaves when it is done or is told to end.
// Between make-report.ts and src/driver/queue.

import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { buildStamp } from '../driver/project/build-stamp.js';
import { usualJobs } from '../driver/project/executor.js';
import type { Workforce } from '../driver/project/worker-pool.js';
import { QueueClient } from '../driver/queue/queue-client.js';
import { RemoteWorkforce } from '../driver/queue/remote-workers.js';
import { noHints } from '../driver/store/disk-store.js';
import type { Console } from './console.js';
import { clusterAccess, type QueueRequest } from './shared-queue.js';

export interface JoinRequest extends QueueRequest {
  readonly jobs?: number;
  readonly quiet?: true;
}

export interface Joined {
  readonly hire: () => Workforce;
  readonly leave: () => Promise<void>;
}

/** null: no queue is asked for. */
export async function joinQueue(request: JoinRequest, console: Console): Promise<Joined | Diagnostic | null> {
  const access = clusterAccess(request, console);
  if (!access || 'code' in access) return access;
  const say = (sentence: string) => console.err(`caulk: queue ${request.queue}: ${sentence}\n`);
  const client = await QueueClient.open({ ...access, build: buildStamp(noHints), say });
  if (typeof client === 'string') return diagnostic('no-queue', client);
  const end = () => void client.close().finally(() => process.exit(130));
  for (const signal of SIGNALS) process.once(signal, end);
  const leave = async () => {
    for (const signal of SIGNALS) process.off(signal, end);
    await client.close();
    if (!request.quiet) say(sentence(client));
  };
  return { hire: () => new RemoteWorkforce(client, request.jobs ?? usualJobs()), leave };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function sentence({ counts, blobs: { moved } }: QueueClient): string {
  const { tasks, again, quarantined, here } = counts;
  const told = [
    `${tasks} tasks (${inMegabytes(moved.out)} sent, ${inMegabytes(moved.in)} received)`,
    ...(again > 0 ? [`${again} given out again`] : []),
    ...(here > 0 ? [`${here} computed here`] : []),
    ...(quarantined > 0 ? [`${quarantined} quarantined`] : []),
  ];
  return told.join('; ');
}

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
