// The transcripts in docs/transcripts: every command is run, and prints what the page says.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildPages } from '../support/browser.js';
import { play } from '../support/transcript.js';

const FOLDER = 'docs/transcripts';
const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');

beforeAll(buildPages, 180_000);

it('are five, and listed', () => {
  const list = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  expect([...list.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name).sort()).toEqual(pages.sort());
  expect(pages).toHaveLength(5);
});

it.each(pages)(
  '%s',
  (name) => {
    const path = join(FOLDER, name);
    const page = readFileSync(path, 'utf8');
    const played = play(page);
    if (process.env.TRANSCRIPTS === 'docs') writeFileSync(path, played);
    else expect(played).toBe(page);
  },
  180_000,
);
