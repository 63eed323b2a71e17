// Other tools on the same compile commands: gcc -fanalyzer, clang --analyze, cppcheck. Time, and reports of leaks.
// For `caulk bench corpus --engine modular` and whoever compares; a tool that is not installed is left out.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { CompileJob } from '../src/frontend/compile-job.js';
import { timedRun } from './timed-run.js';

export type RivalName = 'gcc' | 'clang' | 'cppcheck';

export interface RivalRun {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly leaks: number;
}

interface Rival {
  /** One run per job. */
  wordsFor(job: CompileJob): string[];
  /** Reports of lost memory, each once. */
  readonly leak: RegExp;
}

const NOWHERE = '/dev/null';
const quiet = ({ flags }: CompileJob): string[] => [...flags.filter((flag) => !/^-W/.test(flag)), '-w'];

const RIVALS: Readonly<Record<RivalName, Rival>> = {
  gcc: {
    wordsFor: (job) => [
      ...['gcc', ...job.flags.filter((flag) => flag !== '-w'), '-Wno-all', '-fanalyzer'],
      ...['-fdiagnostics-plain-output', '-S', '-o', NOWHERE, job.file],
    ],
    leak: /^.*\[-Wanalyzer-malloc-leak\]$/gm,
  },
  clang: {
    wordsFor: (job) => ['clang', '--analyze', ...quiet(job), '-Xclang', '-analyzer-output=text', job.file],
    leak: /^.*warning: Potential leak of memory.*$/gm,
  },
  cppcheck: {
    wordsFor: (job) => [
      ...['cppcheck', '--quiet', '--template={file}:{line}: {id}'],
      ...job.flags.filter((flag) => /^-[DUI]/.test(flag)),
      job.file,
    ],
    leak: /^.*: (?:memleak|memleakOnRealloc|leakNoVarFunctionCall|leakReturnValNotUsed|leakUnsafeArgAlloc)$/gm,
  },
};

export const RIVAL_NAMES = Object.keys(RIVALS) as RivalName[];

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** All jobs one after the other on one core; null if the tool is not there. */
export async function runRival(
  name: RivalName,
  jobs: readonly CompileJob[],
  step: (done: number) => void,
): Promise<RivalRun | null> {
  if (!isInstalled(name)) return null;
  const { wordsFor, leak } = RIVALS[name];
  const leaks = new Set<string>();
  let [seconds, cpuSeconds] = [0, 0];
  for (const [i, job] of jobs.entries()) {
    const run = await timedRun([...onOneCore(), ...wordsFor(job)], { directory: job.directory });
    seconds += run.seconds;
    cpuSeconds += run.cpuSeconds;
    for (const [line] of run.output.matchAll(leak)) leaks.add(resolve(job.directory, line));
    step(i + 1);
  }
  return { seconds, cpuSeconds, leaks: leaks.size };
}

/** Processor seconds for one unit. */
const MOST_SECONDS = 60;

/** What the tool says about lost memory in one unit; null if it takes too long. */
export async function leaksReportedBy(name: RivalName, job: CompileJob): Promise<ReadonlySet<string> | null> {
  const { wordsFor, leak } = RIVALS[name];
  const { output, cpuSeconds } = await timedRun(wordsFor(job), { directory: job.directory, most: MOST_SECONDS });
  return cpuSeconds < MOST_SECONDS ? new Set([...output.matchAll(leak)].map(([line]) => line)) : null;
}

/** The words that keep a program on one core, where they are known. */
export function onOneCore(): string[] {
  return isInstalled('taskset') ? ['taskset', '--cpu-list', '0'] : [];
}
