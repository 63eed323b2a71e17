// The harness with engines that are known to be right or wrong.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runProgram } from '../../../src/interp/run.js';
import { heapPrograms } from './generate.js';
import { findCounterexample, readProgram } from './harness.js';
import { errorsOf } from './record.js';
import { flat, leakBlind, top, unshared } from './toy-engines.js';
import '../fixed-seed.js';

const reckless = { style: 'reckless', recursion: 'on', programs: 60, inputs: 4, seed: 1 } as const;
const guarded = { ...reckless, style: 'guarded' } as const;

const linesOf = (program: string) => program.split('\n').length;

test('an engine that claims nothing is never wrong', () => {
  expect(findCounterexample(top, reckless)).toBeNull();
  expect(findCounterexample(top, guarded)).toBeNull();
});

test('an engine that ignores edges is caught with a small program', () => {
  const failure = findCounterexample(flat, guarded);
  expect(failure?.why).toContain('not covered');
  expect(failure?.program).toContain('int main(void)');
  expect(linesOf(failure!.program)).toBeLessThan(60);
});

test('an engine that ignores sharing is caught', () => {
  const failure = findCounterexample(unshared, { ...guarded, programs: 300 });
  expect(failure?.why).toContain('assumed to be shared');
});

test('an engine that misses leaks is caught with a small program', () => {
  const failure = findCounterexample(leakBlind, reckless);
  expect(failure?.why).toContain('leak at line');
  expect(linesOf(failure!.program)).toBeLessThan(40);
});

test('guarded programs run without errors', () => {
  fc.assert(
    fc.property(heapPrograms({ style: 'guarded', recursion: 'on' }), fc.nat(), (program, seed) => {
      const result = runProgram([readProgram(program)], { seed, steps: 100_000 });
      return result.outcome.kind === 'exit' && result.lost.length === 0 && result.reachable.length === 0;
    }),
    { seed: 7, numRuns: 150 },
  );
});

test('reckless programs have errors of many kinds', () => {
  const rules = new Set<string>();
  fc.assert(
    fc.property(heapPrograms({ style: 'reckless', recursion: 'off' }), fc.nat(), (program, seed) => {
      const result = runProgram([readProgram(program)], { seed, steps: 100_000, leaks: 'locate' });
      for (const { rule } of errorsOf(result)) rules.add(rule);
    }),
    { seed: 3, numRuns: 400 },
  );
  expect([...rules].sort()).toEqual(expect.arrayContaining(['double-free', 'leak', 'null-dereference']));
});
