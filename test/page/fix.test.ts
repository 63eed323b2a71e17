// A fix in the HTML report: its diff stands with the finding.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPages, openBrowser, openPage, photograph } from '../support/browser.js';
import { caulk } from '../support/cli.js';
import { makeProject } from '../support/project.js';

let browser: Browser;
beforeAll(async () => {
  buildPages();
  browser = await openBrowser();
}, 300_000);
afterAll(() => browser.close());

it('shows the diff', async () => {
  const text =
    '#include <stdlib.h>\nint f(int n) {\n  char *p = malloc(8);\n  if (n > 3) {\n    return 1;\n  }\n  free(p);\n  return 0;\n}\n';
  const folder = makeProject({ 'a.c': text });
  await caulk('fix', join(folder, 'a.c'), '--format', 'html', '-o', join(folder, 'report.html'));
  const { page, trouble } = await openPage(browser, pathToFileURL(join(folder, 'report.html')).href);
  const diff = page.locator('pre.fix');
  await diff.waitFor();
  expect(await diff.locator('span').allTextContents()).toEqual(
    expect.arrayContaining(['+    free(p);', '     return 1;']),
  );
  expect(trouble).toEqual([]);
  await photograph(page, 'fix');
});
