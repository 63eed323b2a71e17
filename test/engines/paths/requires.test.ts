// Requirements on the parameters of an entry affect what is proved about it, and are listed among the assumptions.

import { expect, it } from 'vitest';
import type { Requirement } from '../../../src/engines/engine.js';
import { analyse } from '../../../src/engines/paths/engine.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const PRELUDE = 'extern void free(void *); struct n { struct n *next; int v; };\n';

/** The rules of the findings in f, with their certainty, and the assumptions. */
function analyseF(text: string, ...requires: Requirement[]) {
  const unit = readUnit('f.c', Buffer.from(PRELUDE + text), LP64);
  expect(unit.diagnostics).toEqual([]);
  const program = linkWithModels([unit], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
  const result = analyse({ program, entry: program.functionNamed('f')!, options, requires });
  const open = result.obligations
    .filter((o) => o.status !== 'proved' && o.property !== 'valid-memcleanup')
    .map((o) => o.property);
  return {
    rules: [...new Set(result.findings.map((f) => f.rule))].sort(),
    open: [...new Set(open)].sort(),
    assumptions: result.assumptions.map(({ text }) => text),
  };
}

const FREE_ALL = 'void f(struct n *p) { while (p) { struct n *t = p->next; free(p); p = t; } }';
const WALK =
  'int f(struct n *p) { int s = 0; struct n *x = p; do { s += x->v; x = x->next; } while (x != p); return s; }';
const FREE_BOTH = 'void f(struct n *p, struct n *q) { if (p) free(p); if (q) q->v = 1; }';

it('an acyclic structure is the default, and the meaning of list and tree', () => {
  expect(analyseF(FREE_ALL).open).toEqual([]);
  expect(analyseF(FREE_ALL, { kind: 'list', params: ['p'] }).assumptions).toEqual(analyseF(FREE_ALL).assumptions);
  expect(analyseF(FREE_ALL).assumptions).toEqual([
    'p is null or points to an acyclic structure of its type that nothing else points into',
  ]);
});

it('freeing a circular list node by node reaches freed memory', () => {
  const { rules, assumptions } = analyseF(FREE_ALL, { kind: 'cyclic', params: ['p'] });
  expect(rules).toContain('use-after-free');
  expect(assumptions).toEqual([
    'p is null or points to a circular structure of its type that nothing else points into',
  ]);
});

it('a walk along a nonnull circular list reaches no null', () => {
  expect(analyseF(WALK).rules).toContain('null-dereference');
  const required: Requirement[] = [
    { kind: 'cyclic', params: ['p'] },
    { kind: 'nonnull', params: ['p'] },
  ];
  expect(analyseF(WALK, ...required)).toMatchObject({ rules: [], open: [] });
});

it('null and nonnull exclude the other case', () => {
  const text = 'int f(struct n *p) { return p->v; }';
  expect(analyseF(text).rules).toEqual(['null-dereference']);
  expect(analyseF(text, { kind: 'nonnull', params: ['p'] })).toMatchObject({ rules: [], open: [] });
  expect(analyseF(text, { kind: 'null', params: ['p'] }).assumptions).toEqual(['p is null']);
});

it('structures are disjoint unless they may share', () => {
  expect(analyseF(FREE_BOTH, { kind: 'nonnull', params: ['q'] }).rules).not.toContain('use-after-free');
  expect(analyseF(FREE_BOTH, { kind: 'same', params: ['p', 'q'] }).rules).toContain('use-after-free');
  const shared = analyseF(FREE_BOTH, { kind: 'shares', params: ['p', 'q'] });
  expect(shared.rules).toContain('use-after-free');
  expect(shared.assumptions.at(-1)).toMatch(/^q .* which may overlap that of p$/);
});

it('lists that share a tail cannot both be freed', () => {
  const text = `static void drop(struct n *p) { while (p) { struct n *t = p->next; free(p); p = t; } }
void f(struct n *p, struct n *q) { drop(p); drop(q); }`;
  expect(analyseF(text).open).toEqual([]);
  expect(analyseF(text, { kind: 'shares', params: ['p', 'q'] }).rules).toContain('use-after-free');
});

it('nodes of an arbitrary graph may be visited twice', () => {
  expect(analyseF(FREE_ALL, { kind: 'graph', params: ['p'] }).rules).toContain('use-after-free');
});
