// Latent findings: callers decide whether such arguments are passed.
// Each test is a former false alarm on a real program.

import { expect, test } from 'vitest';
import { findingsIn, rulesIn } from './rules-in.js';

const CELLS = `struct cell { int n; };
static int codes(struct cell **last, int with_codes) {
  if (last && !*last) return 0;
  return with_codes ? (*last)->n : 1;
}
int plain(void) { return codes(0, 0); }
int coloured(struct cell *c) { return codes(&c, 1); }\n`;

test('a combination of arguments that no caller passes gives no alarm', () => {
  expect(rulesIn(CELLS)).toEqual([]);
  expect(rulesIn(CELLS.replace('codes(0, 0)', 'codes(0, 1)'))).toEqual(['null-dereference']);
  expect(rulesIn(CELLS.replace('plain(void) { return codes(0, 0)', 'plain(int n) { return codes(0, n)'))).toEqual([
    'null-dereference',
  ]);
});

test('a function without known callers, or whose address is taken, may get any arguments', () => {
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

test('flags are distinguished by their bits', () => {
  expect(rulesIn(FLAGS)).toEqual([]);
  expect(rulesIn(FLAGS.replace('redirect(fd, 1)', 'redirect(fd, 2)'))).toEqual(['null-dereference']);
});

/** A leak if `n` is more than 8. */
const RUN = `static int run(int n) { char *p = malloc(4); if (n > 8) return 0; free(p); return 1; }\n`;

test('a leak on a path that no caller takes is latent', () => {
  expect(rulesIn(`${RUN}int use(void) { return run(8); }\n`)).toEqual([]);
  expect(rulesIn(`${RUN}int use(void) { return run(9); }\n`)).toEqual(['leak']);
  expect(rulesIn(`${RUN}int use(int n) { return run(n); }\n`)).toEqual(['leak']);
});

test('callers of callers are asked', () => {
  const inner = `${RUN}static int pass(int n) { return run(n + 1); }\n`;
  expect(rulesIn(`${inner}int use(void) { return pass(7) + pass(3); }\n`)).toEqual([]);
  expect(rulesIn(`${inner}int use(void) { return pass(7) + pass(8); }\n`)).toEqual(['leak']);
  expect(rulesIn(`${inner}int use(int n) { return n < 8 ? pass(n) : 0; }\n`)).toEqual([]);
  expect(rulesIn(`${inner}int use(int n) { return n < 9 ? pass(n) : 0; }\n`)).toEqual(['leak']);
});

test('without a main, strangers may call what is external', () => {
  const open = RUN.replace('static ', '');
  expect(rulesIn(`${open}int use(void) { return run(8); }\n`)).toEqual(['leak']);
  expect(rulesIn(`${open}int main(void) { return run(8); }\n`)).toEqual([]);
});

test('what later rounds of a loop pass is not known', () => {
  const loop = (first: number) =>
    `${RUN}int use(int m) { int n = ${first}; for (int i = 0; i < m; i++) { run(n); n = n + 1; } return 0; }\n`;
  expect(rulesIn(loop(0))).toEqual(['leak']);
  expect(rulesIn(loop(0).replace('n = n + 1', 'm = m - 1').replace('run(n)', 'run(0)'))).toEqual([]);
});

test('what a path learns in a loop need not hold after more rounds', () => {
  const text = (
    loop: string,
  ) => `static int run(int n, int mode) { char *p = malloc(4); ${loop} if (mode > 8) return 0; free(p); return 1; }
int use(void) { return run(10, 9); }\n`;
  const loop = 'for (int i = 0; i < n; i++) puts("");';
  expect(rulesIn(text(loop))).toEqual(['leak']);
  expect(rulesIn(text(loop).replace('10, 9', '10, 8'))).toEqual([]);
});

test('memory that another path gives away may be lost there as well', () => {
  const text = `void keep(char *); static int run(int n) { char *p = malloc(4); if (n < 9) keep(p); return n; }
int use(void) { return run(8); }\n`;
  expect(rulesIn(text)).toEqual(['leak']);
});

test('before a loop, what is passed is known', () => {
  const text = (n: number) => `${RUN}int use(int m) { int n = ${n}; run(n); while (m--) puts(""); return 0; }\n`;
  expect(rulesIn(text(8))).toEqual([]);
  expect(rulesIn(text(9))).toEqual(['leak']);
});

test('a call through a pointer with known targets is a call like another', () => {
  const table = (n: number) => `${RUN}struct ops { int (*run)(int); }; static const struct ops ops = { run };
int use(void) { return ops.run(${n}); }\n`;
  expect(rulesIn(table(8))).toEqual([]);
  expect(rulesIn(table(9))).toEqual(['leak']);
});

test('what escapes to unknown code may get any arguments', () => {
  const text = `${RUN}void install(int (*)(int)); int use(void) { install(run); return run(8); }\n`;
  expect(rulesIn(text)).toEqual(['leak']);
});

const RECORD = `struct s { int kind; char *text; };
static void drop(struct s *s) { char *p = malloc(4); if (s->kind == 3 && s->text) return; free(p); }\n`;

test('what lies behind arguments and in variables is asked for, too', () => {
  const use = (kind: number, text: string) =>
    `${RECORD}void use(char *t) { struct s s; s.kind = ${kind}; s.text = ${text}; drop(&s); }\n`;
  expect(rulesIn(use(3, 't'))).toEqual(['leak']);
  expect(rulesIn(use(2, 't'))).toEqual([]);
  expect(rulesIn(use(3, '0'))).toEqual([]);
  const global = `static int mode; static void drop(void) { char *p = malloc(4); if (mode == 3) return; free(p); }
void use(int n) { mode = n; drop(); }\n`;
  expect(rulesIn(global)).toEqual(['leak']);
  expect(rulesIn(global.replace('mode = n', 'mode = 2'))).toEqual([]);
});

test('arguments are asked for together', () => {
  const pair = `static void copy(char *a, int n) { char *p = malloc(4); if (!a && n > 0) return; free(p); }\n`;
  const use = (n: string) => `${pair}void use(char *t, int n) { if (t) copy(t, n); else copy(0, ${n}); }\n`;
  expect(rulesIn(use('0'))).toEqual([]);
  expect(rulesIn(use('n'))).toEqual(['leak']);
});

test('two arguments for one object may need what seems to contradict itself', () => {
  const two = `struct s { int kind; };
static void turn(struct s *a, struct s *b) { char *p = malloc(4); if (a->kind == 1) { a->kind = 2; if (b->kind == 2) return; } free(p); }
void use(void) { struct s s; s.kind = 1; turn(&s, &s); }\n`;
  expect(rulesIn(two)).toEqual(['leak']);
});

test('a function that calls itself is asked for nothing', () => {
  const text = `static int run(int n) { char *p = malloc(4); if (n > 8) return 0; free(p); return n ? run(n - 1) : 0; }
int use(void) { return run(8); }\n`;
  expect(rulesIn(text)).toEqual(['leak']);
});

test('a latent finding says what it needs', () => {
  const [latent] = findingsIn(`${RUN}int use(void) { return run(8); }\n`, { latent: true });
  expect(latent).toMatchObject({ rule: 'leak', latent: true, condition: 'n >= 9', function: 'run' });
});
