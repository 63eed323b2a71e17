// What `prove --engine stack` says in words: the invariants of loops, and assumptions that name lines of the program.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { caulk } from '../../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-words-'));

async function prove(name: string, text: string): Promise<string[]> {
  const file = join(folder, name);
  writeFileSync(file, text);
  const { out } = await caulk('prove', '--engine', 'stack', file);
  return out.split('\n');
}

it('tells the invariant of each loop, null pointers included', async () => {
  const said = await prove(
    'reverse.c',
    `#include <stdlib.h>
struct node { struct node *next; };
static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}
int main(int argc, char **argv) {
  struct node *list = NULL;
  for (int i = 0; i < argc; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  list = reverse(list);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
`,
  );
  const loops = said.flatMap((line) => /\.c:(\d+: at the loop in .*)/.exec(line)?.[1] ?? []);
  const isList = (name: string) => `\`${name}\` is null or points to an acyclic list of \`node\``;
  expect(loops).toEqual([
    `5: at the loop in \`reverse\`: ${isList('list')}; ${isList('done')}; \`list\` and \`done\` share no memory`,
    `15: at the loop in \`main\`: ${isList('list')}`,
    `21: at the loop in \`main\`: ${isList('list')}`,
  ]);
});

it('names the call of a library function that it does not follow', async () => {
  const said = await prove(
    'copy.c',
    `#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(8);
  if (!p) return 1;
  strcpy(p, "text");
  int n = strlen(p) > 3;
  free(p);
  return n;
}
`,
  );
  const assumed = said.filter((line) => line.startsWith('assuming: executions are not followed'));
  expect(assumed.length).toBeGreaterThan(0);
  for (const line of assumed) expect(line).toMatch(/beyond .*copy\.c:[67]: /);
  expect(said.join('\n')).not.toContain('<models>');
});
