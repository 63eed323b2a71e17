// `caulk prove` never proves an unsafe program: small programs with one error each, for every prover.
// An error that a run shows is refuted; without such a run it stays unknown at best.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-prove-'));

const broken: Readonly<Record<string, string>> = {
  'an unterminated string': `char *p = malloc(4); if (!p) return 1; memset(p, 'a', 4); int n = strlen(p); free(p); return n;`,
  'an unterminated string, printed': `char *p = malloc(4); if (!p) return 1; p[0] = 'x'; printf("%s", p); free(p); return 0;`,
  'an index one too large':
    'int *p = malloc(16); if (!p) return 1; for (int i = 0; i <= 4; i++) p[i] = i; free(p); return 0;',
  'an index one too large on the stack': 'int a[4]; for (int i = 0; i <= 4; i++) a[i] = i; return a[0];',
  'a null pointer': 'int *p = 0; return *p;',
  'freed memory': 'int *p = calloc(1, 4); if (!p) return 1; free(p); return *p;',
};

describe('prove does not prove', () => {
  const cases = Object.entries(broken).flatMap(([what, body]) =>
    ['paths', 'fold', 'stack', 'symbolic', 'modular'].map((e) => [what, e, body] as const),
  );
  it.each(cases)('%s (%s)', async (what, engine, body) => {
    const path = join(folder, `${what.replaceAll(/\W/g, '-')}.c`);
    writeFileSync(path, `#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) { ${body} }\n`);
    const said = await caulk('prove', path, '--engine', engine, '--property', 'valid-deref');
    expect(said.out).toMatch(/^valid-deref: (false|unknown)/);
    expect([1, 3]).toContain(said.status);
    expect(said.err).toBe(''); // no run contradicts a proof
  });
});

const lost: Readonly<Record<string, string>> = {
  'an address converted to a number': `int *p = malloc(4); size_t x = (size_t)p * 3; p = 0; x = 0; return (int)x;`,
  'an address encoded by XOR': 'int *p = malloc(4); size_t x = (size_t)p ^ 5; p = (int *)(x ^ 5); *p = 1; return 0;',
  'an address copied by bytes':
    'int *p = malloc(4); int *q; char *a = (char *)&p, *b = (char *)&q; for (int i = 0; i < 8; i++) b[i] = a[i]; p = 0; return 0;',
  'an address passed to assembly': 'int *p = malloc(4); __asm__ volatile("" : : "r"(p) : "memory"); return 0;',
};

describe('prove does not lose track of', () => {
  const cases = Object.entries(lost).flatMap(([what, body]) =>
    ['paths', 'fold', 'stack', 'modular'].map((e) => [what, e, body] as const),
  );
  it.each(cases)('%s (%s)', async (what, engine, body) => {
    const path = join(folder, `${what.replaceAll(/\W/g, '-')}.c`);
    writeFileSync(path, `#include <stdlib.h>\nint main(void) { ${body} }\n`);
    const said = await caulk('prove', path, '--engine', engine, '--property', 'valid-memtrack');
    expect(said.out).toMatch(/^valid-memtrack: (false|unknown)/);
    expect(said.err).toBe('');
  });
});

it('assumes that an input is any value of its type', async () => {
  const path = join(folder, 'input.c');
  const inputs = ['long', 'unsigned long', 'short'];
  const text = inputs.map((t, i) => `extern ${t} __VERIFIER_nondet_t${i}(void);`).join(' ');
  writeFileSync(
    path,
    `${text} int main(void) { long x = __VERIFIER_nondet_t0(); int *p = 0; if (x > 1L << 40) return *p; return 0; }\n`,
  );
  const said = await caulk('prove', path, '--property', 'valid-deref');
  expect(said.out).toMatch(/^valid-deref: (false|unknown)/);
});

it('proves that a printed string is terminated', async () => {
  const path = join(folder, 'printed.c');
  const body =
    'char *p = malloc(9); if (!p) return 1; strcpy(p, "text"); printf("%d %s %p", 1, p, (void *)p); free(p); return 0;';
  writeFileSync(path, `#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) { ${body} }\n`);
  expect((await caulk('prove', path, '--property', 'valid-deref')).out).toMatch(/^valid-deref: true/);
});
