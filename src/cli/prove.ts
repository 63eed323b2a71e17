// `caulk prove`: one verdict per property. True only if an engine proves every obligation, false only if a run shows it.
// From the command line through the portfolio of engines to text or a JSON object that scripts depend on.

import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { noSuchFunction } from '../base/no-such-function.js';
import type { Location } from '../base/source.js';
import { type LoadedProgram, loadProject, nameFile, ownFunctions } from '../driver/load/load-program.js';
import { requirementsOf } from '../driver/load/requirements.js';
import { type Answer, askEngines, BUDGETS, PATIENCE, PROVERS } from '../driver/prove/portfolio.js';
import type { Violation } from '../driver/replay/confirm.js';
import { confirmFindings } from '../driver/replay/replay.js';
import { findingsOfRun } from '../driver/replay/run-findings.js';
import type { Engine, EngineName, Property, Site } from '../engines/engine.js';
import { findEngine } from '../engines/registry.js';
import { PROPERTY_OF } from '../engines/shared/ledger.js';
import { locateFindings } from '../findings/locate.js';
import { mergeFindings } from '../findings/merge.js';
import { opinionsAbout, placesOf } from '../findings/opinions.js';
import type { LocatedFinding } from '../findings/report.js';
import { openSources, type SourceFiles } from '../findings/source-files.js';
import type { Judgement } from '../findings/verdicts.js';
import type { FunctionSymbol } from '../ir/program.js';
import { choosePalette } from '../report/colour.js';
import { formatProof, formatProofJson, type ProofReport, type ProvedProperty } from '../report/proof.js';
import { type Console, type ExitStatus, notThereYet, refuse, warn } from './console.js';

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
  readonly format: 'text' | 'json';
  readonly mallocMayFail?: true;
  readonly leakAtExit?: true;
}

/** The data that a report needs to name places. */
interface Scene {
  readonly loaded: LoadedProgram;
  readonly entry: FunctionSymbol;
  readonly sources: SourceFiles;
}

const USUAL: readonly Property[] = ['valid-deref', 'valid-free', 'valid-memtrack'];

export async function prove(request: ProveRequest, console: Console): Promise<ExitStatus> {
  const start = performance.now();
  const engines = await chooseEngines(request.engine);
  if (engines.length === 0) return notThereYet(console, `the engine \`${request.engine}\``);
  if (request.files.length === 0 && request.compileCommands === undefined) {
    return refuse(console, diagnostic('bad-usage', 'name the files of a program, or a project with -p'));
  }
  const loaded = await loadProject({ ...request, paths: request.files });
  if ('problems' in loaded) return refuse(console, ...loaded.problems);
  const entry = loaded.program.functionNamed(request.entry);
  if (!entry?.body) return refuse(console, complainAboutEntry(request, ownFunctions(loaded.program)));
  const required = requirementsOf(entry, loaded.job);
  const answer = askEngines({
    loaded,
    request: { program: loaded.program, entry, requires: required.requirements },
    options: { mallocMayFail: request.mallocMayFail ?? false, leakAtExit: request.leakAtExit ?? false },
    properties: request.property ?? USUAL,
    engines,
    budgets: BUDGETS,
    patience: PATIENCE,
  });
  warn(console, ...required.diagnostics, ...answer.problems);
  const sources = openSources();
  const report = reportOf(answer, { loaded, entry, sources }, performance.now() - start);
  const palette = choosePalette(console.environment ?? {}, console.stream ?? {});
  console.out(request.format === 'json' ? formatProofJson(report) : formatProof(report, sources, palette));
  return statusOf(answer);
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

function reportOf(answer: Answer, scene: Scene, milliseconds: number): ProofReport {
  const { loaded } = scene;
  const { results } = answer;
  const sum = (count: (stats: { states: number; instructions: number }) => number) =>
    results.reduce((n, { stats }) => n + count(stats), 0);
  const named = (place: Location): Location => ({ ...place, file: nameFile(loaded)(place.file) });
  return {
    properties: answer.judgements.map((j) => ({
      ...describe(j, answer.violations.get(j.property) ?? null, named),
      opinions: opinionsAbout(j.property, results, (site) => placeOf(site, named)),
      places: placesOf(j.property, results, (site) => placeOf(site, named)),
    })),
    findings: findingsOf(answer, scene),
    engines: results.map((r) => r.engine),
    summaries: summariesOf(answer),
    stats: {
      states: sum((s) => s.states),
      instructions: sum((s) => s.instructions),
      milliseconds: Math.round(milliseconds),
    },
  };
}

/** The summaries of the engines that proved something. */
function summariesOf({ results, judgements }: Answer): ProofReport['summaries'] {
  const provers = results.filter((r) => judgements.some((j) => j.verdict === 'true' && j.decidedBy === r.engine));
  return provers.flatMap((r) =>
    (r.describe?.() ?? []).map(({ function: f, sentences }) => ({ function: f.name, sentences })),
  );
}

function describe(
  j: Judgement,
  seen: Violation | null,
  named: (place: Location) => Location,
): Omit<ProvedProperty, 'opinions' | 'places'> {
  const { property, verdict, decidedBy, assumptions, contradictedBy } = j;
  const count = (status: string) => j.obligations.filter((o) => o.status === status).length;
  const open = j.obligations.filter((o) => o.status === 'unknown');
  // The error that a run shows is an obligation that no engine could prove.
  const shown = verdict === 'false' && count('refuted') === 0 ? 1 : 0;
  return {
    property,
    verdict,
    decidedBy,
    assumptions: assumptions.map(({ text }) => text),
    obligations: {
      proved: count('proved'),
      refuted: count('refuted') + shown,
      unknown: Math.max(0, open.length - shown),
    },
    open:
      verdict === 'unknown'
        ? open.map((o) => ({ ...placeOf(o.site, named), reason: o.reason?.text ?? 'not proved' }))
        : [],
    counterexample: seen && {
      inputs: seen.inputs,
      failingAllocations: seen.failures,
      place: seen.place && named(seen.place),
      message:
        seen.addresses === 'reused'
          ? `${seen.message}, if a new allocation has the address of a freed one`
          : seen.message,
    },
    contradictedBy,
  };
}

const placeOf = ({ source, at }: Site, named: (place: Location) => Location): Location => named(source.locate(at));

/** The findings on the requested properties, without those that another engine refutes by a proof. */
function findingsOf({ results, judgements, violations }: Answer, { loaded, entry, sources }: Scene): LocatedFinding[] {
  const isOpen = (p: Property) => judgements.some((j) => j.property === p && j.verdict !== 'true');
  const wanted = results
    .flatMap((r) => r.findings)
    .filter((f) => isOpen(PROPERTY_OF[f.rule]) || (f.rule === 'leak' && isOpen('valid-memcleanup')));
  const seen = [...violations.values()].map((v) => v.run);
  const judged = entry.name === 'main' ? confirmFindings(loaded.units, wanted, seen) : wanted; // runs start at main
  const show = nameFile(loaded);
  const shown = seen.flatMap((run) => findingsOfRun(run, show)).filter((f) => isOpen(PROPERTY_OF[f.rule]));
  return mergeFindings([...locateFindings(judged, (_, file) => show(file), sources), ...shown]);
}
