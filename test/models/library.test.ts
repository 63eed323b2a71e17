// The models as a library: the front end accepts every definition, for both targets; a program gets only the models it
// needs, under any name it uses; and the most used library functions all have one.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Unit } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { verifyUnit } from '../../src/ir/verify.js';
import { cutLibrary, neededDefinitions } from '../../src/models/definitions.js';
import { linkWithModels, readLibrary } from '../../src/models/load.js';
import { plainName } from '../../src/models/names.js';
import { plainModel } from '../../src/models/plain.js';
import { ILP32, LLP64, LP64 } from '../../src/types/types.js';

const library = readLibrary();

const read = (text: string): Unit => readUnit('own.c', Buffer.from(text), LP64);
const modelsFor = (text: string): Unit => linkWithModels([read(text)], LP64).units[1]!;
const namesFor = (text: string): string[] => modelsFor(text).functions.flatMap((f) => (f.body ? [f.name] : []));

test('models of records that the system may lay out otherwise are not used there', () => {
  const text = `struct stat; int stat(const char *, struct stat *); void *malloc(__SIZE__); void free(void *);
    typedef struct file FILE; FILE *fopen(const char *, const char *); int fclose(FILE *); char *_strdup(const char *); __SIZE__ wcslen(const __typeof__(*L"") *);
    int f(void) { stat("", 0); free(malloc(1)); fclose(fopen("", "")); _strdup(""); return wcslen(L""); }`;
  const namesOn = (target: typeof LP64): string[] => {
    const unit = readUnit('own.c', Buffer.from(text.replaceAll('__SIZE__', target.size)), target);
    expect(unit.diagnostics).toEqual([]);
    const models = linkWithModels([unit], target).units[1]!;
    return models.functions.flatMap((f) => (f.body && f.linkage === 'external' ? [f.name] : [])).sort();
  };
  expect(namesOn(LP64)).toEqual(
    expect.arrayContaining(['fclose', 'fopen', 'free', 'malloc', 'stat', 'strdup', 'wcslen']),
  );
  expect(namesOn(LLP64)).toEqual(expect.arrayContaining(['fclose', 'fopen', 'free', 'malloc', 'strdup']));
  expect(namesOn(LLP64)).not.toEqual(expect.arrayContaining(['stat']));
  expect(namesOn(LLP64)).not.toEqual(expect.arrayContaining(['wcslen']));
});

describe('all definitions', () => {
  test.each([LP64, ILP32, LLP64])('are accepted without diagnostics (pointers of %j)', (target) => {
    const text = neededDefinitions(library, library.keys()).map((d) => d.text);
    const unit = readUnit('<models>', Buffer.from(text.join('\n')), target);
    expect(unit.diagnostics).toEqual([]);
    expect(verifyUnit(unit)).toEqual([]);
    const unknown = unit.functions.filter((f) => !f.body && !/^__caulk_|^__builtin_unreachable$/.test(f.name));
    expect(unknown.map((f) => f.name)).toEqual([]);
  });

  test('have unique names', () => {
    const twice = [...library].filter(([, all]) => all.filter((d) => d.isFunction).length > 1);
    expect(twice.map(([name]) => name)).toEqual([]);
  });
});

describe('a program gets', () => {
  test('the models it needs, and those that they need', () => {
    const names = namesFor('int puts(const char *); char *strdup(const char *); int main(void) { puts(strdup("x")); }');
    expect(names.sort()).toEqual(['new_copy', 'puts', 'some_size', 'strdup', 'strlen']);
  });

  test('no model of a function that it defines', () => {
    expect(namesFor('int puts(const char *s) { return 0; } int main(void) { return puts("x"); }')).toEqual([]);
  });

  test('the model rather than an inline body', () => {
    const own = read(`extern int puts(const char *);
      extern inline __attribute__((gnu_inline)) int puts(const char *s) { return 7; }
      int main(void) { return puts("x"); }`);
    const program = linkWithModels([own], LP64);
    const puts = own.functions.find((f) => f.name === 'puts')!;
    expect(program.definitionOf(puts)?.body?.source.name).toBe('<models>');
  });

  test('variables of the library', () => {
    expect(modelsFor('extern void *stderr; void *f(void) { return stderr; }').globals.map((g) => g.name)).toContain(
      'stderr',
    );
  });
});

test("a user's model takes precedence, needs no declarations, and may call the library", () => {
  const path = join(mkdtempSync(join(tmpdir(), 'caulk-own-')), 'own-model.c');
  writeFileSync(path, 'int puts(const char *s) { __caulk_free((void *)s); free((void *)s); return 0; }\n');
  const own = read('int puts(const char *); int main(void) { return puts("x"); }');
  const program = linkWithModels([own], LP64, [path]);
  expect(program.units.flatMap((u) => u.diagnostics)).toEqual([]);
  const puts = program.definitionOf(own.functions.find((f) => f.name === 'puts')!);
  expect(puts?.body?.source.name).toBe('<models>/own-model.c');
  expect(program.functionNamed('free')?.body?.source.name).toBe('<models>');
});

describe('names', () => {
  const known = (name: string) => plainName(name, (n) => library.has(n));
  test.each([
    ['__builtin_memcpy', 'memcpy'],
    ['__builtin___memcpy_chk', 'memcpy'],
    ['__isoc99_sscanf', 'sscanf'],
    ['fopen64', 'fopen'],
    ['fputs_unlocked', 'fputs'],
    ['__strdup', 'strdup'],
    ['__builtin___snprintf_chk', '__snprintf_chk'],
    ['nobody_knows_it', null],
  ])('%s is %s', (name, plain) => expect(known(name)).toBe(plain));

  test('are aliases of one function', () => {
    const own = read('int main(void) { return __builtin_strlen("x"); }');
    const strlen = own.functions.find((f) => f.name === '__builtin_strlen')!;
    expect(linkWithModels([own], LP64).definitionOf(strlen)?.name).toBe('strlen');
  });
});

describe('a prototype', () => {
  test.each([
    ['int access(const char *path, int mode);', '{ __caulk_string(path); return __caulk_nondet(); }'],
    ['void f(const struct s *p, long *q);', '{ __caulk_read(p, sizeof *p); __caulk_write(q, sizeof *q); }'],
    ['char *strerror(int e);', '{ return somewhere(); }'],
    ['double sqrt(double x);', '{ return __caulk_nondet_double(); }'],
    ['unsigned long f(void);', '{ return __caulk_nondet_long(); }'],
  ])('%s', (text, body) => expect(plainModel(text)).toContain(body));

  test.each(['int f(char *to);', 'int f(void *p);', 'int f(char **p);'])('%s needs a body', (text) => {
    expect(() => plainModel(text)).toThrow('needs a body');
  });

  test('may share a line with others', () => {
    const cut = cutLibrary([
      { name: 'x.c', text: 'int f(int x); int g(int x);\nint h(int x) {\n  return x;\n}\nint i(void);\n' },
    ]);
    const all = [...cut.values()].flat();
    expect(all.map((d) => [d.name, d.line])).toEqual([
      ['f', 1],
      ['g', 1],
      ['h', 2],
      ['i', 5],
    ]);
  });
});

test('the most used functions have a model', () => {
  const used = readFileSync('test/models/most-used.txt', 'utf8')
    .split('\n')
    .filter((line) => line && line[0] !== '#');
  expect(used.length).toBe(400);
  const missing = used.filter((name) => plainName(name, (n) => library.has(n)) === null);
  // Non-local control flow.
  expect(missing).toEqual(['__longjmp_chk', '_setjmp']);
});
