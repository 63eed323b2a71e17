// The language server as a client sees it: diagnostics of texts while they are edited, hover, lenses, actions, commands.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeAction, CodeLens, Diagnostic, Hover, InlayHint } from 'vscode-languageserver/node';
import { LanguageClient } from '../../bench/language-client.js';
import { buildPages } from '../support/browser.js';
import { makeProject } from '../support/project.js';

const LEAK = `#include <stdlib.h>
int f(int n) {
  char *p = malloc(8);
  if (n > 3)
    return 1;
  free(p);
  return 0;
}
`;
const CLEAN = LEAK.replace('    return 1;', '    { free(p); return 1; }');
const NULLS = `#include <stddef.h>
struct node { struct node *next; int key; };
int key(struct node *first) {
  int n = first == NULL ? 1 : 0;
  return first->key + n;
}
`;

let client: LanguageClient;
beforeAll(async () => {
  buildPages();
  client = new LanguageClient();
  await client.start();
}, 300_000);
afterAll(async () => {
  expect(await client.stop()).toBe(0);
});

const rules = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);
const has = (rule: string) => (diagnostics: readonly Diagnostic[]) => rules(diagnostics).includes(rule);
const none = (diagnostics: readonly Diagnostic[]) => diagnostics.length === 0;

describe('diagnostics', () => {
  it('follow the text, saved or not, with the steps of the trace', async () => {
    const path = join(makeProject({ 'a.c': LEAK }), 'a.c');
    const uri = await client.open(path, LEAK);
    const [leak] = await client.until(uri, has('leak'));
    expect(leak).toMatchObject({ source: 'caulk', range: { start: { line: 4 } } });
    expect(leak!.relatedInformation!.map(({ location }) => location.range.start.line)).toContain(2);
    await client.change(uri, CLEAN);
    await client.until(uri, none);
    await client.change(uri, `\n\n${LEAK}`);
    const [moved] = await client.until(uri, has('leak'));
    expect(moved!.range.start.line).toBe(6);
    expect(readFileSync(path, 'utf8')).toBe(LEAK);
  });

  it('count columns in UTF-16 units', async () => {
    const text = LEAK.replace('    return 1;', '    /* ä€😀 */ return 1;');
    const uri = await client.open(join(makeProject({ 'a.c': text }), 'a.c'), text);
    const [leak] = await client.until(uri, has('leak'));
    expect(leak!.range.start).toEqual({ line: 4, character: '    /* ä€😀 */ '.length });
  });

  it('show what is suppressed faded', async () => {
    const text = LEAK.replace('    return 1;', '    // caulk-ignore[leak]: the process ends\n    return 1;');
    const uri = await client.open(join(makeProject({ 'a.c': text }), 'a.c'), text);
    const [leak] = await client.until(uri, has('leak'));
    expect(leak).toMatchObject({ severity: 4, tags: [1] });
    expect(leak!.message).toContain('the process ends');
  });

  it('come for all files of a database, with unsaved headers', async () => {
    const files = {
      'a.h': '#define RELEASE(p)\n',
      'b.c': `#include "a.h"\n${LEAK.replace('return 1', '{ RELEASE(p); return 1; }')}`,
    };
    const folder = makeProject({ ...files, 'c.c': LEAK });
    const entry = (file: string) => ({ directory: folder, file, command: `gcc -c ${file}` });
    writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify([entry('b.c'), entry('c.c')]));
    const uri = await client.open(join(folder, 'a.h'), files['a.h']);
    const other = uri.replace('a.h', 'b.c');
    await client.until(other, has('leak'));
    await client.until(uri.replace('a.h', 'c.c'), has('leak'));
    await client.change(uri, '#include <stdlib.h>\n#define RELEASE(p) free(p)\n');
    await client.until(other, none);
  });

  it('change with the configuration and the database', async () => {
    const folder = makeProject({ 'a.c': LEAK.replace('n > 3', 'n > LIMIT') });
    const path = join(folder, 'a.c');
    const uri = await client.open(path, readFileSync(path, 'utf8'));
    await expect.poll(() => client.published.get(uri)).toBeUndefined();
    const database = [{ directory: folder, file: 'a.c', command: 'gcc -DLIMIT=5 -c a.c' }];
    writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(database));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [] });
    await client.until(uri, has('leak'));
    writeFileSync(join(folder, 'caulk.config.json'), '{ "rules": { "leak": "off" } }');
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [] });
    await client.until(uri, none);
  });

  it('of the last check of a project appear at once, except in files that have changed', async () => {
    const folder = makeProject({
      'a.c': LEAK,
      'b.c': LEAK.replace('f(', 'g('),
      'slow.c': 'int main(void) { return 0; }\n',
    });
    const database = ['a.c', 'b.c', 'slow.c'].map((file) => ({ directory: folder, file, command: `gcc -c ${file}` }));
    writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(database));
    const uri = await client.open(join(folder, 'slow.c'), 'int main(void) { return 0; }\n');
    const [one, two] = [uri.replace('slow.c', 'a.c'), uri.replace('slow.c', 'b.c')];
    await client.until(one, has('leak'));
    await client.until(two, has('leak'));
    writeFileSync(join(folder, 'b.c'), CLEAN);
    const later = new LanguageClient();
    await later.start();
    const order: string[] = [];
    await later.open(join(folder, 'slow.c'), 'int main(void) { return 0; }\n');
    const hovered = later.connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line: 0, character: 18 },
    });
    await later.until(one, has('leak')).then(() => order.push('shown'));
    await hovered.then(() => order.push('analysed'));
    expect(order).toEqual(['shown', 'analysed']);
    expect(later.published.get(two) ?? []).toEqual([]);
    expect(await later.stop()).toBe(0);
  });

  it('are kept apart for several roots', async () => {
    const [one, two] = [makeProject({ 'a.c': LEAK }), makeProject({ 'a.c': LEAK })];
    const [first, second] = [await client.open(join(one, 'a.c'), LEAK), await client.open(join(two, 'a.c'), CLEAN)];
    await client.until(first, has('leak'));
    await client.change(second, LEAK);
    await client.until(second, has('leak'));
    await client.change(first, CLEAN);
    await client.until(first, none);
    expect(rules(client.published.get(second)!)).toEqual(['leak']);
  });
});

