// Tagged pointers: tag bits in the low bits of addresses, and cells that hold a number or an address.
// For each proof there is a variant with a bug, which must not be proved.

import { describe, expect, test } from 'vitest';
import { analyse } from '../../../src/engines/paths/engine.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { ILP32, LP64 } from '../../../src/types/types.js';

const HEAD = `typedef __SIZE_TYPE__ word; void *malloc(word); void free(void *); int __VERIFIER_nondet_int(void);
struct item { word next; int v; };`;

function openIn(body: string, target = LP64): string[] {
  const word = target === LP64 ? 'unsigned long' : 'unsigned int';
  const text = `${HEAD.replace('__SIZE_TYPE__', word)}\nint main(void) { ${body} return 0; }\n`;
  const program = linkWithModels([readUnit('tags.c', new TextEncoder().encode(text), target)], target);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 4_000 };
  const { obligations } = analyse({ program, entry: program.functionNamed('main')!, options });
  return obligations.flatMap((o) =>
    o.status === 'proved' || o.property === 'valid-memcleanup' ? [] : [`${o.reason?.text}`],
  );
}

const list = (tag: string, end: string, untag: string): string =>
  `word h = 0; while (__VERIFIER_nondet_int()) { struct item *x = malloc(sizeof *x); x->next = h; x->v = 1; h = (word)x${tag}; }
  while (${end}) { struct item *x = (struct item *)(h${untag}); h = x->next; free(x); }`;

const pairs: [string, string, string][] = [
  [
    'a bit that is set and cleared',
    'int *x = malloc(4); word u = (word)x | 1; int *y = (int *)(u & ~(word)1); *y = 1; free(y);',
    'int *x = malloc(4); word u = (word)x | 1; free((void *)u);',
  ],
  [
    'a bit that is flipped twice',
    'int *x = malloc(4); word u = (word)x ^ 2; u ^= 2; free((void *)u);',
    'int *x = malloc(4); word u = (word)x ^ 2; free((void *)u);',
  ],
  [
    'a bit that is tested',
    'int *x = malloc(4); word u = (word)x | 2; if (u & 1) free(0 + (char *)x + 1); free((void *)(u & ~(word)3));',
    'int *x = malloc(4); word u = (word)x | 2; if (u & 2) free((char *)x + 1); free(x);',
  ],
  [
    'an address that is rounded down',
    'char *x = malloc(8); free((void *)((word)(x + 3) & ~(word)3));',
    'char *x = malloc(8); free((void *)((word)(x + 3) & ~(word)1));',
  ],
  ['a list of addresses stored as numbers', list('', 'h', ''), list('', 'h == 0', '')],
  ['a list of tagged addresses', list(' | 1', 'h & 1', ' & ~(word)1'), list(' | 1', 'h & 1', '')],
];

describe.each(pairs)('%s', (_, correct, wrong) => {
  test('is proved', () => expect(openIn(correct)).toEqual([]));
  test('is proved on 32 bits', () => expect(openIn(correct, ILP32)).toEqual([]));
  test('is not, with a bug', () => expect(openIn(wrong)).not.toEqual([]));
});

test('a mask that is too narrow loses the address', () => {
  expect(openIn('int *x = malloc(4); word u = (word)x | 1; free((void *)(u & ~1u));')).not.toEqual([]);
});

test('bits beyond the alignment are unknown', () => {
  expect(openIn('int *x = malloc(4); word u = (word)x | 8; free((void *)(u & ~(word)8));')).not.toEqual([]);
});

test('variables need not be aligned', () => {
  expect(openIn('char c; word u = (word)&c | 1; *(char *)(u & ~(word)1) = 0;')).not.toEqual([]);
});
