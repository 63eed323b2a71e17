// Two rounds of runs for findings: a few for each, then equal shares of what is left for those that are not reached.

import { expect, it } from 'vitest';
import { Trials } from '../../src/driver/check/trials.js';
import type { ProgramWork } from '../../src/driver/project/program-work.js';
import type { Effort } from '../../src/driver/replay/route-search.js';
import type { Answer } from '../../src/driver/replay/try-finding.js';
import type { Finding } from '../../src/engines/engine.js';

const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ rule: 'leak', function: name }) as Finding) as [
  Finding,
  Finding,
  Finding,
];

/** What each finding is tried with; `a` is contradicted at once, the others take what they get and are not reached. */
async function roundsWithin(budget: number): Promise<Record<string, number[]>> {
  const rounds: Record<string, number[]> = {};
  const answer = ({ function: name }: Finding, { instructions }: Effort): Answer => {
    rounds[name] = [...(rounds[name] ?? []), instructions];
    if (name === 'a') return { kind: 'contradicted', runs: 1, instructions: 1_000 };
    return { kind: 'not reached', followed: 0, turns: 1, stop: 'too long', why: '', instructions };
  };
  const work = { try: async (f: Finding, effort: Effort) => answer(f, effort) } as unknown as ProgramWork;
  const trials = new Trials([a, b, c], work, budget);
  await Promise.all([a, b, c].map((f) => trials.answer(f)));
  return rounds;
}

it('share what the first round has left', async () => {
  expect(await roundsWithin(5_001_000)).toEqual({ a: [500_000], b: [500_000, 2_000_000], c: [500_000, 2_000_000] });
});

it('end with the first round where little is left', async () => {
  expect(await roundsWithin(1_500_000)).toEqual({ a: [500_000], b: [500_000], c: [500_000] });
});

it('take no more than is of use', async () => {
  expect(await roundsWithin(100_000_000)).toEqual({ a: [500_000], b: [500_000, 8_000_000], c: [500_000, 8_000_000] });
});

it('sum up what both rounds took', async () => {
  const work = {
    try: async (_: Finding, { instructions }: Effort): Promise<Answer> =>
      instructions === 500_000
        ? { kind: 'not reached', followed: 0, turns: 1, stop: 'too long', why: '', instructions }
        : { kind: 'contradicted', runs: 2, instructions: 7 },
  } as unknown as ProgramWork;
  expect(await new Trials([a], work, 9_000_000).answer(a)).toEqual({
    kind: 'contradicted',
    runs: 2,
    instructions: 500_007,
  });
});
