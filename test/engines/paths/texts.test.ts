// Terminators of strings: the length of a string is the offset of its zero; copies, lines read and text printed are
// terminated as well. For each proof there is a variant with a bug, which must not be proved.

import { describe, expect, test } from 'vitest';
import { analyse } from '../../../src/engines/paths/engine.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const HEAD = `typedef unsigned long size_t; typedef struct file FILE; extern FILE *stdin; void *malloc(size_t); void free(void *);
void *realloc(void *, size_t); size_t strlen(const char *); char *strcpy(char *, const char *); char *strcat(char *, const char *);
void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t); int __VERIFIER_nondet_int(void);
char *strdup(const char *); char *fgets(char *, int, FILE *); int snprintf(char *, size_t, const char *, ...);`;

/** s: a string of any length up to n. */
const TEXT = `int n = __VERIFIER_nondet_int(); if (n < 2 || n > 100) return 0;
  char *s = malloc(n + 1); memset(s, 'x', n); s[n] = 0;`;
const DONE = 'free(t); free(s);';

function openIn(body: string): string[] {
  const text = `${HEAD}\nint main(void) { ${body} return 0; }\n`;
  const program = linkWithModels([readUnit('texts.c', new TextEncoder().encode(text), LP64)], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 4_000 };
  const { obligations } = analyse({ program, entry: program.functionNamed('main')!, options });
  return obligations.flatMap((o) =>
    o.status === 'proved' || o.property === 'valid-memcleanup' ? [] : [`${o.reason?.text}`],
  );
}

describe.each<[string, string, string]>([
  [
    'an allocation for a string, and a copy of it',
    `${TEXT} char *t = malloc(strlen(s) + 1); memcpy(t, s, strlen(s) + 1); int k = 0; while (t[k]) k++; ${DONE}`,
    `${TEXT} char *t = malloc(strlen(s)); memcpy(t, s, strlen(s) + 1); ${DONE}`,
  ],
  [
    'a copy with its terminator',
    `${TEXT} size_t k = strlen(s) + 1; char *t = malloc(k); memcpy(t, s, k); k = strlen(t); ${DONE}`,
    `${TEXT} size_t k = strlen(s); char *t = malloc(k + 1); memcpy(t, s, k); k = strlen(t); ${DONE}`,
  ],
  [
    'an unchanged string',
    `${TEXT} char *t = malloc(strlen(s) + 1); strcpy(t, s); char *u = strdup(t); strcpy(t, u); free(u); ${DONE}`,
    `${TEXT} s[1] = 0; size_t k = strlen(s); char *t = malloc(k + 1); s[k] = 'y'; strcpy(t, s); ${DONE}`,
  ],
  [
    'a suffix of a string',
    `${TEXT} char *t = malloc(strlen(s + 1) + 1); memcpy(t, s + 1, strlen(s + 1) + 1); n = strlen(t); ${DONE}`,
    `${TEXT} char *t = malloc(strlen(s + 1) + 1); memcpy(t, s, strlen(s) + 1); ${DONE}`,
  ],
  [
    'a line',
    `char s[20]; while (fgets(s, 20, stdin)) { size_t k = strlen(s); if (k > 0 && s[k - 1] == 10) s[k - 1] = 0;
      char *t = strdup(s); free(t); }`,
    'char s[20]; char *r = fgets(s, 20, stdin); return strlen(s) > 3 && r;',
  ],
  [
    'a line of n characters',
    `${TEXT} if (fgets(s, n, stdin)) { char *t = malloc(n); strcpy(t, s); free(t); } free(s);`,
    `${TEXT} if (fgets(s, n, stdin)) { char *t = malloc(n - 1); strcpy(t, s); free(t); } free(s);`,
  ],
  [
    'the last character of a line',
    'char s[20]; if (fgets(s, 20, stdin) && s[0]) { size_t k = strlen(s); if (k) s[k - 1] = 0; }',
    'char s[20]; if (fgets(s, 20, stdin)) s[strlen(s) - 1] = 0;',
  ],
  [
    'a printed string',
    'char s[8]; int n = __VERIFIER_nondet_int(); if (n < 1 || n > 8) return 0; snprintf(s, n, "%d", n); n = strlen(s);',
    'char s[8]; int n = __VERIFIER_nondet_int(); if (n < 0 || n > 8) return 0; snprintf(s, n, "%d", n); n = strlen(s);',
  ],
])('%s', (_, correct, wrong) => {
  test('is proved', () => expect(openIn(correct)).toEqual([]));
  test('is not, with a bug', () => expect(openIn(wrong)).not.toEqual([]));
});
