// The words of models: the list says what the vocabulary declares, and every engine has an answer to each word.
// A word that an engine does not follow may cost a proof, never make a wrong one.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Property } from '../../../src/engines/engine.js';
import { findProver, PROVERS } from '../../../src/engines/registry.js';
import { libraryFor } from '../../../src/interp/libc/table.js';
import { INTRINSICS, type Intrinsic } from '../../../src/ir/intrinsics.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { type CType, LP64 } from '../../../src/types/types.js';

const NAMES = Object.keys(INTRINSICS) as Intrinsic[];
const VOCABULARY = readFileSync('src/models/libc/caulk.c', 'utf8');

const TYPES: Readonly<Record<string, string>> = {
  'unsigned long': 'size',
  int: 'int',
  'long long': 'long long',
  double: 'double',
};

const kindOf = (t: CType): string =>
  t.kind === 'pointer' || t.kind === 'void' ? t.kind : TYPES[(t as CType & { name: string }).name]!;

test('the list is what the vocabulary declares', () => {
  const used = `${VOCABULARY}\nvoid *all[] = { ${NAMES.map((n) => `(void *)${n}`).join(', ')} };`;
  const unit = readUnit('caulk.c', new TextEncoder().encode(used), LP64);
  const declared = [...VOCABULARY.matchAll(/^[a-z][\w ]*\*?\b(__caulk_\w+)\([^)]*\);/gm)].map(([, name]) => name);
  expect([...declared].sort()).toEqual([...NAMES].sort());
  for (const name of NAMES) {
    const type = unit.functions.find((f) => f.name === name)?.type;
    expect(
      type?.params?.map((p) => kindOf(p.type)),
      name,
    ).toEqual(INTRINSICS[name].params);
    expect(kindOf(type!.result), name).toBe(INTRINSICS[name].result);
  }
});

test('the interpreter has an answer to each', () => {
  expect(NAMES.filter((name) => !libraryFor(LP64).has(name))).toEqual([]);
});

const HEAD = `typedef unsigned long size_t; void *malloc(size_t); void free(void *);
void __caulk_shuffle(void *, size_t); void __caulk_unfollowed(void); void __caulk_move(void *, const void *);
struct pair { int *a, *b; };
`;

/** Programs with an error that only an engine that follows the word can tell; none may prove its absence. */
const WRONG: Readonly<Record<string, [Property, string]>> = {
  'elements that change places': [
    'valid-deref',
    `int main(void) { struct pair *p = malloc(sizeof *p); int x = 0; p->a = malloc(4); p->b = &x; free(p->a);
    __caulk_shuffle(p, sizeof *p); *p->b = 1; free(p); return 0; }`,
  ],
  'elements that change places and are lost': [
    'valid-memtrack',
    `int main(void) { struct pair *p = malloc(sizeof *p); p->a = malloc(4); p->b = 0;
    __caulk_shuffle(p, sizeof *p); free(p->a); free(p); return 0; }`,
  ],
  'code that is not analysed': [
    'valid-deref',
    'int *g; int main(void) { g = malloc(4); __caulk_unfollowed(); *g = 1; free(g); return 0; }',
  ],
  'an allocation that moves': [
    'valid-memtrack',
    `int main(void) { struct pair *p = malloc(sizeof *p), *q = malloc(sizeof *q); p->a = malloc(4); p->b = 0;
    __caulk_move(q, p); free(p); free(q); return 0; }`,
  ],
};

describe.each(PROVERS)('%s', (name) => {
  test.each(Object.entries(WRONG))('%s is not proved', async (_, [property, body]) => {
    const program = linkWithModels([readUnit('words.c', new TextEncoder().encode(HEAD + body), LP64)], LP64);
    const options = { mallocMayFail: false, leakAtExit: false, budget: 300 };
    const engine = await findProver(name);
    const { obligations } = engine.analyse({ program, entry: program.functionNamed('main')!, options });
    expect(obligations.some((o) => o.property === property && o.status !== 'proved')).toBe(true);
  });
});
