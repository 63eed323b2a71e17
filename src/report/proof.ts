// The output of `prove`: one line per property, then violations by runs, findings, open places and assumptions.
// From judgements and located findings to text, or to the JSON object that scripts depend on.

import { printable } from '../base/printable.js';
import type { Location } from '../base/source.js';
import type { EngineName, Property } from '../engines/engine.js';
import type { EngineOpinion, ObligationPlace } from '../findings/opinions.js';
import type { Portrait } from '../findings/portrait.js';
import type { FunctionEntry, LocatedFinding } from '../findings/report.js';
import type { SourceFiles } from '../findings/source-files.js';
import type { Verdict } from '../findings/verdicts.js';
import type { RecordedInput } from '../interp/recorded-input.js';
import type { Palette } from './colour.js';
import { describeLocated } from './json.js';
import { formatFindings } from './text.js';
import { writeJson } from './write-json.js';

/** A property with its verdict and everything that supports it. */
export interface ProvedProperty {
  readonly property: Property;
  readonly verdict: Verdict;
  readonly decidedBy: EngineName | 'run' | null;
  readonly assumptions: readonly string[];
  readonly obligations: Counts;
  /** Where precision was lost, and how. */
  readonly open: readonly OpenPlace[];
  /** The opinion of each engine that ran. */
  readonly opinions: readonly EngineOpinion[];
  /** Every obligation, with the engines that prove it and those that do not. */
  readonly places: readonly ObligationPlace[];
  readonly counterexample: Counterexample | null;
  readonly contradictedBy: readonly EngineName[];
}

export interface Counts {
  readonly proved: number;
  readonly refuted: number;
  readonly unknown: number;
}

export interface OpenPlace extends Location {
  readonly reason: string;
}

export interface Counterexample {
  readonly inputs: readonly (number | bigint)[];
  /** Counted from 1. */
  readonly failingAllocations: readonly number[];
  readonly place: Location | null;
  readonly message: string;
  /** The whole input, of a run that reads more than values, and the command that repeats it. */
  readonly input: RecordedInput | null;
  readonly repeat: string | null;
  /** Of a run that begins at the entry: how it is called. */
  readonly condition: string | null;
}

export interface ProofReport {
  readonly version: string;
  /** On all properties together, if they were asked for as a specification: `true`, `false(valid-free)`, `unknown`. */
  readonly verdict: string | null;
  readonly properties: readonly ProvedProperty[];
  readonly findings: readonly LocatedFinding[];
  /** The engines that ran, in this order. */
  readonly engines: readonly EngineName[];
  readonly files: readonly string[];
  readonly functions: readonly FunctionEntry[];
  /** The heaps of functions; of each, by the first engine that follows it. */
  readonly portraits: readonly Portrait[];
  /** The effects of functions on the heap. */
  readonly summaries: readonly { readonly function: string; readonly sentences: readonly string[] }[];
  readonly stats: { readonly states: number; readonly instructions: number; readonly milliseconds: number };
}

export function formatProof(report: ProofReport, sources: SourceFiles, palette: Palette): string {
  const { properties, findings } = report;
  const sections = [
    report.verdict === null ? [] : [`verdict: ${report.verdict}\n`],
    properties.map(formatVerdict),
    properties.flatMap(formatEvidence),
    invariantsOf(report).map(formatInvariant),
    report.summaries.map((s) => `${formatSummary(s.function, s.sentences)}\n`),
    formatFindings(findings, sources, { palette }),
    unique(properties.flatMap(formatOpen)),
    properties.flatMap(formatOpinions),
    unique(properties.flatMap(formatAssumptions)),
  ];
  return sections.flat().join('');
}

/** What holds whenever execution is at a loop, of an engine that proves a property. */
export interface Invariant {
  readonly file: string;
  readonly line: number;
  readonly function: string;
  readonly engine: EngineName;
  readonly sentences: readonly string[];
}

