// Runs a program and says how long it took: by the clock, and in processor time with all that it started.
// For benches that compare programs; processor time is what an idle core would have taken.

import { spawn } from 'node:child_process';

export interface TimedRun {
  /** By the clock. */
  readonly seconds: number;
  /** Of all processes together, user and system. */
  readonly cpuSeconds: number;
  readonly output: string;
}

export interface TimedOptions {
  readonly directory: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Processor seconds after which the program is stopped; none by default. */
  readonly most?: number;
}

/** Prints what the program and its children took, as the shell counts it. */
const SCRIPT = 'ulimit -t "$1"; shift; "$@" 2>&1; echo; times';

/** Standard output and errors together. The programs are ours to name: no word comes from a project's commands. */
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
