// `caulk worker`: works for checks on other machines until it is told to end.
// Between the command line and src/driver/queue/serve-tasks.ts.

import { diagnostic } from '../base/diagnostics.js';
import { buildStamp } from '../driver/project/build-stamp.js';
import { usualJobs } from '../driver/project/executor.js';
import { serveTasks } from '../driver/queue/serve-tasks.js';
import { noHints } from '../driver/store/disk-store.js';
import { type Console, type ExitStatus, refuse } from './console.js';
import { clusterAccess } from './shared-queue.js';

export interface WorkerRequest {
  readonly queue: string;
  readonly store: string;
  readonly jobs?: number;
  readonly lease: number;
  readonly quiet?: true;
}

/** Ends with 0 when it was told to by SIGTERM or SIGINT: what runs is finished first. A second signal ends it at once. */
export async function worker(request: WorkerRequest, console: Console): Promise<ExitStatus> {
  const access = clusterAccess(request, console);
  if (!access || 'code' in access) return refuse(console, access ?? diagnostic('bad-usage', 'name a queue'));
  const say = (sentence: string) => request.quiet || console.err(`caulk worker: ${sentence}\n`);
  const { jobs: threads = usualJobs(), lease } = request;
  let lose: () => void = () => {};
  const lost = new Promise<ExitStatus>((resume) => {
    lose = () => resume(2);
  });
  const serving = await serveTasks({ ...access, build: buildStamp(noHints), threads, lease, say, lost: lose });
  if (typeof serving === 'string') return refuse(console, diagnostic('no-queue', serving));
  say(`ready: ${threads} ${threads === 1 ? 'thread' : 'threads'} on ${request.queue}`);
  const status = await Promise.race([told(), lost]);
  say('ending: takes no more tasks, finishes what it has');
  await serving.stop();
  say(`${serving.done()} tasks done`);
  return status;
}

function told(): Promise<ExitStatus> {
  return new Promise((resume) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resume(0));
  });
}
