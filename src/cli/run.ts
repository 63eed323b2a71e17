// `caulk run`: runs a program in the interpreter, prints its output, then its errors.
// From the command line through load-units.ts to the interpreter and its report.

import { readFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { displayPath, findJobs } from '../driver/load/find-jobs.js';
import { loadUnits } from '../driver/load/load-units.js';
import { parseInput } from '../interp/libc/inputs.js';
import type { FailurePlan, RunOptions } from '../interp/options.js';
import { formatReport } from '../interp/report.js';
import { type RunResult, runProgram } from '../interp/run.js';
import type { Unit } from '../ir/program.js';
import { type Console, type ExitStatus, refuse } from './console.js';

export interface RunRequest {
  readonly files: readonly string[];
  readonly flags: readonly string[];
  readonly seed?: number;
  /** Values for the nondeterministic functions: a JSON array, or one number per line. */
  readonly input?: string;
  readonly steps?: number;
  /** A file that the program reads as its standard input. */
  readonly stdin?: string;
  /** Files that the program may open. */
  readonly file?: readonly string[];
  /** `all`, `seed`, or numbers separated by commas. */
  readonly failAllocations?: string;
}

export async function run(request: RunRequest, console: Console): Promise<ExitStatus> {
  const { jobs, diagnostics } = findJobs({ paths: request.files, flags: request.flags });
  if (jobs.length === 0) return refuse(console, ...diagnostics);
  const units: Unit[] = [];
  for await (const { unit, diagnostics } of loadUnits(jobs)) {
    if (!unit || diagnostics.some((d) => d.severity === 'error')) return refuse(console, ...diagnostics);
    units.push(unit);
  }
  const options = readOptions(request);
  if ('code' in options) return refuse(console, options);
  const result = runProgram(units, options);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  console.out(decode(result.output));
  console.err(decode(result.errors));
  if (result.output.length > 0 && result.output.at(-1) !== 10) console.out('\n');
  console.out(formatReport(result, (file) => displayPath(jobs[0]!, file)));
  return statusOf(result);
}

function statusOf({ outcome, lost }: RunResult): ExitStatus {
  if (outcome.kind === 'incident' || lost.length > 0) return 1;
  return outcome.kind === 'obstacle' && outcome.obstacle !== 'assume' ? 2 : 0;
}

function readOptions(request: RunRequest): RunOptions | Diagnostic {
  try {
    const input = request.input === undefined ? [] : parseInput(readFileSync(request.input, 'utf8'));
    if (!input) return diagnostic('bad-usage', `${request.input} is neither a JSON array nor one number per line`);
    return {
      leaks: 'locate',
      input,
      files: new Map((request.file ?? []).map((name) => [name, readFileSync(name)])),
      failures: readFailures(request),
      ...(request.seed === undefined ? {} : { seed: request.seed }),
      ...(request.steps === undefined ? {} : { steps: request.steps }),
      ...(request.stdin === undefined ? {} : { stdin: readFileSync(request.stdin) }),
    };
  } catch (error) {
    return diagnostic('unreadable-file', error instanceof Error ? error.message : String(error));
  }
}

function readFailures({ failAllocations: plan, seed }: RunRequest): FailurePlan {
  if (plan === undefined) return { kind: 'never' };
  if (plan === 'all') return { kind: 'always' };
  if (plan === 'seed') return { kind: 'seed', seed: seed ?? 0, oneIn: 4 };
  return { kind: 'numbers', numbers: new Set(plan.split(',').map(Number)) };
}
