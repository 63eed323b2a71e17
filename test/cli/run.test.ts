// `caulk run` from the user's view: output, report and exit status.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-run-'));
const path = (name: string) => join(folder, name);
const write = (name: string, text: string) => writeFileSync(path(name), text);

beforeAll(() => {
  write('clean.c', '#include <stdio.h>\nint main(void) { puts("fine"); return 0; }\n');
  write('leak.c', '#include <stdlib.h>\nint main(void) {\n  char *p = malloc(8);\n  p = 0;\n  return p != 0;\n}\n');
  write(
    'ask.c',
    '#include <stdio.h>\nint __VERIFIER_nondet_int(void);\nint main(void) { printf("%d", __VERIFIER_nondet_int()); }\n',
  );
  write('echo.c', '#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c); }\n');
  write(
    'unlocked.c',
    '#define _GNU_SOURCE\n#include <stdio.h>\nint main(void) { fwrite_unlocked("locked\\n", 1, 7, stdout); return fflush_unlocked(stdout); }\n',
  );
  write('endless.c', 'int main(void) { for (;;) ; }\n');
  write('asm.c', 'int main(void) { __asm__("nop"); return 0; }\n');
  write('one.c', 'int other(void); int shared = 3; int main(void) { return other() - 3; }\n');
  write('two.c', 'extern int shared; static int main2; int other(void) { return shared + main2; }\n');
  write('numbers.txt', '# one value per line\n41\n');
  write(
    'all.c',
    `#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
  char line[20] = "";
  FILE *f = fopen("notes", "r");
  char *p = malloc(1);
  for (int i = 1; i < argc; i++) printf("%s ", argv[i]);
  if (f && fgets(line, 20, f)) printf("notes:%s ", line);
  if (fgets(line, 20, stdin)) printf("stdin:%s ", line);
  printf("MODE:%s %d %s", getenv("MODE"), __VERIFIER_nondet_int(), p ? "memory" : "no memory");
  return 0;
}
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('caulk run', () => {
  test('a clean program', async () => {
    const { status, out } = await caulk('run', path('clean.c'));
    expect(status).toBe(0);
    expect(out).toMatch(/^fine\nexit status 0; \d+ instructions/);
  });

  test('functions on streams that the caller has locked', async () => {
    const { status, out } = await caulk('run', path('unlocked.c'));
    expect(out).toMatch(/^locked\nexit status 0;/);
    expect(status).toBe(0);
  });

  test('a leak, with the statement that loses the memory', async () => {
    const { status, out } = await caulk('run', path('leak.c'));
    expect(status).toBe(1);
    expect(out).toContain('leak.c:4:3: leak: an allocation of 8 bytes');
    expect(out).toMatch(/allocated at .*leak\.c:3/);
  });

  test('input for nondeterministic functions', async () => {
    const { out } = await caulk('run', path('ask.c'), '--input', path('numbers.txt'));
    expect(out).toMatch(/^41\n/);
  });

  test('standard input', async () => {
    const { out } = await caulk('run', path('echo.c'), '--stdin', path('numbers.txt'));
    expect(out).toMatch(/^# one value per line\n41\n/);
  });

  test('a whole input, as JSON and from a file', async () => {
    const input = JSON.stringify({
      arguments: ['-v', 'b c'],
      stdin: 'one',
      files: { notes: { base64: Buffer.from('two').toString('base64') } },
      environment: { MODE: 'three' },
      values: [4],
      failingAllocations: [1],
    });
    write('input.json', input);
    for (const given of [input, path('input.json')]) {
      const { out } = await caulk('run', path('all.c'), '--input', given);
      expect(out).toContain('-v b c notes:two stdin:one MODE:three 4 no memory');
    }
  });

  test('options take the place of what the input has', async () => {
    const input = JSON.stringify({ arguments: ['a'], environment: { MODE: 'slow' }, values: [4] });
    const options = ['--argument', '-x', '--argument', '-y', '--variable', 'MODE=fast=1'];
    const { out } = await caulk('run', path('all.c'), '--input', input, ...options);
    expect(out).toContain('-x -y MODE:fast=1 4 memory');
  });

  test.each(['{"stdin":3}', '{"stdim":""}', '{"values":["x"]}', '{'])('%s is no input', async (input) => {
    const { status, err } = await caulk('run', path('all.c'), '--input', input);
    expect(status).toBe(2);
    expect(err).toContain('neither a recorded input');
  });

  test('of several files with a main one is chosen', async () => {
    const files = [path('one.c'), path('two.c'), path('clean.c')];
    expect((await caulk('run', ...files, '--main', path('clean.c'))).out).toMatch(/^fine\n/);
    expect((await caulk('run', ...files, '--main', path('one.c'))).out).toMatch(/^exit status 0/);
  });

  test('several files are linked', async () => {
    expect((await caulk('run', path('one.c'), path('two.c'))).status).toBe(0);
  });

  test.each([
    ['endless.c', ['--steps', '1000'], 'has run for'],
    ['asm.c', [], 'inline assembly'],
    ['missing.c', [], 'no such file'],
  ])('%s could not be run', async (name, options, words) => {
    const { status, out, err } = await caulk('run', path(name), ...options);
    expect(status).toBe(2);
    expect(out + err).toContain(words);
  });
});
