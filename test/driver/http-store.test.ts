// A store whose server is broken, slow or hostile costs time within limits, and results never.
// Servers of our own on the loopback address; nginx is in store-nginx.test.ts.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readActionResult, writeActionResult } from '../../src/driver/store/action-result.js';
import { HttpStore, hashOfBlob } from '../../src/driver/store/http-store.js';
import { storeKey } from '../../src/driver/store/store.js';
import { caulk } from '../support/cli.js';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

function serve(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => answer(request, response, Buffer.concat(pieces)));
  });
  servers.push(server);
  return new Promise((resume) => {
    server.listen(0, '127.0.0.1', () => resume(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
  });
}

/** A server that works, on what is in a map; `spoil` may change what it gives. */
function working(
  kept: Map<string, Buffer>,
  spoil: (path: string, bytes: Buffer) => Buffer = (_, bytes) => bytes,
): Answer {
  return ({ method, url }, response, body) => {
    if (method === 'PUT') kept.set(url!, body);
    const bytes = kept.get(url!);
    response.statusCode = bytes ? 200 : 404;
    response.end(method === 'GET' && bytes ? spoil(url!, bytes) : '');
  };
}

const KEY = storeKey('a');
const OTHER = storeKey('b');
const CONTENT = Buffer.from('what is kept '.repeat(100));
const open = (url: string, timeout = 5_000) => new HttpStore({ url, mayWrite: true, timeout });

async function filled(spoil?: (path: string, bytes: Buffer) => Buffer) {
  const kept = new Map<string, Buffer>();
  const url = await serve(working(kept, spoil));
  const store = open(url);
  store.put(KEY, CONTENT);
  store.put(OTHER, Buffer.from('other'));
  await store.close();
  return { kept, url };
}

describe('a store on a server', () => {
  it('gives back what was put, compressed on the way', async () => {
    const { kept, url } = await filled();
    const store = open(`${url}/`);
    expect(Buffer.from((await store.get(KEY))!)).toEqual(CONTENT);
    expect(await store.get(storeKey('c'))).toBeNull();
    expect(store.counts).toMatchObject({ found: 1, missing: 1, wrong: 0, failed: 0 });
    expect([...kept.keys()].map((path) => path.replace(/[0-9a-f]{64}$/, ''))).toEqual([
      '/cas/',
      '/cas/',
      '/ac/',
      '/ac/',
    ]);
    expect(store.counts.bytesIn).toBeLessThan(500);
  });

  it.each<[string, (path: string, bytes: Buffer) => Buffer]>([
    ['other bytes', (path, bytes) => (path.startsWith('/cas') ? Buffer.from(bytes.map((b) => b ^ 1)) : bytes)],
    ['half of the bytes', (path, bytes) => (path.startsWith('/cas') ? bytes.subarray(0, bytes.length / 2) : bytes)],
    ['a key that says nothing', (path, bytes) => (path.startsWith('/ac') ? Buffer.from('hello') : bytes)],
    ['nothing', () => Buffer.alloc(0)],
  ])('whose server gives %s: ignored and counted', async (_, spoil) => {
    const { url } = await filled(spoil);
    const store = open(url);
    expect(await store.get(KEY)).toBeNull();
    expect(store.counts).toMatchObject({ found: 0, missing: 1, wrong: 1 });
  });

  it('that gives the content of another key: ignored', async () => {
    const { kept, url } = await filled();
    kept.set(`/ac/${KEY}`, kept.get(`/ac/${OTHER}`)!);
    const store = open(url);
    expect(await store.get(KEY)).toBeNull();
    expect(store.counts.wrong).toBe(1);
  });

  it('that gives a few bytes which claim to be gigabytes: ignored', async () => {
    const bomb = gzipSync(Buffer.alloc(600 * 2 ** 20));
    const hash = hashOfBlob(bomb);
    const kept = new Map([
      [`/cas/${hash}`, bomb],
      [`/ac/${KEY}`, Buffer.from(writeActionResult({ hash, size: bomb.length }))],
    ]);
    const store = open(await serve(working(kept)));
    expect(await store.get(KEY)).toBeNull();
    expect(store.counts.wrong).toBe(1);
  });

  it('that fails is left alone after a few requests', async () => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests++;
      response.statusCode = 500;
      response.end();
    });
    const store = open(url);
    for (let i = 0; i < 20; i++) expect(await store.get(storeKey(`${i}`))).toBeNull();
    store.put(KEY, CONTENT);
    await store.close();
    expect(requests).toBe(4);
    expect(store.counts).toMatchObject({ failed: 4, missing: 20, stopped: 'status 500' });
  });

  it('that does not answer, or never ends, costs no more than its time', async () => {
    for (const answer of [() => {}, (_: unknown, response: ServerResponse) => void response.write('x')] as Answer[]) {
      const store = open(await serve(answer), 50);
      await Promise.all(Array.from({ length: 40 }, (_, i) => store.get(storeKey(`${i}`))));
      expect(store.counts.stopped).toBe('no answer in time');
      expect(store.counts.failed).toBeLessThan(20);
    }
  });

  it('is not late because this thread computes', async () => {
    const { url } = await filled();
    const store = open(url, 200);
    const content = store.get(KEY);
    await new Promise((resume) => setTimeout(resume, 1));
    for (const end = performance.now() + 400; performance.now() < end; );
    expect(Buffer.from((await content)!)).toEqual(CONTENT);
  });

  it('that is not there', async () => {
    const store = open('http://127.0.0.1:1');
    expect(await store.get(KEY)).toBeNull();
    expect(store.counts.failed).toBe(1);
  });

  it('that sends elsewhere does not get the token there', async () => {
    let visits = 0;
    const elsewhere = await serve((_, response) => {
      visits++;
      response.end();
    });
    const url = await serve(({ headers, url }, response) => {
      expect(headers.authorization).toBe('Bearer secret');
      response.writeHead(302, { location: `${elsewhere}${url}` }).end();
    });
    const store = new HttpStore({ url, token: 'secret', mayWrite: true });
    expect(await store.get(KEY)).toBeNull();
    expect(visits).toBe(0);
  });

  it('is written to only if it may be', async () => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests++;
      response.end();
    });
    const store = new HttpStore({ url, mayWrite: false });
    store.put(KEY, CONTENT);
    await store.close();
    expect(requests).toBe(0);
  });
});

describe('what stands under a key', () => {
  it('is a message that names one content', () => {
    for (const size of [0, 127, 128, 2 ** 31, 2 ** 40]) {
      expect(readActionResult(writeActionResult({ hash: KEY, size }))).toEqual({ hash: KEY, size });
    }
  });

  it('is not read beyond its end', () => {
    const whole = writeActionResult({ hash: KEY, size: 300 });
    for (let length = 0; length < whole.length; length++)
      expect(readActionResult(whole.subarray(0, length))).toBeNull();
    expect(readActionResult(Buffer.alloc(100, 0xff))).toBeNull();
  });
});

describe('the command line', () => {
  it('takes no secrets, and no address that is none', async () => {
    const secret = await caulk('check', 'a.c', '--store', 'https://me:word@cache.example');
    expect(secret).toMatchObject({ status: 2, out: '' });
    expect(secret.err).toContain('CAULK_STORE_TOKEN');
    expect(secret.err).not.toContain('word@');
    expect((await caulk('check', 'a.c', '--store', 'file:///etc/passwd')).status).toBe(2);
    expect((await caulk('check', 'a.c', '--store-write')).err).toContain('without --store URL');
  });
});
