// The local page in a real browser: a typed leak is found, its fix removes the finding, the heap is updated.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPages, openBrowser, openPage, photograph } from '../support/browser.js';
import { caulk } from '../support/cli.js';
import { type Served, startServer } from '../support/serve.js';

let browser: Browser;
let served: Served;
beforeAll(async () => {
  buildPages();
  [browser, served] = await Promise.all([openBrowser(), startServer()]);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await served.stop();
});

const findings = (page: Page) => page.locator('.found .finding');
const heading = (page: Page, pane = 0) => page.locator('.heap-view h3').nth(pane);
const drawn = (page: Page, pane = 0) => page.locator('.heap-view').nth(pane).locator('svg .box');

/** Replaces the text of the editor, key by key; the editor indents automatically. */
async function type(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

const LEAK =
  '#include <stdlib.h>\nint main(void) {\nchar *p = malloc(8);\nif (!p) return 1;\np = NULL;\nreturn 0;\n}\n';

const makeTree = (low: number, high: number, indent: string): string => {
  if (low > high) return 'NULL';
  const middle = (low + high) >> 1;
  const deeper = `${indent}  `;
  const [left, right] = [makeTree(low, middle - 1, deeper), makeTree(middle + 1, high, deeper)];
  return high - low < 14
    ? `make(${middle}, ${left}, ${right})`
    : `make(${middle},\n${deeper}${left},\n${deeper}${right})`;
};

const TREE = `// A search tree of 30 nodes.
#include <stdlib.h>
struct node { struct node *left, *right; int key; };
static struct node *make(int key, struct node *left, struct node *right) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->key = key;
  n->left = left;
  n->right = right;
  return n;
}
static void drop(struct node *t) {
  if (!t) return;
  drop(t->left);
  drop(t->right);
  free(t);
}
int main(void) {
  struct node *t =
    ${makeTree(1, 30, '    ')};
  drop(t);
  return 0;
}
`;

describe('the local page', () => {
  it('finds a leak while typing, and removes it when it is fixed', async () => {
    const { page, trouble } = await openPage(browser, served.url.href);
    await findings(page).first().waitFor();
    await type(page, LEAK);
    await page.locator('.lens', { hasText: 'leak' }).waitFor();
    expect(await findings(page).first().textContent()).toContain('line 5');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('free(p);');
    await expect.poll(() => findings(page).count()).toBe(0);
    await expect.poll(() => page.locator('.lens').count()).toBe(0);
    await page.keyboard.type(')');
    await page.locator('.found .problem').first().waitFor();
    await page.keyboard.press('Backspace');
    await expect.poll(() => page.locator('.problem').count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it('draws the heap at the cursor, and the changes from the previous line', async () => {
    const { page, trouble } = await openPage(browser, served.url.href);
    await findings(page).first().waitFor();
    await findings(page).first().click();
    await expect.poll(() => heading(page).textContent()).toBe('paths: Heap before line 23, delete');
    await drawn(page).first().waitFor();
    await photograph(page, 'workbench-leak');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => heading(page).textContent()).toBe('paths: Heap before line 24, delete');
    await page.locator('.heap-view svg .gone').first().waitFor();
    expect(trouble).toEqual([]);
  });

  it('shows two engines side by side on the same line', async () => {
    const { page, trouble } = await openPage(browser, served.url.href, { viewport: { width: 1500, height: 900 } });
    await page.getByLabel('example').selectOption({ label: 'rev.c: Reverses a list' });
    await page.getByLabel('side by side with').selectOption('stack');
    const click = () => page.locator('.cm-line', { hasText: 'r->n = q;' }).click();
    for (const [pane, engine] of ['paths', 'stack'].entries()) {
      const shown = () => click().then(() => heading(page, pane).textContent());
      await expect.poll(shown, { timeout: 40_000 }).toBe(`${engine}: Heap before line 43, app`);
      await drawn(page, pane).first().waitFor();
    }
    await page
      .getByRole('button', { name: /next state/ })
      .last()
      .click();
    await expect.poll(() => page.locator('.pager:not(.tools)').last().textContent()).toContain('state 2 of');
    await photograph(page, 'workbench-rev');
    expect(trouble).toEqual([]);
  });

  it('draws 30 nodes so that they can be read', async () => {
    const viewport = { width: 1500, height: 1480 };
    const { page, trouble } = await openPage(browser, served.url.href, { viewport });
    await page.getByLabel('engine', { exact: true }).selectOption('modular');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(TREE);
    const click = () => page.locator('.cm-line', { hasText: 'drop(t);' }).last().click();
    const title = 'modular: Heap on a path, before line 25, main';
    await expect.poll(() => click().then(() => heading(page).textContent()), { timeout: 40_000 }).toBe(title);
    await expect.poll(() => page.locator('.heap-view svg .box.cell').count()).toBe(30);
    const texts = await page.locator('.heap-view svg text').allTextContents();
    for (let key = 1; key <= 30; key++) expect(texts).toContain(`key = ${key}`);
    const height = await page.evaluate("document.querySelector('.heap-view svg text').getBoundingClientRect().height");
    expect(height).toBeGreaterThan(8); // pixels of a line of text
    await photograph(page, 'workbench-tree');
    await page.getByLabel('engine', { exact: true }).selectOption('symbolic');
    await expect
      .poll(() => click().then(() => heading(page).textContent()), { timeout: 60_000 })
      .toBe('symbolic: Heap before line 25, main');
    await expect.poll(() => page.locator('.heap-view svg .box.cell').count()).toBe(30);
    expect(trouble).toEqual([]);
  }, 150_000);

  it('keeps the program across a reload, and in a link', async () => {
    const { page, trouble } = await openPage(browser, served.url.href);
    await findings(page).first().waitFor();
    await type(page, LEAK);
    const text = () => page.locator('.cm-content').innerText();
    await page.reload();
    await expect.poll(text).toContain('char *p = malloc(8);');
    await page.getByRole('button', { name: /make a link/ }).click();
    await expect.poll(() => page.url()).toContain('#code=');
    const other = await openPage(browser, page.url());
    await expect.poll(() => other.page.locator('.cm-content').innerText()).toContain('char *p = malloc(8);');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /save the program/ }).click();
    expect((await saved).suggestedFilename()).toBe('program.c');
    expect([...trouble, ...other.trouble]).toEqual([]);
  });

  it('says the same as the command line, if it is to choose the engine', async () => {
    const { page, trouble } = await openPage(browser, served.url.href);
    await page.getByLabel('engine', { exact: true }).selectOption('auto');
    await expect.poll(() => findings(page).first().textContent(), { timeout: 120_000 }).toContain('confirmed, run');
    const { out } = await caulk('check', '--no-cache', '--format', 'json', 'examples/tour/list-delete.c');
    const [finding] = JSON.parse(out).findings;
    expect(await findings(page).count()).toBe(1);
    expect(await findings(page).first().textContent()).toContain(finding.message.replaceAll('`', ''));
    expect(trouble).toEqual([]);
  }, 180_000);

  it('shows nothing that was said about an earlier text, and zooms and saves drawings', async () => {
    const { page, trouble } = await openPage(browser, served.url.href);
    await findings(page).first().waitFor();
    await findings(page).first().click();
    await drawn(page).first().waitFor();
    const width = () =>
      page
        .locator('.heap-view svg')
        .boundingBox()
        .then((box) => box!.width);
    const before = await width();
    await page.getByRole('button', { name: 'larger' }).click();
    expect(await width()).toBeGreaterThan(before);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /download this drawing/ }).click();
    expect((await saved).suggestedFilename()).toBe('heap.svg');
    await page.route('**/analyse', () => {}); // no answer comes
    await page.locator('.cm-content').press('End');
    await page.keyboard.type(' ');
    await expect.poll(() => findings(page).count()).toBe(0);
    await expect.poll(() => page.locator('.summary').textContent()).toContain('analysing');
    await expect.poll(() => page.locator('.heap-view .absence').textContent()).toBe('Analysing…');
    expect(trouble).toEqual([]);
  });
});