export function invariantsOf({ properties, portraits }: Pick<ProofReport, 'properties' | 'portraits'>): Invariant[] {
  const decides = (engine: EngineName) => properties.some((p) => p.verdict === 'true' && p.decidedBy === engine);
  return portraits
    .filter((p) => p.complete && decides(p.engine))
    .flatMap(({ file, function: name, engine, lines }) =>
      lines
        .filter((l) => l.loop && l.when === 'before' && l.invariant.length > 0)
        .map(({ line, invariant }) => ({ file, line, function: name, engine, sentences: invariant })),
    );
}

/** a.c:16: at the loop in `reverse`: `list` is null or points to an acyclic list of `node` */
const formatInvariant = ({ file, line, function: name, sentences }: Invariant): string =>
  `${printable(file)}:${line}: at the loop in \`${printable(name)}\`: ${sentences.join('; ')}\n`;

/** rev: returns an acyclic list; nothing is leaked */
export const formatSummary = (name: string, sentences: readonly string[]): string =>
  `\`${printable(name)}\`: ${sentences.join('; ')}`;

function formatVerdict({ property, verdict, counterexample }: ProvedProperty): string {
  const how = verdict === 'false' && counterexample ? ` (${formatInput(counterexample)})` : '';
  return `${property}: ${verdict}${how}\n`;
}

function formatInput({ inputs, failingAllocations: failing, repeat, condition }: Counterexample): string {
  if (condition !== null) return printable(condition);
  if (repeat !== null) return 'input: see below';
  const input = `input: ${inputs.join(' ') || 'none'}`;
  return failing.length > 0 ? `${input}; allocation ${failing.join(', ')} fails` : input;
}

function formatEvidence({ property, decidedBy, counterexample, contradictedBy }: ProvedProperty): string[] {
  if (decidedBy !== null && decidedBy !== 'run') return [`${property} is proved by ${decidedBy}\n`];
  if (!counterexample) return [];
  const { place, message, repeat } = counterexample;
  const again = repeat === null ? '' : `  repeat with: ${printable(repeat)}\n`;
  const against = contradictedBy.length > 0 ? ` (${contradictedBy.join(', ')} proves the opposite)` : '';
  return [`${formatPlace(place)}${property} is violated by a run: ${printable(message)}${against}\n${again}`];
}

const formatOpen = ({ property, open }: ProvedProperty): string[] =>
  open.map(({ reason, ...place }) => `${formatPlace(place)}${property} is open: ${printable(reason)}\n`);

/** For undecided properties: how many places each engine proves. */
function formatOpinions({ property, verdict, opinions }: ProvedProperty): string[] {
  if (verdict !== 'unknown') return [];
  return opinions.map(({ engine, proved, refuted, unknown, lostAt }) => {
    const open = refuted + unknown;
    const where = lostAt ? `; first at ${lostAt.line}:${lostAt.column}: ${printable(lostAt.reason)}` : '';
    return `${property}: ${engine} proves ${proved} of ${proved + open} places${where}\n`;
  });
}

const formatAssumptions = ({ assumptions }: ProvedProperty): string[] =>
  assumptions.map((sentence) => `assuming: ${printable(sentence)}\n`);

const formatPlace = (place: Location | null): string =>
  place ? `${printable(place.file)}:${place.line}:${place.column}: ` : '';

const unique = (lines: readonly string[]): string[] => [...new Set(lines)];

/** The first five keys are the oldest; one object per property follows. */
export function formatProofJson(report: ProofReport): string {
  const { properties, findings, engines, summaries, stats } = report;
  const sum = (count: (c: Counts) => number) => properties.reduce((n, p) => n + count(p.obligations), 0);
  return writeJson({
    verdicts: Object.fromEntries(properties.map((p) => [p.property, p.verdict])),
    findings: findings.map(describeLocated),
    assumptions: unique(properties.flatMap((p) => p.assumptions)),
    obligations: { proved: sum((c) => c.proved), refuted: sum((c) => c.refuted), unknown: sum((c) => c.unknown) },
    stats,
    verdict: report.verdict,
    engines,
    summaries,
    invariants: invariantsOf(report),
    properties: properties.map((p) => ({
      ...p,
      counterexample: p.counterexample && { ...p.counterexample, inputs: p.counterexample.inputs.map(String) },
    })),
  });
}
