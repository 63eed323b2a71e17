// Runs other tools on the same compile commands: gcc -fanalyzer, clang --analyze, cppcheck. Measures time and leaks.
// For `caulk bench corpus --engine modular`; a tool that is not installed is skipped.

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
  /** Reports of leaks, without duplicates. */
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

/** Runs all jobs in sequence on one core; null if the tool is not installed. */
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

/** The leaks that the tool reports in one unit; null after a timeout. */
export async function leaksReportedBy(name: RivalName, job: CompileJob): Promise<ReadonlySet<string> | null> {
  const { wordsFor, leak } = RIVALS[name];
  const { output, cpuSeconds } = await timedRun(wordsFor(job), { directory: job.directory, most: MOST_SECONDS });
  return cpuSeconds < MOST_SECONDS ? new Set([...output.matchAll(leak)].map(([line]) => line)) : null;
}

/** The command prefix that pins a program to one core, if the platform has one. */
export function onOneCore(): string[] {
  return isInstalled('taskset') ? ['taskset', '--cpu-list', '0'] : [];
}
