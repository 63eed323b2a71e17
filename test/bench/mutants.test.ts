// The kinds of mutants of `caulk bench mutants`, each on a small project: where they apply, what they edit, what is found.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { applyEdit, linesOf, onOneLine } from '../../bench/edit.js';
import { MutableProject, spread } from '../../bench/mutable-project.js';
import { MUTATION_KINDS } from '../../bench/mutant-kinds/registry.js';

const PRELUDE = `typedef unsigned long size_t;
void *malloc(size_t); void *realloc(void *, size_t); void free(void *); void abort(void) __attribute__((noreturn));
struct node { struct node *next; char *name; char *text; int value; };
`;

function writeProject(folder: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'small.c'), PRELUDE + text);
  const database = join(folder, 'compile_commands.json');
  writeFileSync(database, JSON.stringify([{ directory: folder, file: 'small.c', command: 'gcc -c small.c' }]));
  return database;
}

/** The mutants of one kind: the lines that differ, and whether they are found. */
async function mutantsOf(name: string, text: string) {
  const project = await MutableProject.read(writeProject(mkdtempSync(join(tmpdir(), 'caulk-mutants-')), text));
  const original = project.analyse();
  const kind = MUTATION_KINDS.find((k) => k.name === name)!;
  return project.candidates([kind], original).map((candidate) => {
    const mutant = project.mutate(candidate);
    const before = Buffer.from(candidate.function.body!.source.bytes).toString('latin1');
    const old = before.split('\n');
    const changed = applyEdit(before, candidate.edit).split('\n');
    expect(changed).toHaveLength(old.length);
    const lines = changed.filter((line, i) => line !== old[i]).map((line) => line.trim());
    return { lines, verdict: mutant ? (project.isFound(mutant, original) ? 'found' : 'missed') : 'not C' };
  });
}

describe('free-deleted', () => {
  it('deletes a call that frees, also one by a function of the program', async () => {
    const text = `static void drop(struct node *n) { free(n); }
      int f(void) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        drop(n);
        return 0;
      }`;
    expect(await mutantsOf('free-deleted', text)).toEqual([
      { lines: ['static void drop(struct node *n) { ((void)0); }'], verdict: 'found' },
      { lines: ['((void)0);'], verdict: 'found' },
    ]);
  });
});

describe('free-deleted at the end of a program', () => {
  it('leaves calls behind which the program ends', async () => {
    const text = `void exit(int) __attribute__((noreturn));
      void f(char *text) { free(text); exit(1); }
      int main(int count, char **words) {
        char *line = malloc(80);
        while (count-- > 0) {
          char *word = malloc(10);
          free(word);
        }
        free(line);
        return 0;
      }`;
    expect(await mutantsOf('free-deleted', text)).toEqual([{ lines: ['((void)0);'], verdict: 'found' }]);
  });
});

describe('member-forgotten', () => {
  const text = `static void drop(struct node *n) {
      free(n->name);
      free(n->text);
      free(n);
    }
    void f(void) {
      struct node *n = malloc(sizeof *n);
      n->name = malloc(2);
      n->text = malloc(3);
      drop(n);
    }
    void g(struct node *n) { free(n->name); }`;

  it('deletes one of several members that a destructor frees, not the record', async () => {
    const missing = { lines: ['((void)0);'], verdict: 'found' };
    expect(await mutantsOf('member-forgotten', text)).toEqual([missing, missing]);
  });
});

describe('realloc-in-place', () => {
  it('loses a block if realloc fails', async () => {
    const text = `int f(void) {
        char *p = malloc(2);
        if (!p) return 1;
        char *q = (char *) realloc(p, 40);
        if (!q) { free(p); return 1; }
        free(q);
        return 0;
      }`;
    const line = 'char *q = (char *) (p = realloc(p, 40));';
    expect(await mutantsOf('realloc-in-place', text)).toEqual([{ lines: [line], verdict: 'found' }]);
  });

  it('needs a test of the result, and a pointer that nobody else has', async () => {
    const text = `char *f(char *p) { char *q = realloc(p, 9); if (!q) return p; return q; }
      struct node *g(void) {
        struct node *p = malloc(2);
        struct node *q = realloc(p, sizeof *q);
        if (!q) abort();
        return q;
      }`;
    expect(await mutantsOf('realloc-in-place', text)).toEqual([]);
  });
});

describe('free-doubled', () => {
  it('repeats a call that frees, unless its argument has an effect', async () => {
    const text = `static char *pop(struct node *n) { char *name = n->name; n->name = 0; return name; }
      void f(void) { char *p = malloc(2);
        if (p)
          free(
            p);
      }
      void g(struct node *n) { free(pop(n)); }`;
    expect(await mutantsOf('free-doubled', text)).toEqual([{ lines: ['(free(', 'p), free( p));'], verdict: 'found' }]);
  });
});

