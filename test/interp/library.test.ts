// Programs that exercise language and library, compared with the same programs compiled by gcc.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCompiled } from '../../bench/compiled.js';
import { runFile, textOf } from './support.js';

const folder = join(import.meta.dirname, 'programs');
const scratch = mkdtempSync(join(tmpdir(), 'caulk-library-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe('prints the output of the compiled program', () => {
  test.each(readdirSync(folder).filter((name) => name.endsWith('.c')))('%s', async (name) => {
    const file = join(folder, name);
    const expected = runCompiled(file, join(scratch, name.replace('.c', '')), ['-O1'], 10);
    const result = await runFile(file);
    expect(expected.problem).toBeNull();
    expect(textOf(result.output)).toBe(expected.output);
    expect(result.outcome).toEqual({ kind: 'exit', status: expected.status });
    expect(result.lost).toEqual([]);
  });
});

test('elements without bytes are sorted at once, however many there are', async () => {
  const file = join(scratch, 'sort.c');
  writeFileSync(
    file,
    '#include <stdlib.h>\nstatic int f(const void *a, const void *b) { return a < b; }\nint main(void) { char c; qsort(&c, 1UL << 40, 0, f); return 0; }\n',
  );
  expect((await runFile(file)).outcome).toEqual({ kind: 'exit', status: 0 });
});
