// The report of a proof: what `prove` says of each property, with findings, invariants and the heaps that are drawn of them.
// From the answers of engines to src/report/proof.ts.

import type { Location } from '../base/source.js';
import { readVersion } from '../base/version.js';
import { fatesOf, reportUnit } from '../driver/check/unit-report.js';
import { type LoadedProgram, nameFile } from '../driver/load/load-program.js';
import type { Answer } from '../driver/prove/portfolio.js';
import type { Goal } from '../driver/prove/specification.js';
import type { Violation } from '../driver/replay/confirm.js';
import { confirmFindings } from '../driver/replay/replay.js';
import { findingsOfRun } from '../driver/replay/run-findings.js';
import type { AnalysisResult, Property, Site } from '../engines/engine.js';
import { PROPERTY_OF } from '../engines/shared/ledger.js';
import { locateFindings } from '../findings/locate.js';
import { mergeFindings } from '../findings/merge.js';
import { opinionsAbout, placesOf } from '../findings/opinions.js';
import { reportCanvas } from '../findings/portrait.js';
import type { LocatedFinding } from '../findings/report.js';
import type { SourceFiles } from '../findings/source-files.js';
import type { Judgement } from '../findings/verdicts.js';
import type { RecordedInput } from '../interp/recorded-input.js';
import type { FunctionSymbol } from '../ir/program.js';
import type { ProofReport, ProvedProperty } from '../report/proof.js';

/** The data that a report needs to name places. */
export interface Scene {
  readonly loaded: LoadedProgram;
  readonly entry: FunctionSymbol;
  readonly sources: SourceFiles;
  readonly repeat: Repeat;
  readonly drawn: Drawn;
  readonly goal: Pick<Goal, 'kind'>;
}

/** What is drawn: nothing but the invariants of what is proved, or the heaps around findings, too. */
export type Drawn = 'invariants' | 'findings too';

/** The command that repeats a run. */
export type Repeat = (input: RecordedInput) => string;

export function reportOf(answer: Answer, scene: Scene, milliseconds: number): ProofReport {
  const { loaded } = scene;
  const { results } = answer;
  const sum = (count: (stats: { states: number; instructions: number }) => number) =>
    results.reduce((n, { stats }) => n + count(stats), 0);
  const named = (place: Location): Location => ({ ...place, file: nameFile(loaded)(place.file) });
  const findings = findingsOf(answer, scene);
  return {
    version: readVersion(),
    verdict: scene.goal.kind === 'whole' ? wholeVerdict(answer) : null,
    properties: answer.judgements.map((j) => ({
      ...describe(j, answer.violations.get(j.property) ?? null, { named, repeat: scene.repeat }),
      opinions: opinionsAbout(j.property, results, (site) => placeOf(site, named)),
      places: placesOf(j.property, results, (site) => placeOf(site, named)),
    })),
    findings,
    ...portray(answer, scene, findings),
    engines: results.map((r) => r.engine),
    summaries: summariesOf(answer),
    stats: {
      states: sum((s) => s.states),
      instructions: sum((s) => s.instructions),
      milliseconds: Math.round(milliseconds),
    },
  };
}

/** A specification is violated if one of its properties is: the first that a run violates. */
export function wholeVerdict({ judgements, violations }: Answer): string {
  const isFalse = (p: Property) => judgements.some((j) => j.property === p && j.verdict === 'false');
  const violated = [...violations.keys()].find(isFalse);
  if (violated) return `false(${violated})`;
  return judgements.every((j) => j.verdict === 'true') ? 'true' : 'unknown';
}

/** The heaps at loops: of the engines that prove something; around findings, also of the others. To draw can be as hard as to prove. */
function portray(
  { results, judgements }: Answer,
  { loaded: { units, jobs }, drawn }: Scene,
  findings: readonly LocatedFinding[],
): Pick<ProofReport, 'files' | 'functions' | 'portraits'> {
  const decides = ({ engine }: AnalysisResult) =>
    judgements.some((j) => j.verdict === 'true' && j.decidedBy === engine);
  const ordered =
    drawn === 'invariants'
      ? results.filter(decides).map((result) => ({ ...result, findings: [] }))
      : [...results].sort((a, b) => Number(decides(b)) - Number(decides(a)));
  const places = drawn === 'invariants' ? [] : findings.flatMap((f) => [f, ...f.trace]);
  const [canvas, fates] = [reportCanvas(), fatesOf(ordered)];
  const parts = units.map((unit, i) =>
    reportUnit(
      { unit, job: jobs[i]!, diagnostics: [], milliseconds: { preprocess: 0, read: 0 } },
      { results: ordered, fates, milliseconds: 0, canvas, places },
    ),
  );
  return {
    files: parts.flatMap((part) => part.files),
    functions: parts.flatMap((part) => part.functions),
    portraits: parts.flatMap((part) => part.portraits),
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
  { named, repeat }: { readonly named: (place: Location) => Location; readonly repeat: Repeat },
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
      input: seen.recorded ?? null,
      repeat: seen.recorded ? repeat(seen.recorded) : null,
      condition: seen.when ?? null,
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
