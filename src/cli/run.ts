// `caulk run`: runs a program in the interpreter, prints its output, then its errors.
// From the command line through load-units.ts to the interpreter and its report.

import { readFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { findJobs } from '../driver/load/find-jobs.js';
import { hasMain, isFile } from '../driver/load/load-program.js';
import { loadUnits } from '../driver/load/load-units.js';
import { type NamedUnit, namesInRuns } from '../driver/load/names-in-runs.js';
import { parseInput } from '../interp/libc/inputs.js';
import type { FailurePlan, RunOptions } from '../interp/options.js';
import { optionsOfInput, parseRecordedInput } from '../interp/recorded-input.js';
import { formatReport } from '../interp/report.js';
import { type RunResult, runProgram } from '../interp/run.js';
import type { Unit } from '../ir/program.js';
import { type Console, type ExitStatus, refuse } from './console.js';

export interface RunRequest {
  readonly files: readonly string[];
  readonly flags: readonly string[];
  readonly seed?: number;
  /** `-p`: the files are those of the database below the named ones. */
  readonly compileCommands?: string;
  /** Of several files with a main, the one that is run. */
  readonly main?: string;
  /** A file, or JSON itself: a whole recorded input, or values for the nondeterministic functions. */
  readonly input?: string;
  readonly steps?: number;
  /** A file that the program reads as its standard input. */
  readonly stdin?: string;
  /** Files that the program may open. */
  readonly file?: readonly string[];
  /** Words on the command line of the program. */
  readonly argument?: readonly string[];
  /** `NAME=VALUE`. */
  readonly variable?: readonly string[];
  /** `all`, `seed`, or numbers separated by commas. */
  readonly failAllocations?: string;
}

export async function run(request: RunRequest, console: Console): Promise<ExitStatus> {
  const { files, flags, compileCommands } = request;
  if (files.length === 0 && compileCommands === undefined) {
    return refuse(console, diagnostic('bad-usage', 'name at least one file or directory, or a project with -p'));
  }
  const { jobs, diagnostics } = findJobs({ paths: files, flags, ...(compileCommands ? { compileCommands } : {}) });
  if (jobs.length === 0) return refuse(console, ...diagnostics);
  const units: Unit[] = [];
  const named: NamedUnit[] = [];
  for await (const { unit, diagnostics, job } of loadUnits(jobs)) {
    if (!unit || diagnostics.some((d) => d.severity === 'error')) return refuse(console, ...diagnostics);
    if (request.main === undefined || !hasMain(unit) || isFile(job, request.main)) {
      units.push(unit);
      named.push({ source: unit.source, job });
    }
  }
  const options = readOptions(request);
  if ('code' in options) return refuse(console, options);
  const result = runProgram(units, options);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  console.out(decode(result.output));
  console.err(decode(result.errors));
  if (result.output.length > 0 && result.output.at(-1) !== 10) console.out('\n');
  console.out(formatReport(result, namesInRuns(named)));
  return statusOf(result);
}

function statusOf({ outcome, lost }: RunResult): ExitStatus {
  if (outcome.kind === 'incident' || lost.length > 0) return 1;
  return outcome.kind === 'obstacle' && outcome.obstacle !== 'assume' ? 2 : 0;
}

/** What is given by options of its own takes the place of what a recorded input has. */
function readOptions(request: RunRequest): RunOptions | Diagnostic {
  try {
    const { argument, file, variable, failAllocations } = request;
    const recorded = readInput(request.input);
    if (!recorded) return diagnostic('bad-usage', `${request.input} ${NO_INPUT}`);
    const files = (file ?? []).map((name): [string, Uint8Array] => [name, readFileSync(name)]);
    const variables = (variable ?? []).map((v): [string, string] => splitVariable(v));
    return {
      ...recorded,
      leaks: 'locate',
      files: new Map([...(recorded.files ?? []), ...files]),
      environment: new Map([...(recorded.environment ?? []), ...variables]),
      ...(argument === undefined ? {} : { args: ['program', ...argument] }),
      ...(failAllocations === undefined ? {} : { failures: readFailures(request) }),
      ...(request.seed === undefined ? {} : { seed: request.seed }),
      ...(request.steps === undefined ? {} : { steps: request.steps }),
      ...(request.stdin === undefined ? {} : { stdin: readFileSync(request.stdin) }),
    };
  } catch (error) {
    return diagnostic('unreadable-file', error instanceof Error ? error.message : String(error));
  }
}

const NO_INPUT = 'is neither a recorded input nor a JSON array nor one number per line';

/** Null if it is no input. */
function readInput(input: string | undefined): RunOptions | null {
  if (input === undefined) return {};
  const text = input.trimStart().startsWith('{') ? input : readFileSync(input, 'utf8');
  if (text.trimStart().startsWith('{')) {
    const recorded = parseRecordedInput(text);
    return recorded && optionsOfInput(recorded);
  }
  const values = parseInput(text);
  return values && { input: values };
}

function splitVariable(text: string): [name: string, value: string] {
  const end = text.indexOf('=');
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

function readFailures({ failAllocations: plan, seed }: RunRequest): FailurePlan {
  if (plan === undefined) return { kind: 'never' };
  if (plan === 'all') return { kind: 'always' };
  if (plan === 'seed') return { kind: 'seed', seed: seed ?? 0, oneIn: 4 };
  return { kind: 'numbers', numbers: new Set(plan.split(',').map(Number)) };
}
