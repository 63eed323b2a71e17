// `caulk ir`: prints one file at a stage of the front end, as the engines get it.
// From the command line through load-units.ts to the printers.

import { type Diagnostic, formatDiagnostic } from '../base/diagnostics.js';
import { noSuchFunction } from '../base/no-such-function.js';
import { displayPath, findJobs } from '../driver/load/find-jobs.js';
import type { PreprocessorName } from '../frontend/compile-job.js';
import { preprocess } from '../frontend/preprocess.js';
import { printAst } from '../frontend/print-ast.js';
import { normalizeUnit } from '../ir/normalize.js';
import { printUnit } from '../ir/print.js';
import { readAst, readUnit, type Text } from '../ir/unit.js';
import { verifyUnit } from '../ir/verify.js';
import { type Console, type ExitStatus, refuse } from './console.js';

export interface IrRequest {
  readonly file: string;
  readonly flags: readonly string[];
  readonly preprocess?: PreprocessorName;
  readonly function?: string;
  readonly stage: 'ast' | 'ir' | 'normalized';
}

export async function showIr(request: IrRequest, console: Console): Promise<ExitStatus> {
  const { jobs, diagnostics } = findJobs({ ...request, paths: [request.file] });
  const [job] = jobs;
  if (!job) return refuse(console, ...diagnostics);
  const text = await preprocess(job);
  if ('failure' in text) return refuse(console, text.failure);
  const name = displayPath(job, job.file);
  const missing = request.function === undefined ? null : complainAbout(request.function, name, text, job);
  if (missing) return refuse(console, missing);
  const shown = request.stage === 'ast' ? showAst(request, name, text, job) : showUnit(request, name, text, job);
  console.out(`${shown.text.trimEnd()}\n`);
  for (const d of shown.diagnostics) console.err(`${formatDiagnostic(d)}\n`);
  return shown.diagnostics.some((d) => d.severity === 'error') ? 2 : 0;
}

/** If there is no such function. */
function complainAbout(wanted: string, file: string, text: Text, { target }: Job): Diagnostic | null {
  const { functions, source } = readUnit(file, text, target);
  const defined = functions.filter((f) => f.body);
  if (defined.some((f) => f.name === wanted)) return null;
  const own = defined.filter((f) => !source.inSystemHeader(f.body!.at));
  return noSuchFunction(
    wanted,
    own.map((f) => f.name),
    file,
  );
}

interface Shown {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

type Job = ReturnType<typeof findJobs>['jobs'][number];

function showAst(request: IrRequest, name: string, text: Text, job: Job): Shown {
  const { definitions, diagnostics } = readAst(name, text, job.target);
  const wanted = definitions.filter((d) => !request.function || d.symbol.name === request.function);
  return { text: printAst(wanted), diagnostics };
}

/** An error of the verifier is a bug of caulk: print it rather than hide it. */
function showUnit(request: IrRequest, name: string, text: Text, job: Job): Shown {
  const lowered = readUnit(name, text, job.target);
  const unit = request.stage === 'normalized' ? normalizeUnit(lowered) : lowered;
  const only = request.function ? { function: request.function } : {};
  const complaints = verifyUnit(unit).map((c) => `; verifier: ${c}\n`);
  return { text: `${printUnit(unit, only)}\n${complaints.join('')}`, diagnostics: lowered.diagnostics };
}
