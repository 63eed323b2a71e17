// `caulk prove`: one verdict per property. True only if every obligation was proved, false only if a run shows it.
// From the command line through an engine to lines or a JSON object that scripts depend on.

import { diagnostic } from '../base/diagnostics.js';
import type { AnalysisResult, EngineName, Finding, Input, Property } from '../engines/engine.js';
import { openFormats } from '../engines/formats.js';
import { findEngine } from '../engines/registry.js';
import { locateFindings } from '../findings/locate.js';
import { mergeFindings } from '../findings/merge.js';
import type { LocatedFinding } from '../findings/report.js';
import { openSources } from '../findings/source-files.js';
import { choosePalette } from '../report/colour.js';
import { describeLocated } from '../report/json.js';
import { formatFindings } from '../report/text.js';
import { requirementsOf } from './analyse.js';
import { findViolations, type Violation } from './confirm.js';
import { type Console, type ExitStatus, notThereYet, refuse, warn } from './console.js';
import { type LoadedProgram, loadProgram, nameFile } from './load-program.js';
import { replayFindings } from './replay.js';

export interface ProveRequest {
  readonly file: string;
  readonly flags: readonly string[];
  readonly entry: string;
  readonly engine: string;
  readonly property?: readonly Property[];
  readonly format: 'text' | 'json';
  readonly mallocMayFail?: true;
  readonly leakAtExit?: true;
}

/** What the engine gave, with findings that a replay has judged, in the order of reports. */
type Shown = Omit<AnalysisResult, 'findings'> & { readonly findings: readonly LocatedFinding[] };

type Verdict = 'true' | 'false' | 'unknown';

const ALL: readonly Property[] = ['valid-deref', 'valid-free', 'valid-memtrack'];
export const BUDGET = 200_000;

export async function prove(request: ProveRequest, console: Console): Promise<ExitStatus> {
  const name = (request.engine === 'auto' ? 'paths' : request.engine) as EngineName;
  const engine = await findEngine(name);
  if (!engine) return notThereYet(console, `the engine \`${name}\``);
  const loaded = await loadProgram(request.file, request.flags);
  if ('problems' in loaded) return refuse(console, ...loaded.problems);
  const entry = loaded.program.functionNamed(request.entry);
  if (!entry)
    return refuse(console, diagnostic('bad-usage', `there is no function \`${request.entry}\` in ${request.file}`));
  const required = requirementsOf(entry, nameFile(loaded));
  warn(console, ...required.diagnostics);
  const start = performance.now();
  const options = {
    mallocMayFail: request.mallocMayFail ?? false,
    leakAtExit: request.leakAtExit ?? false,
    budget: BUDGET,
  };
  const analysed = engine.analyse({ program: loaded.program, entry, options, requires: required.requirements });
  const obligations = [...analysed.obligations, ...openFormats(loaded.program, entry)];
  const judged = request.entry === 'main' ? replayFindings([loaded.unit], analysed.findings) : analysed.findings;
  const sources = openSources();
  const findings = mergeFindings(locateFindings(judged, (_, file) => nameFile(loaded)(file), sources));
  const result: Shown = { ...analysed, findings, obligations, draw: (point) => analysed.draw(point) };
  const properties = request.property ?? ALL;
  const open = new Set(properties.filter((p) => !isProved(result, p)));
  const violations =
    request.entry === 'main' && open.size > 0
      ? findViolations([loaded.unit], open, proposedBy(analysed.findings, options))
      : new Map<Property, Violation>();
  const verdicts = new Map(
    properties.map((p): [Property, Verdict] => [p, open.has(p) ? (violations.has(p) ? 'false' : 'unknown') : 'true']),
  );
  const milliseconds = Math.round(performance.now() - start);
  console.out(
    request.format === 'json'
      ? formatJson(result, verdicts, milliseconds)
      : [
          formatVerdicts(verdicts, violations),
          ...formatFindings(result.findings, sources, {
            palette: choosePalette(console.environment ?? {}, console.stream ?? {}),
          }),
          formatRest(loaded, result, verdicts),
        ].join(''),
  );
  return statusOf([...verdicts.values()]);
}

/** A run that the property does not speak of shows nothing: without failing allocations, none may fail. */
const proposedBy = (findings: readonly Finding[], { mallocMayFail }: { mallocMayFail: boolean }): Input[] =>
  findings.flatMap(({ input }) => (input && (mallocMayFail || input.failures.length === 0) ? [input] : []));

/** A property holds if it was looked at everywhere and nothing is left open. */
const isProved = (result: Shown, property: Property): boolean =>
  result.obligations.every((o) => o.property !== property || o.status === 'proved');

function statusOf(verdicts: readonly Verdict[]): ExitStatus {
  if (verdicts.includes('false')) return 1;
  return verdicts.includes('unknown') ? 3 : 0;
}

function formatVerdicts(
  verdicts: ReadonlyMap<Property, Verdict>,
  violations: ReadonlyMap<Property, Violation>,
): string {
  const lines = [...verdicts].map(([property, verdict]) => {
    const inputs = violations.get(property)?.inputs;
    return `${property}: ${verdict}${inputs ? ` (input: ${inputs.length > 0 ? inputs.join(' ') : 'none'})` : ''}`;
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** What is open, and what the verdicts rely on. */
function formatRest(loaded: LoadedProgram, result: Shown, verdicts: ReadonlyMap<Property, Verdict>): string {
  const open = result.obligations.filter((o) => o.status === 'unknown' && verdicts.has(o.property));
  const lines = [
    ...open.map((o) => `${placeOf(loaded, o.site)}: ${o.property} is open: ${o.reason}`),
    ...result.assumptions.map((a) => `assuming: ${a}`),
  ];
  return [...new Set(lines)].map((line) => `${line}\n`).join('');
}

function placeOf(loaded: LoadedProgram, { source, at }: Finding['site']): string {
  const { file, line, column } = source.locate(at);
  return `${nameFile(loaded)(file)}:${line}:${column}`;
}

function formatJson(result: Shown, verdicts: ReadonlyMap<Property, Verdict>, milliseconds: number): string {
  const count = (status: string) =>
    result.obligations.filter((o) => o.status === status && verdicts.has(o.property)).length;
  const shown = {
    verdicts: Object.fromEntries(verdicts),
    findings: result.findings.map(describeLocated),
    assumptions: result.assumptions,
    obligations: { proved: count('proved'), refuted: count('refuted'), unknown: count('unknown') },
    stats: { ...result.stats, milliseconds },
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}
