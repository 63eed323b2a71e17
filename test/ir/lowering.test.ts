// Lowering, construct by construct: the semantics of C is visible in the printed IR.
// Every program here also passes the verifier, before and after normalising.

import { describe, expect, it } from 'vitest';
import { normalizeUnit } from '../../src/ir/normalize.js';
import { printUnit } from '../../src/ir/print.js';
import type { Unit } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { verifyUnit } from '../../src/ir/verify.js';
import { LP64 } from '../../src/types/types.js';

function lower(text: string): Unit {
  const unit = readUnit('test.c', Buffer.from(text), LP64);
  expect(unit.diagnostics).toEqual([]);
  expect(verifyUnit(unit)).toEqual([]);
  expect(verifyUnit(normalizeUnit(unit))).toEqual([]);
  return unit;
}

/** Instructions and jumps of `f`, without declarations and line numbers. */
function codeOf(unit: Unit): string[] {
  const lines = printUnit(unit, { function: 'f' }).split('\n');
  const first = lines.indexOf('b0:');
  return lines.slice(first, lines.indexOf('}')).map((l) => l.replace(/ {2}; \d+$/, '').trim());
}

const code = (text: string): string[] => codeOf(lower(text));

describe('evaluation', () => {
  it('lowers && and || to branches, and skips operands that are not evaluated', () => {
    expect(code('int g(int); void f(int a, int b) { if (a && (b || g(a))) g(1); }')).toEqual([
      'b0:',
      'if (a) goto b1 else b4',
      'b1:',
      'if (b) goto b3 else b2',
      'b2:',
      't2 = g(a)',
      'if (t2) goto b3 else b4',
      'b3:',
      'g(1)',
      'goto b4',
      'b4:',
      'return',
    ]);
  });

  it('keeps the old value of i++ and steps pointers by elements', () => {
    expect(code('int f(int *p) { return *p++ + 1; }')).toEqual(['b0:', 't1 = p', 'p = t1 + 1', 'return *t1 + 1']);
  });

  it('evaluates an operand of ?: only when chosen, and the condition of a ?: without middle only once', () => {
    expect(code('int f(int *p, int *q) { return *(p ?: q); }')).toEqual([
      'b0:',
      't3 = p',
      'if (t3) goto b1 else b2',
      'b1:',
      't2 = t3',
      'goto b3',
      'b2:',
      't2 = q',
      'goto b3',
      'b3:',
      'return *t2',
    ]);
  });

  it('computes compound assignments in the common type', () => {
    expect(code('void f(char c, long n) { c += n; }')).toEqual(['b0:', 'c = (char)(((long)c) + n)', 'return']);
  });

  it('reads memory whose value is unused, because the read may fail', () => {
    expect(code('void f(int *p) { *p; (void)p; }')).toEqual(['b0:', 't1 = *p', 'return']);
  });

  it('does not read back a value that the store may have changed', () => {
    const lines = code('void f(int **pp, int *q) { int *x = *pp = q; **pp = *x; }');
    expect(lines.slice(0, 4)).toEqual(['b0:', '*pp = q', 'x = *pp', '**pp = *x']);
    const aliased = code('int *g; void f(int *q) { int x; x = *g = 5; (void)x; }');
    expect(aliased).toEqual(['b0:', '*g = 5', 'x = 5', 'return']);
  });

  it('stores the result of a call directly into its target', () => {
    expect(
      code('void *malloc(unsigned long); struct s { int *p; }; void f(struct s *s) { s->p = malloc(4); }'),
    ).toEqual(['b0:', 's->p = malloc(4)', 'return']);
  });

  it('ends the lifetime of a pointer temporary with its full expression', () => {
    expect(code('void *g(void); void h(void *); void f(void) { h(g()); h(0); }')).toEqual([
      'b0:',
      't0 = g()',
      'h(t0)',
      'scope-end t0',
      'h(null)',
      'return',
    ]);
  });

  it('checks overflow in 128 bits', () => {
    const lines = code('_Bool f(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }');
    expect(lines).toContain('*t3 = t5');
    expect(lines.some((l) => l.includes('(__int128)a) + ((__int128)b)'))).toBe(true);
  });
});

