// `caulk bench seeds symbolic`: Figures 2 and 3 of the paper, in its own language and in C: contexts, predecessors, and
// the derived leak predicates.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../src/base/package-root.js';
import { type LoadedProgram, loadProgram } from '../src/driver/load/load-program.js';
import type { Point } from '../src/engines/engine.js';
import { analyse, type SymbolicResult } from '../src/engines/symbolic/engine.js';
import { type PrintedContext, printContext } from '../src/engines/symbolic/print.js';
import type { FunctionSymbol } from '../src/ir/program.js';
import { type Aim, type BenchResult, describeMachine, median } from './result.js';

/** The result in the paper: where the program leaks, and when. */
interface Seed {
  readonly file: string;
  readonly entry: string;
  /** null: it does not leak. */
  readonly predicate: string | null;
}

const SEEDS: readonly Seed[] = [
  { file: 'figure2.adb', entry: 'main', predicate: 'always' },
  { file: 'figure2.c', entry: 'main', predicate: 'always' },
  { file: 'figure3.adb', entry: 'main', predicate: 'n >= 2' },
  { file: 'figure3.c', entry: 'main', predicate: 'n >= 2' },
  { file: 'figure3_correct.adb', entry: 'main', predicate: null },
  { file: 'figure3_correct.c', entry: 'main', predicate: null },
];

const folder = fileURLToPath(packageFile('examples/seeds/symbolic'));
const RUNS = 5;

export async function benchSeedsSymbolic(): Promise<BenchResult> {
  const measured = [];
  for (const seed of SEEDS) measured.push(await measure(seed));
  return {
    bench: 'seeds symbolic',
    date: new Date().toISOString(),
    machine: describeMachine(),
    rows: measured.map(({ seed, result, milliseconds }) => ({
      program: seed.file,
      'leaks when (paper)': seed.predicate ?? 'never',
      'leaks when': predicateOf(result),
      contexts: result.stats.states,
      questions: result.decider.asked,
      ms: Math.round(milliseconds),
    })),
    aims: measured.map(aimOf),
  };
}

async function measure(seed: Seed) {
  const loaded = await loadSeed(seed.file);
  const times: number[] = [];
  let result: SymbolicResult | null = null;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    result = analyseSeed(loaded, seed.entry);
    times.push(performance.now() - start);
  }
  return { seed, result: result!, milliseconds: median(times) };
}

const predicateOf = ({ findings }: SymbolicResult): string => findings.map((f) => f.condition).join('; ') || 'never';

function aimOf({ seed, result }: { seed: Seed; result: SymbolicResult }): Aim {
  const measured = predicateOf(result);
  const target = seed.predicate ?? 'never';
  const open = result.obligations.filter((o) => o.property !== 'valid-memcleanup' && o.status !== 'proved').length;
  const met = measured === target && open === result.findings.length;
  return { aim: `the leak predicate of ${seed.file}`, target, measured, met };
}

// ---- contexts, for the golden files --------------------------------------------------------------------------------

export async function loadSeed(file: string): Promise<LoadedProgram> {
  const loaded = await loadProgram(join(folder, file), []);
  if ('problems' in loaded) throw new Error(loaded.problems.map((p) => p.message).join('; '));
  return loaded;
}

export function analyseSeed({ program }: LoadedProgram, entry: string): SymbolicResult {
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
  return analyse({ program, entry: program.functionNamed(entry)!, options });
}

/** The contexts before each line of a function, in order of lines, and the findings. */
export function describeSeed({ program }: LoadedProgram, result: SymbolicResult, name: string): string {
  const f = program.functionNamed(name)!;
  const lines = linesOf(f).map(({ line, point }) => {
    const contexts = result.contextsAt(point).map(({ context, frame }) => printContext(result.run, frame, context));
    return [`before line ${line}`, ...contexts.map(describe)].join('\n');
  });
  const findings = result.findings.map(({ rule, site, message, condition }) => {
    return `${rule} at line ${site.source.locate(site.at).line}: ${message}, when: ${condition}`;
  });
  return `${[...lines, ...findings].join('\n\n')}\n`;
}

const describe = ({ state, heap, path, pred, shape }: PrintedContext): string =>
  [`s: ${state}`, `h: ${heap}`, `p: ${path}`, ...pred, ...(shape ? [`shape: ${shape}`] : [])]
    .map((line) => `  ${line}`)
    .join('\n');

function linesOf(f: FunctionSymbol): { line: number; point: Point }[] {
  const found = new Map<number, Point>();
  for (const block of f.body!.blocks) {
    [...block.instrs, block.terminator].forEach((node, index) => {
      if (node.at < 0 || node.kind === 'goto') return;
      const { line } = f.body!.source.locate(node.at);
      if (!found.has(line)) found.set(line, { function: f, block, index });
    });
  }
  return [...found].sort(([a], [b]) => a - b).map(([line, point]) => ({ line, point }));
}
