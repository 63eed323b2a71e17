// `caulk check`: finds heap errors in files, directories and projects.
// From the command line through settings and the engine's findings to a report on standard output or in a file.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { closestName } from '../base/closest-name.js';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { readVersion } from '../base/version.js';
import { changedLines, checkoutAround, isRevision } from '../driver/check/changed-lines.js';
import { THOROUGH, USUAL } from '../driver/check/effort.js';
import { type Gathered, gatherFindings } from '../driver/check/gather.js';
import type { GatherRequest, Means } from '../driver/check/means.js';
import { readSettings, type Settings, type SettingsRequest } from '../driver/check/settings.js';
import { STANDARD_INPUT } from '../driver/load/find-jobs.js';
import type { Engine } from '../engines/engine.js';
import { findEngine, PROVERS, QUICK_PROVERS } from '../engines/registry.js';
import { assembleFindings, newFindings } from '../findings/assemble.js';
import { type ChangedLines, concernsChange } from '../findings/changes.js';
import { compareFindings } from '../findings/order.js';
import { reportCanvas } from '../findings/portrait.js';
import type { DroppedFinding, Report } from '../findings/report.js';
import { openSources, readSourceFile, type SourceFiles } from '../findings/source-files.js';
import type { FormatName } from '../report/formats.js';
import { type Console, type ExitStatus, notThereYet, refuse } from './console.js';
import { type DeliveryRequest, deliverReport } from './deliver.js';
import { tellEarly } from './early-findings.js';
import { Progress } from './progress.js';

export interface CheckRequest extends GatherRequest, SettingsRequest, DeliveryRequest {
  /** Let the second stage use its full budget, and prove every function. */
  readonly prove?: true;
  /** Report only what has to do with lines that differ from this revision; `true`: from HEAD. */
  readonly changed?: string | true;
}

/** Formats that have heaps. */
const DRAWN: readonly FormatName[] = ['html', 'sarif'];

export async function check(given: CheckRequest, console: Console): Promise<ExitStatus> {
  if (!given.paths.includes('-')) return checkFiles(given, console);
  const folder = mkdtempSync(join(tmpdir(), 'caulk-input-'));
  try {
    const standardInput = join(folder, 'input.c');
    writeFileSync(standardInput, console.input?.() ?? '');
    return await checkFiles({ ...given, standardInput, cache: false }, console);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkFiles(given: CheckRequest, console: Console): Promise<ExitStatus> {
  const request = settleChanged(given);
  if (request.paths.length === 0 && request.compileCommands === undefined) {
    return refuse(console, diagnostic('bad-usage', 'name at least one file or directory, or a project with -p'));
  }
  const settings = readSettings(request);
  if (!('rules' in settings)) return refuse(console, ...settings);
  const changes = request.changed === undefined ? null : changedLines(settings.root, String(request.changed));
  if (changes && 'code' in changes) return refuse(console, changes);
  const engines = await chooseEngines(settings, request);
  if (engines === 'missing') return notThereYet(console, `the engine \`${settings.engine}\``);
  const unknown = complainAboutBeliefs(settings, engines.engine);
  if (unknown.length > 0) return refuse(console, ...unknown);
  const sources = sourcesOf(settings.root, request);
  const progress = new Progress('check', console);
  const step = (done: number, all: number, what: string) => request.quiet || progress.step(done, all, what);
  const pictures = DRAWN.includes(request.format) ? { canvas: reportCanvas() } : {};
  const early = tellEarly(progress, { settings, sources }, request, console);
  const told = early ? { early } : {};
  const gathered = await gatherFindings(request, { settings, ...engines, sources, step, ...pictures, ...told });
  progress.end();
  const report = reportOf(gathered, { ...settings, changes }, sources);
  return deliverReport(report, sources, request, console);
}

/** Files by their names in reports. */
function sourcesOf(root: string, { standardInput }: CheckRequest): SourceFiles {
  return openSources((file) =>
    readSourceFile(file === STANDARD_INPUT && standardInput !== undefined ? standardInput : resolve(root, file)),
  );
}

/** `--changed src` means the folder, unless there is such a revision; without any input, the whole checkout is meant. */
function settleChanged(request: CheckRequest): CheckRequest {
  const { changed, paths, compileCommands } = request;
  if (changed === undefined) return request;
  const isPath = changed !== true && existsSync(changed) && !isRevision(process.cwd(), changed);
  const named = isPath ? [changed, ...paths] : paths;
  const top = named.length === 0 && compileCommands === undefined ? checkoutAround(process.cwd()) : null;
  return { ...request, paths: top === null ? named : [top], changed: changed === true || isPath ? 'HEAD' : changed };
}

/** `auto`: summaries for the whole program, then provers in the second stage; not all of them unless requested. */
async function chooseEngines(
  { engine: name }: Settings,
  { prove }: CheckRequest,
): Promise<Pick<Means, 'engine' | 'second' | 'prove'> | 'missing'> {
  const engine = await findEngine(name === 'auto' ? 'modular' : name);
  if (!engine) return 'missing';
  if (name !== 'auto') return { engine };
  const second = { engines: prove ? PROVERS : QUICK_PROVERS, effort: prove ? THOROUGH : USUAL };
  return { engine, second, ...(prove ? { prove: { engines: PROVERS, steps: PROOF_STEPS } } : {}) };
}

/** Unknown names of beliefs. */
function complainAboutBeliefs({ withoutBeliefs }: Settings, engine: Engine): Diagnostic[] {
  const known = engine.kind === 'summaries' ? engine.beliefs.map(({ name }) => name) : [];
  return withoutBeliefs
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = closestName(name, known);
      const hint = meant
        ? `did you mean \`${meant}\`?`
        : `\`${engine.name}\` has ${known.length > 0 ? known.join(', ') : 'none'}`;
      return diagnostic('bad-usage', `there is no belief \`${name}\`; ${hint}`);
    });
}

/** Abstract steps for the proof of one function. */
const PROOF_STEPS = 200;

function reportOf(
  gathered: Gathered,
  settings: Settings & { readonly changes: ChangedLines | null },
  sources: SourceFiles,
): Report {
  const { files, functions, stats, portraits } = gathered;
  const refuted = refutedIn(gathered, settings);
  const assembled = assembleFindings(gathered.findings, { ...settings, files, functions, sources });
  const diagnostics = [...gathered.diagnostics, ...assembled.diagnostics];
  const { root, changes } = settings;
  const scope = changes && { changes, functions, pathOf: (file: string) => resolve(root, file) };
  const findings = assembled.findings.filter((finding) => !scope || concernsChange(finding, scope));
  return {
    version: readVersion(),
    root,
    ...assembled,
    findings,
    elsewhere: scope && newFindings(assembled.findings).length - newFindings(findings).length,
    refuted,
    functions,
    diagnostics,
    stats,
    portraits,
  };
}

/** The findings of the selected rules and files, in order. */
const refutedIn = ({ refuted }: Gathered, { rules, isExcluded }: Settings): DroppedFinding[] =>
  refuted.filter((f) => rules.has(f.rule) && !isExcluded(f.file)).sort(compareFindings);
