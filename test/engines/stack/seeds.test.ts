// The programs of Table 4: each is verified, with a bounded number of structures; the bug of the paper is found.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stackEngine } from '../../../src/engines/stack/engine.js';
import { Program } from '../../../src/ir/link.js';
import { readUnit } from '../../../src/ir/unit.js';
import { LP64 } from '../../../src/types/types.js';

const PROLOGUE = 'void *malloc(unsigned long); void free(void *); void exit(int) __attribute__((noreturn));';

function analyse(name: string) {
  const path = new URL(`../../../examples/seeds/stack/${name}.c`, import.meta.url);
  const text = readFileSync(path, 'utf8').replace('#include <stdlib.h>', PROLOGUE);
  const bytes = new TextEncoder().encode(text.replaceAll('NULL', '((void *)0)'));
  const program = new Program([readUnit(`${name}.c`, bytes, LP64)]);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 200_000 };
  return stackEngine.analyse({ program, entry: program.functionNamed('main')!, options });
}

const TABLE_4 = {
  create: 219,
  delall: 139,
  insert: 344,
  delete: 423,
  search: 303,
  app: 326,
  rev: 829,
  rev_r: 2285,
  rev_d: 429,
};

describe('Table 4', () => {
  it.each(Object.entries(TABLE_4))(
    '%s is verified with at most %i structures',
    { timeout: 60_000 },
    (name, structures) => {
      const { findings, obligations, stats } = analyse(name);
      expect(findings).toEqual([]);
      expect(obligations.filter((o) => o.status !== 'proved')).toEqual([]);
      expect(stats.states).toBeLessThanOrEqual(structures);
    },
  );

  it('the cycle of the broken rev is found', { timeout: 60_000 }, () => {
    const { findings } = analyse('rev_broken');
    expect(findings.map((f) => f.rule)).toEqual(['use-after-free']);
  });
});
