// README.md is correct: every command in it is run, unless it takes too long for a test, and prints what is shown.
// The HTML report is opened in a browser and must draw a heap for every finding, for one file, two files, and no main.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { buildPages, openBrowser, openPage, photograph } from '../support/browser.js';
import { caulk } from '../support/cli.js';
import { ask, startServer } from '../support/serve.js';
import { type Shown, shownCommands, wordsOf } from '../support/shown-commands.js';

const README = readFileSync('README.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'caulk-readme-'));
let browser: Browser;

beforeAll(async () => {
  buildPages();
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const isPlain = ({ command }: Shown): boolean =>
  /^\.?\/?caulk (check|prove|run|shapes|ir|explain) [^…]*$/.test(command);
const isServer = ({ command }: Shown): boolean => /^\.\/caulk serve\b/.test(command);

/** Too slow for a test: measurements, whole projects, the tests themselves. */
const TOO_LONG: readonly RegExp[] = [/^\.\/caulk bench \w+/, /^\.\/caulk check -p …/, /^npm test$/];

const all = shownCommands(README, /`(\.\/caulk [^`]+)`/g);

test('every command is run here, or is known to be too slow', () => {
  expect(all.length).toBeGreaterThan(2);
  const unknown = all.filter(
    (shown) => !isPlain(shown) && !isServer(shown) && !TOO_LONG.some((long) => long.test(shown.command)),
  );
  expect(unknown.map(({ command }) => command)).toEqual([]);
});

test.each([...new Map(all.map((shown) => [shown.command, shown])).values()].filter(isPlain))(
  '$command',
  async (shown) => {
    const words = wordsOf(shown.command);
    const file = words.indexOf('-o') + 1;
    const path = join(folder, words[file] ?? '');
    const { status, out, err } = await caulk(...(file > 0 ? words.with(file, path) : words));
    expect(status, err).toBeLessThan(2);
    for (const line of shown.output) expect(out).toContain(line);
    if (words.includes('html')) await expectDrawings(path, PICTURES[words[file]!]!);
  },
  240_000,
);

/** By the names of reports in README. */
const PICTURES: Readonly<Record<string, string>> = {
  'report.html': 'report-leak',
  'inventory.html': 'report-project',
};

test.each(all.filter(isServer))('$command', async ({ command }) => {
  const served = await startServer(...wordsOf(command).slice(1));
  expect((await ask(served.url, {})).status).toBe(200);
  await served.stop();
});

/** Every finding of the list has a heap at every step of its trace. */
async function expectDrawings(path: string, picture: string): Promise<void> {
  const { page, trouble } = await openPage(browser, pathToFileURL(path).href);
  const findings = page.locator('.findings .rows > *');
  await findings.first().waitFor();
  for (let i = 0; i < (await findings.count()); i++) {
    await findings.nth(i).click();
    const steps = page.locator('.steps li button');
    await steps.first().waitFor();
    const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(tooWide)).toBe(0);
    for (let step = 0; step < (await steps.count()); step++) {
      await steps.nth(step).click();
      await page.locator('.heap-view svg .box').first().waitFor({ timeout: 20_000 });
      expect(await absenceOn(page)).toBe(0);
    }
  }
  await findings.first().click();
  await page.locator('.steps li button').last().click();
  await page.locator('.heap-view svg .box').first().waitFor();
  await photograph(page, picture);
  expect(trouble).toEqual([]);
}

const absenceOn = (page: Page): Promise<number> => page.getByText('No heap is drawn').count();

describe('heaps are drawn by the default engine', () => {
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const HEAD = '#include <stdlib.h>\nstruct node { struct node *next; int value; };\n';

  async function report(name: string, ...files: string[]): Promise<string> {
    const path = join(folder, `${name}.html`);
    const { status, err } = await caulk('check', '--no-cache', '--format', 'html', '-o', path, ...files);
    expect(status, err).toBe(1);
    return path;
  }

  it('in a file without a main', async () => {
    const file = write(
      'without-main.c',
      `${HEAD}int count(struct node *list) {
  struct node *first = malloc(sizeof *first);
  if (!first) return -1;
  first->next = list;
  if (list && list->value > 3) return 0;
  int n = first->next != 0;
  free(first);
  return n;
}
int twice(void) {
  int *p = malloc(4);
  free(p);
  free(p);
  return 0;
}
`,
    );
    await expectDrawings(await report('without-main', file), 'readme-without-main');
  });

  it('in two files', async () => {
    const library = write(
      'library.c',
      `${HEAD}struct node *push(struct node *list) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->next = list;
  n->value = 1;
  return n;
}
void drop(struct node **list) {
  *list = (*list)->next;
}
`,
    );
    const main = write(
      'main.c',
      `${HEAD}struct node *push(struct node *list);
void drop(struct node **list);
int main(void) {
  struct node *list = push(push(0));
  drop(&list);
  free(list);
  return 0;
}
`,
    );
    await expectDrawings(await report('two-files', library, main), 'readme-two-files');
  });
});
