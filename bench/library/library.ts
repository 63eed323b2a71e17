// `caulk bench library`: calls every library function that has a model, for real, in the interpreter and in every engine.
// What really happens must be what the interpreter does, and must be covered by every engine.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Console } from '../../src/cli/console.js';
import { Progress } from '../../src/cli/progress.js';
import type { BenchOptions } from '../bench.js';
import { type BenchResult, describeMachine } from '../result.js';
import { callsOf } from './arguments.js';
import type { Call } from './call.js';
import { type Comparison, compareCall } from './compare.js';
import { coversOf, isControl, type WrongProof } from './cover.js';
import { type Details, detailsOf, explain } from './disagreements.js';
import { coverageOf, simplify } from './engines.js';
import { formatGroups } from './formats.js';
import { mayBeAbsent, reasonToLeaveOut } from './left-out.js';
import type { Observation } from './observation.js';
import { runOurs } from './ours.js';
import { examineLibrary, runReal } from './real.js';
import { summarize } from './report.js';
import { modelledFunctions, type Signature } from './signatures.js';

/** Calls of a function, and functions in a program: gcc is slow to start. */
const CALLS = 9;
const SEED = 1;
const TOGETHER = 90;

/** The calls of one function, or of one directive of a format. */
export interface Group {
  readonly name: string;
  readonly file: string;
  readonly calls: readonly Call[];
}

/** A function that is not exercised. */
export interface Omitted {
  readonly name: string;
  readonly file: string;
  readonly reason: string;
}

export interface GroupResult extends Group {
  readonly observations: readonly Observation[];
  readonly comparisons: readonly Comparison[];
}

export interface LibraryResult {
  readonly groups: readonly GroupResult[];
  readonly wrong: readonly WrongProof[];
  /** Calls without a claim that engines prove: where they cover more because they know more. */
  readonly decided: readonly WrongProof[];
  readonly crashes: readonly string[];
  readonly asked: number;
  readonly leftOut: readonly Omitted[];
  /** Models that are neither exercised nor left out for a reason. */
  readonly forgotten: readonly string[];
  readonly seconds: number;
}

export interface Selection {
  readonly seed: number;
  readonly count: number;
  readonly isWanted: (name: string) => boolean;
}

/** What `--json` prints: disagreements by name beside the table. */
type LibraryBench = BenchResult & Details;

export async function benchLibrary(options: BenchOptions, console: Console): Promise<LibraryBench> {
  const only = options.project;
  const isWanted = (name: string) => only === undefined || only.includes(name.split(' ')[0]!);
  const selection = { seed: options.seed ?? SEED, count: options.count ?? CALLS, isWanted };
  const progress = new Progress('library', console);
  const result = await exerciseLibrary(selection, (done, all) => progress.step(done, all));
  progress.end();
  const details = detailsOf(result);
  if (!options.json) console.err(explain(details));
  return {
    bench: 'library',
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    ...summarize(result),
    ...details,
  };
}

export async function exerciseLibrary(
  selection: Selection,
  step: (done: number, all: number) => void,
): Promise<LibraryResult> {
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'caulk-library-'));
  try {
    const functions = modelledFunctions();
    const { absent, prototypes } = examineLibrary(functions, folder);
    const plan = planCalls(functions, absent, selection);
    const batches = cut(plan.groups);
    const parts: Part[] = [];
    for (const batch of batches) {
      parts.push(await exercise(batch, prototypes, folder));
      step(parts.length, batches.length);
    }
    const { leftOut, forgotten } = plan;
    return { ...combine(parts), leftOut, forgotten, seconds: (performance.now() - start) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Plan {
  readonly groups: readonly Group[];
  readonly leftOut: readonly Omitted[];
  readonly forgotten: readonly string[];
}

const ABSENT = 'this C library does not have it';

/** Every model is exercised, left out for a reason, or forgotten. */
export function planCalls(
  functions: readonly Signature[],
  absent: ReadonlySet<string>,
  { seed, count, isWanted }: Selection,
): Plan {
  let calls = 0;
  const serial = () => calls++;
  const formats = formatGroups(seed, serial).map((g) => ({ ...g, file: 'formats.c' }));
  const formatted = new Set(formats.flatMap((g) => g.calls.map((c) => c.function)));
  const leftOut: Omitted[] = [];
  const forgotten: string[] = [];
  const groups: Group[] = formats.filter((g) => isWanted(g.name) && !g.calls.some((c) => absent.has(c.function)));
  for (const f of functions) {
    const reason = absent.has(f.name) && mayBeAbsent(f.name) ? ABSENT : reasonToLeaveOut(f.name);
    if (reason !== null) leftOut.push({ name: f.name, file: f.file, reason });
    else if (absent.has(f.name)) forgotten.push(`${f.name} (${ABSENT})`);
    else if (!formatted.has(f.name) && isWanted(f.name)) {
      try {
        groups.push({ name: f.name, file: f.file, calls: callsOf(f, seed, count, serial) });
      } catch (error) {
        forgotten.push(`${f.name} (${(error as Error).message})`);
      }
    }
  }
  return { groups, leftOut, forgotten };
}

function cut(groups: readonly Group[]): Group[][] {
  const batches: Group[][] = [];
  for (let i = 0; i < groups.length; i += TOGETHER) batches.push(groups.slice(i, i + TOGETHER));
  return batches;
}

type Part = Pick<LibraryResult, 'groups' | 'wrong' | 'decided' | 'crashes' | 'asked'>;

async function exercise(batch: readonly Group[], prototypes: string, folder: string): Promise<Part> {
  const calls = batch.flatMap((g) => g.calls);
  const observations = runReal(calls, prototypes, folder);
  const interpreted = await runOurs(calls, prototypes, folder);
  const comparisons = calls.map((call, i) => compareCall(call, observations[i]!, interpreted[i]!));
  let at = 0;
  const groups = batch.map((g) => {
    const from = at;
    at += g.calls.length;
    const to = at;
    return { ...g, observations: observations.slice(from, to), comparisons: comparisons.slice(from, to) };
  });
  const covers = groups.flatMap((g, i) => coversOf(g.calls, g.observations, `g${i}`));
  const file = join(folder, 'cover.c');
  const { asked, wrong, crashes } = await coverageOf(covers, prototypes, file);
  const proofs = wrong.filter(({ cover }) => !isControl(cover));
  const decided = wrong.filter(({ cover }) => isControl(cover));
  return { groups, asked, wrong: await simplify(proofs, prototypes, file), decided, crashes };
}

const combine = (parts: readonly Part[]): Part => ({
  groups: parts.flatMap((p) => p.groups),
  wrong: parts.flatMap((p) => p.wrong),
  decided: parts.flatMap((p) => p.decided),
  crashes: parts.flatMap((p) => p.crashes),
  asked: parts.reduce((sum, p) => sum + p.asked, 0),
});
