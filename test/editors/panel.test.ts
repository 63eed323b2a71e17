// The panel of the extension for VS Code in a browser, with what the server answers; and that the extension can be bundled.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LanguageClient } from '../../bench/language-client.js';
import { panelDocument, stepTo } from '../../editors/vscode/src/panel.js';
import { buildPages, openBrowser, openPage, photograph } from '../support/browser.js';
import { makeProject } from '../support/project.js';

let browser: Browser;
beforeAll(async () => {
  buildPages();
  browser = await openBrowser();
}, 300_000);
afterAll(() => browser.close());

async function show(html: string) {
  const path = join(makeProject({ 'panel.html': html }), 'panel.html');
  return openPage(browser, pathToFileURL(path).href, { viewport: { width: 420, height: 560 } });
}

describe('the panel', () => {
  it('shows the heap that the server draws', async () => {
    const text = readFileSync('examples/tour/list-delete.c', 'utf8');
    const path = join(makeProject({ 'list.c': text }), 'list.c');
    const client = new LanguageClient();
    await client.start();
    const uri = await client.open(path, text);
    const line = text.split('\n').findIndex((l) => /\bfree\b/.test(l));
    const told = (await client.command('caulk.showHeap', uri, line))!;
    const { page, trouble } = await show(panelDocument({ title: `before line ${line + 1}`, ...told }));
    const [width] = await page
      .locator('img')
      .evaluateAll((all) => all.map((one) => (one as unknown as { naturalWidth: number }).naturalWidth));
    expect(width).toBeGreaterThan(50);
    expect(trouble).toEqual([]);
    await photograph(page, 'editor-panel');
    expect(await client.stop()).toBe(0);
  });

  it('takes nothing for markup, and runs no script', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    const { page } = await show(panelDocument({ title: evil, text: evil }));
    expect(await page.locator('pre').textContent()).toBe(evil);
    expect(await page.title()).toBe(evil);
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"><script>document.title=1</script></svg>`;
    const drawn = await show(panelDocument({ title: 'a heap', text: '', svg: picture }));
    expect(await drawn.page.title()).toBe('a heap');
  });

  it('steps no further than the trace goes', () => {
    expect([stepTo(-1, 1, 3), stepTo(2, 1, 3), stepTo(0, -1, 3)]).toEqual([0, 2, 0]);
  });
});

describe('the extension', () => {
  it('is bundled, and names no command that it does not register', () => {
    const { status, stderr } = spawnSync('node', ['scripts/build-extension.mjs', '--no-package'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const bundle = readFileSync('editors/vscode/dist/package/dist/extension.cjs', 'utf8');
    const { contributes } = JSON.parse(readFileSync('editors/vscode/package.json', 'utf8'));
    for (const { command } of contributes.commands as { command: string }[]) expect(bundle).toContain(`"${command}"`);
  }, 120_000);
});
