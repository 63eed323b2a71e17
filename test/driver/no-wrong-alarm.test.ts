// Correct programs with features that analyses misjudge: no engine may report a definite error.
// The counterpart of no-wrong-proof.test.ts; an engine that does not know reports "possible" or leaves it open.

import { describe, expect, it } from 'vitest';
import { PROVERS } from '../../src/driver/prove/portfolio.js';
import { findViolations, GLANCE } from '../../src/driver/replay/confirm.js';
import { findProver } from '../../src/engines/registry.js';
import { PROPERTIES } from '../../src/engines/shared/ledger.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const PRELUDE =
  'typedef unsigned long size_t; void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);\n';

const correct: Readonly<Record<string, string>> = {
  'a bit-field in the last byte':
    'struct s { unsigned a : 24, b : 8; }; int main(void) { struct s *s = malloc(sizeof *s); s->b = 2; int r = s->b; free(s); return r; }',
  'a bit-field after a wide one':
    'struct s { unsigned long a : 33, b : 31; }; int main(void) { struct s *s = malloc(sizeof *s); s->b = 2; int r = s->b; free(s); return r; }',
  'a packed bit-field':
    'struct __attribute__((packed)) s { unsigned a : 20, b : 12; char c; }; int main(void) { struct s *s = malloc(sizeof *s); s->b = 2; int r = s->b; free(s); return r; }',
};

describe('no engine reports a definite error for', () => {
  it.each(Object.entries(correct))('%s', async (_, text) => {
    const unit = readUnit('a.c', new TextEncoder().encode(PRELUDE + text), LP64);
    expect(unit.lost).toEqual([]);
    expect([...findViolations([unit], new Set(PROPERTIES), { steps: GLANCE, allocations: 'succeed' }).keys()]).toEqual(
      [],
    );
    const program = linkWithModels([unit], LP64, []);
    const entry = program.functionNamed('main')!;
    const certain: string[] = [];
    for (const name of PROVERS) {
      const options = { mallocMayFail: false, leakAtExit: false, budget: 4_000 };
      const { findings } = (await findProver(name)).analyse({ program, entry, options });
      certain.push(...findings.filter((f) => f.certainty === 'definite').map((f) => `${name}: ${f.message}`));
    }
    expect(certain).toEqual([]);
  });
});
