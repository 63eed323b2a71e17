// Programs that the fold engine must not prove: small programs whose error depends on unknown or unmodelled values.
// Each states the violated property; the engine may report it or leave it open.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import type { Obligation, Property } from '../../../src/engines/engine.js';
import { fold } from '../../../src/engines/fold/engine.js';
import type { Failures } from '../../../src/engines/shared/failures.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-fold-'));

const UNSAFE: readonly (readonly [what: string, property: Property, text: string])[] = [
  [
    'a leak after a result stored through a pointer',
    'valid-memtrack',
    'int **cell(void) { int **p = malloc(8); *p = 0; return p; } int main(void) { int ***x = malloc(8); int ***y = x; *y = cell(); **x = malloc(4); free(*x); free(x); return 0; }',
  ],
  [
    'a leak after a free of zeroed memory',
    'valid-memtrack',
    'extern int in(void); int main(void) { unsigned n = in(); if (n < 16) return 0; int **p = malloc(n); memset(p, 0, n); free(*p); free(p); p = malloc(8); return 0; }',
  ],
  [
    'a leak of memory that only a dead object points to, twice',
    'valid-memtrack',
    'extern int in(void); struct two { int *p, *q; }; int main(void) { struct two s; s.p = malloc(4); s.q = s.p; if (in()) return 1; return 0; }',
  ],
  [
    'bytes read into a zeroed allocation on one of two paths',
    'valid-deref',
    'struct n { struct n *next; }; extern int in(void); extern long read(int, void *, size_t); int main(void) { struct n *p = calloc(1, sizeof *p); if (in()) read(0, p, sizeof *p); if (p->next) p->next->next = 0; free(p); return 0; }',
  ],
  [
    'bytes read into a zeroed allocation before one of two calls',
    'valid-deref',
    'struct n { struct n *next; }; extern int in(void); extern long read(int, void *, size_t); void use(struct n *p) { if (p->next) p->next->next = 0; } int main(void) { struct n *p = calloc(1, sizeof *p); if (in()) { read(0, p, sizeof *p); use(p); } else use(p); free(p); return 0; }',
  ],
  ['a null pointer read by a condition', 'valid-deref', 'int main(void) { int *p = 0; if (*p) return 1; return 0; }'],
  [
    'freed memory read by a loop condition',
    'valid-deref',
    'struct n { struct n *next; }; int main(void) { struct n *p = calloc(1, 8); free(p); while (p->next) p = p->next; return 0; }',
  ],
  [
    'an index that wraps around',
    'valid-deref',
    'int main(void) { int a[8]; for (unsigned i = 7; i >= 0; i--) a[i] = 1; return a[0]; }',
  ],
  [
    'an access past the end through a moving pointer',
    'valid-deref',
    'int main(void) { char *p = malloc(16), *q = p; for (int i = 0; i < 17; i++) *q++ = 0; free(p); return 0; }',
  ],
  [
    'an index of another type',
    'valid-deref',
    'extern long in(void); int main(void) { int a[8]; long n = in(); for (long i = 0; i < n; i++) { unsigned char c = i; if (i >= 0 && i < 300) a[(signed char)c] = 1; } return a[0]; }',
  ],
  ['a length that is one too large', 'valid-deref', 'int main(void) { char a[8]; memset(a, 0, 9); return a[0]; }'],
  [
    'a leak after a read through an unknown pointer',
    'valid-memtrack',
    'int main(int argc, char **argv) { if (argv[0][0]) { int *p = malloc(4); p = 0; } return 0; }',
  ],
  [
    'a leak that depends on a variable of another unit',
    'valid-memtrack',
    'extern int elsewhere; int main(void) { if (elsewhere) { int *p = malloc(4); p = 0; } return 0; }',
  ],
  [
    'half a pointer overwritten',
    'valid-memtrack',
    'int main(void) { int **p = malloc(8); *p = malloc(4); *(int *)p = 0; free(*p); free(p); return 0; }',
  ],
  [
    'a longjmp to an earlier state',
    'valid-free',
    '#include <setjmp.h>\njmp_buf b; int main(void) { int *volatile p = malloc(4); if (setjmp(b)) { free(p); return 0; } free(p); longjmp(b, 1); }',
  ],
  [
    'an unknown call that may free',
    'valid-free',
    'void keep(void *); int main(void) { int *p = malloc(4); keep(p); free(p); return 0; }',
  ],
  [
    'an unknown call that calls back',
    'valid-deref',
    'int *g; void twice(void (*f)(void)); void f(void) { free(g); g = 0; *g = 1; } int main(void) { g = malloc(4); twice(f); return 0; }',
  ],
  [
    'a copy of an object that holds a pointer where its type has none',
    'valid-free',
    'struct box { char c[8]; }; int main(void) { struct box a, b; int *p = malloc(4); memcpy(a.c, &p, 8); b = a; free(*(int **)b.c); free(p); return 0; }',
  ],
  [
    'a variable length array after its scope ended',
    'valid-deref',
    'int *f(int n) { int a[n]; int *p = a; p[0] = 1; return p; } int main(void) { return *f(3); }',
  ],
  [
    'a zeroed and an uninitialised allocation in one summary node',
    'valid-deref',
    'struct n { struct n *next; int *v; }; extern int in(void); int main(void) { struct n *l = 0; while (in()) { struct n *a = in() ? calloc(1, 16) : malloc(16); a->next = l; l = a; } while (l) { struct n *a = l; if (a->v) *a->v = 1; l = l->next; free(a); } return 0; }',
  ],
  [
    'an address compared with the end of another allocation',
    'valid-deref',
    'int main(void) { char *a = malloc(8), *b = malloc(8); char *z = 0; if (a + 8 == b) *z = 1; free(a); free(b); return 0; }',
  ],
  [
    'a negated address',
    'valid-free',
    'int main(void) { int *p = malloc(4); long x = -(long)p; free((int *)x); return 0; }',
  ],
  [
    'memory allocated when the program aborts',
    'valid-memcleanup',
    'extern int in(void); int main(void) { int *p = malloc(4); *p = in(); if (*p == 3) abort(); free(p); return 0; }',
  ],
  [
    'an allocation that reuses a freed address',
    'valid-free',
    'int main(void) { int *y = malloc(4); free(y); int *x = malloc(4); if (x == y) free(x); free(x); return 0; }',
  ],
  [
    'an allocation that may not reuse a freed address',
    'valid-memtrack',
    'int main(void) { int *y = malloc(4); free(y); int *x = malloc(4); if (x != y) return 0; free(x); return 0; }',
  ],
  [
    'a freed address in a field',
    'valid-free',
    'struct n { int *a, *b; }; int main(void) { struct n *s = malloc(sizeof *s); s->a = malloc(4); free(s->a); s->b = malloc(4); if (s->a == s->b) free(s->b); free(s->b); free(s); return 0; }',
  ],
  [
    'a freed address as a number',
    'valid-free',
    'int main(void) { int *y = malloc(4); long a = (long)y; free(y); int *x = malloc(4); if ((long)x == a) free(x); free(x); return 0; }',
  ],
  [
    'the address of a variable whose scope has ended',
    'valid-free',
    'int main(void) { int *y; { int v = 0; y = &v; } int *x = malloc(4); if (x == y) free(x); free(x); return 0; }',
  ],
];

