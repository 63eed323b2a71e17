// `caulk bench csmith`: random C programs, compiled by gcc and run by the interpreter, must print the same checksum.
// Tests front end and interpreter end to end against gcc.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Console } from '../src/cli/console.js';
import type { BenchOptions } from './bench.js';
import { explainOutcome, runCompiled, runInterpreted } from './compiled.js';
import { type BenchResult, describeMachine } from './result.js';

const PROGRAMS = 1000;
const FLAGS = ['-I/usr/include/csmith'];
/**
 * Programs whose binary takes longer are skipped, because long loops test nothing new. The binary is not optimised,
 * because an optimiser can remove a loop that runs for minutes.
 */
const SECONDS = 5;
const STEPS = 20_000_000_000;

export type Comparison = { readonly seed: number } & (
  | { readonly verdict: 'same' }
  | { readonly verdict: 'left out' | 'different'; readonly why: string }
);

export async function benchCsmith(options: BenchOptions, console: Console): Promise<BenchResult> {
  const empty = { bench: 'csmith', date: new Date().toISOString().slice(0, 10), machine: describeMachine(), aims: [] };
  if (!hasCsmith()) {
    console.err('csmith: not installed (Debian packages csmith and libcsmith-dev)\n');
    return { ...empty, rows: [] };
  }
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'caulk-csmith-'));
  const all: Comparison[] = [];
  try {
    for (let seed = 1; seed <= (options.count ?? PROGRAMS); seed++) {
      const one = await compareSeed(seed, folder);
      all.push(one);
      if (one.verdict !== 'same') console.err(`csmith: seed ${seed} ${one.verdict}: ${one.why}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { ...empty, ...summarize(all, performance.now() - start) };
}

export const hasCsmith = (): boolean => spawnSync('csmith', ['--version']).status === 0;

export async function compareSeed(seed: number, folder: string): Promise<Comparison> {
  const made = spawnSync('csmith', ['--seed', String(seed)], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (made.status !== 0) return { seed, verdict: 'left out', why: 'csmith failed' };
  const file = join(folder, `seed${seed}.c`);
  writeFileSync(file, made.stdout);
  const native = runCompiled(file, join(folder, 'program'), ['-O0', ...FLAGS], SECONDS);
  if (native.problem) return { seed, verdict: 'left out', why: native.problem };
  const ours = await runInterpreted(file, FLAGS, { leaks: 'off', steps: STEPS });
  if (typeof ours === 'string') return { seed, verdict: 'different', why: ours };
  const output = new TextDecoder('latin1').decode(ours.output);
  if (ours.outcome.kind === 'exit' && output === native.output) return { seed, verdict: 'same' };
  const why =
    ours.outcome.kind === 'exit' ? `${output.trim()} instead of ${native.output.trim()}` : explainOutcome(ours);
  return { seed, verdict: 'different', why };
}

function summarize(all: readonly Comparison[], milliseconds: number): Pick<BenchResult, 'rows' | 'aims'> {
  const count = (verdict: Comparison['verdict']) => all.filter((c) => c.verdict === verdict).length;
  const compared = all.length - count('left out');
  const rows = [
    {
      programs: all.length,
      same: count('same'),
      different: count('different'),
      'left out': count('left out'),
      seconds: Math.round(milliseconds / 1000),
    },
  ];
  const aim = {
    aim: 'the same checksum as gcc',
    target: `${compared} of ${compared}`,
    measured: `${count('same')} of ${compared}`,
    met: count('same') === compared,
  };
  return { rows, aims: [aim] };
}
