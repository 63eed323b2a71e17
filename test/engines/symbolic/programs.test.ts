// Small C programs with input-dependent leaks: the condition that the engine gives means what the annotation says.
// Both are then run: inputs that satisfy the condition leak, inputs that violate it do not.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../../src/cli/load-program.js';
import { analyse } from '../../../src/engines/symbolic/symbolic.js';
import { runProgram } from '../../../src/interp/run.js';
import type { Unit } from '../../../src/ir/program.js';
import { type Condition, FALSE, holdsIn, or } from '../../../src/logic/linear/constraint.js';
import { Random } from '../../support/random.js';
import { type Annotation, inputNumber, readAnnotation } from './annotated-condition.js';

const folder = fileURLToPath(new URL('../../programs/symbolic', import.meta.url));
const SAMPLES = 200;

async function conditionOf(path: string, text: string) {
  const loaded = await loadProgram(path, []);
  if ('problems' in loaded) throw new Error(loaded.problems.map((p) => p.message).join('; '));
  const { program, unit } = loaded;
  const failingAllocations = text.includes('fails(') ? 'followed' : 'assumed-away';
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000, failingAllocations } as const;
  const result = analyse({ program, entry: program.functionNamed('main')!, options });
  const explained = [...result.explained.values()];
  expect(explained.map((e) => e.kind)).toEqual(explained.map(() => 'exactly'));
  expect(result.findings.map((f) => f.rule)).toEqual(explained.map(() => 'leak'));
  return {
    unit,
    decider: result.decider,
    condition: explained.reduce<Condition>((all, e) => or(all, e.condition), FALSE),
  };
}

describe('the condition of an input-dependent leak', () => {
  const files = readdirSync(folder).filter((f) => f.endsWith('.c'));
  it('is known for twenty programs', () => expect(files.length).toBeGreaterThanOrEqual(20));

  it.each(files)('%s', async (file) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const annotation = readAnnotation(text);
    const { unit, decider, condition } = await conditionOf(path, text);
    expect(decider.areEquivalent(condition, annotation.when)).toBe(true);
    sample(unit, annotation, text);
  });
});

/** Small numbers around the places where something happens, half of them inside the condition if that can be had. */
function sample(unit: Unit, { inputs, when }: Annotation, text: string): void {
  const random = new Random(7);
  const seen = { inside: 0, outside: 0 };
  for (let i = 0; i < SAMPLES * 20 && (seen.inside < SAMPLES / 2 || seen.outside < SAMPLES / 2); i++) {
    const values = inputs.map(() => random.below(24) - 8);
    const failing = text.includes('fails(') ? random.below(3) : 0;
    const words = 1 + random.below(4);
    const model = new Map<string, bigint>(values.map((v, n) => [inputNumber(n, '').id, BigInt(v)]));
    if (failing > 0) model.set(`failure ${failing}`, 1n);
    model.set('argc', BigInt(words));
    const inside = holdsIn(when, model);
    if (inside ? seen.inside++ >= SAMPLES / 2 : seen.outside++ >= SAMPLES / 2) continue;
    const run = runProgram([unit], {
      input: values,
      failures: { kind: 'numbers', numbers: new Set(failing > 0 ? [failing] : []) },
      args: Array.from({ length: words }, () => 'word'),
      leaks: 'count',
    });
    expect([values, failing, words, run.lost.length > 0]).toEqual([values, failing, words, inside]);
  }
}
