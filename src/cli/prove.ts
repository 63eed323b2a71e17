// `caulk prove`: one verdict per property. True only if an engine proves every obligation, false only if a run shows it.
// From the command line through the portfolio of engines to text or a JSON object that scripts depend on.

import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { noSuchFunction } from '../base/no-such-function.js';
import { loadProject, ownFunctions } from '../driver/load/load-program.js';
import { requirementsOf } from '../driver/load/requirements.js';
import { type Answer, askEngines, BUDGETS, PATIENCE, PROVERS } from '../driver/prove/portfolio.js';
import { repetitionOf } from '../driver/replay/repetition.js';
import type { Engine, EngineName, Property } from '../engines/engine.js';
import { findEngine } from '../engines/registry.js';
import { openSources, type SourceFiles } from '../findings/source-files.js';
import { choosePalette, plain } from '../report/colour.js';
import { formatProofHtml } from '../report/html/proof.js';
import { formatProof, formatProofJson, type ProofReport } from '../report/proof.js';
import { type Console, type ExitStatus, notThereYet, refuse, warn } from './console.js';
import { type Repeat, reportOf } from './proof-report.js';
import { writeOutput } from './write-file.js';

export interface ProveRequest {
  readonly files: readonly string[];
  /** `-p`: the files are those of the database below the named ones. */
  readonly compileCommands?: string;
  /** Of several files with a main, the one that is meant. */
  readonly main?: string;
  readonly flags: readonly string[];
  readonly entry: string;
  readonly engine: string;
  readonly property?: readonly Property[];
  readonly format: 'text' | 'json' | 'html';
  readonly output?: string;
  readonly mallocMayFail?: true;
  readonly leakAtExit?: true;
}

const USUAL: readonly Property[] = ['valid-deref', 'valid-free', 'valid-memtrack'];

export async function prove(request: ProveRequest, console: Console): Promise<ExitStatus> {
  const start = performance.now();
  const engines = await chooseEngines(request.engine);
  if (engines.length === 0) return notThereYet(console, `the engine \`${request.engine}\``);
  if (request.files.length === 0 && request.compileCommands === undefined) {
    return refuse(console, diagnostic('bad-usage', 'name the files of a program, or a project with -p'));
  }
  const loaded = await loadProject(jobsOf(request));
  if ('problems' in loaded) return refuse(console, ...loaded.problems);
  const entry = loaded.program.functionNamed(request.entry);
  if (!entry?.body) return refuse(console, complainAboutEntry(request, ownFunctions(loaded.program)));
  const required = requirementsOf(entry, loaded.job);
  const finder = entry.name === 'main' ? null : await findEngine('modular');
  const answer = askEngines({
    loaded,
    request: { program: loaded.program, entry, requires: required.requirements },
    options: { mallocMayFail: request.mallocMayFail ?? false, leakAtExit: request.leakAtExit ?? false },
    properties: request.property ?? USUAL,
    engines,
    ...(finder?.kind === 'summaries' ? { finder } : {}),
    budgets: BUDGETS,
    patience: PATIENCE,
  });
  warn(console, ...loaded.diagnostics, ...required.diagnostics, ...answer.problems);
  const sources = openSources();
  const repeat: Repeat = (input) => repetitionOf(jobsOf(request), request.main ?? null, input).commandHere;
  const drawn = request.format === 'html' ? 'findings too' : 'invariants';
  const report = reportOf(answer, { loaded, entry, sources, repeat, drawn }, performance.now() - start);
  const text = format(report, request, sources, console);
  const problem = request.output === undefined ? console.out(text) : writeOutput(request.output, text);
  if (problem) return refuse(console, problem);
  return statusOf(answer);
}

const jobsOf = (request: ProveRequest) => ({ ...request, paths: request.files, root: process.cwd() });

function format(report: ProofReport, request: ProveRequest, sources: SourceFiles, console: Console): string {
  if (request.format === 'json') return formatProofJson(report);
  if (request.format === 'html') return formatProofHtml(report, sources);
  const isShown = request.output === undefined;
  return formatProof(report, sources, isShown ? choosePalette(console.environment ?? {}, console.stream ?? {}) : plain);
}

/** A file without a main is not a program, but a function of it can be proved for all that it may be called with. */
function complainAboutEntry({ entry, files, compileCommands }: ProveRequest, known: readonly string[]): Diagnostic {
  const file = [...files, ...(compileCommands === undefined ? [] : [compileCommands])].join(', ');
  if (entry !== 'main' || known.length === 0) return noSuchFunction(entry, known, file);
  const some = known.slice(0, 3).join(', ');
  const what = `${file} has no \`main\`: say with --entry at which function execution starts`;
  return diagnostic('bad-usage', `${what}, such as ${some}; what is then assumed of its parameters is listed`);
}

/** `auto`: all provers. */
async function chooseEngines(name: string): Promise<Engine[]> {
  const names = name === 'auto' ? PROVERS : [name as EngineName];
  return (await Promise.all(names.map(findEngine))).filter((e) => e !== null);
}

function statusOf({ judgements }: Answer): ExitStatus {
  if (judgements.some((j) => j.verdict === 'false')) return 1;
  return judgements.some((j) => j.verdict === 'unknown') ? 3 : 0;
}
