// Small C programs with input-dependent leaks: the condition of the engine is equivalent to that of the annotation.
// Both are then tested by runs: inputs that satisfy the condition leak, inputs that violate it do not.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import { analyse } from '../../../src/engines/symbolic/engine.js';
import type { RunOptions } from '../../../src/interp/options.js';
import { runProgram } from '../../../src/interp/run.js';
import type { Unit } from '../../../src/ir/program.js';
import { type Condition, FALSE, holdsIn, or } from '../../../src/logic/linear/constraint.js';
import { Random } from '../../support/random.js';
import { type Annotation, callNumber, inputNumber, readAnnotation, withCallsByName } from './annotated-condition.js';

const folder = fileURLToPath(new URL('../../programs/symbolic', import.meta.url));
/** Runs per program, half of them inside the condition, half outside. */
const SAMPLES = 200;

async function conditionOf(path: string, { allocations }: Annotation) {
  const loaded = await loadProgram(path, []);
  if ('problems' in loaded) throw new Error(loaded.problems.map((p) => p.message).join('; '));
  const { program, units } = loaded;
  const unit = units[0]!;
  const failingAllocations = allocations === 'may fail' ? 'followed' : 'assumed-away';
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000, failingAllocations } as const;
  const result = analyse({ program, entry: program.functionNamed('main')!, options });
  const explained = [...result.explained.values()];
  expect(explained.map((e) => e.kind)).toEqual(explained.map(() => 'exactly'));
  expect(result.findings.map((f) => f.rule)).toEqual(explained.map(() => 'leak'));
  return {
    unit,
    decider: result.decider,
    condition: withCallsByName(explained.reduce<Condition>((all, e) => or(all, e.condition), FALSE)),
  };
}

describe('the condition of an input-dependent leak', () => {
  const files = readdirSync(folder).filter((f) => f.endsWith('.c'));
  it('is known for more than thirty programs', () => expect(files.length).toBeGreaterThan(30));

  it.each(files)('%s', async (file) => {
    const path = join(folder, file);
    const annotation = readAnnotation(readFileSync(path, 'utf8'));
    const { unit, decider, condition } = await conditionOf(path, annotation);
    expect(decider.areEquivalent(condition, annotation.when)).toBe(true);
    expect(validate(unit, annotation)).toEqual({ inside: SAMPLES / 2, outside: SAMPLES / 2 });
  });
});

/** Runs on inputs inside and outside of the condition: those inside leak, the others do not. */
function validate(unit: Unit, annotation: Annotation): { inside: number; outside: number } {
  const random = new Random(7);
  const seen = { inside: 0, outside: 0 };
  for (let i = 0; i < MOST_DRAWS && (seen.inside < SAMPLES / 2 || seen.outside < SAMPLES / 2); i++) {
    const { model, options } = draw(random, annotation);
    const where = holdsIn(annotation.when, model) ? 'inside' : 'outside';
    if (seen[where] === SAMPLES / 2) continue;
    seen[where]++;
    const leaks = runProgram([unit], { ...options, leaks: 'count' }).lost.length > 0;
    expect([options, leaks]).toEqual([options, where === 'inside']);
  }
  return seen;
}

const MOST_DRAWS = 100_000;

/** Small numbers, and numbers close to those of the condition; files and environment variables that exist or not. */
function draw(random: Random, { inputs, opens, environment, allocations, when }: Annotation) {
  const middles = [0, 0, ...when.flat().map((c) => Math.abs(Number(c.term.constant)))];
  const values = inputs.map(() => random.pick(middles) + random.below(24) - 8);
  const failing = allocations === 'may fail' ? random.below(3) : 0;
  const words = 1 + random.below(4);
  const present = (names: readonly string[]): string[] => names.filter(() => random.oneIn(2));
  const [files, variables] = [present(opens), present(environment)];
  const model = new Map<string, bigint>([
    ...values.map((v, n) => [inputNumber(n, '').id, BigInt(v)] as const),
    ...opens.map((name, n) => [callNumber('fopen', n + 1).id, files.includes(name) ? 1n : 0n] as const),
    ...environment.map((name, n) => [callNumber('getenv', n + 1).id, variables.includes(name) ? 1n : 0n] as const),
    ...(failing > 0 ? [[`failure ${failing}`, 1n] as const] : []),
    ['argc', BigInt(words)],
  ]);
  const options: RunOptions = {
    input: values,
    failures: { kind: 'numbers', numbers: new Set(failing > 0 ? [failing] : []) },
    args: Array.from({ length: words }, () => 'word'),
    files: new Map(files.map((name) => [name, new Uint8Array()])),
    environment: new Map(variables.map((name) => [name, 'value'])),
  };
  return { model, options };
}
