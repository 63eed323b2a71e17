// The programs of the five papers run without errors, or have exactly the annotated ones.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { singleFileJob } from '../../src/frontend/compile-job.js';
import { preprocess } from '../../src/frontend/preprocess.js';
import { ruleOf } from '../../src/interp/incidents.js';
import { runProgram } from '../../src/interp/run.js';
import { readUnit } from '../../src/ir/unit.js';
import { Random } from '../support/random.js';

const root = join(import.meta.dirname, '../../examples/seeds');
const programs = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.c'));
const INPUTS = 60;

function announced(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, i) => [...line.matchAll(/WARN\(([a-z-]+)\)/g)].map((m) => `${m[1]} at ${i + 1}`)).sort();
}

/** Small numbers, because these programs read lengths of lists. */
function smallInput(seed: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: 400 }, () => random.below(6) - (random.oneIn(20) ? 1 : 0));
}

async function shown(file: string): Promise<string[]> {
  const job = singleFileJob(file, root, []);
  const text = await preprocess(job);
  if ('failure' in text) throw new Error(text.failure.message);
  const unit = readUnit(file, text.bytes, job.target);
  const seen = new Set<string>();
  for (let seed = 0; seed < INPUTS; seed++) {
    const { outcome, lost } = runProgram([unit], { input: smallInput(seed), leaks: 'locate', steps: 200_000 });
    if (outcome.kind === 'obstacle') seen.add(outcome.message);
    if (outcome.kind === 'incident') {
      seen.add(`${ruleOf(outcome.incident.kind)} at ${outcome.incident.calls[0]!.location.line}`);
      continue; // a leak caused by an earlier error does not count
    }
    for (const block of lost) seen.add(`leak at ${block.lost?.[0]?.location.line}`);
  }
  return [...seen].sort();
}

describe('the programs of the papers', () => {
  test.each(programs)('%s', async (name) => {
    const file = join(root, name);
    expect(await shown(file)).toEqual(announced(file));
  });
});