describe('at a place', () => {
  let uri: string;
  let shown: readonly Diagnostic[];
  let folder: string;
  beforeAll(async () => {
    folder = makeProject({ 'n.c': NULLS });
    uri = await client.open(join(folder, 'n.c'), NULLS);
    shown = await client.until(uri, has('null-dereference'));
  });

  it('hover says what is known, with the heap', async () => {
    const given = { textDocument: { uri }, position: { line: 4, character: 12 } };
    const { contents } = (await client.connection.sendRequest('textDocument/hover', given)) as Hover;
    const { value } = contents as { value: string };
    expect(value).toContain('**null-dereference**');
    expect(value).toContain('```text\n-- key, state 1');
  });

  it('lenses stand above functions, and tell a proof that was asked for', async () => {
    const titles = async () => {
      const lenses = (await client.connection.sendRequest('textDocument/codeLens', {
        textDocument: { uri },
      })) as CodeLens[];
      return lenses.map(({ command, range }) => [range.start.line, command!.title]);
    };
    expect(await titles()).toEqual([[2, '1 finding']]);
    const path = join(folder, 'g.c');
    writeFileSync(path, 'int g(void) { int x = 1; int *p = &x; return *p; }\n');
    const other = await client.open(path, readFileSync(path, 'utf8'));
    await expect
      .poll(() => client.command('caulk.proveFunction', other, 'g'))
      .toMatchObject({ text: expect.stringMatching(/^g: proved by /) });
  });

  it('a hint says when it happens', async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    const hints = (await client.connection.sendRequest('textDocument/inlayHint', {
      textDocument: { uri },
      range,
    })) as InlayHint[];
    expect(hints).toMatchObject([{ label: 'when first == NULL', position: { line: 4 } }]);
  });

  it('actions suppress, mark, explain and require', async () => {
    const given = { textDocument: { uri }, range: shown[0]!.range, context: { diagnostics: shown } };
    const actions = (await client.connection.sendRequest('textDocument/codeAction', given)) as CodeAction[];
    const titles = actions.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining([
        'Suppress this null-dereference, with a reason',
        'Mark as false alarm',
        'Explain null-dereference',
      ]),
    );
    const edit = (title: RegExp) => actions.find((a) => title.test(a.title))!.edit!.changes![uri]![0]!;
    expect(edit(/Suppress/)).toMatchObject({
      newText: '  // caulk-ignore[null-dereference]: REASON\n',
      range: { start: { line: 4 } },
    });
    expect(edit(/Require that `first`/)).toMatchObject({
      newText: '// caulk-requires: nonnull(first)\n',
      range: { start: { line: 2 } },
    });
  });

  it('a fix is among the actions if it was checked', async () => {
    const text = `\n${LEAK}`; // not as on the disk
    const leaking = await client.open(join(folder, 'leak.c'), text);
    const diagnostics = [...(await client.until(leaking, has('leak')))];
    const given = { textDocument: { uri: leaking }, range: diagnostics[0]!.range, context: { diagnostics } };
    const [fix] = (await client.connection.sendRequest('textDocument/codeAction', given)) as CodeAction[];
    expect(fix).toMatchObject({ title: 'Fix: Release `p`: free(p);', isPreferred: true });
    const inserted = fix!.edit!.changes![leaking]!.map(({ newText }) => newText).join('');
    expect(inserted).toContain('    free(p);\n');
  });

  it('commands show the heap, the trace, the rule, and mark', async () => {
    expect(await client.command('caulk.showHeap', uri, 4)).toMatchObject({ svg: expect.stringContaining('<svg') });
    expect((await client.command('caulk.explainRule', 'leak'))!.text).toMatch(/^# /);
    const { fingerprint } = shown[0]!.data as { fingerprint: string };
    expect((await client.command('caulk.stepThrough', uri, fingerprint))!.text).toMatch(/n\.c:5: /);
    expect((await client.command('caulk.runFunction', uri, 'key'))!.text).toMatch(
      /^n\.c:5: null-dereference|key: no run/,
    );
    await client.command('caulk.mark', uri, fingerprint, 'intended', 'a test');
    await client.until(uri, (all) => all.length === 1 && all[0]!.severity === 4);
    expect(readFileSync(join(folder, 'caulk.marks.json'), 'utf8')).toContain('"a test"');
  });

  it('nothing is said about files that do not exist, or are not C', async () => {
    const given = { textDocument: { uri: 'file:///nowhere/x.py' }, position: { line: 0, character: 0 } };
    expect(await client.connection.sendRequest('textDocument/hover', given)).toBeNull();
    expect(await client.command('caulk.proveFunction', 'untitled:1', 'f')).toBeNull();
    expect(await client.command('caulk.nothing', uri)).toBeNull();
  });
});
