// Declarations that wait until their name is used: the unit is the same as if all were parsed where they stand.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobFor } from '../../src/frontend/compile-job.js';
import { findNamedCompiler } from '../../src/frontend/compiler.js';
import { Preprocessor } from '../../src/frontend/preprocessor/preprocess-unit.js';
import { packUnit } from '../../src/ir/pack/pack.js';
import { printUnit } from '../../src/ir/print.js';
import { readUnit } from '../../src/ir/unit.js';

/** Reads a unit twice with one preprocessor, so that its declarations are known, and once from its text alone. */
function read(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-postponed-'));
  writeFileSync(join(folder, 'a.c'), text);
  const job = jobFor({ file: 'a.c', directory: folder, compiler: findNamedCompiler('gcc', folder)!, flags: [] });
  const own = new Preprocessor();
  const run = () => {
    const result = own.run(job);
    if (typeof result === 'string' || !('spelled' in result)) throw new Error(JSON.stringify(result));
    return { bytes: result.spelled.bytes, spelled: result.spelled };
  };
  readUnit('a.c', run(), job.target);
  const describeUnit = (unit: ReturnType<typeof readUnit>) => ({
    printed: printUnit(unit),
    diagnostics: unit.diagnostics,
    packed: Buffer.from(packUnit(unit, { id: 'a.c', main: 'a.c', pathOf: (file) => file })).toString('base64'),
  });
  return {
    waiting: describeUnit(readUnit('a.c', run(), job.target)),
    direct: describeUnit(readUnit('a.c', run().bytes, job.target)),
  };
}

function expectSame(text: string): void {
  const { waiting, direct } = read(text);
  expect(waiting).toEqual(direct);
}

const CASES: Readonly<Record<string, string>> = {
  'prototypes and typedefs':
    'typedef unsigned long size; void *get(size n); int put(void *p);\nint f(void) { return put(get(3)); }\n',
  'a parameter with the name of a type that a prototype needs':
    'typedef struct list list; struct list { list *next; }; void drop(list *l);\nvoid f(list *list) { drop(list); }\n',
  'a variable with the name of a type':
    'typedef int word; word twice(word w);\nint f(void) { char word = 1; return twice(word) + word; }\n',
  'a variable that hides a function':
    'int time(long *t);\nint f(int time) { return time; }\nint g(void) { return time(0); }\n',
  'a function declared again in a block':
    'int open(const char *n);\nint f(int open) { { extern int open(const char *n); return open("a"); } }\n',
  redeclarations:
    'extern void *take(unsigned long); extern void *take(unsigned long) __attribute__((malloc)); void *take(unsigned long n);\nvoid *f(void) { return take(1); }\n',
  'a definition behind its prototypes':
    'int h(int a); static int k(void);\nint h(int a) { return a + k(); }\nstatic int k(void) { return 1; }\n',
  'objects of other units':
    'extern int count; extern char **environ;\nint f(void) { return count + (environ != 0); }\nint count = 3;\n',
  'a tag that is declared later':
    'int show(struct later *p); struct later { int a; };\nint f(struct later *p) { return p->a; }\n',
  'names of the linker':
    'int scan(const char *) __asm__("real_scan"); int other(void) __attribute__((alias("h")));\nint h(void) { return scan("a"); }\n',
  'typedefs that are repeated':
    'typedef int id; typedef int id; id next(id);\nid f(id id) { return id; }\nint g(void) { return next(2); }\n',
  'old-style definitions':
    'int old();\nint old(a, b) int a; char *b; { return a + *b; }\nint f(void) { return old(1, "x"); }\n',
  'a type that becomes none':
    'int use(int);\nint f(void) { typedef char use; use c = 1; return c; }\nint g(void) { return use(1); }\n',
  errors:
    'int bad(unknown *p); int good(int);\nint f(void) { return good(1) + missing(2); }\nvoid g(void) { bad(0); ] }\n',
  'implicit declarations':
    'int f(void) { return strlen("a"); }\nunsigned long strlen(const char *);\nint g(void) { return strlen("b"); }\n',
};

describe('declarations that wait', () => {
  it.each(Object.keys(CASES))('%s', (name) => {
    expectSame(CASES[name]!);
  });

  it('lead to one another however long the way is', () => {
    const types = Array.from({ length: 5000 }, (_, i) => `typedef t${i} t${i + 1};`).join('\n');
    expectSame(`typedef int t0;\n${types}\nint use(t5000 p);\nint f(void) { return use(0); }\n`);
  });

  it('in the headers of the system are like those that do not', () => {
    const headers = ['stdio', 'stdlib', 'string', 'unistd', 'time', 'signal', 'sys/stat', 'errno', 'math', 'pthread'];
    const includes = headers.map((name) => `#include <${name}.h>\n`).join('');
    expectSame(
      `${includes}int main(int argc, char **argv) { char *error = strdup(argv[0]); struct stat stat; time_t time = 1;\n` +
        'if (!error || fstat(0, &stat)) { perror("a"); return errno; }\nprintf("%s %ld\\n", ctime(&time), (long)pow(2, argc)); free(error); return 0; }\n',
    );
  });
});
