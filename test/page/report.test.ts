// The HTML report in a real browser: selecting a finding, stepping through its trace, and viewing the heap.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMarks } from '../../src/findings/read-marks.js';
import { formatHtml } from '../../src/report/html/html.js';
import { buildPages, OUTPUT, openBrowser, openPage, photograph } from '../support/browser.js';
import { caulk } from '../support/cli.js';
import { makeFinding, makeReport, sourcesOf } from '../support/reports.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-html-'));
const urlOf = (path: string) => pathToFileURL(resolve(path)).href;
let browser: Browser;

beforeAll(async () => {
  buildPages();
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser.close();
});

/** The report about a file. */
async function report(file: string, ...more: string[]): Promise<string> {
  const path = join(folder, `${file.replace(/\W/g, '-')}.html`);
  await caulk('check', '--engine', 'paths', '--format', 'html', '-o', path, file, ...more);
  return urlOf(path);
}

function write(name: string, html: string): string {
  const path = join(folder, name);
  writeFileSync(path, html);
  return urlOf(path);
}

const heading = (page: Page) => page.locator('.heap-view h3');
const boxes = (page: Page, kind: string) => page.locator(`.heap-view svg .box.${kind}`);

describe('marks', () => {
  it('are chosen in the report and saved with those that were there', async () => {
    const known = { fingerprint: 'f'.repeat(32), verdict: 'intended' } as const;
    const text = formatHtml(makeReport([makeFinding()], {}, { marks: [known] }), sourcesOf({ 'a.c': 'x;\ny;\n' }));
    const { page, trouble } = await openPage(browser, write('marks.html', text));
    await page.getByLabel('verdict').selectOption('false alarm');
    await page.getByLabel('reason').fill('the pool owns it');
    const started = page.waitForEvent('download');
    await page.getByText('Download marks').click();
    const saved = await started;
    expect(saved.suggestedFilename()).toBe('caulk.marks.json');
    await saved.saveAs(join(folder, 'caulk.marks.json'));
    const marks = readMarks(join(folder, 'caulk.marks.json'));
    expect(marks).toHaveLength(2);
    expect(marks).toContainEqual(known);
    expect(marks).toContainEqual(
      expect.objectContaining({ verdict: 'false', reason: 'the pool owns it', file: 'a.c', line: 2, rule: 'leak' }),
    );
    expect(trouble).toEqual([]);
  });
});

