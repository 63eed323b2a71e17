// Leaks, with the statement that loses the memory.

import { expect, test } from 'vitest';
import { ILP32 } from '../../src/types/types.js';
import { lossesOf, runText } from './support.js';

const NODE = 'struct n { struct n *next; int v; };';

test.each([
  ['overwritten', 'int main(void) { char *p = malloc(1);\np = 0;\nreturn 0; }', [2]],
  ['unused result', 'int main(void) {\nmalloc(1);\nreturn 0; }', [2]],
  ['result only tested', 'int main(void) {\nif (malloc(1))\nreturn 1;\nreturn 0; }', [2]],
  ['local of a function', 'void f(void) { char *p = malloc(1);\np[0] = 1;\n}\nint main(void) { f(); return 0; }', [3]],
  ['end of a block', 'int main(void) { { char *p = malloc(1);\np[0] = 0;\n}\nreturn 0; }', [3]],
  ['locals of main', 'int main(void) { char *p = malloc(1);\np[0] = 0;\nreturn 0; }', [3]],
  [
    'field of freed memory',
    `${NODE} int main(void) { struct n *p = malloc(16); p->next = malloc(16);\nfree(p);\nreturn 0; }`,
    [2],
  ],
  ['a cycle', `${NODE} int main(void) { struct n *p = malloc(16); p->next = p;\np = 0;\nreturn 0; }`, [2]],
  [
    'overwritten field',
    `${NODE} struct n *g; int main(void) { g = malloc(16); g->next = malloc(16);\ng->next = 0;\nreturn 0; }`,
    [2],
  ],
  [
    'in a loop',
    'int main(void) { char *p = 0; for (int i = 0; i < 3; i++)\np = malloc(1);\nfree(p);\nreturn 0; }',
    [2, 2],
  ],
  [
    'overwritten by the result of a call',
    'char *make(void) {\nreturn malloc(1); }\nint main(void) { char *p = make();\np = make();\nfree(p); return 0; }',
    [4],
  ],
  [
    'in an array of a function with a result',
    'int f(void) { char *a[2]; a[1] = malloc(1);\nreturn a[0] == a[1];\n}\nint main(void) {\nint n = f(); return n; }',
    [2],
  ],
  [
    'overwritten by a failed realloc',
    'int main(void) { char *p = malloc(1);\np = realloc(p, (size_t)-1);\nreturn 0; }',
    [2],
  ],
  [
    'interior pointers keep memory reachable',
    'char *g; int main(void) { char *p = malloc(8); g = p + 4; p = 0;\ng = 0;\nreturn 0; }',
    [2],
  ],
  [
    'pointers in integers keep memory reachable',
    'unsigned long g; int main(void) { g = (unsigned long)malloc(8);\ng = 0;\nreturn 0; }',
    [2],
  ],
])('%s', (_name, text, lines) => {
  const result = runText(text);
  expect(lossesOf(result)).toEqual(lines);
  const short = runText(text, {}, ILP32);
  expect(lossesOf(short)).toEqual(lines);
});

test('an unaligned pointer in a packed record keeps memory reachable, also when the record is passed and returned', () => {
  const text = `struct __attribute__((packed)) odd { char c; char *p; };
    struct odd pass(struct odd o) { malloc(1); return o; }
    struct odd g; int main(void) { struct odd o; o.c = 1; o.p = malloc(8); g = pass(o);\nreturn 0; }`;
  const result = runText(text);
  expect([result.lost.length, result.reachable.length]).toEqual([1, 1]);
});

test('memory that a global points to is reachable, not lost', () => {
  const result = runText(`${NODE} struct n *g; int main(void) { g = malloc(16); g->next = malloc(16); return 0; }`);
  expect([result.lost.length, result.reachable.length]).toEqual([0, 2]);
});

test('memory that frames point to when exit is called is reachable', () => {
  const result = runText('int main(void) { char *p = malloc(1); p[0] = 1; exit(0); return p[0]; }');
  expect([result.lost.length, result.reachable.length]).toEqual([0, 1]);
});

test('a leak late in a long run is located in a few runs', () => {
  const text =
    'int main(void) { char *p = malloc(1); int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) if (i == 123456)\np = 0;\nreturn 0; }';
  let runs = 0;
  const get = (list: number[], key: string): unknown => {
    if (key === '0') runs++;
    return Reflect.get(list, key);
  };
  expect(lossesOf(runText(text, { input: new Proxy([300_000], { get }) }))).toEqual([2]);
  expect(runs).toBeLessThan(8);
});
