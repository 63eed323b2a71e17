// Parts of blocks: copying one member, or taking its address, says nothing about the others.
// Each was once reported wrongly on a real program.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const COPIED = `void *memcpy(void *, const void *, size_t);
struct cell { int fg, bg; long link; }; struct popup { int n; struct cell look; char *title; };
extern const struct cell plain;
struct popup *make(void) {
  struct popup *p = malloc(sizeof *p);
  if (!p) return 0;
  p->title = malloc(4);
  memcpy(&p->look, &plain, sizeof p->look);
  return p;
}\n`;

test('a member that is copied over leaves those behind it alone', () => {
  expect(rulesIn(COPIED)).toEqual([]);
  expect(rulesIn(COPIED.replace('sizeof p->look', 'sizeof *p - 8'))).toEqual(['leak']);
});

test('so does the first member', () => {
  const first = COPIED.replace('int n; struct cell look;', 'struct cell look;');
  expect(rulesIn(first)).toEqual([]);
  expect(rulesIn(first.replace('sizeof p->look', 'sizeof *p'))).toEqual(['leak']);
});