describe('the report of a leak', () => {
  it('shows the heap at each step of the trace, with its changes', async () => {
    const { page, trouble } = await openPage(browser, await report('examples/tour/list-delete.c'));
    await page.locator('.about h2', { hasText: 'is lost' }).waitFor();
    await expect.poll(() => heading(page).textContent()).toBe('Heap before line 23, delete');
    await boxes(page, 'cell').first().waitFor();
    await photograph(page, 'report-before');

    await page.keyboard.press('ArrowRight');
    await expect.poll(() => heading(page).textContent()).toBe('Heap after line 23, delete');
    await boxes(page, 'gone').first().waitFor();
    expect(await boxes(page, 'gone').count()).toBe(1);
    await photograph(page, 'report-leak-of-paths');

    await page.locator('.steps button').first().click();
    await expect.poll(() => heading(page).textContent()).toBe('Heap before line 11, prepend');
    await expect.poll(() => page.locator('.cm-line.current').textContent()).toContain('malloc');
    expect(trouble).toEqual([]);
  });

  it('shows the heap at any selected line, and other states', async () => {
    const { page, trouble } = await openPage(browser, await report('examples/tour/list-delete.c'));
    const click = () => page.locator('.cm-line', { hasText: 'list = &(*list)->next' }).click();
    await expect.poll(() => click().then(() => heading(page).textContent())).toBe('Heap before line 21, delete');
    const before = await page.locator('.heap-view svg').innerHTML();
    await page.keyboard.press(']');
    await expect.poll(() => page.locator('.pager:not(.tools)').textContent()).toContain('state 2 of');
    await expect.poll(() => page.locator('.heap-view svg').innerHTML()).not.toBe(before);
    expect(trouble).toEqual([]);
  });

  it('shows loop invariants as drawings and as text', async () => {
    const { page, trouble } = await openPage(browser, await report('examples/tour/list-delete.c'));
    await page.getByRole('button', { name: /^Functions/ }).click();
    await page
      .locator('.functions li', { hasText: 'destroy' })
      .getByRole('button', { name: /invariant/ })
      .click();
    await expect.poll(() => heading(page).textContent()).toMatch(/^Invariant of the loop in line 27, destroy$/);
    await page.locator('.heap-view details summary').click();
    await page
      .locator('.heap-view details li', { hasText: /^destroy's list (is|points to)/ })
      .first()
      .waitFor();
    await page.keyboard.press(']');
    await expect.poll(() => page.locator('.pager:not(.tools)').textContent()).toContain('state 2 of');
    await photograph(page, 'report-invariant');
    expect(trouble).toEqual([]);
  });
});

describe('the page', () => {
  it('is usable on a phone and in dark mode', async () => {
    const url = await report('examples/tour/list-delete.c');
    const { page, trouble } = await openPage(browser, url, { viewport: { width: 390, height: 800 }, scheme: 'dark' });
    await boxes(page, 'cell').first().waitFor();
    await page.locator('.walk button').last().click();
    await expect.poll(() => heading(page).textContent()).toBe('Heap after line 23, delete');
    const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(tooWide)).toBe(0);
    await page.screenshot({ path: `${OUTPUT}/report-phone.png`, fullPage: true });
    expect(trouble).toEqual([]);
  });

  it('prints every finding', async () => {
    const { page, trouble } = await openPage(browser, await report('examples/tour/list-delete.c'));
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    await photograph(page, 'report-print');
    expect(await page.locator('.paper article').innerText()).toContain('calls delete');
    expect(await page.locator('.sheet').isVisible()).toBe(false);
    expect(trouble).toEqual([]);
  });

  it('keeps the selected step and its line in view, and sets quoted code as code', async () => {
    const lines = [...Array(40).keys()].map((i) => 10 + 20 * i);
    const trace = lines.map((line) => ({ file: 'a.c', line, column: 1, message: `\`x${line}\` is true` }));
    const finding = makeFinding({ line: 900, column: 1, message: 'memory held by `p` is lost', trace });
    const sources = sourcesOf({ 'a.c': [...Array(1_000).keys()].map((i) => `int x${i + 1};\n`).join('') });
    const html = formatHtml(makeReport([finding], { sources }), sources);
    const { page, trouble } = await openPage(browser, write('long-trace.html', html));
    const isInView = async (inner: string, outer: string) => {
      const boxes = [page.locator(inner), page.locator(outer)].map((one) => one.boundingBox());
      const [one, all] = await Promise.all(boxes);
      const inside = (at: 'x' | 'y', size: 'width' | 'height') =>
        one![at] >= all![at] - 1 && one![at] + one![size] <= all![at] + all![size] + 1;
      return inside('x', 'width') && inside('y', 'height');
    };
    await page.locator('.steps button').first().waitFor();
    expect(await page.locator('.about h2 code').textContent()).toBe('p');
    for (const key of ['Home', ...Array<string>(25).fill('ArrowLeft')]) await page.keyboard.press(key);
    await expect.poll(() => page.locator('.steps [aria-current]').textContent()).toMatch(/x310 is true/);
    expect(await page.locator('.steps [aria-current] code').textContent()).toBe('x310');
    await expect.poll(() => isInView('.steps [aria-current]', '.steps')).toBe(true);
    await expect.poll(() => isInView('.cm-line.current', '.cm-scroller')).toBe(true);
    expect(await page.locator('.cm-line.current').textContent()).toBe('int x310;');
    expect(trouble).toEqual([]);
  });

  it('can be filtered by rule, certainty, file and text, and navigated with keys', async () => {
    const findings = [...Array(500).keys()].map((i) =>
      makeFinding({
        file: `f${i % 5}.c`,
        line: 1 + Math.floor(i / 5),
        rule: i % 2 ? 'leak' : 'double-free',
        certainty: i % 3 ? 'possible' : 'definite',
        message: `number ${i}`,
      }),
    );
    const text = 'int x;\n'.repeat(120);
    const sources = sourcesOf(Object.fromEntries([...Array(5).keys()].map((i) => [`f${i}.c`, text])));
    const url = write('many.html', formatHtml(makeReport(findings, { sources }), sources));
    const { page, trouble } = await openPage(browser, url);
    const rows = page.locator('.findings .rows li');
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(200);
    await page.getByLabel('rule').selectOption('leak');
    expect(await page.locator('.count').first().textContent()).toBe('250 of 500');
    await page.getByLabel('certainty').selectOption('definite');
    await page.getByLabel('file').selectOption('f3.c');
    await page.keyboard.press('Escape');
    await page.locator('body').press('/');
    await page.keyboard.type('number 3');
    await expect.poll(() => rows.count()).toBeLessThan(9);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    const first = await page.locator('[aria-selected=true] .message').textContent();
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('[aria-selected=true] .message').textContent()).not.toBe(first);
    expect(trouble).toEqual([]);
  });
});

describe('hostile input', () => {
  const evil = `</script><script>document.title='gone'</script><img src=x onerror=alert(1)>"'\u0000\u001b[31m\u202e`;

  it('is shown as text everywhere', async () => {
    const file = `${evil.replaceAll('/', '')}.c`;
    const source = `int a; // ${evil}\n${'x'.repeat(1 << 20)}\n"${evil}"\n`;
    const sources = sourcesOf({ [file]: source });
    const finding = makeFinding({
      file,
      line: 3,
      column: 2,
      function: evil,
      message: evil,
      condition: evil,
      trace: [{ file, line: 1, column: 4, message: evil }],
    });
    const functions = [{ name: evil, file, line: 1, status: 'skipped', reason: evil } as const];
    const html = formatHtml(makeReport([finding], { sources }, { functions, version: evil }), sources);
    const { page, trouble } = await openPage(browser, write('evil.html', html));
    await page.locator('.about h2', { hasText: '</script>' }).waitFor();
    await page.getByRole('button', { name: /^Functions/ }).click();
    await photograph(page, 'report-hostile');
    expect(await page.title()).toMatch(/^caulk: /);
    expect(await page.locator('img[src], script:not([type])').count()).toBe(1);
    expect(trouble).toEqual([]);
  });

  it('cannot make the page send requests', async () => {
    const html = formatHtml(makeReport([makeFinding()]), sourcesOf({}));
    expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
    expect(html).not.toMatch(/(src|href)=["']?https?:/);
  });
});
