// `caulk bench start`: the time that the built program and the launcher need to print their version.
// Every run is a process of its own; the two alternate.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../src/base/package-root.js';
import type { Console } from '../src/cli/console.js';
import type { BenchOptions } from './bench.js';
import { type BenchResult, describeMachine, median } from './result.js';

const RUNS = 15;
const MOST_MS = 150;

export async function benchStart(_options: BenchOptions, _console: Console): Promise<BenchResult> {
  const program = fileURLToPath(packageFile('dist/src/cli/main.js'));
  const launcher = fileURLToPath(packageFile('caulk'));
  const direct: number[] = [];
  const launched: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    direct.push(time(process.execPath, [program, '--version']));
    launched.push(time(launcher, ['--version']));
  }
  const row = (what: string, values: readonly number[]) => ({
    what,
    'median ms': Math.round(median(values)),
    'best ms': Math.round(Math.min(...values)),
  });
  const measured = median(direct);
  return {
    bench: 'start',
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rows: [row('caulk --version', direct), row('./caulk --version', launched)],
    aims: [
      { aim: 'start-up', target: `< ${MOST_MS} ms`, measured: `${Math.round(measured)} ms`, met: measured < MOST_MS },
    ],
  };
}

function time(program: string, words: readonly string[]): number {
  const start = performance.now();
  spawnSync(program, words);
  return performance.now() - start;
}