describe('control flow', () => {
  it('falls through the cases of a switch, with ranges and a default in the middle', () => {
    const text =
      'int g(int); int f(int x) { switch (x) { case 1: g(1); default: g(2); break; case 5 ... 9: g(3); } return 0; }';
    expect(code(text)).toEqual([
      'b0:',
      'switch (x) { 1: b1, 5...9: b2, default: b3 }',
      'b1:',
      'g(1)',
      'goto b3',
      'b2:',
      'g(3)',
      'goto b4',
      'b3:',
      'g(2)',
      'goto b4',
      'b4:',
      'return 0',
    ]);
  });

  it('ends scopes on exit: break, continue, goto, return', () => {
    const text = `void g(int *);
      void f(int n) { while (n) { int x; g(&x); if (n == 1) break; if (n == 2) continue; if (n == 3) goto out; n--; } out: ; }`;
    const lines = code(text);
    expect(lines.filter((l) => l === 'scope-end x')).toHaveLength(4);
  });

  it('ends variable length arrays on a jump back over their declaration in the same block, and nothing else', () => {
    const lines = code('int h(int *); void f(int n) { again: ; int a[n]; int x; if (h(a) + h(&x)) goto again; h(a); }');
    const back = lines.indexOf('scope-end a');
    expect(lines[back + 1]).toBe('goto b1');
  });

  it('runs cleanup functions in reverse order of declaration, also on return', () => {
    const text = `void drop(int **); int f(void) {
      __attribute__((cleanup(drop))) int *a = 0; __attribute__((cleanup(drop))) int *b = 0; return *a; }`;
    const lines = code(text);
    expect(lines.slice(3, 8)).toEqual(['t2 = *a', 'drop(&b)', 'drop(&a)', 'scope-end a, b', 'return t2']);
  });

  it('recognises functions that do not return', () => {
    const text = '_Noreturn void die(void); int f(int *p) { if (!p) die(); return *p; }';
    expect(code(text)).toEqual(['b0:', 'if (p) goto b1 else b2', 'b1:', 'return *p', 'b2:', 'die()', 'unreachable']);
  });

  it('makes every label whose address is taken a target of a computed goto', () => {
    const lines = code(
      'int f(int i) { static void *t[] = { &&a, &&b }; goto *t[i]; a: return 1; b: return 2; c: return 3; }',
    );
    expect(lines.find((l) => l.startsWith('goto *'))).toMatch(/in \{ b\d, b\d \}$/);
    expect(lines).not.toContain('return 3');
  });

  it('returns 0 at the end of main', () => {
    const unit = lower('int main(void) { }');
    expect(printUnit(unit, { function: 'main' })).toContain('return 0');
  });
});

describe('memory', () => {
  it('zeroes an aggregate with a partial initialiser', () => {
    expect(code('struct s { int a, b; }; void f(void) { struct s x = { .b = 2 }, y = { 1, 2 }; }')).toEqual([
      'b0:',
      'clear x',
      'x.b = 2',
      'y.a = 1',
      'y.b = 2',
      'return',
    ]);
  });

  it('allocates variable length arrays with the lifetime of their scope', () => {
    const lines = code('unsigned long f(int n) { { int a[n]; a[0] = 1; } int b[n][3]; return sizeof b; }');
    expect(lines).toContain('scope-end a');
    expect(lines.some((l) => l.startsWith('a = __builtin_alloca('))).toBe(true);
    expect(lines.at(-1)).toMatch(/^return length\d+ \* 12$/);
  });

  it('allocates static locals, strings and compound literals', () => {
    const unit = lower('char *f(void) { static int n = 3; n++; return (char[]){ "ab" }; } int *p = (int[]){ 1, 2 };');
    expect(unit.globals.map((g) => g.name)).toEqual(['f.n', '.string.0', '.literal.1', 'p']);
    expect(codeOf(unit)[1]).toBe('f.n = f.n + 1');
  });

  it('converts the arguments of an old-style definition', () => {
    expect(code('int f(c, x) char c; float x; { return c; }')).toEqual([
      'b0:',
      'c = (char)c',
      'x = (float)x',
      'return (int)c',
    ]);
  });

  it('handles nested designators, ranges and flexible members', () => {
    const unit = lower(
      'struct s { int n; struct { short a[4]; } in; int tail[]; } x = { .in.a[1 ... 2] = 7, .tail = { 1, 2 } };',
    );
    const values = unit.globals[0]!.initializer!.map(
      (v) => `${v.offset}=${v.value.kind === 'int' ? v.value.value : '?'}`,
    );
    expect(values).toEqual(['6=7', '8=7', '12=1', '16=2']);
  });
});

describe('the verifier', () => {
  it('rejects a wrong assignment, a foreign block and a foreign variable', () => {
    const unit = lower('void f(int *p, int n) { if (n) *p = n; }');
    const body = unit.functions[0]!.body!;
    const [first] = body.blocks;
    const assign = body.blocks[1]!.instrs[0]!;
    if (assign.kind !== 'assign' || assign.place.kind !== 'deref') throw new Error('unexpected IR');
    Object.assign(assign, { value: assign.place.pointer });
    expect(verifyUnit(unit).join()).toContain('different types');
    Object.assign(body.blocks.at(-1)!, { terminator: { kind: 'goto', target: { ...first }, at: 0, end: 0 } });
    expect(verifyUnit(unit).join()).toContain('a jump out of the function');
    Object.assign(body, { variables: body.variables.slice(0, 1) });
    expect(verifyUnit(unit).join()).toContain('belongs to another function');
  });
});
