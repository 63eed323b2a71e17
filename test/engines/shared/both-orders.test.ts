// Two calls in either order: a proof needs both orders; what else happens in the expression keeps it open.
// Tests of src/engines/shared/both-orders.ts through `prove`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { caulk } from '../../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-orders-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEAD = `extern void *malloc(unsigned long);
extern void free(void *);
int *kept;
int add(int a, int b) { return a + b; }
int make(void) { kept = malloc(sizeof(int)); return 0; }
int use(void) { *kept = 1; return 0; }
int keep(int *p) { int *before = kept; kept = p; *p = 2; *before = 1; return 1; }
int drop(int *p) { free(p); return 0; }
int touch(int *p) { *p = 1; return 0; }
`;

async function verdict(statements: string): Promise<string> {
  const file = join(folder, 'orders.c');
  writeFileSync(file, `${HEAD}int main(void) { int x = 1, y = 2, n; ${statements} return 0; }\n`);
  const said = await caulk('prove', file, '--property', 'valid-deref');
  return said.out.split('\n')[0]!;
}

describe('is proved', () => {
  it.each([
    ['if both orders are right', 'kept = &n; n = add(keep(&x), keep(&y));'],
    ['with arguments besides', 'int c = 3; kept = &n; n = add(keep(&x), c + keep(&y));'],
    ['if the results are not used', 'kept = &n; (void)(keep(&x) + keep(&y));'],
  ])('%s', async (_, statements) => {
    expect(await verdict(statements)).toBe('valid-deref: true');
  });
});

describe('is not proved', () => {
  it.each([
    ['if the right call may come first', 'n = add(make(), use());'],
    ['if the left call may come second', 'int *p = malloc(4); n = touch(p) + drop(p);'],
    ['if memory is read besides', 'kept = malloc(4); n = add(*kept, add(drop(kept), make()));'],
    ['with more than two calls', 'n = add(make(), add(add(0, use()), use()));'],
    ['if an operand has a branch', 'n = add(make(), x ? use() : 0);'],
  ])('%s', async (_, statements) => {
    expect(await verdict(statements)).toBe('valid-deref: unknown');
  });
});
