// What a report tells of a run that shows an error: the steps that matter, in order, with the heap at each.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Payload } from '../../src/report/html/payload.js';
import { buildPages } from '../support/browser.js';
import { caulk } from '../support/cli.js';

buildPages();

async function payloadOf(text: string, ...options: string[]): Promise<Payload> {
  const file = join(mkdtempSync(join(tmpdir(), 'caulk-story-')), 'a.c');
  writeFileSync(file, text);
  const { out } = await caulk('check', '--no-cache', '--format', 'html', ...options, file);
  return JSON.parse(/id="data">(.*?)<\/script>/s.exec(out)![1]!) as Payload;
}

const HEAD = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n';

/** `line: message`, then the finding itself. */
function told({ findings: [f] }: Payload): string[] {
  return [...f!.trace.map((s) => `${s.line}: ${s.message}`), `${f!.line}: ${f!.message}`];
}

describe('the trace of a run', () => {
  it('is in the order of execution, without decisions that do not matter, with rounds of a loop as one', async () => {
    const payload = await payloadOf(`${HEAD}struct item { struct item *next; char *name; };
static int verbose;
static struct item *add(struct item *list) {
  struct item *made = malloc(sizeof *made);
  if (!made) abort();
  made->name = malloc(8);
  if (!made->name) abort();
  strcpy(made->name, "item");
  made->next = list;
  return made;
}
int main(int argc, char **argv) {
  verbose = argc > 3;
  struct item *list = NULL;
  for (int i = 0; i < 5; i++) {
    if (verbose) puts("adding");
    list = add(list);
  }
  while (list) {
    struct item *next = list->next;
    if (verbose) puts(list->name);
    free(list);
    list = next;
  }
  return 0;
}
`);
    expect(told(payload)).toEqual([
      '20: calls `add`',
      '9: allocated here',
      '22: `list` is true',
      '25: memory held by `list->name` (allocated in line 9) is lost: nothing points to it any more',
    ]);
  });

  it('shows where a null comes from, and the conditions in the callee that decide it', async () => {
    const payload = await payloadOf(`${HEAD}static int *find(int *table, int n, int key) {
  for (int i = 0; i < n; i++)
    if (table[i] == key) return &table[i];
  return NULL;
}
int main(void) {
  int table[3] = {1, 2, 3};
  int *found = find(table, 3, 7);
  printf("%d\\n", *found);
  return 0;
}
`);
    expect(told(payload)).toEqual([
      '11: calls `find`',
      '6: `table[i] == key` is false',
      '5: `i < n` is false, after 3 rounds',
      '7: `find` returns null',
      '12: `found` is null here',
    ]);
  });

  it('names the library function that returns null, where it is called', async () => {
    const payload = await payloadOf(`${HEAD}int main(void) {
  char *home = getenv("THE_HOME");
  printf("%c\\n", *home);
  return 0;
}
`);
    expect(told(payload)).toEqual(['5: `getenv` returns null', '6: `home` is null here']);
  });
});

describe('the trace of a finding that no run shows', () => {
  const text = `${HEAD}#define FLAG 4
#define IS_SET(f, b) (((f) & (b)) != 0)
struct buf { char *data; int n; };
int keep(struct buf *b, const char *text, int flags, int verbose) {
  char *copy = strdup(text);
  if (copy == NULL) return -1;
  if (verbose) b->n++;
  if (IS_SET(flags, FLAG)) free(copy);
  if (b->n > 100) return -1;
  return 0;
}
`;

  it('has what matters, with macros as written, and the heap of the path', async () => {
    const payload = await payloadOf(text, '--engine', 'modular');
    expect(told(payload)).toEqual([
      '8: `strdup` allocates',
      '9: `copy == NULL` is false',
      '11: `IS_SET(flags, FLAG)` is false',
      '12: `b->n > 100` is true',
      '12: memory held by `copy` (allocated in line 8) is lost: its last pointer is gone when `keep` returns',
    ]);
    const heaps = payload.findings[0]!.trace.map(({ heap }) => payload.drawings[heap!]!);
    const last = heaps.at(-1)!;
    const held = last.edges.map((e) => [e.fromField, last.nodes.find((n) => n.id === e.to)?.kind]);
    expect(held).toContainEqual(['copy', 'cell']);
  });
});

it('has the values of the run in the drawings, up to a limit', async () => {
  const payload = await payloadOf(`${HEAD}struct node { struct node *next; int value; };
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 40; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->value = i;
    n->next = list;
    list = n;
  }
  list = NULL;
  return 0;
}
`);
  const [f] = payload.findings;
  const heap = payload.drawings[f!.heap!]!;
  const cells = heap.nodes.filter((n) => n.kind === 'cell');
  expect(cells.length).toBeLessThan(20);
  expect(cells.length).toBeGreaterThan(5);
  expect(cells.some((n) => n.fields.some(({ name, value }) => name === 'value' && value === '39'))).toBe(true);
  expect(JSON.stringify(heap)).toMatch(/… \d+ more/);
  expect(f!.heapAfter).not.toBeNull();
});

describe('the trace of a run through wrappers', () => {
  const program = `${HEAD}enum kind { KIND_FILE, KIND_FOLDER = 7 };
static void *xmalloc(size_t size) {
  void *p = malloc(size);
  if (!p) abort();
  return p;
}
static char *xstrdup(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(xmalloc(size), text, size);
}
struct options { char *host; };
static char *describe(enum kind kind) {
  char *copy = xstrdup("text");
  switch (kind) {
  case KIND_FILE:
    return copy;
  case KIND_FOLDER:
    return NULL;
  }
  return copy;
}
static void parse(struct options *o, char **words) {
  for (; *words; words++) o->host = xstrdup(*words);
}
`;

  it('folds functions that hand on an allocation, and names the case of a switch as it is written', async () => {
    const main = 'int main(void) {\n  free(describe(KIND_FOLDER));\n  return 0;\n}\n';
    expect(told(await payloadOf(program + main))).toEqual([
      '29: calls `describe`',
      '16: `xstrdup` allocates in line 6',
      '17: `kind` is `KIND_FOLDER`',
      '21: memory held by `copy` (allocated in line 16) is lost: its last pointer is gone when `describe` returns',
    ]);
  });

  it('tells once, at the call, that a result overwrites the last pointer', async () => {
    const main = `int main(int argc, char **argv) {
  struct options o = { NULL };
  parse(&o, argv);
  free(o.host);
  return 0;
}
`;
    const payload = await payloadOf(program + main);
    const findings = payload.findings.filter(({ function: f }) => f !== 'describe');
    expect(findings).toHaveLength(1);
    expect(told({ ...payload, findings })).toEqual([
      '30: calls `parse`',
      '26: `xstrdup` allocates in line 6',
      '26: `*words` is true',
      '26: memory held by `o->host` (allocated in line 26) is lost: `o->host` is overwritten',
    ]);
  });
});
