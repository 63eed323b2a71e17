// Random C programs print the same checksum under the interpreter as compiled by gcc.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compareSeed } from '../../bench/csmith.js';

const scratch = mkdtempSync(join(tmpdir(), 'caulk-csmith-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Seeds whose programs terminate quickly. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 23, 24, 25, 26, 27];

describe('csmith', () => {
  test.each(SEEDS)('seed %i', { timeout: 60_000 }, async (seed) => {
    expect(await compareSeed(seed, scratch)).toEqual({ seed, verdict: 'same' });
  });
});
