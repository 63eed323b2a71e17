// A volatile number may change at any time: no engine may prove anything from what was last written there.

import { describe, expect, test } from 'vitest';
import { findProver, PROVERS } from '../../src/engines/registry.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const HEAD = 'typedef unsigned long size_t; void *malloc(size_t); void free(void *);\n';
const USE = 'int *p = malloc(4); if (!p) return 0; free(p);';

const PROGRAMS: Readonly<Record<string, string>> = {
  'a local': `int main(void) { volatile int x = 0; ${USE} if (x) *p = 1; return 0; }`,
  'a global': `volatile int x = 0; int main(void) { ${USE} if (x) *p = 1; return 0; }`,
  'one that was tested': `volatile int x; int main(void) { ${USE} if (x != 0) return 0; if (x != 0) *p = 1; return 0; }`,
  'a copy of one': `volatile int x = 0; int main(void) { ${USE} int y = x; if (y == 3) *p = 1; return 0; }`,
  'a member of a record': `volatile struct { int a, x; } s; int main(void) { ${USE} s.x = 0; if (s.x) *p = 1; return 0; }`,
  'one behind a pointer': `int main(void) { volatile int *x = malloc(4); if (!x) return 0; *x = 0; ${USE} if (*x) *p = 1;
    free((void *)x); return 0; }`,
};

async function opinionsOn(body: string, name: (typeof PROVERS)[number]) {
  const program = linkWithModels([readUnit('volatile.c', new TextEncoder().encode(HEAD + body), LP64)], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 300 };
  const engine = await findProver(name);
  const { obligations } = engine.analyse({ program, entry: program.functionNamed('main')!, options });
  return obligations.filter((o) => o.property === 'valid-deref');
}

describe.each(PROVERS)('%s', (name) => {
  test.each(Object.entries(PROGRAMS))('expects anything of %s', async (_, body) => {
    expect((await opinionsOn(body, name)).some((o) => o.status !== 'proved')).toBe(true);
  });

  test('knows what a plain variable holds', async () => {
    const plain = await opinionsOn(PROGRAMS['a local']!.replace('volatile ', ''), name);
    expect(plain.every((o) => o.status === 'proved')).toBe(true);
  });
});
