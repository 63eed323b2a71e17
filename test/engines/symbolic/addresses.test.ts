// Different allocations have different addresses only while both live: an address may be reused, and the end of one may
// be the beginning of the next. Each program fails for addresses that a machine may choose.

import { describe, expect, it } from 'vitest';
import { analyseText } from './support.js';

/** Properties that the engine does not prove. */
function openIn(body: string): string[] {
  const text = `struct t { struct t *next; }; int main(void) { ${body} return 0; }`;
  const { obligations } = analyseText(text).result;
  return [...new Set(obligations.flatMap((o) => (o.status === 'proved' ? [] : [o.property])))];
}

const FREED = 'struct t *y = malloc(8); free(y); struct t *x = malloc(8);';

describe('addresses', () => {
  it.each([
    [
      'the container of a member',
      `struct c { int n; struct t link; } *c = malloc(sizeof *c); struct t *l = &c->link;
       free((struct c *)((char *)l - (unsigned long)&((struct c *)0)->link));`,
    ],
    ['back by an unsigned number', 'char *p = malloc(9), *q = p + 8; free(q + (0UL - 8));'],
  ])('are counted: %s', (_what, body) => {
    expect(openIn(body)).toEqual([]);
  });

  it('are counted: to the wrong member', () => {
    const body = `struct c { int n; struct t link; int m; } *c = malloc(sizeof *c); struct t *l = &c->link;
      free((struct c *)((char *)l - (unsigned long)&((struct c *)0)->m));`;
    expect(openIn(body)).toContain('valid-free');
  });
});

describe('a reused address', () => {
  it.each([
    ['==', `${FREED} if (x == y) free(x); free(x);`],
    ['!=', `${FREED} if (y != x) ; else free(x); free(x);`],
    ['as numbers', `${FREED} if ((unsigned long)x == (unsigned long)y) free(x); free(x);`],
    [
      'through fields',
      'struct t a; a.next = malloc(8); free(a.next); struct t *x = malloc(8); if (a.next == x) free(x); free(x);',
    ],
    [
      'of a variable after its scope',
      'struct t *y; { struct t v; y = &v; } struct t *x = malloc(8); struct t w; if (y == &w) free(x); free(x);',
    ],
    [
      'at the end of another allocation',
      'char *a = malloc(8); char *b = malloc(8); if (a + 8 == b) free(a); free(a); free(b);',
    ],
    [
      'of memory freed in a loop',
      'struct t *y = 0; for (int i = 0; i < 3; i++) { y = malloc(8); free(y); } struct t *x = malloc(8); if (x == y) free(x); free(x);',
    ],
  ])('%s', (_what, body) => {
    expect(openIn(body)).toContain('valid-free');
  });

  it.each([
    ['two live allocations', 'int *a = malloc(4); int *b = malloc(4); if (a == b) free(a); free(a); free(b);'],
    ['two variables', 'int v, w; int *a = malloc(4); if (&v == &w) free(a); free(a);'],
    ['an alias', 'int *a = malloc(4); int *b = a; if (a != b) free(a); free(a);'],
    [
      'interior pointers of two allocations',
      'char *a = malloc(8); char *b = malloc(8); if (a + 7 == b + 1) free(a); free(a); free(b);',
    ],
  ])('does not affect %s', (_what, body) => {
    expect(openIn(body)).toEqual([]);
  });
});
