// The page of `caulk prove --format html` in a browser: verdicts, and invariants of loops in words and drawn.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPages, openBrowser, openPage, photograph } from '../support/browser.js';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-proof-'));
let browser: Browser;

beforeAll(async () => {
  buildPages();
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser.close();
});

const REVERSE = `#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}
int main(int argc, char **argv) {
  struct node *list = NULL;
  for (int i = 0; i < argc; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->value = i;
    list = n;
  }
  list = reverse(list);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
`;

async function prove(name: string, text: string, status: number): Promise<string> {
  const [file, report] = [join(folder, `${name}.c`), join(folder, `${name}.html`)];
  writeFileSync(file, text);
  expect(await caulk('prove', file, '--format', 'html', '-o', report)).toEqual({ status, out: '', err: '' });
  return pathToFileURL(report).href;
}

const words = (page: Page) => page.locator('.heap-view .invariant li').allTextContents();

describe('the page of a proof', () => {
  it('draws the invariant of each loop, and tells it in words', async () => {
    const { page, trouble } = await openPage(browser, await prove('reverse', REVERSE, 0));
    expect(await page.locator('.verdict.true h3').allTextContents()).toEqual([
      'valid-deref true',
      'valid-free true',
      'valid-memtrack true',
    ]);
    const loops = page.locator('.invariants .loop');
    expect(await loops.count()).toBe(3);
    for (let i = 0; i < 3; i++) {
      await loops.nth(i).click();
      await expect
        .poll(() => page.locator('.heap-view h3').textContent())
        .toMatch(/^Invariant of the loop in line \d+/);
      await page.locator('.heap-view svg .box').first().waitFor();
      expect((await words(page)).join()).toContain('list is null or points to an acyclic list of node');
    }
    await page.locator('.invariants .loop', { hasText: 'loop in reverse' }).click();
    await expect.poll(() => words(page)).toContain('list and done share no memory');
    await page.keyboard.press('[');
    await page.locator('.heap-view svg .box.cell').first().waitFor();
    await photograph(page, 'proof-invariant');
    expect(trouble).toEqual([]);
  });

  it('shows what a run violates, with the heap there', async () => {
    const text = REVERSE.replace('done = list;', 'done = next;');
    const { page, trouble } = await openPage(browser, await prove('wrong', text, 1));
    expect(await page.locator('.verdict.false').count()).toBe(1);
    expect(await page.locator('.verdict.false').textContent()).toContain('a run violates it');
    await page.locator('.heap-view svg .box').first().waitFor();
    await page.getByRole('button', { name: /^Findings/ }).click();
    await page.locator('.findings .rows > *').first().click();
    await page.locator('.about h2', { hasText: 'is lost' }).waitFor();
    await photograph(page, 'proof-refuted');
    expect(trouble).toEqual([]);
  });
});
