// `caulk queue status`: who is on a queue, what waits, what workers were lost over.
// Between the command line and src/driver/queue/status.ts.

import { diagnostic } from '../base/diagnostics.js';
import { printable } from '../base/printable.js';
import type { Member } from '../driver/queue/presence.js';
import { type QueueStatus, statusOf } from '../driver/queue/status.js';
import { type Console, type ExitStatus, refuse } from './console.js';
import { queueAccess } from './shared-queue.js';

export interface QueueStatusRequest {
  readonly what: string;
  readonly queue: string;
  readonly json?: true;
}

export async function queue({ what, queue: address, json }: QueueStatusRequest, console: Console): Promise<ExitStatus> {
  if (what !== 'status') return refuse(console, diagnostic('bad-usage', `\`${what}\` is not known: status is`));
  const access = queueAccess(address, console);
  if ('code' in access) return refuse(console, access);
  const status = await statusOf(access);
  if (typeof status === 'string') return refuse(console, diagnostic('no-queue', status));
  console.out(json ? `${JSON.stringify(status)}\n` : asText(status));
  return 0;
}

function asText({ waiting, running, failed, workers, clients, quarantined }: QueueStatus): string {
  const lines = [
    `tasks: ${waiting} waiting, ${running} running, ${failed} failed`,
    `checks: ${clients.length}`,
    ...clients.map((one) => `  ${nameOf(one)}`),
    `workers: ${workers.length}`,
    ...workers.map((one) => `  ${nameOf(one)}, ${one.threads} threads`),
    ...(quarantined.length > 0 ? ['quarantined, because workers were lost over them:'] : []),
    ...quarantined.map((name) => `  ${printable(name)}`),
  ];
  return `${lines.join('\n')}\n`;
}

const nameOf = ({ host, id }: Member): string => `${printable(host)} (${printable(id).slice(0, 8)})`;
