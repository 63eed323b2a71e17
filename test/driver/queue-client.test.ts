// A client of the queue on its own, with workers of our own: tasks that workers are lost over, that fail, and answers that are none.
// The queue is a real Redis; the store a map.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ended } from '../../bench/servers/nginx.js';
import { PASSWORD, RedisServer } from '../../bench/servers/redis.js';
import { QueueClient, QueueTrouble } from '../../src/driver/queue/queue-client.js';
import { serveTasks } from '../../src/driver/queue/serve-tasks.js';
import { statusOf } from '../../src/driver/queue/status.js';
import { type RemoteTask, writeResult } from '../../src/driver/queue/tasks.js';
import { storeKey } from '../../src/driver/store/store.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const BUILD = storeKey('build');
const said: string[] = [];
const kept = new Map<string, Buffer>();
const workers: ChildProcess[] = [];
let redis: RedisServer;
let server: Server;
let store: string;

beforeAll(async () => {
  redis = await RedisServer.start(mkdtempSync(join(tmpdir(), 'caulk-redis-')));
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      if (request.method === 'PUT') kept.set(request.url!, Buffer.concat(pieces));
      const bytes = kept.get(request.url!);
      response.writeHead(bytes ? 200 : 404).end(request.method === 'GET' ? bytes : undefined);
    });
  });
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  store = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterEach(() => Promise.all(workers.splice(0).map((worker) => ended(worker, 'SIGKILL'))));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await redis.stop();
});

const access = () => ({ url: new URL(redis.url), password: PASSWORD });
const open = () =>
  QueueClient.open({
    queue: access(),
    store: { url: store, timeout: 5_000 },
    build: BUILD,
    say: (sentence) => said.push(sentence),
  });

/** A worker of BullMQ that does with each task what the program says. */
function startWorker(program: string): void {
  const connection = {
    host: '127.0.0.1',
    port: Number(access().url.port),
    password: PASSWORD,
    maxRetriesPerRequest: null,
  };
  const options = { connection, prefix: 'caulk', lockDuration: 1_000, stalledInterval: 500, maxStalledCount: 2 };
  const text = `import { Worker } from 'bullmq';
    const worker = new Worker('tasks', async ({ data }) => { ${program} }, ${JSON.stringify(options)});
    worker.on('error', () => {});`;
  workers.push(spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: 'ignore' }));
}

const taskAbout = (entry: string): RemoteTask => ({
  kind: 'answer',
  program: storeKey('program'),
  question: { kind: 'runs', units: ['a.c'], entry, steps: 1 },
});

test('a task that workers are lost over is quarantined and named, and not given out again', async () => {
  const client = (await open()) as QueueClient;
  for (let i = 0; i < 4; i++) startWorker('process.kill(process.pid, "SIGKILL")');
  await expect(client.run(taskAbout('poison'), '`poison`')).rejects.toThrow('workers were lost over `poison`');
  const { tasks } = client.counts;
  await vi.waitFor(async () => expect(await statusOf(access())).toMatchObject({ quarantined: ['`poison`'] }));
  await expect(client.run(taskAbout('poison'), '`poison`')).rejects.toThrow('lost over `poison` before');
  expect(client.counts).toMatchObject({ tasks, quarantined: 1 });
  await client.close();
});

test('what is no answer is no answer, and a task that always fails is for the client itself', async () => {
  const client = (await open()) as QueueClient;
  startWorker(`if (data.name === 'fails') throw new Error('no'); return { result: 'nonsense' }`);
  await expect(client.run(taskAbout('a'), 'lies')).rejects.toBeInstanceOf(QueueTrouble);
  await expect(client.run(taskAbout('b'), 'fails')).rejects.toBeInstanceOf(QueueTrouble);
  await client.close();
});

test('a check that was taken for gone gives its task out again', async () => {
  const client = (await open()) as QueueClient;
  const hash = await client.blobs.keep(writeResult({ answer: new Uint8Array([7]) }));
  startWorker(
    `globalThis.n = (globalThis.n ?? 0) + 1; return globalThis.n < 2 ? { skipped: true } : { result: '${hash}' }`,
  );
  expect(await client.run(taskAbout('c'), 'again')).toEqual({ answer: new Uint8Array([7]) });
  expect(client.counts.again).toBe(1);
  await client.close();
});

test('a worker tells what is no task, and works on', async () => {
  const means = { queue: access(), store: { url: store, timeout: 5_000 }, build: BUILD };
  const serving = await serveTasks({ ...means, threads: 1, lease: 4, say: () => {}, lost: () => {} }).catch(String);
  if (typeof serving === 'string') throw new Error(serving);
  const client = (await open()) as QueueClient;
  await expect(client.run({ kind: 'answer', program: 'x' } as unknown as RemoteTask, 'odd')).rejects.toThrow('no task');
  await client.close();
  await serving.stop();
});

test('a queue that is not there, or that has another password, is told', async () => {
  const say = () => {};
  const means = { store: { url: store, timeout: 100 }, build: BUILD, say };
  expect(await QueueClient.open({ ...means, queue: { url: new URL('redis://127.0.0.1:1') } })).toContain(
    'ECONNREFUSED',
  );
  const wrong = await QueueClient.open({ ...means, queue: { ...access(), password: 'another' } });
  expect(wrong).toContain('the password is missing or wrong');
  expect(wrong).not.toContain('another');
});
