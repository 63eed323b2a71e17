// Runs a program and measures wall-clock time and processor time, including its child processes.
// For benches that compare programs; processor time does not depend on the load of the machine.

import { spawn } from 'node:child_process';

export interface TimedRun {
  /** Wall-clock time. */
  readonly seconds: number;
  /** User and system time of all processes. */
  readonly cpuSeconds: number;
  readonly output: string;
}

export interface TimedOptions {
  readonly directory: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The program is stopped after so many processor seconds; no limit by default. */
  readonly most?: number;
}

/** Prints the processor time of the program and its children, as the shell reports it. */
const SCRIPT = 'ulimit -t "$1"; shift; "$@" 2>&1; echo; times';

/** Standard output and standard error together. `words` come from us, never from the compile commands of a project. */
export async function timedRun(words: readonly string[], { directory, env, most }: TimedOptions): Promise<TimedRun> {
  const start = performance.now();
  const child = spawn('sh', ['-c', SCRIPT, 'sh', String(most ?? 'unlimited'), ...words], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const seconds = (performance.now() - start) / 1000;
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
  return { seconds, cpuSeconds: secondsIn(lines.pop() ?? ''), output: lines.slice(0, -1).join('\n') };
}

/** `0m1.50s 0m0.25s` */
export function secondsIn(times: string): number {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + 60 * Number(m) + Number(s), 0);
}
