// Values that are copied as bytes (records, arrays, vectors, complex numbers) may carry pointers through a union.
// Whatever an engine makes of the copy, a block that was freed must not count as alive, nor one that is lost as kept.

import { describe, expect, test } from 'vitest';
import type { Obligation, Property } from '../../src/engines/engine.js';
import { findProver, PROVERS } from '../../src/engines/registry.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const VALUES = {
  record: 'struct { long a, b; }',
  vector: 'long __attribute__((vector_size(16)))',
  complex: 'double _Complex',
};

const HEAD = (type: string) => `typedef unsigned long size_t; void *malloc(size_t); void free(void *);
typedef ${type.replace(/^(\w+) (__attribute__.*)$/, '$1 value $2').replace(/^(struct .*|double _Complex)$/, '$1 value')};
union u { value z; int *p[2]; };
`;

/** The last line of each program is where the error is. */
const PROGRAMS: Record<string, [Property, string]> = {
  'is assigned': [
    'valid-deref',
    `int main(void) { union u v, t; int x = 0; v.p[0] = 0; v.p[1] = malloc(8); free(v.p[1]); t.p[1] = &x; t.z = v.z;
*t.p[1] = 1; return 0; }`,
  ],
  'is passed': [
    'valid-deref',
    `int main(void); void use(value); int main(void) { union u v; v.p[0] = malloc(8); v.p[1] = v.p[0]; free(v.p[0]); use(v.z); return 0; }
void use(value a) { union u t; t.z = a;
*t.p[1] = 1; }`,
  ],
  'is returned': [
    'valid-deref',
    `value make(void) { union u v; v.p[0] = malloc(8); v.p[1] = v.p[0]; free(v.p[0]); return v.z; }
int main(void) { union u t; int x = 0; t.p[0] = &x; t.p[1] = &x; t.z = make();
*t.p[1] = 1; return 0; }`,
  ],
  'overwrites a pointer': [
    'valid-memtrack',
    `int main(void) { union u v, t; t.p[0] = 0; t.p[1] = 0; v.p[0] = 0; v.p[1] = malloc(8);
v.z = t.z; return 0; }`,
  ],
};

async function statusesAt(text: string, property: Property, name: (typeof PROVERS)[number]) {
  const program = linkWithModels([readUnit('bytes.c', new TextEncoder().encode(text), LP64)], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 300 };
  const engine = await findProver(name);
  const { obligations } = engine.analyse({ program, entry: program.functionNamed('main')!, options });
  const last = text.split('\n').length;
  const isThere = ({ site: { source, at } }: Obligation) =>
    source.name === 'bytes.c' && source.locate(at).line === last;
  return obligations
    .filter((o) => o.property === property && (isThere(o) || o.status !== 'proved'))
    .map((o) => o.status);
}

describe.each(PROVERS)('%s', (name) => {
  describe.each(Object.entries(VALUES))('a %s', (_, type) => {
    test.each(Object.entries(PROGRAMS))('%s', async (_, [property, body]) => {
      const statuses = await statusesAt(HEAD(type) + body, property, name);
      expect(statuses.some((s) => s !== 'proved')).toBe(true);
    });
  });
});

const KEPT: Readonly<Record<string, string>> = {
  'is assigned': `int main(void) { union u v, t; v.p[0] = 0; v.p[1] = malloc(4); t.z = v.z;
*t.p[1] = 1; free(t.p[1]); return 0; }`,
  'is returned': `value make(void) { union u v; v.p[0] = 0; v.p[1] = malloc(4); return v.z; }
int main(void) { union u t; t.z = make();
*t.p[1] = 1; free(t.p[1]); return 0; }`,
};

describe.each(['paths', 'fold'] as const)('%s follows pointers in a copy', (name) => {
  describe.each(Object.entries(VALUES))('a %s', (_, type) => {
    test.each(Object.entries(KEPT))('%s', async (_, body) => {
      const statuses = await statusesAt(HEAD(type) + body, 'valid-deref', name);
      expect(new Set(statuses)).toEqual(new Set(['proved']));
    });
  });
});
