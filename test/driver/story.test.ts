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
