// The search for inputs of whole programs: one program per kind of input that an error may depend on.
// Small effort: what the program compares its input with must lead there, not luck.

import { expect, it } from 'vitest';
import { exploreProgram, repeatInput } from '../../src/driver/replay/explore.js';
import type { RecordedInput } from '../../src/interp/recorded-input.js';
import type { Unit } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

const EFFORT = 4_000_000;
const PRELUDE = `typedef struct file FILE; extern FILE *stdin; extern char *optarg; void *malloc(unsigned long); void free(void *);
int strcmp(const char *, const char *); int strncmp(const char *, const char *, unsigned long); unsigned long strlen(const char *);
char *strstr(const char *, const char *); char *strchr(const char *, int); char *fgets(char *, int, FILE *); int getchar(void);
FILE *fopen(const char *, const char *); int fclose(FILE *); unsigned long fread(void *, unsigned long, unsigned long, FILE *);
char *getenv(const char *); int getopt(int, char *const *, const char *); int atoi(const char *); int sscanf(const char *, const char *, ...);
static int x; static int *p = &x; static char line[80];\n`;

function unitOf(text: string): Unit {
  const unit = readUnit('a.c', new TextEncoder().encode(PRELUDE + text), LP64);
  expect(unit.lost).toEqual([]);
  return unit;
}

const explore = (text: string): RecordedInput[] => [
  ...exploreProgram([unitOf(text)], { goals: [], steps: EFFORT }).inputs,
];

it.each([
  [
    'a line',
    'int main(void) { while (fgets(line, 80, stdin)) if (strcmp(line, "open sesame\\n") == 0) p = 0; return *p; }',
  ],
  [
    'two lines in order',
    'int main(void) { int s = 0; while (fgets(line, 80, stdin)) { if (!strncmp(line, "load", 4)) s = 1; if (s && !strncmp(line, "fire", 4)) p = 0; } return *p; }',
  ],
  ['characters', "int main(void) { if (getchar() == '{' && getchar() == '%' && getchar() == '}') p = 0; return *p; }"],
  ['a character of a switch', "int main(void) { switch (getchar()) { case 'q': p = 0; } return *p; }"],
  [
    'a text that the program makes up',
    "int main(void) { char key[5]; for (int i = 0; i < 4; i++) key[i] = (char)('w' - 3 * i); key[4] = 0; if (fgets(line, 80, stdin) && strncmp(line, key, 4) == 0) p = 0; return *p; }",
  ],
  ['a part of a line', 'int main(void) { if (fgets(line, 80, stdin) && strstr(line, "=>")) p = 0; return *p; }'],
  ['a number in a line', 'int main(void) { if (fgets(line, 80, stdin) && atoi(line) == 31337) p = 0; return *p; }'],
  [
    'a form of a line',
    'int main(void) { int a, b; if (fgets(line, 80, stdin) && sscanf(line, "at %d,%d", &a, &b) == 2) p = 0; return *p; }',
  ],
  ['the length of a line', 'int main(void) { if (fgets(line, 80, stdin) && strlen(line) > 40) p = 0; return *p; }'],
  ['a word', 'int main(int n, char **w) { if (n > 1 && strcmp(w[1], "--magic") == 0) p = 0; return *p; }'],
  [
    'an option with an argument',
    "int main(int n, char **w) { int c; while ((c = getopt(n, w, \"vo:\")) != -1) if (c == 'o' && optarg[0] == '@') p = 0; return *p; }",
  ],
  [
    'a file that is named by a word',
    'int main(int n, char **w) { FILE *f = n > 1 ? fopen(w[1], "r") : 0; if (f && fgets(line, 80, f) && strchr(line, \'#\')) p = 0; return *p; }',
  ],
  [
    'a number in the bytes of a file',
    'int main(void) { unsigned m; FILE *f = fopen("data.bin", "rb"); if (f && fread(&m, 4, 1, f) == 1 && m == 0xcafebabe) p = 0; return *p; }',
  ],
  ['a variable', 'int main(void) { char *v = getenv("MODE"); if (v && strcmp(v, "debug") == 0) p = 0; return *p; }'],
  ['a failing allocation', 'int main(void) { char *q = malloc(4); if (!q) p = 0; else free(q); return *p; }'],
])('finds an error that depends on %s', (_, text) => {
  const found = explore(text);
  expect(found).toHaveLength(1);
  expect(repeatInput([unitOf(text)], found[0]!, EFFORT)!.outcome).toMatchObject({
    kind: 'incident',
    incident: { kind: 'null-dereference' },
  });
});

it('makes inputs small', () => {
  const text = 'int main(void) { while (fgets(line, 80, stdin)) if (strcmp(line, "now\\n") == 0) p = 0; return *p; }';
  expect(explore(text)).toEqual([{ stdin: 'now\n' }]);
});

it('finds every error, not only the first, and none where there is none', () => {
  const two = "int main(void) { int c = getchar(); if (c == 'a') p = 0;\n if (c == 'b') malloc(3);\n return *p; }";
  expect(explore(two)).toEqual(
    [{ stdin: 'a' }, { stdin: 'b' }].map((i) => expect.objectContaining({ stdin: expect.stringContaining(i.stdin) })),
  );
  expect(explore(two.replace('p = 0', 'x = 1').replace('malloc(3)', 'free(malloc(3))'))).toEqual([]);
});

it('gives the same answer each time', () => {
  const text =
    'int main(int n, char **w) { char c[8]; int i = 0; while (n > 1 && w[1][i]) { c[i] = w[1][i]; i++; } return c[0]; }';
  expect(explore(text)).toEqual(explore(text));
});
