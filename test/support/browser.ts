// A real browser for the tests of pages: opens them, records the console, takes screenshots.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { type Browser, chromium, type Page, type Request, type ViewportSize } from 'playwright-core';

/** The directory of screenshots; not in the repository. */
export const OUTPUT = 'test/output';

/** Builds the pages, because documents contain built scripts. */
export function buildPages(): void {
  const { status, stdout, stderr } = spawnSync('sh', ['scripts/setup.sh'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cannot build the pages: ${stdout}${stderr}`);
}

export async function openBrowser(): Promise<Browser> {
  mkdirSync(OUTPUT, { recursive: true });
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}

export interface Opened {
  readonly page: Page;
  /** Errors and warnings of the console, exceptions, failed requests and requests to other machines. */
  readonly trouble: string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  {
    viewport = { width: 1400, height: 860 },
    scheme = 'light',
  }: { viewport?: ViewportSize; scheme?: 'light' | 'dark' } = {},
): Promise<Opened> {
  const page = await browser.newPage({ viewport, colorScheme: scheme, deviceScaleFactor: 1 });
  const trouble: string[] = [];
  page.on('console', (m) => void (/error|warning/.test(m.type()) && trouble.push(m.text())));
  page.on('pageerror', (error) => void trouble.push(String(error)));
  page.on('requestfailed', (r) => void (wasStale(r) || trouble.push(`failed: ${r.url()}`)));
  page.on('request', (r) => void (/^(file|data|blob|http:\/\/127\.0\.0\.1)/.test(r.url()) || trouble.push(r.url())));
  await page.goto(url);
  return { page, trouble };
}

/** The page cancels requests that it no longer needs. */
const wasStale = (request: Request): boolean => request.failure()?.errorText === 'net::ERR_ABORTED';

/** Saved as test output; with `SCREENSHOTS=docs` in the environment, also as the picture of that name in the docs. */
export async function photograph(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${OUTPUT}/${name}.png`, animations: 'disabled' });
  const published = `docs/images/${name}.png`;
  if (process.env.SCREENSHOTS === 'docs' && existsSync(published)) copyFileSync(`${OUTPUT}/${name}.png`, published);
}
