// Latent findings: callers decide whether such arguments are passed.
// Each case was once a false alarm on a real program.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const CELLS = `struct cell { int n; };
static int codes(struct cell **last, int with_codes) {
  if (last && !*last) return 0;
  return with_codes ? (*last)->n : 1;
}
int plain(void) { return codes(0, 0); }
int coloured(struct cell *c) { return codes(&c, 1); }\n`;

test('arguments that no caller passes together are no reason for an alarm', () => {
  expect(rulesIn(CELLS)).toEqual([]);
  expect(rulesIn(CELLS.replace('codes(0, 0)', 'codes(0, 1)'))).toEqual(['null-dereference']);
  expect(rulesIn(CELLS.replace('plain(void) { return codes(0, 0)', 'plain(int n) { return codes(0, n)'))).toEqual([
    'null-dereference',
  ]);
});

test('a function without known callers, or with calls through a pointer, may get any arguments', () => {
  const alone = CELLS.slice(0, CELLS.indexOf('int plain')).replace('static ', '');
  expect(rulesIn(alone)).toEqual(['null-dereference']);
  expect(rulesIn(`${CELLS}int (*hook)(struct cell **, int) = codes;\n`)).toEqual(['null-dereference']);
});

const FLAGS = `struct table { int n; }; struct table *saved;
static int redirect(int *fd, int flags) {
  struct table *t = 0;
  *fd = 1;
  if (flags & 1) t = saved;
  return flags & 3 ? t->n : 0;
}
int both(int *fd) { return redirect(fd, 3) + redirect(fd, 1) + redirect(fd, 0); }\n`;

test('flags are told apart by their bits', () => {
  expect(rulesIn(FLAGS)).toEqual([]);
  expect(rulesIn(FLAGS.replace('redirect(fd, 1)', 'redirect(fd, 2)'))).toEqual(['null-dereference']);
});

test('a leak on a path that no caller takes may also happen on paths merged with it', () => {
  const text = `static int run(int n) { char *p = malloc(4); if (n > 8) return 0; free(p); return 1; }
int use(void) { return run(8); }\n`;
  expect(rulesIn(text)).toEqual(['leak']);
});
