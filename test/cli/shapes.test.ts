// `caulk shapes` on a tree of 26 nodes, by every engine: what is reachable is drawn, and nothing reachable is called unreachable.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyNothing } from '../../src/cli/nothing-drawn.js';
import type { AnalysisResult } from '../../src/engines/engine.js';
import { because } from '../../src/engines/reason.js';
import type { FunctionSymbol } from '../../src/ir/program.js';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-shapes-'));
const ENGINES = ['paths', 'stack', 'fold', 'symbolic', 'modular'];

const HEAD = `#include <stdlib.h>
struct node { struct node *left, *right; int key; };
static struct node *make(int key, struct node *left, struct node *right) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->key = key;
  n->left = left;
  n->right = right;
  return n;
}
static struct node *find(struct node *t, int key) {
  while (t && t->key != key)
    t = key < t->key ? t->left : t->right;
  return t;
}
`;

const tree = (low: number, high: number): string => {
  if (low > high) return 'NULL';
  const middle = (low + high) >> 1;
  return `make(${middle}, ${tree(low, middle - 1)}, ${tree(middle + 1, high)})`;
};

function write(name: string, main: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${HEAD}int main(void) {\n${main}}\n`);
  return file;
}

const TREE = write(
  'tree.c',
  `  struct node *t = ${tree(1, 26)};
  struct node *found = find(t, 7);
  int result = found != NULL;
  return result;
`,
);

const shapes = (file: string, engine: string, line: number) =>
  caulk('shapes', file, '--engine', engine, '--line', `${line}`, '--format', 'text');

describe('a tree of 26 nodes', () => {
  it.each(ENGINES)(
    'is drawn by %s at lines that are reached',
    async (engine) => {
      for (const line of engine === 'symbolic' ? [20] : [13, 18, 20]) {
        const { status, out, err } = await shapes(TREE, engine, line);
        expect({ status, err }).toEqual({ status: 0, err: '' });
        expect(out).toMatch(new RegExp(`^-- (find|main), before line ${line}, state 1\n`));
        expect(out).toMatch(/\bkey\b|node/);
      }
    },
    120_000,
  );
});

describe('a line without a heap', () => {
  const never = write(
    'never.c',
    `  struct node *n = make(1, NULL, NULL);
  if (n && n == NULL) {
    n->key = 2;
  }
  free(n);
  return 0;
`,
  );

  it.each(ENGINES.filter((engine) => engine !== 'modular'))('is unreachable for %s', async (engine) => {
    expect((await shapes(never, engine, 19)).out).toBe('this place is unreachable\n');
  });

  it('is not called unreachable by an engine that does not follow all paths', async () => {
    expect((await shapes(never, 'modular', 19)).out).toBe('no path that `modular` follows gets to this place\n');
  });

  it('is not called unreachable by an engine that stops before it', () => {
    const reason = because('budget', 'the budget is used up');
    const symbol = { name: 'main', body: { source: { name: 'a.c' } } } as FunctionSymbol;
    const done = { engine: 'fold', functions: [], obligations: [] } as unknown as AnalysisResult;
    const late: AnalysisResult = { ...done, functions: [{ function: symbol, status: 'timeout', reason }] };
    const open = { ...done, obligations: [{ status: 'unknown', reason }] } as unknown as AnalysisResult;
    const said = (result: AnalysisResult) => whyNothing([result], new Set([symbol]));
    expect([done, late, open].map(said)).toEqual([
      'this place is unreachable',
      '`fold` does not get to this place: the budget is used up',
      '`fold` does not get to this place: the budget is used up',
    ]);
  });

  it('says so in a drawing, too', async () => {
    const { out } = await caulk('shapes', never, '--engine', 'modular', '--line', '19');
    expect(out).toContain('>no path that `modular` follows gets to this place</text>');
  });
});
