// Functions of a program as pieces of work: kept verdicts are reused as long as nothing they depend on has changed, and
// a check that proves tells of every function and of all together.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Cache, noCache } from '../../src/driver/project/cache.js';
import { FunctionProver } from '../../src/driver/project/function-prover.js';
import { ProgramWork } from '../../src/driver/project/program-work.js';
import { proveFunctions } from '../../src/driver/project/prove-program.js';
import { WorkerPool } from '../../src/driver/project/worker-pool.js';
import { findProver } from '../../src/engines/registry.js';
import { hasBody } from '../../src/ir/link.js';
import type { PackedFunction } from '../../src/ir/pack/open.js';
import { packUnit } from '../../src/ir/pack/pack.js';
import { PackedProgram } from '../../src/ir/pack/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';
import { caulk } from '../support/cli.js';

const kept = new Map<string, Uint8Array>();
const cache: Cache = {
  ...noCache,
  answer: (key) => kept.get(key) ?? null,
  keepAnswer: (key, bytes) => kept.set(key, bytes),
};
const paths = await findProver('paths');
const options = { mallocMayFail: false, failingAllocations: 'followed', leakAtExit: false } as const;
const plan = { engines: ['paths'], options, steps: 100 } as const;

function open(text: string): { readonly objects: readonly Uint8Array[]; readonly program: PackedProgram } {
  const unit = readUnit('a.c', new TextEncoder().encode(text), LP64);
  const objects = [packUnit(unit, { id: 'a.c', main: 'a.c', pathOf: (file) => file })];
  return { objects, program: PackedProgram.open(objects) };
}

/** How often `f` has to be proved, and what the verdict is. */
async function ask(text: string, steps = 100) {
  const work = new ProgramWork({ ...open(text), cache, pool: new WorkerPool(1) });
  const f = work.means.program.functionNamed('f') as PackedFunction;
  const verdict = await work.prove(f, { plan: { ...plan, steps } });
  return { asked: work.asked, verdict };
}

const CALLEE = 'static int g(int *p) { return *p; }\n';
const F = 'static int limit = 3;\nint f(int *p) { return g(p) + limit; }\n';

it('a verdict is reused as long as code, variables and options are the same', async () => {
  const first = await ask(CALLEE + F);
  expect(first.asked).toBe(1);
  expect(first.verdict.proof).toMatchObject({ engine: 'paths', followed: ['g'] });
  const again = await ask(CALLEE + F);
  expect(again).toEqual({ asked: 0, verdict: first.verdict });
  expect((await ask(`${CALLEE}${F}int later(void) { return 7; }\n`)).asked).toBe(0);
  expect((await ask(CALLEE.replace('*p', 'p[1]') + F)).asked).toBe(1);
  expect((await ask(CALLEE + F.replace('= 3', '= 4'))).asked).toBe(1);
  expect((await ask(`${CALLEE}${F}void change(void) { limit = 9; }\n`)).asked).toBe(1);
  expect((await ask(CALLEE + F, 50)).asked).toBe(1);
  expect((await ask(`\n${CALLEE}${F}`)).asked).toBe(1); // the lines in assumptions have moved
});

it('a damaged answer is computed again', async () => {
  const { asked } = await ask(CALLEE + F);
  expect(asked).toBe(0);
  for (const key of kept.keys()) kept.set(key, new TextEncoder().encode('{"key":"another"}'));
  expect((await ask(CALLEE + F)).asked).toBe(1);
});

it('all functions together get the verdicts that each gets alone', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `f${i}`);
  const text = names
    .map((name, i) => `int ${name}(int *p) { return ${i % 3 === 0 ? '*(int *)0' : `p[${i}]`}; }\n`)
    .join('');
  const { objects, program } = open(text);
  const functions = (program.defined() as PackedFunction[]).filter(hasBody);
  const steps: number[] = [];
  const work = new ProgramWork({ program, objects, cache: noCache, pool: new WorkerPool(1) });
  const means = { work, plan, step: (done: number) => steps.push(done) };
  const verdicts = await proveFunctions(functions, means);
  const alone = new FunctionProver({ ...plan, program, engines: [paths] });
  for (const f of functions) expect(verdicts.get(f)).toEqual(alone.prove(f));
  expect([...verdicts.keys()].map(({ name }) => name)).toEqual(names);
  expect([...verdicts.values()].filter(({ proof }) => proof).length).toBe(20);
  expect(steps.at(-1)).toBe(30);
});

it('check --prove tells of every function, and of all in one line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-prove-'));
  const file = join(folder, 'a.c');
  writeFileSync(
    file,
    'int one(void) { return 1; }\nint get(int *p) { return *p; }\nint bad(void) { return *(int *)0; }\n',
  );
  const said = await caulk('check', '--prove', '--no-cache', file);
  expect(said.out).toContain(
    '2 of 3 functions are proved free of heap errors: 1 access no memory behind pointers, 0 more assume nothing, 1 assume valid arguments',
  );
  const { functions, stats } = JSON.parse((await caulk('check', '--prove', '--format', 'json', file)).out);
  expect(stats.proofs).toMatchObject({ functions: 3, proved: 2, trivial: 1, byEngine: { paths: 2 } });
  expect(functions[0].proof).toEqual({ engine: 'paths', assumptions: [], trivial: true, followed: [] });
  expect(functions[1].proof.assumptions.map((a: { kind: string }) => a.kind)).toEqual(['not-null', 'valid-argument']);
  expect(functions[2]).toMatchObject({ unproved: { kind: 'error', text: 'the pointer is null' } });
  const without = JSON.parse((await caulk('check', '--format', 'json', file)).out);
  expect(without.stats.proofs).toBeUndefined();
  expect(without.functions.some((f: object) => 'proof' in f || 'unproved' in f)).toBe(false);
});
