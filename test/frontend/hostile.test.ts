// Hostile input: deep, long, or made to cause exponential time in naive algorithms.
// Each must be accepted or rejected within the time limit of the test runner; none may throw.

import { describe, expect, it } from 'vitest';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

/** Function types with two parameters of the previous type: as a tree, 2^levels nodes. */
function chainOfFunctionTypes(prefix: string, levels: number): string {
  const names = Array.from({ length: levels }, (_, i) => (i === 0 ? `int ${prefix}0(void)` : null));
  return names
    .map((n, i) => `typedef ${n ?? `int ${prefix}${i}(${prefix}${i - 1} *, ${prefix}${i - 1} *)`};`)
    .join('\n');
}

const read: Readonly<Record<string, string>> = {
  'an array of many dimensions': `int a${'[1]'.repeat(300)} = ${'{'.repeat(300)}1${'}'.repeat(300)};`,
  'function types that double with every level': `${chainOfFunctionTypes('t', 40)}\n${chainOfFunctionTypes('u', 40)}
    extern t39 f; extern u39 f;`,
  'a sum of many terms': `int f(int x) { return ${'x + '.repeat(50_000)}x; }`,
  'a long chain of else if': `int f(int x) { ${'if (x) x--; else '.repeat(20_000)} x++; return x; }`,
  'many labels and gotos': `int f(int x) { ${Array.from({ length: 5_000 }, (_, i) => `l${i}: if (x == ${i}) goto l${(i * 7) % 5_000};`).join(' ')} return x; }`,
  'many members': `struct s { ${Array.from({ length: 5_000 }, (_, i) => `int m${i};`).join(' ')} } x; int f(void) { return x.m4999; }`,
  'many designators': `int a[] = { ${Array.from({ length: 5_000 }, (_, i) => `[${4_999 - i}] = ${i}`).join(', ')} };`,
  'a pointer to a pointer to …': `int ${'*'.repeat(5_000)}p;`,
  'nested parentheses': `int f(int x) { return ${'('.repeat(550)}x${')'.repeat(550)}; }`,
  'nested blocks': `int f(int x) { ${'{ if (x) '.repeat(180)};${'}'.repeat(180)} return x; }`,
};

const refused: Readonly<Record<string, string>> = {
  'many stray characters': '@;'.repeat(300_000),
  'too many parentheses': `int f(int x) { return ${'('.repeat(100_000)}x; }`,
  'too many braces': `int f(int x) ${'{'.repeat(100_000)}`,
  'too many signs': `int x = ${'-'.repeat(100_000)}1;`,
  'too many members of members': `struct s { struct s *n; }; void *f(struct s *x) { return x${'->n'.repeat(20_000)}; }`,
  'too many &&': `int f(int x) { return ${'x && '.repeat(50_000)}x; }`,
  'a struct that contains itself': 'struct s { int a; struct s b; }; struct s x; int f(void) { return x.b.b.b.a; }',
  'a struct that contains itself as an anonymous member':
    'struct s { int a; struct s; struct s }; int f(struct s *p) { return p->z; }',
  'a function that returns a function': 'int f(void)(void) { return 1; }',
};

describe('hostile input is', () => {
  it.each(Object.entries(read))('accepted: %s', (_, text) => {
    expect(readUnit('hostile.c', Buffer.from(`${text}\n`), LP64).diagnostics).toEqual([]);
  });

  it.each(Object.entries(refused))('rejected: %s', (_, text) => {
    expect(readUnit('hostile.c', Buffer.from(`${text}\n`), LP64).diagnostics).not.toEqual([]);
  });
});
