// Loops with many states: overlaid graphs must keep the numbers of each.
// Regression of a random program: a joined state got the name of a third, which was then lost.

import { expect, test } from 'vitest';
import { readUnit } from '../../../src/ir/unit.js';
import { LP64 } from '../../../src/types/types.js';
import { findDiscrepancy } from '../../support/differential/harness.js';
import { PathsUnderTest } from './under-test.js';

const PROGRAM = `extern void *malloc(unsigned long size);
extern void free(void *block);
extern int __VERIFIER_nondet_int(void);
struct node { int d; struct node *n; struct node *all; };
static int fuel = 40;
static struct node *all;
static struct node *make(void) {
  struct node *e = malloc(sizeof *e);
  if (!e) return 0;
  e->d = 0;
  e->n = 0;
  e->all = all;
  all = e;
  return e;
}
int main(void) {
  struct node *p0 = 0, *p1 = 0;
  struct node **q = &p0;
  while (__VERIFIER_nondet_int()) {
    struct node *e = make();
    if (e) e->n = p0;
    p0 = e;
  }
  while (fuel-- > 0) {
    p1 = make();
    if (__VERIFIER_nondet_int()) *q = 0;
    else p1 = 0;
  }
  while (all) { p0 = all; all = all->all; free(p0); }
  return 0;
}
`;

test('overlaid graphs keep the numbers of all', () => {
  const unit = readUnit('crowded.c', new TextEncoder().encode(PROGRAM), LP64);
  expect(findDiscrepancy(new PathsUnderTest(), unit, 8)).toBeNull();
});
