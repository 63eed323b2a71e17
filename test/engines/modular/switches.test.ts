// Switches over enumerations: a switch with a case for every enumerator always takes one of them.
// This was once a false alarm on a real program.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const SCOPES = `enum scope { SERVER, SESSION, WINDOW }; struct item { enum scope scope; int *tree; }; int *global;
int set(struct item *i) {
  int *tree = 0;
  switch (i->scope) {
  case SERVER: tree = global; break;
  case SESSION: case WINDOW: tree = i->tree; break;
  }
  return *tree;
}\n`;

test('a switch that names all enumerators is not left without one', () => {
  expect(rulesIn(SCOPES)).toEqual([]);
  expect(rulesIn(SCOPES.replace(' case WINDOW:', ''))).toEqual(['null-dereference']);
  expect(rulesIn(SCOPES.replace('enum scope scope', 'int scope'))).toEqual(['null-dereference']);
});

test('a number that is no enumerator is one all the same', () => {
  expect(rulesIn(SCOPES.replace('int *tree = 0;', 'int *tree = 0; i->scope = 7;'))).toEqual(['null-dereference']);
});
