// Messages that a client should not send, or sends too early, too late, or all at once: the server goes on, and ends as it should.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { LanguageClient } from '../../bench/language-client.js';
import { buildPages } from '../support/browser.js';
import { caulk } from '../support/cli.js';
import { makeProject } from '../support/project.js';
import { Random } from '../support/random.js';

beforeAll(() => buildPages(), 300_000);

const LEAK = '#include <stdlib.h>\nint f(void) {\n  char *p = malloc(8);\n  return p != 0;\n}\n';

async function started(): Promise<LanguageClient> {
  const client = new LanguageClient();
  await client.start();
  return client;
}

describe('the server goes on', () => {
  it('when requests are cancelled', async () => {
    const client = await started();
    const uri = await client.open(join(makeProject({ 'a.c': LEAK }), 'a.c'), LEAK);
    const given = { textDocument: { uri }, position: { line: 3, character: 10 } };
    const hovers = Array.from({ length: 5 }, () => {
      const source = new CancellationTokenSource();
      const answer = client.connection.sendRequest('textDocument/hover', given, source.token);
      source.cancel();
      return answer.then(
        () => 'answered',
        () => 'cancelled',
      );
    });
    expect(new Set(await Promise.all(hovers))).not.toContain(undefined);
    await client.until(uri, (all) => all.length === 1);
    expect(await client.stop()).toBe(0);
  });

  it('when changes and questions overlap: what is told last is about the last text', async () => {
    const client = await started();
    const uri = await client.open(join(makeProject({ 'a.c': LEAK }), 'a.c'), LEAK);
    const answers: Promise<unknown>[] = [];
    for (let i = 1; i <= 30; i++) {
      await client.change(uri, '\n'.repeat(i) + LEAK);
      answers.push(client.command('caulk.showHeap', uri, i + 3));
    }
    await Promise.all(answers);
    const [leak] = await client.until(uri, ([one]) => one?.range.start.line === 33);
    expect(leak!.code).toBe('leak');
    expect(await client.stop()).toBe(0);
  });

  it('when messages are malformed', async () => {
    const client = await started();
    const send = (body: string) =>
      client.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    send('{ "jsonrpc": "2.0", "method": ');
    send('[]');
    send('{ "jsonrpc": "2.0", "id": 900, "method": "no/such/method", "params": {} }');
    send('{ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": { "textDocument": {} } }');
    send('{ "jsonrpc": "2.0", "id": 901, "method": "textDocument/hover", "params": null }');
    send(
      '{ "jsonrpc": "2.0", "id": 902, "method": "workspace/executeCommand", "params": { "command": "caulk.mark", "arguments": [{}, 1] } }',
    );
    const uri = await client.open(join(makeProject({ 'a.c': LEAK }), 'a.c'), LEAK);
    await client.until(uri, (all) => all.length === 1);
    expect(await client.stop()).toBe(0);
  });

  it('when a text that is not open changes or is closed', async () => {
    const client = await started();
    const path = join(makeProject({ 'a.c': LEAK }), 'a.c');
    const textDocument = { uri: pathToFileURL(path).href, version: 7 };
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument,
      contentChanges: [{ text: LEAK }],
    });
    await client.connection.sendNotification('textDocument/didClose', { textDocument });
    const uri = await client.open(path, LEAK);
    await client.until(uri, (all) => all.length === 1);
    await client.connection.sendNotification('textDocument/didClose', { textDocument });
    await client.until(uri, (all) => all.length === 0);
    expect(await client.stop()).toBe(0);
  });

  it('and answers a request after shutdown with an error', async () => {
    const client = await started();
    await client.connection.sendRequest('shutdown');
    const given = { textDocument: { uri: 'file:///a.c' }, position: { line: 0, character: 0 } };
    await expect(client.connection.sendRequest('textDocument/hover', given)).rejects.toThrow();
    const ended = new Promise((resolve) => client.process.once('exit', resolve));
    await client.connection.sendNotification('exit');
    expect(await ended).toBe(0);
  });

  it('not when its client goes away: it ends', async () => {
    const client = await started();
    const uri = await client.open(join(makeProject({ 'a.c': LEAK }), 'a.c'), LEAK);
    await client.until(uri, (all) => all.length === 1);
    const ended = new Promise((resolve) => client.process.once('exit', resolve));
    client.process.stdin.end();
    await ended;
  });
});

describe('many edits', () => {
  it('end with what a fresh check says', async () => {
    const names = ['list-delete.c', 'null-on-error.c', 'use-after-free.c', 'double-free.c'];
    const folder = makeProject({ 'caulk.config.json': '{}' });
    for (const name of names) copyFileSync(`examples/tour/${name}`, join(folder, name));
    const entry = (file: string) => ({ directory: folder, file, command: `gcc -c ${file}` });
    writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(names.map(entry)));
    const client = await started();
    const texts = new Map<string, string>();
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'utf8');
      texts.set(await client.open(join(folder, name), text), text);
    }
    const originals = new Map(texts);
    const random = new Random(20261119);
    for (let i = 0; i < 120; i++) {
      const [uri, text] = [...texts][random.below(texts.size)]!;
      const changed = edit(text, random);
      texts.set(uri, changed);
      await client.change(uri, changed);
      if (random.below(4) === 0) await new Promise((resume) => setTimeout(resume, 150));
    }
    for (const [uri, text] of [...originals].slice(1)) {
      texts.set(uri, `\n${text}`);
      await client.change(uri, `\n${text}`);
    }
    for (const [uri, text] of texts) writeFileSync(new URL(uri), text);
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [] });
    const { out } = await caulk('check', '-p', folder, '--format', 'json', '--no-cache');
    const { findings } = JSON.parse(out) as {
      findings: { file: string; line: number; rule: string; message: string }[];
    };
    const fresh = findings.map(({ file, line, rule }) => `${file}:${line}: ${rule}`).sort();
    await expect.poll(() => shownBy(client, folder), { timeout: 60_000, interval: 500 }).toEqual(fresh);
    expect(fresh.length).toBeGreaterThan(2);
    expect(await client.stop()).toBe(0);
  }, 180_000);
});

/** A line is deleted, doubled or commented out, or a word of it is cut off. */
function edit(text: string, random: Random): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  const line = lines[at]!;
  const put = [[], [line, line], [`// ${line}`], [line.slice(0, random.below(line.length + 1))], [line, '']][
    random.below(5)
  ]!;
  lines.splice(at, 1, ...put);
  return lines.join('\n');
}

const shownBy = ({ published }: LanguageClient, folder: string): string[] =>
  [...published]
    .flatMap(([uri, all]) =>
      all
        .filter(({ data }) => data !== undefined)
        .map(
          ({ range, code }) =>
            `${decodeURIComponent(uri).replace(`file://${folder}/`, '')}:${range.start.line + 1}: ${code}`,
        ),
    )
    .sort();
