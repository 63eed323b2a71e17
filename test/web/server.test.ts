// The server of the local page: it answers its page, rejects other clients, and never crashes.

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Question } from '../../src/web/protocol.js';
import { buildPages } from '../support/browser.js';
import { ask, type Served, startServer } from '../support/serve.js';

let served: Served;
beforeAll(async () => {
  buildPages();
  served = await startServer();
}, 180_000);
afterAll(async () => {
  expect(await served.stop()).toBe(0);
});

const LEAK = '#include <stdlib.h>\nint main(void) {\n  char *p = malloc(8);\n  p = 0;\n  return 0;\n}\n';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const at = (path: string) => new URL(path, served.url);
const analyse = (question: Question, headers: Record<string, string> = {}) =>
  ask(at('analyse'), { method: 'POST', headers: { ...JSON_TYPE, ...headers } }, JSON.stringify(question));

describe('the server', () => {
  it('serves its page, which may be neither cached nor framed', async () => {
    const { status, headers, body } = await ask(served.url, {});
    expect(status).toBe(200);
    expect(body).toContain('<title>caulk</title>');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'.*connect-src 'self'.*frame-ancestors 'none'$/,
    );
  });

  it('analyses a text', async () => {
    const { status, body } = await analyse({ engine: 'paths', effort: 'quick', text: LEAK });
    const answer = JSON.parse(body) as Answer;
    expect(status).toBe(200);
    expect(answer.findings).toMatchObject([{ rule: 'leak', line: 4, file: answer.file }]);
    expect(answer.portraits[0]!.lines.map((l) => l.line)).toContain(4);
  });

  it('reports errors of a text that is not C', async () => {
    const { body } = await analyse({
      engine: 'paths',
      effort: 'quick',
      text: 'int main(void) {\n  #include "nowhere.h"\n',
    });
    const { problems } = JSON.parse(body) as Answer;
    expect(problems).toMatchObject([{ severity: 'error', line: 2 }]);
    expect(problems[0]!.message).not.toContain('caulk-serve-');
  });

  it('listens on the local machine only', () => {
    expect(served.url.hostname).toBe('127.0.0.1');
    expect(served.url.pathname).toMatch(/^\/[\w-]{32}\/$/);
  });
});

describe('it rejects', () => {
  it.each([
    ['another host', {}, { Host: 'evil.example' }, 403],
    ['another port', {}, { Host: '127.0.0.1:1' }, 403],
    ['another origin', {}, { Origin: 'http://evil.example' }, 403],
    ['another method', { method: 'DELETE' }, {}, 405],
    ['posting to the page', { method: 'POST' }, JSON_TYPE, 405],
  ] as const)('%s', async (_, options, headers, status) => {
    expect(await ask(served.url, { ...options, headers: { ...headers } })).toMatchObject({ status, body: '' });
  });

  it.each([['/'], ['/wrong/'], ['/wrong/analyse'], ['//'], ['/../../etc/passwd']])('the path %s', async (path) => {
    expect(await ask(served.url, { path })).toMatchObject({ status: 404, body: '' });
  });

  it.each([['other'], ['analyse/'], ['__proto__'], ['../package.json'], ['analyse?x']])(
    'its own path with %s',
    async (path) => {
      expect((await ask(served.url, { path: served.url.pathname + path })).status).toBe(404);
    },
  );

  it('an analysis that is not requested by POST and JSON', async () => {
    expect((await ask(at('analyse'), {})).status).toBe(405);
    expect((await ask(at('analyse'), { method: 'POST', headers: { 'Content-Type': 'text/plain' } }, '{}')).status).toBe(
      415,
    );
  });

  it.each([
    ['nonsense'],
    ['null'],
    ['{}'],
    ['{"engine":"paths"}'],
    ['{"engine":"toString","effort":"quick","text":""}'],
    ['{"engine":"paths","text":""}'],
  ])('the question %s', async (body) => {
    expect(await ask(at('analyse'), { method: 'POST', headers: JSON_TYPE }, body)).toMatchObject({
      status: 400,
      body: '',
    });
  });

  it('a body over the limit, announced or not', async () => {
    const huge = JSON.stringify({ engine: 'paths', effort: 'quick', text: 'x'.repeat(1 << 20) });
    expect((await ask(at('analyse'), { method: 'POST', headers: JSON_TYPE }, huge)).status).toBe(413);
    const headers = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
    const unannounced = await ask(at('analyse'), { method: 'POST', headers }, huge).catch(() => ({ status: 413 }));
    expect(unannounced.status).toBe(413);
  });
});

describe('it survives', () => {
  const wire = (text: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(served.url.port), '127.0.0.1', () => {
        socket.write(text, () => setTimeout(() => socket.destroy(), 30));
      });
      socket.on('close', () => resolve());
      socket.on('error', () => {});
    });

  it('clients that disconnect early, and those that send garbage', async () => {
    const head = `POST ${served.url.pathname}analyse HTTP/1.1\r\nHost: ${served.url.host}\r\nContent-Type: application/json\r\n`;
    const body = JSON.stringify({ engine: 'paths', effort: 'quick', text: LEAK });
    await wire(`${head}Content-Length: 100000\r\n\r\n{"engine":`);
    await wire(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    await wire('\u0000\u0001 nonsense\r\n\r\n');
    await wire(`GET ${'/x'.repeat(20_000)} HTTP/1.1\r\n\r\n`);
    await Promise.all([...Array(12)].map(() => wire(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)));
    const { status } = await analyse({ engine: 'paths', effort: 'quick', text: LEAK });
    expect(status).toBe(200);
  });
});
