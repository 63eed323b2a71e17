// Liveness: a variable is live up to its last use, and dead where it is completely overwritten before the next use.

import { describe, expect, it } from 'vitest';
import { Liveness, mayDie, variablesIn } from '../../src/ir/liveness.js';
import type { FunctionBody } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

function bodyOf(text: string): FunctionBody {
  const unit = readUnit('test.c', Buffer.from(text), LP64);
  expect(unit.diagnostics).toEqual([]);
  return unit.functions.find((f) => f.name === 'f')!.body!;
}

const names = (live: ReadonlySet<{ readonly name: string }>): string[] => [...live].map((v) => v.name).sort();

/** The live variables before each instruction of the first block, and after the last. */
function alongFirstBlock(text: string): string[] {
  const body = bodyOf(text);
  const liveness = new Liveness(body);
  return [-1, ...body.entry.instrs.keys()].map((i) => names(liveness.behind(body.entry, i)).join(' '));
}

describe('liveness', () => {
  it('ends with the last use and begins again with a complete write', () => {
    expect(alongFirstBlock('int f(int a, int b) { int c = a; a = b; return a + c; }')).toEqual(['a b', 'b c', 'a c']);
  });

  it('continues through a partial write', () => {
    const body = bodyOf('struct s { int x, y; }; int f(struct s v) { v.x = 1; return v.y; }');
    expect(names(new Liveness(body).atEntry(body.entry))).toEqual(['v']);
  });

  it('is propagated around loops', () => {
    const text = 'int f(int n, int k) { int i = 0; while (i < n) { i = i + k; } return i; }';
    const body = bodyOf(text);
    const liveness = new Liveness(body);
    const step = body.blocks.find((b) => b.id !== 0 && b.instrs.some((i) => i.kind === 'assign'))!;
    expect(names(liveness.atEntry(step))).toEqual(['i', 'k', 'n']);
    expect(names(liveness.atEntry(body.entry))).toEqual(['k', 'n']);
  });

  it('includes pointers, indices, arguments and the pointer of an indirect call', () => {
    const text = 'int f(int *p, int i, int (*g)(int), int x) { p[i] = 0; return g(x); }';
    const body = bodyOf(text);
    expect(names(new Liveness(body).atEntry(body.entry))).toEqual(['g', 'i', 'p', 'x']);
  });

  it('ends with the scope: the next iteration of a loop has a new variable', () => {
    const text = 'int g(int); void f(int n) { while (n) { int x; if (n > 1) x = 1; n = g(x); } }';
    const body = bodyOf(text);
    const x = body.variables.find((v) => v.name === 'x')!;
    const liveness = new Liveness(body);
    const ending = body.blocks.find((b) => b.instrs.some((i) => i.kind === 'scope-end'))!;
    const index = ending.instrs.findIndex((i) => i.kind === 'scope-end');
    expect(liveness.behind(ending, index - 1).has(x)).toBe(false);
  });

  it('reports the variables that it cannot track completely', () => {
    const body = bodyOf('int g(int *); int f(int a, int n) { int v[n]; return g(&a) + g(v); }');
    const known = body.variables.filter((v) => v.kind !== 'temporary' && mayDie(v)).map((v) => v.name);
    expect(known).toContain('n');
    expect(known).not.toContain('a');
    expect(body.variables.some((v) => v.ownsBlock)).toBe(true);
    expect(body.variables.filter((v) => v.ownsBlock).some(mayDie)).toBe(false);
  });

  it('lists the variables of an expression', () => {
    const body = bodyOf('int f(int *p, int i, int j) { return p[i] + -j; }');
    const { terminator } = body.entry;
    expect(terminator.kind === 'return' && names(variablesIn(terminator.value!))).toEqual(['i', 'j', 'p']);
  });
});
