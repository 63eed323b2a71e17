// Disjoint structures add up: the number of states of k lists is linear in k, not exponential.
// A structure that was set aside is restored when a variable of it is used, with all its alternatives.

import { expect, test } from 'vitest';
import { analyse } from '../../../src/engines/paths/engine.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const HEAD = `void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);
struct item { struct item *next; };`;

function run(body: string) {
  const text = `${HEAD}\nint main(void) { ${body} return 0; }\n`;
  const program = linkWithModels([readUnit('lists.c', new TextEncoder().encode(text), LP64)], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
  return analyse({ program, entry: program.functionNamed('main')!, options });
}

const names = (k: number) => Array.from({ length: k }, (_, i) => `x${i}`);
const build = (x: string) =>
  `while (__VERIFIER_nondet_int()) { struct item *t = malloc(sizeof *t); t->next = ${x}; ${x} = t; }`;
const release = (x: string) => `while (${x}) { struct item *t = ${x}; ${x} = ${x}->next; free(t); }`;
const lists = (k: number, last: string) =>
  `${names(k)
    .map((x) => `struct item *${x} = 0;`)
    .join(' ')} ${names(k).map(build).join(' ')} ${names(k).map(release).join(' ')} ${last}`;

const open = (result: ReturnType<typeof run>) => result.obligations.filter((o) => o.status !== 'proved');

test('the states of independent lists add up', () => {
  const [three, six] = [run(lists(3, '')), run(lists(6, ''))];
  expect([...open(three), ...open(six)]).toEqual([]);
  expect(six.stats.states).toBeLessThan(3 * three.stats.states);
});

test('a list that was set aside and is lost is a leak', () => {
  const result = run(
    `${lists(3, '')} struct item *y = 0; ${build('y')} ${names(3).map(build).join(' ')} ${names(3).map(release).join(' ')}`,
  );
  expect(result.findings.map((f) => f.rule)).toEqual(['leak']);
});

test('a pointer that was set aside may still be null', () => {
  const result = run(
    lists(3, `${build('x0')} ${build('x1')} ${build('x2')} x0->next = 0; ${release('x1')} ${release('x2')}`),
  );
  expect(result.findings.map((f) => f.rule)).toContain('null-dereference');
});
