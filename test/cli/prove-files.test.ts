// `prove` of several files: one program, whose errors lie between its files; what files disagree about is never proved.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';
import { makeProject } from '../support/project.js';

const HEADER = `struct node { struct node *next; int value; };
struct node *push(struct node *list, int value);
void drop(struct node *list);
`;
const LIST = `#include "list.h"
#include <stdlib.h>
struct node *push(struct node *list, int value) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(1);
  n->next = list;
  n->value = value;
  return n;
}
void drop(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}
`;
const MAIN = `#include "list.h"
int main(int argc, char **argv) {
  struct node *list = 0;
  for (int i = 0; i < argc; i++) list = push(list, i);
  drop(list);
  return 0;
}
`;
const ALL_TRUE = /^valid-deref: true\nvalid-free: true\nvalid-memtrack: true\n/;

function program(changes: Readonly<Record<string, string>> = {}): (name: string) => string {
  const entry = (file: string) => ({ file, directory: '.', command: `cc ${file}` });
  const database = JSON.stringify(['list.c', 'main.c'].map(entry));
  const folder = makeProject({
    'list.h': HEADER,
    'list.c': LIST,
    'main.c': MAIN,
    'compile_commands.json': database,
    ...changes,
  });
  return (name) => join(folder, name);
}

describe('prove', () => {
  it('proves several files, and a project, as one program', async () => {
    const at = program();
    expect(await caulk('prove', at('list.c'), at('main.c'))).toMatchObject({
      status: 0,
      out: expect.stringMatching(ALL_TRUE),
    });
    expect(await caulk('prove', '-p', at('.'))).toMatchObject({ status: 0, out: expect.stringMatching(ALL_TRUE) });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a use after the callee has freed',
      { 'main.c': MAIN.replace('  return 0;', '  return list ? list->value : 0;') },
      /valid-deref: false/,
    ],
    [
      'a free in both files',
      { 'main.c': MAIN.replace('  drop(list);', '  drop(list);\n  drop(list);') },
      /valid-(deref|free): false/,
    ],
    ['what nobody frees', { 'list.c': LIST.replace('    free(list);\n', '') }, /valid-memtrack: false/],
  ])('refutes %s', async (_, changes, verdict) => {
    const at = program(changes);
    expect(await caulk('prove', '-p', at('.'))).toMatchObject({ status: 1, out: expect.stringMatching(verdict) });
  });

  it.each<[string, Record<string, string>]>([
    [
      'a variable',
      {
        'list.c': `char room[4];\n${LIST}`,
        'main.c': `extern char room[64];\n${MAIN.replace('drop(list);', 'drop(list);\n  room[40] = 1;')}`,
      },
    ],
    ['a record', { 'main.c': MAIN.replace('#include "list.h"', HEADER.replace('int value', 'long value[8]')) }],
    [
      'a function',
      {
        'main.c': MAIN.replace(
          '#include "list.h"',
          HEADER.replace('void drop(struct node *list)', 'void drop(long list)'),
        ).replace('drop(list)', 'drop((long)list)'),
      },
    ],
  ])('proves nothing if files disagree about %s', async (_, changes) => {
    const at = program(changes);
    const { out } = await caulk('prove', '-p', at('.'), '--engine', 'paths');
    expect(out).not.toMatch(/: true$/m);
    expect(out).toMatch(/with different types/);
  });

  it('demands one main, and all files', async () => {
    const at = program({ 'other.c': MAIN });
    const both = [at('main.c'), at('other.c'), at('list.c')];
    expect(await caulk('prove', ...both)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/each have a `main`: .*--main FILE/),
    });
    expect(await caulk('prove', ...both, '--main', at('other.c'))).toMatchObject({ status: 0 });
    expect(await caulk('prove', at('main.c'), at('nowhere.c'))).toMatchObject({ status: 2, out: '' });
    expect(await caulk('prove')).toMatchObject({
      status: 2,
      err: expect.stringContaining('name the files of a program'),
    });
    const part = await caulk('prove', at('list.c'));
    expect(part.err).toMatch(
      /has no `main`: say with --entry at which function execution starts, such as push, drop; what is then assumed/,
    );
  });
});
