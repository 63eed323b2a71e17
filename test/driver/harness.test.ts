// Harnesses of `caulk check --reproduce`: compiled and run with sanitizers, they show what the report says, and nothing else.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';

const FOLDER = 'test/programs/reproduce';
const work = mkdtempSync(join(tmpdir(), 'caulk-harness-'));
afterAll(() => rmSync(work, { recursive: true }));

/** The files of a program have a name in common. */
const programs = [...new Set(readdirSync(FOLDER).map((file) => file.replace(/(-[ab])?\.c$/, '')))];
const filesOf = (program: string) =>
  readdirSync(FOLDER)
    .filter((file) => file.replace(/(-[ab])?\.c$/, '') === program)
    .map((file) => join(FOLDER, file));

interface Found {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly reproduction: string | null;
  readonly noReproduction: string | null;
}

async function check(files: readonly string[], to: string): Promise<Found[]> {
  const said = await caulk('check', ...files, '--format', 'json', '--no-cache', '--root', '.', '--reproduce', to);
  return JSON.parse(said.out).findings;
}

function run(directory: string): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('sh', [join(directory, 'run.sh')], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** The lines of a file that end with `// WARN(rule)`. */
const expectedIn = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, i) =>
      /\/\/ WARN\((.*)\)$/.test(text) ? [`${file}:${i + 1} ${/WARN\((.*)\)$/.exec(text)![1]}`] : [],
    );

describe('a harness', () => {
  it.each(programs)('shows each error of %s', { timeout: 120_000 }, async (program) => {
    const files = filesOf(program);
    const found = await check(files, join(work, program));
    const reproduced = found.filter((f) => f.reproduction);
    const places = reproduced.map((f) => `${f.file}:${f.line} ${f.rule}`);
    expect(places.sort()).toEqual(files.flatMap(expectedIn).sort());
    for (const { reproduction } of reproduced) expect(run(reproduction!)).toMatchObject({ status: 0 });
  });

  it('does not show an error that is no longer there', { timeout: 120_000 }, async () => {
    const file = join(work, 'text.c');
    const text = readFileSync(join(FOLDER, 'text.c'), 'utf8');
    writeFileSync(file, text);
    const [found] = await check([file], join(work, 'mended'));
    expect(run(found!.reproduction!).status).toBe(0);
    writeFileSync(file, text.replace('return NULL; // WARN', 'return free(copy), NULL; // WARN'));
    const { status, output } = run(found!.reproduction!);
    expect(output).toContain('not reproduced: expected LeakSanitizer');
    expect(status).toBe(1);
    writeFileSync(file, 'this is no C');
    expect(run(found!.reproduction!).status).toBe(77);
  });

  it('may lie in a directory with any name', { timeout: 120_000 }, async () => {
    const odd = join(work, "it's $(touch x); `y` & z");
    mkdirSync(odd);
    cpSync(join(FOLDER, 'list-leak.c'), join(odd, 'list leak.c'));
    const [found] = await check([join(odd, 'list leak.c')], join(odd, 'to'));
    expect(run(found!.reproduction!).status).toBe(0);
  });

  it('says in words when the error happens', async () => {
    const [found] = await check([join(FOLDER, 'failed-allocation.c')], join(work, 'words'));
    const readme = readFileSync(join(found!.reproduction!, 'README.txt'), 'utf8');
    expect(readme).toContain('call 2 of malloc fails for lack of memory');
    expect(readme).toContain('failed-allocation.c:9');
    expect(readme).toMatch(/The memory is lost at .*failed-allocation\.c:1[47]\./);
    const [other] = await check([join(FOLDER, 'text.c')], join(work, 'texts'));
    expect(readFileSync(join(other!.reproduction!, 'README.txt'), 'utf8')).toContain('- word is the text "skip"\n');
  });
});

describe('there is none', () => {
  const why = async (name: string, text: string) => {
    const file = join(work, `${name}.c`);
    writeFileSync(file, text);
    const leak = (await check([file], join(work, name))).find((f) => f.rule === 'leak');
    expect(leak?.reproduction).toBeNull();
    return leak?.noReproduction;
  };

  it('where the real library cannot do what the model does', async () => {
    const text = `#include <glob.h>
#include <stdlib.h>
char *first(const char *pattern) {
  glob_t g;
  char *copy = malloc(10);
  if (!copy) return 0;
  if (glob(pattern, 0, 0, &g) != 0) { free(copy); return 0; }
  globfree(&g);
  return 0;
}
`;
    expect(await why('glob', text)).toBe('glob stores pointers');
  });

  it('where the function does not come to an end', async () => {
    const text = `#include <stdlib.h>
int wait_for(volatile int *p) {
  char *copy = malloc(10);
  if (!copy) return 0;
  copy = 0;
  while (*p == 0) ;
  return copy != 0;
}
`;
    expect(await why('endless', text)).toMatch(/^the run does not come to an end/);
  });

  it('where the C library holds what is lost', async () => {
    const text = `#include <stdio.h>
int first(const char *path) {
  FILE *f = fopen(path, "r");
  return f ? fgetc(f) : -1;
}
`;
    expect(await why('stream', text)).toBe('LeakSanitizer does not see that an open stream is lost');
  });
});
