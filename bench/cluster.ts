// `caulk bench cluster`: projects checked by threads, by workers on a queue, and from a store that was filled in another folder.
// Servers are real and on this machine (Redis, nginx); workers are processes. Processor time counts, since wall time depends on who else works.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Console } from '../src/cli/console.js';
import type { BenchOptions } from './bench.js';
import { type Aim, type BenchResult, type Cell, describeMachine } from './result.js';
import { Measured, reportIn } from './servers/measured.js';
import { type Nginx, startNginx, TOKEN } from './servers/nginx.js';
import { PASSWORD, RedisServer } from './servers/redis.js';

const PROJECTS = ['openssh', 'postgresql-15'];
const WORKERS = [1, 2, 4];
const MOST_OVERHEAD = 10;
const MOST_WARM = 10;

interface Servers {
  readonly folder: string;
  readonly nginx: Nginx;
  readonly redis: RedisServer;
}

/** One way to check the project. */
interface Way {
  readonly how: string;
  readonly seconds: number;
  /** Of the check and its workers. */
  readonly processor: number;
  readonly report: string;
  readonly said: string;
}

export async function benchCluster(
  { project: names = PROJECTS }: BenchOptions,
  console: Console,
): Promise<BenchResult> {
  const rows: Record<string, Cell>[] = [];
  const aims: Aim[] = [];
  for (const name of names) {
    const database = join(homedir(), '.cache', 'caulk', 'corpus', name, 'compile_commands.json');
    if (!existsSync(database)) {
      console.err(`cluster: ${name} is not there: ${database}\n`);
      continue;
    }
    const ways = await withServers((servers) =>
      checkAllWays(database, servers, (how) => console.err(`${name}: ${how}\n`)),
    );
    rows.push(...ways.map((way) => rowOf(name, way, ways[0]!)));
    aims.push(...aimsOf(name, ways));
  }
  return { bench: 'cluster', date: new Date().toISOString().slice(0, 10), machine: describeMachine(), rows, aims };
}

async function withServers<T>(work: (servers: Servers) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'caulk-bench-cluster-')));
  for (const name of ['nginx', 'redis']) mkdirSync(join(folder, name));
  const nginx = await startNginx(join(folder, 'nginx'));
  const redis = await RedisServer.start(join(folder, 'redis'));
  try {
    return await work({ folder, nginx, redis });
  } finally {
    await redis.stop();
    await nginx.stop();
    rmSync(folder, { recursive: true });
  }
}

async function checkAllWays(database: string, servers: Servers, tell: (how: string) => void): Promise<Way[]> {
  const { nginx, redis } = servers;
  const ways: Way[] = [];
  const take = async (how: string, way: () => Promise<Omit<Way, 'how'>>) => {
    tell(how);
    ways.push({ how, ...(await way()) });
  };
  const remote = ['--queue', redis.url, '--store', nginx.url];
  await take('2 threads', () => check(database, ['--jobs', '2'], 0, servers));
  for (const count of WORKERS) await take(`${count} workers`, () => check(database, remote, count, servers));
  await take('fills a store', () =>
    check(database, ['--jobs', '2', '--store', nginx.url, '--store-write'], 0, servers),
  );
  const copy = copyOf(database, servers.folder);
  await take('warm store', () => check(copy, ['--jobs', '2', '--store', nginx.url], 0, servers));
  return ways;
}

/** The project in another folder, its database with the paths there. */
function copyOf(database: string, folder: string): string {
  const [from, to] = [dirname(database), join(folder, 'copy')];
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const copied = join(to, 'compile_commands.json');
  writeFileSync(copied, readFileSync(database, 'utf8').replaceAll(from, to));
  return copied;
}

async function check(
  database: string,
  words: readonly string[],
  count: number,
  { folder, nginx, redis }: Servers,
): Promise<Omit<Way, 'how'>> {
  const environment = { ...process.env, CAULK_STORE_TOKEN: TOKEN, CAULK_QUEUE_PASSWORD: PASSWORD };
  const access = ['--queue', redis.url, '--store', nginx.url, '--jobs', '1'];
  const workers = Array.from({ length: count }, () => new Measured(['worker', ...access], environment));
  await Promise.all(workers.map((worker) => worker.untilSays('ready')));
  const before = workers.reduce((sum, worker) => sum + worker.processor, 0);
  const output = join(folder, 'report.json');
  const start = performance.now();
  const all = ['check', '-p', database, '--root', dirname(database), '--no-cache', '--format', 'json', '-o', output];
  const run = new Measured([...all, ...words], environment);
  await run.done;
  const seconds = (performance.now() - start) / 1000;
  for (const worker of workers) worker.look();
  const after = workers.reduce((sum, worker) => sum + worker.processor, 0);
  await Promise.all(workers.map((worker) => worker.end()));
  return { seconds, processor: run.processor + after - before, report: reportIn(output), said: run.said };
}

function rowOf(project: string, { how, seconds, processor, report, said }: Way, first: Way): Record<string, Cell> {
  const [, tasks, sent, received] = /(\d+) tasks \((\S+) MB sent, (\S+) MB received/.exec(said) ?? [];
  const [, found, all, read] = /(\d+) of (\d+) results found \((\S+) MB received/.exec(said) ?? [];
  const moved = tasks === undefined ? null : Number(sent) + Number(received);
  return {
    project,
    how,
    seconds,
    'processor s': processor,
    tasks: tasks === undefined ? null : Number(tasks),
    'MB moved': moved,
    'KB per task': moved === null ? null : (1000 * moved) / Number(tasks),
    'from the store': found === undefined || tasks !== undefined ? null : `${found}/${all}, ${read} MB`,
    report: report === first.report ? 'same' : 'DIFFERS',
  };
}

function aimsOf(project: string, ways: readonly Way[]): Aim[] {
  const of = (how: string) => ways.find((way) => way.how === how)!;
  const local = of('2 threads');
  const overhead = Math.round(100 * (of('2 workers').processor / local.processor - 1));
  const warm = Math.round((100 * of('warm store').processor) / local.processor);
  const differing = ways.filter(({ report }) => report !== local.report).length;
  const same = ways.length - differing;
  return [
    {
      aim: `${project}: overhead of the queue`,
      target: `< ${MOST_OVERHEAD} %`,
      measured: `${overhead} %`,
      met: overhead < MOST_OVERHEAD,
    },
    { aim: `${project}: with a warm store`, target: `< ${MOST_WARM} %`, measured: `${warm} %`, met: warm < MOST_WARM },
    { aim: `${project}: the same report`, target: `${ways.length}`, measured: `${same}`, met: differing === 0 },
  ];
}
