// One wording for each rule, whatever engine finds it: the pointer by its name, where it was allocated, how it is lost.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-wording-'));
const HEAD = '#include <stdlib.h>\nstruct box { int *values; };\nint main(void) {\n';
const ENGINES = ['paths', 'stack', 'fold', 'symbolic', 'modular', 'auto'] as const;

/** Lines of main from line 4, the rule, what all say, and who is silent: what only some know is in brackets. */
const TABLE: readonly (readonly [body: string, rule: string, says: RegExp, silent?: readonly string[]])[] = [
  [
    'struct box f; f.values = malloc(4);\nif (!f.values) return 1;\nf.values = 0;\nreturn 0;',
    'leak',
    /^memory held by `f\.values`( \(allocated in line 4\))? is lost: `f\.values` is overwritten$/,
  ],
  [
    'int *p = malloc(4);\nif (!p) return 1;\np = 0;\nreturn 0;',
    'leak',
    /^memory held by `p`( \(allocated in line 4\))? is lost: `p` is overwritten$/,
  ],
  ['struct box f; f.values = 0;\nreturn *f.values;', 'null-dereference', /^`f\.values` is null here$/],
  [
    'int *p = malloc(4);\n*p = 1;\nfree(p);\nreturn 0;',
    'unchecked-allocation',
    /^`p` may be null: the allocation may fail$/,
  ],
  [
    'int *p = malloc(4);\nif (!p) return 1;\nfree(p);\nreturn *p;',
    'use-after-free',
    /^`p` points to memory that has been freed( in line 6)?$/,
  ],
  [
    'int *p = malloc(4);\nif (!p) return 1;\nfree(p);\nfree(p);\nreturn 0;',
    'double-free',
    /^memory held by `p`( \(allocated in line 4\))? has been freed before( in line 6)?$/,
  ],
  [
    'int a[4]; int *p = a;\nfree(p);\nreturn 0;',
    'invalid-free',
    /^`p` does not point to the start of allocated memory(: .*not on the heap.*)?$/,
    ['stack'],
  ],
  [
    'char *p = malloc(4);\nif (!p) return 1;\np++;\nfree(p);\nreturn 0;',
    'invalid-free',
    /^`p` does not point to the start of allocated memory(: (it points into|free of a pointer 1 byte past) .*)?$/,
    ['stack'],
  ],
  ['int *p;\n*p = 1;\nreturn 0;', 'uninitialized-pointer', /^`p` is uninitialised$/],
  [
    'int *p = malloc(8);\nif (!p) return 1;\np[2] = 1;\nfree(p);\nreturn 0;',
    'out-of-bounds',
    /^the access is out of bounds(: (it lies outside|write of 4 bytes) .*)?$/,
    ['stack', 'modular'],
  ],
];

describe.each(TABLE.map(([body, rule, says, silent = []]) => ({ body, rule, says, silent })))(
  '$rule: $body',
  ({ body, rule, says, silent }) => {
    const file = join(folder, `${rule}-${TABLE.findIndex(([text]) => text === body)}.c`);
    writeFileSync(file, `${HEAD}${body}\n}\n`);

    it.each(ENGINES.filter((engine) => !silent.includes(engine)))('%s', async (engine) => {
      const { out } = await caulk(
        'check',
        '--no-cache',
        '--malloc-may-fail',
        '--engine',
        engine,
        '--format',
        'json',
        file,
      );
      const messages = JSON.parse(out)
        .findings.filter((f: { rule: string }) => f.rule === rule)
        .map((f: { message: string }) => f.message);
      expect(messages).toEqual([expect.stringMatching(says)]);
    });
  },
);

it('names the file of a line in another file', async () => {
  const [library, main] = ['library.c', 'program.c'].map((name) => join(folder, name));
  writeFileSync(library!, '#include <stdlib.h>\nvoid make(char **p) {\n  *p = malloc(4);\n}\n');
  writeFileSync(main!, 'void make(char **p);\nint main(void) {\n  char *p;\n  make(&p);\n  p = 0;\n  return 0;\n}\n');
  const { out } = await caulk('check', '--no-cache', '--format', 'json', library!, main!);
  expect(JSON.parse(out).findings[0].message).toBe(
    'memory held by `p` (allocated in line 3 of library.c) is lost: `p` is overwritten',
  );
});
