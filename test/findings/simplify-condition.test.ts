// Conditions are made shorter, and still say the same.

import { expect, it } from 'vitest';
import { simplifyCondition } from '../../src/findings/simplify-condition.js';

it.each([
  ['(a and b) or (a and c)', 'a and (b or c)'],
  ['a and a and b', 'a and b'],
  ['(a and b) or a', 'a'],
  ['(a and b) or (b and a)', 'a and b'],
  ['(p->next != NULL and p != NULL) or (p->next == NULL and p != NULL)', 'p->next != NULL or p->next == NULL'],
  ['list->value >= 4 and list != NULL', 'list->value >= 4'],
  ['n >= 4 and n >= 2 and n != 0', 'n >= 4'],
  ['n >= 4 and n <= 9', 'n >= 4 and n <= 9'],
  ['n != 0 and n >= 0', 'n != 0 and n >= 0'],
  [
    'only if (b != NULL and b->owner != NULL and v != 0) or (b->owner->value == n and b != NULL)',
    'only if (b->owner != NULL and v != 0) or b->owner->value == n',
  ],
  ['a and (b or c)', 'a and (b or c)'],
  ['name is "this and that" and n == 1', 'name is "this and that" and n == 1'],
  ['f is called, n == 1 and q != NULL', 'f is called, n == 1 and q != NULL'],
  ['pp->x == 1 and p != NULL', 'pp->x == 1 and p != NULL'],
  ['q->p->x == 1 and p != NULL', 'q->p->x == 1 and p != NULL'],
])('%s', (long, short) => {
  expect(simplifyCondition(long)).toBe(short);
});
