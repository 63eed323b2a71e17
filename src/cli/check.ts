// `caulk check`: today it reads everything the front end can read and reports that; engines will join here.
// From the command line to a report on standard output or in a file.

import { writeFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import type { Unit } from '../ir/program.js';
import { type CheckReport, type FunctionReport, formatJson, formatText } from './check-report.js';
import { type Console, type ExitStatus, notThereYet, refuse } from './console.js';
import { displayPath, findJobs, type JobRequest } from './find-jobs.js';
import { type Loaded, loadUnits, peakMemoryMB } from './load.js';

export interface CheckRequest extends JobRequest {
  readonly engine: string;
  readonly format: string;
  readonly output?: string;
  readonly jobs?: number;
  readonly quiet?: true;
}

const NO_ENGINE = 'no engine has landed yet';

export async function check(request: CheckRequest, console: Console): Promise<ExitStatus> {
  if (request.engine !== 'auto') return notThereYet(console, `the engine \`${request.engine}\``);
  if (request.format !== 'text' && request.format !== 'json') return notThereYet(console, `--format ${request.format}`);
  if (request.paths.length === 0 && request.compileCommands === undefined) {
    return refuse(console, diagnostic('bad-usage', 'name at least one file or directory, or a project with -p'));
  }
  const report = await readEverything(request);
  const text = request.format === 'json' ? formatJson(report) : formatText(report);
  if (request.output !== undefined) {
    const problem = writeReport(request.output, text);
    if (problem) return refuse(console, problem);
  } else console.out(text);
  const failed = report.diagnostics.some(hinders);
  for (const d of report.diagnostics) if (!request.quiet || hinders(d)) refuse(console, d);
  if (!request.quiet)
    console.err('caulk: no engine has landed yet: `check` reads the files, it does not analyse them\n');
  return failed ? 2 : 0;
}

/** Does it keep caulk from analysing what it was asked to? */
function hinders(d: Diagnostic): boolean {
  return d.severity === 'error';
}

async function readEverything(request: CheckRequest): Promise<CheckReport> {
  const start = performance.now();
  const { jobs, diagnostics } = findJobs(request);
  const total = { preprocess: 0, read: 0 };
  const problems = [...diagnostics];
  const functions: FunctionReport[] = [];
  let files = 0;
  let instructions = 0;
  for await (const loaded of loadUnits(jobs, request.jobs)) {
    total.preprocess += loaded.milliseconds.preprocess;
    total.read += loaded.milliseconds.read;
    problems.push(...located(loaded, loaded.diagnostics));
    if (!loaded.unit) continue;
    files++;
    problems.push(
      ...located(
        loaded,
        loaded.unit.lost.map((lost) => lost.reason),
      ),
    );
    functions.push(...functionsOf(loaded, loaded.unit));
    instructions += countInstructions(loaded.unit);
  }
  const milliseconds = { ...total, total: performance.now() - start };
  const listed = unique(functions); // an inline function of a header counts once
  const stats = { files, functions: listed.length, instructions, states: 0 };
  return {
    functions: listed,
    diagnostics: unique(problems),
    stats: { ...stats, milliseconds: roundAll(milliseconds), peakMemoryMB: peakMemoryMB() },
  };
}

/** The same diagnostics with paths that can be opened from here. */
function located({ job }: Loaded, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((d) =>
    d.location ? { ...d, location: { ...d.location, file: displayPath(job, d.location.file) } } : d,
  );
}

/** What a header brings to many units is told once. */
function unique<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Without the functions that system headers define: nobody wants to hear of them. */
function functionsOf({ job }: Loaded, unit: Unit): FunctionReport[] {
  const here = (at: number) => {
    const { file, line } = unit.source.locate(at);
    return { file: displayPath(job, file), line };
  };
  const read = unit.functions.flatMap(({ name, body }): FunctionReport[] =>
    body && !unit.source.inSystemHeader(body.at)
      ? [{ name, ...here(body.at), status: 'skipped', reason: NO_ENGINE }]
      : [],
  );
  const lost = unit.lost.map(({ name, reason }): FunctionReport => {
    const file = displayPath(job, reason.location?.file ?? job.file);
    return { name, file, line: reason.location?.line ?? 0, status: 'skipped', reason: reason.message };
  });
  return [...read, ...lost];
}

function countInstructions(unit: Unit): number {
  let count = 0;
  for (const { body } of unit.functions) for (const block of body?.blocks ?? []) count += block.instrs.length;
  return count;
}

function writeReport(path: string, text: string): Diagnostic | null {
  try {
    writeFileSync(path, text);
    return null;
  } catch (error) {
    return diagnostic('bad-usage', `cannot write ${path}: ${(error as Error).message}`);
  }
}

function roundAll(milliseconds: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(milliseconds).map(([phase, time]) => [phase, Math.round(time)]));
}