describe('use-behind-free', () => {
  it('moves a statement that dereferences the pointer behind its free', async () => {
    const text = `void f(struct node *n) {
        while (n) {
          struct node *next;
          next = n->next;
          free(n);
          n = next;
        }
      }`;
    const moved = { lines: ['free(n);', 'next = n->next;'], verdict: 'found' };
    expect(await mutantsOf('use-behind-free', text)).toEqual([moved]);
  });

  it('moves simple statements only, and none that changes the pointer', async () => {
    const text = `int h(struct node *);
      void f(struct node *n, int i) { for (i = 0; i < 3; i++) n->value = i; free(n); }
      void g(struct node *n) { if (n->value) n->value = 1; free(n); }
      void k(struct node *n) { n = n->next; free(n); }
      void l(struct node *n) { n->value = 1; ; free(n); }
      void m(struct node *n) { h(n); free(n); }`;
    expect(await mutantsOf('use-behind-free', text)).toEqual([]);
  });

  it('does not count if the text is no longer C', async () => {
    const text = `static void drop(struct node *n, int value) { if (value) free(n); }
      void f(struct node *n) { int value = n->value; drop(n, value); }`;
    const [mutant] = await mutantsOf('use-behind-free', text);
    expect(mutant!.verdict).toBe('not C');
  });
});

describe('interior-free', () => {
  it('frees a pointer into a block of a function of the program', async () => {
    const text = `static void *take(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }
      void f(void) { struct node *n = take(sizeof *n); free(n); }
      void g(void) { char *p = malloc(1); free(p); }`;
    const line = 'void f(void) { struct node *n = take(sizeof *n); free(((char *)(n) + 1)); }';
    expect(await mutantsOf('interior-free', text)).toEqual([{ lines: [line], verdict: 'found' }]);
  });
});

describe('null-test-dropped', () => {
  it('drops a test of a pointer that is dereferenced behind it', async () => {
    const text = `int f(int value) {
        struct node n = { 0, 0, 0, 4 };
        struct node *chosen = 0;
        if (value > 3) chosen = &n;
        if (chosen == 0)
          return 0;
        return chosen->value;
      }
      int g(struct node *n) {
        while (n->next && n->next->value)
          n = n->next;
        return n->value;
      }
      int h(struct node *n) {
        if (!n)
          return 0;
        return n->value;
      }
      int k(void) { return h(0); }`;
    expect(await mutantsOf('null-test-dropped', text)).toEqual([
      { lines: ['if (0)'], verdict: 'found' },
      { lines: ['while (1 && n->next->value)'], verdict: 'missed' },
      { lines: ['if (!1)'], verdict: 'found' },
    ]);
  });

  it('leaves tests that no null comes to, as far as the text of the program says', async () => {
    const text = `int f(struct node *n) { if (!n) return 0; return n->value; }
      int g(struct node *n) { int first = n->value; if (!n) return 0; return first + n->value; }
      int h(struct node *n) { if (!n) return 0; if (n) n->value = 1; return n->value; }
      int k(struct node *n) { return f(n) + g(0); }`;
    expect(await mutantsOf('null-test-dropped', text)).toEqual([]);
  });

  it('leaves assertions, tests of allocations and tests without a dereference', async () => {
    const text = `void f(struct node *n) { if (!n) abort(); n->value = 1; }
      void g(struct node *n) { if (n) free(n); }
      int h(void) { struct node *n = malloc(sizeof *n); if (!n) return 1; n->value = 1; free(n); return 0; }
      void k(struct node *n) { if (n) { n = n->name ? n : 0; } }
      void m(void) { k(0); }
      void l(struct node *n, struct node *m) { if (n) { n = m; n->value = 1; } }`;
    const mutants = await mutantsOf('null-test-dropped', text);
    expect(mutants.map(({ lines }) => lines)).toEqual([['void k(struct node *n) { if (1) { n = n->name ? n : 0; } }']]);
  });
});

it('keeps the lines and line markers of a text that it replaces', () => {
  expect(linesOf('free(a,\n# 3 "x.h"\n b)')).toBe('\n# 3 "x.h"\n');
  expect(onOneLine('free(a,\n# 3 "x.h"\n b)')).toBe('free(a, b)');
});

it('spreads mutants evenly', () => {
  expect(spread([0, 1, 2, 3, 4, 5], 3)).toEqual([0, 2, 4]);
  expect(spread([0, 1], 3)).toEqual([0, 1]);
});

it('makes a row per project and kind, for a project that is only a folder in the cache', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'caulk-cache-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
  vi.resetModules();
  writeProject(join(cache, 'caulk', 'corpus', 'small'), 'void f(void) { char *p = malloc(2); free(p); }');
  const { benchMutants } = await import('../../bench/mutants.js');
  const told: string[] = [];
  const console = { out: () => {}, err: (text: string) => void told.push(text) };
  const kind = ['free-doubled', 'interior-free', 'strange'];
  const { rows, aims } = await benchMutants({ project: ['small', 'nowhere'], kind, rivals: ['gcc'] }, console);
  expect(rows).toMatchObject([
    { project: 'small', kind: 'free-doubled', places: 1, mutants: 1, found: 1, 'found by gcc': 1 },
    { project: 'small', kind: 'interior-free', places: 0, mutants: 0, found: 0, 'found by gcc': 0 },
  ]);
  expect(aims.map(({ measured }) => measured)).toEqual(['1 of 1']);
  expect(told.join('')).toMatch(/no kind of mutants strange: free-deleted/);
  expect(told.join('')).toMatch(/no project nowhere/);
});
