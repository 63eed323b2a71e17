// A process of the built program, with its processor time and what it says on standard error.
// For `caulk bench cluster`.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../src/base/package-root.js';
import { ended } from './nginx.js';

const LOOK_MS = 100;
/** Of the kernel: the unit of the times below /proc. */
const TICKS_PER_SECOND = 100;

export class Measured {
  readonly done: Promise<void>;
  said = '';
  /** Seconds, of the process and those that it has started and waited for. */
  processor = 0;
  private readonly process: ChildProcess;

  constructor(words: readonly string[], environment: NodeJS.ProcessEnv) {
    const program = fileURLToPath(packageFile('dist/src/cli/main.js'));
    this.process = spawn(process.execPath, [program, ...words], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.process.stderr!.on('data', (text) => {
      this.said += text;
    });
    const timer = setInterval(() => this.look(), LOOK_MS);
    this.done = new Promise((resume) =>
      this.process.on('close', () => {
        clearInterval(timer);
        resume();
      }),
    );
  }

  async untilSays(word: string): Promise<void> {
    while (!this.said.includes(word)) {
      if (this.process.exitCode !== null) throw new Error(`a worker has ended: ${this.said}`);
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }

  look(): void {
    try {
      const stat = readFileSync(`/proc/${this.process.pid}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      this.processor = ticks / TICKS_PER_SECOND;
    } catch {
      // it has ended: what was seen last counts
    }
  }

  async end(): Promise<void> {
    await ended(this.process);
    await this.done;
  }
}

/** A JSON report without its times and the place of the project. */
export function reportIn(path: string): string {
  const { root: _, stats, ...report } = JSON.parse(readFileSync(path, 'utf8'));
  const { milliseconds: __, peakMemoryMB: ___, secondLook: ____, ...counts } = stats;
  return JSON.stringify({ ...report, counts });
}
