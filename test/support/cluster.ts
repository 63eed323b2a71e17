// A store, a queue and a project that is large enough for them: what the tests of workers work on.
// Workers and checks are processes of the build, as users start them.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, type Nginx, startNginx, TOKEN } from '../../bench/servers/nginx.js';
import { PASSWORD, RedisServer } from '../../bench/servers/redis.js';
import { type QueueStatus, statusOf } from '../../src/driver/queue/status.js';

const MAIN = 'dist/src/cli/main.js';
const FILES = 3;
const FUNCTIONS = 22;

/** Paths through a function that allocates: enough to take a while, and a leak in each eighth. */
function functionText(file: number, n: number): string {
  const name = `work_${file}_${n}`;
  const callee = n % 4 === 3 ? `work_${file}_${n - 1}` : 'base';
  const branches = Array.from(
    { length: 4 },
    (_, i) => `  if (a & ${1 << i}) { struct item *q = malloc(sizeof *q); if (!q) goto out; q->next = p; p = q; }`,
  );
  const lost = n % 8 === 0 ? `  if (a == ${1000 + n}) return 1;\n` : '';
  return `int ${name}(int a) {
  struct item *p = NULL;
  int r = 0;
${branches.join('\n')}
${lost}  r = ${callee}(a + 1);
out:
  while (p) { struct item *q = p->next; free(p); p = q; }
  return r;
}
`;
}

function fileText(file: number): string {
  const functions = Array.from({ length: FUNCTIONS }, (_, n) => functionText(file, n));
  return `#include <stdlib.h>\nstruct item { struct item *next; };\nint base(int a);\n${functions.join('')}`;
}

export interface Outcome {
  readonly status: number | null;
  /** Without its times, and without the place of the project. */
  readonly report: string;
  readonly err: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly done: Promise<Outcome>;
}

export class Cluster {
  private readonly workers: ChildProcess[] = [];

  private constructor(
    readonly folder: string,
    readonly nginx: Nginx,
    readonly redis: RedisServer,
  ) {}

  static async start(): Promise<Cluster> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'caulk-cluster-')));
    for (const name of ['project', 'nginx', 'redis']) mkdirSync(join(folder, name));
    const project = join(folder, 'project');
    const files = Array.from({ length: FILES }, (_, i) => `file${i}.c`);
    files.forEach((file, i) => {
      writeFileSync(join(project, file), fileText(i));
    });
    const entries = files.map((file) => ({ directory: project, file, command: `cc -c ${file}` }));
    writeFileSync(join(project, 'compile_commands.json'), JSON.stringify(entries));
    writeFileSync(join(project, 'caulk.config.json'), '{}');
    const nginx = await startNginx(join(folder, 'nginx'));
    return new Cluster(folder, nginx, await RedisServer.start(join(folder, 'redis')));
  }

  async stop(): Promise<void> {
    await this.stopWorkers();
    await this.redis.stop();
    await this.nginx.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Ready for tasks. */
  async startWorker(store = this.nginx.url): Promise<ChildProcess> {
    const words = ['worker', '--queue', this.redis.url, '--store', store, '--jobs', '1', '--lease', '4'];
    const worker = spawn(process.execPath, [MAIN, ...words], {
      env: this.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.workers.push(worker);
    await new Promise<void>((resume, reject) => {
      worker.on('exit', () => reject(new Error('the worker has ended')));
      worker.stderr!.on('data', (text) => String(text).includes('ready') && resume());
    });
    return worker;
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => ended(worker, 'SIGKILL')));
  }

  /** With nothing kept on this machine. */
  check(...words: readonly string[]): Running {
    const project = join(this.folder, 'project');
    const all = [MAIN, 'check', '-p', project, '--no-cache', '--format', 'json', '--jobs', '1', ...words];
    const child = spawn(process.execPath, all, { env: this.environment });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    const done = new Promise<Outcome>((resume) =>
      child.on('close', (status) => resume({ status, report: withoutTimes(out), err })),
    );
    return { process: child, done };
  }

  checkByQueue(store = this.nginx.url): Running {
    return this.check('--queue', this.redis.url, '--store', store);
  }

  async status(): Promise<QueueStatus> {
    const status = await statusOf({ url: new URL(this.redis.url), password: PASSWORD });
    if (typeof status === 'string') throw new Error(status);
    return status;
  }

  async until(holds: (status: QueueStatus) => boolean): Promise<void> {
    while (!holds(await this.status())) await new Promise((resume) => setTimeout(resume, 50));
  }

  get environment(): NodeJS.ProcessEnv {
    return { ...process.env, CAULK_STORE_TOKEN: TOKEN, CAULK_QUEUE_PASSWORD: PASSWORD };
  }
}

function withoutTimes(out: string): string {
  if (out === '') return '';
  const { root: _, stats, ...report } = JSON.parse(out);
  const { milliseconds: __, peakMemoryMB: ___, secondLook, ...counts } = stats;
  return JSON.stringify({ ...report, counts, asked: secondLook.asked });
}
