// Checks whose tasks go through a real queue to real workers: the report has the bytes of a local one, whatever happens to workers, Redis
// and the store meanwhile. Every wait is for something that happens.

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ended, TOKEN } from '../../bench/servers/nginx.js';
import { PASSWORD } from '../../bench/servers/redis.js';
import { Cluster, type Outcome } from '../support/cluster.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let cluster: Cluster;
let local: Outcome;

beforeAll(async () => {
  cluster = await Cluster.start();
  local = await cluster.check().done;
  expect(local.status).toBe(1);
});
afterEach(() => cluster.stopWorkers());
afterAll(() => cluster.stop());

const expectSame = ({ report, status }: Outcome): void => {
  expect(report).toBe(local.report);
  expect(status).toBe(1);
};

/** Command lines of all processes, as `ps` shows them. */
const processList = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'latin1');
      } catch {
        return ''; // it has ended
      }
    })
    .join('\n');

test('three workers give the bytes of a local check, and nobody shows a password', async () => {
  for (let i = 0; i < 3; i++) await cluster.startWorker();
  const check = cluster.checkByQueue();
  await cluster.until(({ running }) => running > 0);
  const listed = processList();
  const outcome = await check.done;
  expectSame(outcome);
  expect(outcome.err).toMatch(/queue redis:\S+: \d\d+ tasks \(\d+\.\d MB sent, \d+\.\d MB received\)\n/);
  for (const secret of [TOKEN, PASSWORD]) expect(listed + outcome.err + outcome.report).not.toContain(secret);
  expect(listed).toContain('--queue');
});

test('a worker is killed in the middle of a task, and another joins late', async () => {
  const lost = await cluster.startWorker();
  const check = cluster.checkByQueue();
  await cluster.until(({ running }) => running > 0);
  await ended(lost, 'SIGKILL');
  await cluster.startWorker();
  expectSame(await check.done);
});

test('Redis crashes and is started again', async () => {
  await cluster.startWorker();
  const check = cluster.checkByQueue();
  await cluster.until(({ running }) => running > 0);
  await cluster.redis.kill();
  await cluster.redis.start();
  expectSame(await check.done);
});

test('two checks at once share the workers', async () => {
  for (let i = 0; i < 2; i++) await cluster.startWorker();
  const both = [cluster.checkByQueue(), cluster.checkByQueue()];
  for (const { done } of both) expectSame(await done);
});

test('a store that fails, is slow and gives wrong bytes', async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', async () => {
      const n = ++requests;
      if (n % 7 === 0) return response.writeHead(500).end();
      if (n % 11 === 0) await new Promise((resume) => setTimeout(resume, 300));
      const { method, headers, url } = request;
      const init = { method: method!, headers: { authorization: headers.authorization ?? '' } };
      const body = method === 'PUT' ? { body: new Uint8Array(Buffer.concat(pieces)) } : {};
      const answer = await fetch(cluster.nginx.url + url, { ...init, ...body });
      const bytes = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status).end(n % 5 === 0 ? bytes.subarray(1) : bytes);
    });
  });
  const port = await new Promise<number>((resume) => {
    server.listen(0, '127.0.0.1', () => resume((server.address() as { port: number }).port));
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await cluster.startWorker(url);
    expectSame(await cluster.checkByQueue(url).done);
    expect(requests).toBeGreaterThan(20);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a store that takes nothing: everything is computed here', async () => {
  await cluster.startWorker();
  const outcome = await cluster.checkByQueue(`${cluster.nginx.url}/nowhere`).done;
  expectSame(outcome);
  expect(outcome.err).toMatch(/\d+ computed here/);
});

test('a worker that is told to end finishes its task first', async () => {
  const told = await cluster.startWorker();
  const check = cluster.checkByQueue();
  await cluster.until(({ running }) => running > 0);
  told.kill('SIGTERM');
  expect(await new Promise((resume) => told.on('exit', resume))).toBe(0);
  await cluster.startWorker();
  const outcome = await check.done;
  expectSame(outcome);
  expect(outcome.err).not.toContain('again');
});

test('when the check goes away, nobody works for it any more', async () => {
  const check = cluster.checkByQueue();
  await cluster.until(({ waiting }) => waiting > 2);
  check.process.kill('SIGTERM');
  expect((await check.done).status).toBe(130);
  expect((await cluster.status()).waiting).toBe(0);
});

test('another build is refused with a sentence', async () => {
  const { hostname, port } = new URL(cluster.redis.url);
  const redis = new Redis({ host: hostname, port: Number(port), password: PASSWORD });
  await redis.set('caulk-build', 'f'.repeat(64));
  const outcome = await cluster.checkByQueue().done;
  expect(outcome).toMatchObject({ status: 2, report: '' });
  expect(outcome.err).toContain('used by another build of caulk (ffffffffffff)');
  await expect(cluster.startWorker()).rejects.toThrow('has ended');
  await redis.del('caulk-build');
  await redis.quit();
});
