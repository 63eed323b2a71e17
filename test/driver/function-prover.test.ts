// Proofs of single functions under assumptions: functions with an error of their own are never proved, and the
// assumptions of those that are proved are the expected ones.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FunctionProver, type FunctionVerdict } from '../../src/driver/project/function-prover.js';
import { findProvers } from '../../src/engines/registry.js';
import { hasBody, type Program } from '../../src/ir/link.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { isModel } from '../../src/models/origin.js';
import { LP64 } from '../../src/types/types.js';
import { preprocessed } from '../support/headers.js';

const OPTIONS = { mallocMayFail: false, failingAllocations: 'followed', leakAtExit: false } as const;
const engines = await findProvers(['paths']);

const link = (name: string, text: string): Program =>
  linkWithModels([readUnit(name, new TextEncoder().encode(text), LP64)], LP64, []);

function proveAll(program: Program, steps = 400): ReadonlyMap<string, FunctionVerdict> {
  const prover = new FunctionProver({ program, engines, options: OPTIONS, steps });
  const own = program.defined().filter((f) => hasBody(f) && !isModel(f));
  return new Map(own.map((f) => [f.name, prover.prove(f)]));
}

const read = (name: string): string => readFileSync(new URL(`../programs/slices/${name}`, import.meta.url), 'utf8');

function linkFile(name: string): Program {
  const unit = readUnit(name, new TextEncoder().encode(preprocessed([], read(name))), LP64);
  expect(unit.lost).toEqual([]);
  return linkWithModels([unit], LP64, []);
}

describe('functions with an error of their own', () => {
  const verdicts = proveAll(linkFile('wrong.c'));
  const wrong = [...verdicts].filter(([name]) => name.startsWith('w_'));

  it('are many', () => expect(wrong.length).toBe(92));

  it.each(wrong)('%s is not proved, and the reason says why', (_, { proof, reason }) => {
    expect(proof).toBeNull();
    expect(reason?.text).toBeTruthy();
    expect(reason?.kind).not.toBe('budget');
  });
});

describe('functions without one', () => {
  const text = read('right.c');
  const verdicts = proveAll(linkFile('right.c'));
  const expected = [...text.matchAll(/^[^\n]*?(\w+)\([^\n]*\{[^\n]*\} \/\/ PROVED:(.*)$/gm)].map(
    ([, name, kinds]) => [name!, kinds!.trim()] as const,
  );

  it('are all read', () => expect(expected.length).toBe(text.split('// PROVED:').length - 1));

  it.each(expected)('%s is proved under [%s]', (name, kinds) => {
    const { proof, reason } = verdicts.get(name)!;
    expect(reason).toBeNull();
    expect([...new Set(proof!.assumptions.map(({ kind }) => kind))].join(' ')).toBe(kinds);
  });
});

describe('a slice', () => {
  it('follows small callees, so that their effects are known', () => {
    const text =
      'void free(void *);\nstatic void drop(int *p) { free(p); }\nvoid twice(int *p) { drop(p); drop(p); }\n';
    expect(proveAll(link('a.c', text)).get('twice')!.proof).toBeNull();
    const { proof } = proveAll(link('b.c', text.replace('drop(p); drop(p);', 'drop(p);'))).get('twice')!;
    expect(proof).toMatchObject({ engine: 'paths', followed: ['drop'], trivial: false });
  });

  it('says which function it takes for granted, once', () => {
    const text = 'extern void other(void);\nvoid f(void) { other(); other(); }\n';
    const { proof } = proveAll(link('a.c', text)).get('f')!;
    expect(proof!.assumptions).toEqual([{ kind: 'callee', text: 'other has no error with what it is passed' }]);
  });

  it.each([
    ['an address', 'int x; int main(void) { return f(&x); }', false],
    ['a null', 'int main(void) { return f(0); }', true],
    ['an unknown pointer', 'int *x; int main(void) { return f(x); }', true],
    [
      'a parameter that is never null',
      'static int g(int *q) { return f(q); } int x; int main(void) { return g(&x); }',
      false,
    ],
    ['a parameter that may be null', 'int g(int *q) { return f(q); }', true],
    [
      'a parameter that is changed',
      'static int g(int *q) { q = 0; return f(q); } int x; int main(void) { return g(&x); }',
      true,
    ],
    ['itself', 'int x; int main(void) { return f(&x); } static int f(int *p) { return *p ? f(p) : 1; }', false],
    ['anything, through a pointer', 'int x; int (*h)(int *) = f; int main(void) { return f(&x); }', true],
    [
      'an address, and there is an alias',
      'int a(int *) __attribute__((alias("f"))); int x; int main(void) { return f(&x); }',
      true,
    ],
    ['one address and one null', 'int x; int main(void) { return f(&x) + f(0); }', true],
  ])('a parameter may be null if callers pass %s', (_, callers, mayBeNull) => {
    const own = callers.includes('static int f(int *p) {')
      ? 'static int f(int *p);'
      : 'static int f(int *p) { return *p; }';
    const { proof } = proveAll(link('a.c', `${own} ${callers}`)).get('f')!;
    expect(proof!.assumptions.some(({ kind }) => kind === 'not-null')).toBe(mayBeNull);
  });

  it('does not follow jumps', () => {
    const text = 'extern int setjmp(long *);\nlong b[8];\nint f(void) { return setjmp(b); }\n';
    expect(proveAll(link('a.c', text)).get('f')).toMatchObject({ proof: null, reason: { kind: 'unsupported' } });
  });
});
