// The order of operands: which expressions of a program leave its proofs open, and which are the same in every order.
// Proofs may not be lost where functions keep to themselves what they do.

import { describe, expect, test } from 'vitest';
import { openReturns } from '../../../src/engines/shared/broken-promises.js';
import { openOrders } from '../../../src/engines/shared/evaluation-order.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const HEAD = `typedef unsigned long size_t; void *malloc(size_t); void free(void *); size_t strlen(const char *);
  __attribute__((noreturn)) void exit(int); int puts(const char *); int __VERIFIER_nondet_int(void);
  struct node { struct node *next; int value; }; struct node *head; int count, other; int numbers[9], *where;
  int add(int a, int b) { return a + b; }
  int step(void) { return count++; }
  int peek(void) { return count; }
  int unrelated(void) { return other++; }
  int input(void) { return __VERIFIER_nondet_int(); }
  void *must(size_t n) { void *p = malloc(n); if (!p) { puts("no memory"); exit(1); } return p; }
  struct node *cons(int v, struct node *n) { struct node *p = must(sizeof *p); p->value = v; p->next = n; return p; }
  int length(struct node *p) { int n = 0; for (; p; p = p->next) n++; return n; }
  int drop(struct node *p) { free(p); return 0; }
  int require(int n) { if (!n) exit(0); return n; }
  int change(struct node *p) { return p->value++; }
  int own(void) { struct node n = { 0, 1 }; return change(&n); }
`;

function opened(statements: string): string[] {
  const text = `${HEAD} int main(void) { int i = 0, a[3] = { 0 }; struct node *p = head, n; ${statements} return 0; }`;
  const program = linkWithModels([readUnit('order.c', new TextEncoder().encode(text), LP64)], LP64);
  return [...new Set(openOrders(program, program.functionNamed('main')!).map((o) => o.property))];
}

const ALL = ['valid-deref', 'valid-free', 'valid-memtrack', 'valid-memcleanup'];

describe('the order matters', () => {
  test.each([
    ['of arguments', 'add(step(), peek());'],
    ['of operands', 'i = step() - step();'],
    ['of a variable and a call', 'i = count + step();'],
    ['of both sides', 'numbers[count] = step();'],
    ['of the target of an update', 'count += step();'],
    ['of the values of a list', 'int b[2] = { step(), step() };'],
    ['of the values of a struct', 'struct node b = { p, step() + peek() };'],
    ['of a condition', 'while (step() < peek()) i++;'],
    ['of a result', 'return step() + peek();'],
    ['in a part of the expression', 'i = add(1, 2 * (step() ? peek() + step() : 0));'],
    ['of a read and a free', 'i = p->value + drop(p);'],
    ['of a read by a function and a free', 'i = length(p) + drop(p);'],
    ['through pointers to locals', 'n.value = 0; i = change(&n) + n.value;'],
    ['through pointers of the caller', 'p = cons(1, 0); i = change(p) * change(p);'],
    ['if one ends the program', 'i = require(i) + p->value;'],
    ['if one is unknown', 'int unknown(int); i = unknown(1) + peek();'],
    ['through pointers to functions', 'int (*f)(void) = step; i = f() + peek();'],
    ['of two stores to one variable', 'i = i++;'],
    ['of a store and a read', 'a[i] = i++;'],
    ['of a store and an argument', 'add(i, i++);'],
    ['of two stores behind a pointer', 'p->value = p->value++;'],
  ])('%s', (_, statements) => {
    expect(opened(statements)).toEqual(ALL);
  });

  test('for leaks alone if one operand allocates and another one may end the program', () => {
    expect(opened('cons(require(i), malloc(4));')).toEqual(['valid-memtrack', 'valid-memcleanup']);
  });
});

describe('the order does not matter', () => {
  test.each([
    ['of one call', 'i = step(); i = add(1, step());'],
    ['of functions that only read', 'i = peek() + peek() * length(p);'],
    ['of functions that change different variables', 'add(step(), unrelated());'],
    ['of inputs', 'add(input(), input());'],
    ['of library functions that only read', 'i = strlen("a") + strlen("b");'],
    ['of allocations', 'p = cons(1, cons(input(), malloc(sizeof *p)));'],
    ['of functions that change memory of their own', 'i = own() + own();'],
    ['of an allocation that ends the program if it fails', 'if (p) p = cons(p->value, must(sizeof *p));'],
    ['of a local and a call', 'a[i] = step(); i += step();'],
    ['of operands with a sequence point', 'i = (step(), peek()); i = step() && peek(); i = step() ? peek() : step();'],
    ['of statements', 'int x = step(), y = peek();'],
    ['of stores to different places', 'int *q = a; *q++ = *where++; numbers[count++] = i++; p->value = n.value++;'],
    ['of a store after its value', 'i = i + 1; i = add(i, 1); p = p->next = head; count = step();'],
  ])('%s', (_, statements) => {
    expect(opened(statements)).toEqual([]);
  });
});

test('a function that is declared not to return may return', () => {
  const body = `_Noreturn void stop(int n) { if (n) exit(n); } _Noreturn void end(void) { must_end(); }
    int main(void) { int n = __VERIFIER_nondet_int(); if (n > 1) end(); stop(n); }`;
  const text = `${HEAD} void must_end(void) { exit(1); } ${body}`;
  const program = linkWithModels([readUnit('promise.c', new TextEncoder().encode(text), LP64)], LP64);
  const open = openReturns(program, program.functionNamed('main')!);
  expect(open.map(({ site }) => text.slice(site.at, site.end))).toEqual(ALL.map(() => 'stop(n)'));
});
