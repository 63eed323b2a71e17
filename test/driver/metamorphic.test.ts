// Changes that preserve the semantics preserve verdicts: renaming, reordering, dead code, outlined statements.
// On a few programs, safe and unsafe, through the whole of `caulk prove`.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-metamorphic-'));

const LIBRARY =
  'void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *); int __VERIFIER_nondet_int(void);';
const KNOWN = new Set(
  'void malloc unsigned long calloc free int __VERIFIER_nondet_int struct static sizeof return while for if else main char'.split(
    ' ',
  ),
);

interface Parts {
  /** Types and prototypes. */
  readonly head: string;
  readonly functions: readonly string[];
}

const NODE = 'struct node { struct node *next; int value; };';
const BUILD =
  'static struct node *build(int n) { struct node *list = 0; for (int i = 0; i < n; i++) { struct node *e = malloc(sizeof *e); e->next = list; e->value = i; list = e; } return list; }';

const programs: Readonly<Record<string, Parts>> = {
  'a list, built and freed': {
    head: `${NODE} static struct node *build(int n); static void drop(struct node *l);`,
    functions: [
      BUILD,
      'static void drop(struct node *l) { while (l) { struct node *dead = l; l = l->next; free(dead); } }',
      'int main(void) { drop(build(__VERIFIER_nondet_int())); return 0; }',
    ],
  },
  'a list whose head is lost': {
    head: `${NODE} static struct node *build(int n); static struct node *tail(struct node *l);`,
    functions: [
      BUILD,
      'static struct node *tail(struct node *l) { return l ? l->next : 0; }',
      'int main(void) { struct node *l = build(3); l = tail(l); while (l) { struct node *dead = l; l = l->next; free(dead); } return 0; }',
    ],
  },
  'an array within its bounds': {
    head: 'static int fill(int *a, int n);',
    functions: [
      'static int fill(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; return a[n - 1]; }',
      'int main(void) { int *a = malloc(10 * sizeof *a); int last = fill(a, 10); free(a); return last; }',
    ],
  },
  'an array beyond its bounds': {
    head: 'static int fill(int *a, int n);',
    functions: [
      'static int fill(int *a, int n) { for (int i = 0; i <= n; i++) a[i] = i; return a[0]; }',
      'int main(void) { int *a = malloc(10 * sizeof *a); int first = fill(a, 10); free(a); return first; }',
    ],
  },
  'a recursive function that frees twice': {
    head: `${NODE} static void drop(struct node *l);`,
    functions: [
      'static void drop(struct node *l) { if (!l) return; drop(l->next); free(l); }',
      'int main(void) { struct node *a = calloc(1, sizeof *a); a->value = 1; drop(a); free(a); return 0; }',
    ],
  },
};

const print = ({ head, functions }: Parts): string => [LIBRARY, head, ...functions, ''].join('\n');

const changes: Readonly<Record<string, (parts: Parts) => Parts>> = {
  'other names': ({ head, functions }) => ({ head: rename(head), functions: functions.map(rename) }),
  'another order': ({ head, functions }) => ({ head, functions: [...functions].reverse() }),
  'an uncalled function': ({ head, functions }) => ({
    head,
    functions: ['static int *forgotten(void) { int *p = 0; free(p + 1); return malloc(*p); }', ...functions],
  }),
  'outlined statements': outline,
  'a dead branch': ({ head, functions }) => ({
    head,
    functions: functions.map((f) => f.replace('{', '{ if (0) { int *never = 0; *never = 1; free(never + 1); }')),
  }),
};

/** Outlines every statement `x = malloc(…);`, `free(x);` or `p->f = e;` of plain variables. */
function outline({ head, functions }: Parts): Parts {
  const made: string[] = [];
  const moved = functions.map((f) =>
    f
      .replace(/\bfree\((\w+)\);/g, (_, p) => `${make('void *p', 'free(p);')}(${p});`)
      .replace(/(\w+)->value = (\w+);/g, (_, p, v) => `${make('struct node *p, int v', 'p->value = v;')}(${p}, ${v});`)
      .replace(
        /(\w+)->next = (\w+);/g,
        (_, p, q) => `${make('struct node *p, struct node *q', 'p->next = q;')}(${p}, ${q});`,
      )
      .replace(/\ba\[i\] = i;/g, () => `${make('int *a, int i', 'a[i] = i;')}(a, i);`),
  );
  function make(params: string, body: string): string {
    const name = `outlined${made.length}`;
    made.push(`static void ${name}(${params}) { ${body} }`);
    return name;
  }
  expect(made.length).toBeGreaterThan(0);
  return { head, functions: [...made, ...moved] };
}

/** Renames every name of the program, so that the new names sort in reverse order. */
function rename(text: string): string {
  return text.replace(/\b[A-Za-z_]\w*\b/g, (name) => (KNOWN.has(name) ? name : `z${99 - name.length}_${name}`));
}

async function verdictsOf(parts: Parts): Promise<unknown> {
  const file = join(folder, 'program.c');
  writeFileSync(file, print(parts));
  const said = await caulk('prove', file, '--format', 'json');
  expect(said.err).toBe('');
  return JSON.parse(said.out).verdicts;
}

describe.each(Object.entries(programs))('%s', (_, parts) => {
  it('has the same verdicts after renaming, reordering and insertion of dead code', async () => {
    const verdicts = await verdictsOf(parts);
    expect(Object.values(verdicts as object)).not.toContain('unknown');
    for (const [change, apply] of Object.entries(changes)) {
      expect({ change, verdicts: await verdictsOf(apply(parts)) }).toEqual({ change, verdicts });
    }
  });
});

it('check reports the same with another number of jobs, and for another order of files', async () => {
  const files = Object.entries(programs).map(([name, parts]) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.c`);
    writeFileSync(file, print(parts));
    return file;
  });
  const findings = async (...words: string[]) =>
    JSON.parse((await caulk('check', '--no-cache', '--format', 'json', ...words)).out).findings;
  const usual = await findings(...files);
  expect(usual.length).toBeGreaterThan(0);
  expect(await findings('--jobs', '1', ...files)).toEqual(usual);
  expect(await findings('--jobs', '3', ...files)).toEqual(usual);
  expect(await findings(...[...files].reverse())).toEqual(usual);
});
