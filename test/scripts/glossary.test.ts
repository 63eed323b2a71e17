// The glossary is sorted, has one entry per term, and names existing files.
// Guards docs/glossary.md against moved files.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| term | meaning |'))
  .map((line) => line.slice(2, -2).split(' | '));

describe('the glossary', () => {
  it('has a term, a meaning and a file in each row', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter((row) => row.length !== 3 || row.some((part) => part === ''))).toEqual([]);
  });

  it('is sorted, and has each term once', () => {
    const terms = rows.map(([term]) => term!.toLowerCase());
    expect(terms).toEqual([...new Set(terms)].sort());
  });

  it.each(rows.map(([term, , files]) => [term, files!]))('%s is defined in files that exist', (_, files) => {
    const paths = [...files.matchAll(/`([^`*]+)(?:\*[^`]*)?`/g)].map(([, path]) => path!);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    expect(paths.length).toBeGreaterThan(0);
  });
});
