// Runs other tools on the same compile commands: gcc -fanalyzer, clang --analyze, cppcheck. Measures time and leaks.
// For `caulk bench corpus --engine modular`; a tool that is not installed is skipped.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Rule } from '../src/engines/engine.js';
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
  /** The lines that report an error, by rule. */
  readonly reports: Readonly<Partial<Record<Rule, RegExp>>> & { readonly leak: RegExp };
}

const NOWHERE = '/dev/null';
const quiet = ({ flags }: CompileJob): string[] => [...flags.filter((flag) => !/^-W/.test(flag)), '-w'];

const RIVALS: Readonly<Record<RivalName, Rival>> = {
  gcc: {
    wordsFor: (job) => [
      ...['gcc', ...job.flags.filter((flag) => flag !== '-w'), '-Wno-all', '-fanalyzer'],
      ...['-fdiagnostics-plain-output', '-S', '-o', NOWHERE, job.file],
    ],
    reports: {
      leak: /^.*\[-Wanalyzer-malloc-leak\]$/gm,
      'double-free': /^.*\[-Wanalyzer-double-free\]$/gm,
      'use-after-free': /^.*\[-Wanalyzer-use-after-free\]$/gm,
      'invalid-free': /^.*\[(?:-Wanalyzer-free-of-non-heap|-Wfree-nonheap-object)\]$/gm,
      'null-dereference': /^.*\[-Wanalyzer-(?:possible-)?null-(?:dereference|argument)\]$/gm,
    },
  },
  clang: {
    wordsFor: (job) => ['clang', '--analyze', ...quiet(job), '-Xclang', '-analyzer-output=text', job.file],
    reports: {
      leak: /^.*warning: Potential leak of memory.*$/gm,
      'double-free': /^.*warning: Attempt to free released memory.*$/gm,
      'use-after-free': /^.*warning: Use of memory after it is freed.*$/gm,
      'invalid-free': /^.*warning: Argument to free\(\) is .*$/gm,
      'null-dereference': /^.*warning: .*(?:null pointer|Null pointer).*$/gm,
    },
  },
  cppcheck: {
    wordsFor: (job) => [
      ...['cppcheck', '--quiet', '--template={file}:{line}: {id}'],
      ...job.flags.filter((flag) => /^-[DUI]/.test(flag)),
      job.file,
    ],
    reports: {
      leak: /^.*: (?:memleak|memleakOnRealloc|leakNoVarFunctionCall|leakReturnValNotUsed|leakUnsafeArgAlloc)$/gm,
      'double-free': /^.*: doubleFree$/gm,
      'use-after-free': /^.*: (?:deallocuse|deallocret)$/gm,
      'invalid-free': /^.*: (?:autovarInvalidDeallocation|mismatchAllocDealloc)$/gm,
      'null-dereference': /^.*: (?:ctu)?[nN]ullPointer\w*$/gm,
    },
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
  const { wordsFor, reports } = RIVALS[name];
  const leaks = new Set<string>();
  let [seconds, cpuSeconds] = [0, 0];
  for (const [i, job] of jobs.entries()) {
    const run = await timedRun([...onOneCore(), ...wordsFor(job)], { directory: job.directory });
    seconds += run.seconds;
    cpuSeconds += run.cpuSeconds;
    for (const [line] of run.output.matchAll(reports.leak)) leaks.add(resolve(job.directory, line));
    step(i + 1);
  }
  return { seconds, cpuSeconds, leaks: leaks.size };
}

/** Processor seconds for one unit. */
const MOST_SECONDS = 60;

/** What the tool reports in one unit: the rule, and the line without the column. Null after a timeout. */
export async function reportsOf(name: RivalName, job: CompileJob): Promise<readonly RivalReport[] | null> {
  const { wordsFor, reports } = RIVALS[name];
  const { output, cpuSeconds } = await timedRun(wordsFor(job), { directory: job.directory, most: MOST_SECONDS });
  if (cpuSeconds >= MOST_SECONDS) return null;
  return Object.entries(reports).flatMap(([rule, pattern]) =>
    [...output.matchAll(pattern)].map(([line]) => ({ rule: rule as Rule, line: line.replace(/(:\d+):\d+:/, '$1:') })),
  );
}

export interface RivalReport {
  readonly rule: Rule;
  readonly line: string;
}

/** The command prefix that pins a program to one core, if the platform has one. */
export function onOneCore(): string[] {
  return isInstalled('taskset') ? ['taskset', '--cpu-list', '0'] : [];
}
