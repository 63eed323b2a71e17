// A function that the program defines itself is that function, whatever its name is elsewhere.
// Engines know inputs, allocators and the words of models by name: only where nobody defines them.

import { describe, expect, test } from 'vitest';
import { findProver, PROVERS } from '../../src/engines/registry.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const HEAD = 'typedef unsigned long size_t; void *malloc(size_t); void free(void *); int *g;\n';

const PROGRAMS: Readonly<Record<string, string>> = {
  'an input': `int __VERIFIER_nondet_int(void) { free(g); return 0; }
    int main(void) { g = malloc(4); if (!g) return 0; __VERIFIER_nondet_int(); *g = 1; return 0; }`,
  alloca: `void *alloca(size_t n) { free(g); return 0; }
    int main(void) { g = malloc(4); if (!g) return 0; alloca(4); *g = 1; return 0; }`,
  'a word of models': `int __caulk_nondet(void) { free(g); return 0; }
    int main(void) { g = malloc(4); if (!g) return 0; __caulk_nondet(); *g = 1; return 0; }`,
  exit: `void exit(int n) { free(g); }
    int main(void) { g = malloc(4); if (!g) return 0; exit(0); *g = 1; return 0; }`,
};

describe.each(PROVERS)('%s', (name) => {
  test.each(Object.entries(PROGRAMS))('goes into %s of the program', async (_, body) => {
    const program = linkWithModels([readUnit('own.c', new TextEncoder().encode(HEAD + body), LP64)], LP64);
    const options = { mallocMayFail: false, leakAtExit: false, budget: 300 };
    const engine = await findProver(name);
    const { obligations } = engine.analyse({ program, entry: program.functionNamed('main')!, options });
    expect(obligations.some((o) => o.property === 'valid-deref' && o.status !== 'proved')).toBe(true);
  });
});
