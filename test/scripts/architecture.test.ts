// docs/architecture.md names files that exist, and its walk names each file once.

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync('docs/architecture.md', 'utf8');
const walk = text.slice(text.indexOf('\n## A walk'), text.indexOf('\n## Decisions'));
const filesIn = (part: string): string[] => [...part.matchAll(/`([\w/.-]+\/[\w.-]+\.ts)`/g)].map((match) => match[1]!);

test('every file that is named exists', () => {
  const missing = filesIn(text).filter((file) => !existsSync(file) && !existsSync(`src/${file}`));
  expect(missing).toEqual([]);
});

test('the walk names each file once', () => {
  const files = filesIn(walk);
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file, i) => files.indexOf(file) !== i)).toEqual([]);
});
