// Programs in the style of public test suites, checked with all stages: every annotation is reported at its line, and
// nothing else is.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readAnnotations } from '../../src/findings/annotations.js';
import { caulk } from '../support/cli.js';

const FOLDER = 'test/programs/suites';
const PROJECTS = join(FOLDER, 'projects');
const sourcesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(folder, name));
const programs: (readonly [string, readonly string[]])[] = [
  ...sourcesIn(FOLDER).map((file) => [file, [file]] as const),
  ...readdirSync(PROJECTS).map((name) => [name, sourcesIn(join(PROJECTS, name))] as const),
];

test.each(programs)('%s', async (_, files) => {
  const { out } = await caulk('check', '--no-cache', '--format', 'json', ...files);
  const found = (JSON.parse(out).findings as { file: string; line: number; rule: string }[]).map(
    ({ file, line, rule }) => `${resolve(file)}:${line}: ${rule}`,
  );
  const expected = files.flatMap((file) =>
    readAnnotations(readFileSync(file, 'utf8')).flatMap(({ kind, line, rule }) =>
      kind === 'WARN' ? [`${resolve(file)}:${line}: ${rule}`] : [],
    ),
  );
  expect([...new Set(found)].sort()).toEqual(expected.sort());
});