const OPTIONS = {
  reported: { mallocMayFail: true },
  followed: { mallocMayFail: false, failingAllocations: 'followed' },
  'assumed-away': { mallocMayFail: false },
} as const;

/** The open obligations of the property. */
async function open(
  what: string,
  property: Property,
  text: string,
  failures: Failures,
): Promise<readonly Obligation[]> {
  const path = join(folder, `${what.replaceAll(/\W/g, '-')}.c`);
  writeFileSync(path, `#include <stdlib.h>\n#include <string.h>\n${text}\n`);
  const loaded = await loadProgram(path, []);
  if ('problems' in loaded) throw new Error(loaded.problems[0]?.message);
  const { program } = loaded;
  const options = { ...OPTIONS[failures], leakAtExit: false, budget: 20_000 };
  const { obligations } = fold.analyse({ program, entry: program.functionNamed('main')!, options });
  return obligations.filter((o) => o.property === property && o.status !== 'proved');
}

describe('fold does not prove', () => {
  it.each(UNSAFE)('%s', async (what, property, text) => {
    expect(await open(what, property, text, 'assumed-away')).not.toEqual([]);
  });
});

const LIST = (test: string) => `struct n { struct n *next; }; extern int in(void); int main(void) { struct n *l = 0;
  while (in()) { struct n *t = malloc(sizeof *t); ${test} t->next = l; l = t; }
  while (l) { struct n *t = l; l = l->next; free(t); } return 0; }`;

it('results of allocations must be tested, if requested', async () => {
  expect(await open('untested', 'valid-deref', LIST(''), 'reported')).not.toEqual([]);
  expect(await open('tested', 'valid-deref', LIST('if (!t) break;'), 'reported')).toEqual([]);
  expect(await open('assumed', 'valid-deref', LIST(''), 'assumed-away')).toEqual([]);
});

describe('failing allocations, modelled but not reported', () => {
  const followed = (what: string, property: Property, body: string) =>
    open(what, property, `extern int in(void); int main(void) { ${body} return 0; }`, 'followed');

  it('are not reported where the result is not tested', async () => {
    expect(await open('followed', 'valid-deref', LIST(''), 'followed')).toEqual([]);
    const copied = 'int **p = malloc(8), **q = p; if (in()) q = p; *q = 0; free(p);';
    expect(await followed('copied', 'valid-deref', copied)).toEqual([]);
  });

  it('leak what was allocated before', async () => {
    const lost = 'int *p = malloc(4), *q = malloc(4); if (!q) return 1; free(p); free(q);';
    expect(await followed('lost', 'valid-memtrack', lost)).not.toEqual([]);
  });

  it('are null as usual once the result is tested', async () => {
    for (const look of [
      'if (!p) in();',
      'int ok = p != 0; if (!ok) in();',
      'if (p == q) in();',
      'long n = (long)p; if (!n) in();',
    ])
      expect(
        await followed('looked', 'valid-deref', `int *p = malloc(4), *q = 0; ${look} *p = 1; free(p);`),
      ).not.toEqual([]);
  });
});
