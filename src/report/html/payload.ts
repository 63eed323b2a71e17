// The data of the HTML report: findings, sources, heaps, as one JSON object that its script reads.
// From a concluded report to document.ts; the type is shared with src/page.

import type { Location } from '../../base/source.js';
import type { Drawing } from '../../engines/drawing.js';
import { arrange } from '../../findings/arrange.js';
import type { Mark } from '../../findings/marks.js';
import type { LineHeaps, Portrait } from '../../findings/portrait.js';
import type { FunctionEntry, GoneFinding, Report, ReportedFinding, Stats, Step } from '../../findings/report.js';
import { ruleNames, rules } from '../../findings/rules.js';
import type { SourceFiles } from '../../findings/source-files.js';
import { countUnits } from '../sarif-location.js';
import { summarize } from '../summary.js';
import { type ShownFile, showFiles } from './shown-files.js';

export type { ShownFile } from './shown-files.js';

/** Heaps at a line; states are indices into `Payload.drawings`. */
export type ShownHeaps = Omit<LineHeaps, 'states'> & { readonly states: readonly number[] };
export type ShownPortrait = Omit<Portrait, 'lines'> & { readonly lines: readonly ShownHeaps[] };

/** A finding; its heaps are indices into `Payload.drawings`. */
export interface ShownFinding extends Omit<ReportedFinding, 'trace' | 'heap' | 'heapAfter'> {
  readonly trace: readonly (Omit<Step, 'heap'> & { readonly heap: number | null })[];
  readonly heap: number | null;
  readonly heapAfter: number | null;
}

export interface Payload {
  readonly version: string;
  readonly summary: string;
  readonly stats: Stats;
  readonly rules: Readonly<Record<string, { readonly summary: string; readonly help: string }>>;
  /** Columns count UTF-16 units. */
  readonly findings: readonly ShownFinding[];
  readonly gone: readonly GoneFinding[];
  /** All of the project, so that they can be saved with new ones. */
  readonly marks: readonly Mark[];
  readonly functions: readonly FunctionEntry[];
  readonly problems: readonly string[];
  readonly files: readonly ShownFile[];
  readonly portraits: readonly ShownPortrait[];
  /** Arranged, without duplicates. */
  readonly drawings: readonly Drawing[];
}

export function makePayload(report: Report, sources: SourceFiles): Payload {
  const album = new Album();
  const all = [...report.findings, ...report.suppressed].map((f) => inUnits(f, sources));
  const findings = all.map((f) => illustrate(f, album));
  const portraits = report.portraits.map((p) => ({
    ...p,
    lines: p.lines.map((l) => ({ ...l, states: l.states.map((d) => album.numberOf(d)) })),
  }));
  return {
    version: report.version,
    summary: summarize(report),
    stats: report.stats,
    rules: Object.fromEntries(
      ruleNames.map((name) => [name, { summary: rules[name].summary, help: rules[name].help }]),
    ),
    findings,
    gone: report.gone ?? [],
    marks: report.marks,
    functions: report.functions,
    problems: report.diagnostics.map(({ message, location: at }) =>
      at ? `${at.file}:${at.line}: ${message}` : message,
    ),
    files: showFiles(linesOf(report), sources),
    portraits,
    drawings: album.drawings,
  };
}

/** Stores each drawing once: the same heap occurs at many lines. */
class Album {
  readonly drawings: Drawing[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(drawing: Drawing): number {
    const arranged = arrange(drawing);
    const key = JSON.stringify(arranged);
    const known = this.numbers.get(key) ?? this.drawings.push(arranged) - 1;
    this.numbers.set(key, known);
    return known;
  }
}

function illustrate(finding: ReportedFinding, album: Album): ShownFinding {
  const numberOf = (drawing: Drawing | undefined) => (drawing ? album.numberOf(drawing) : null);
  return {
    ...finding,
    trace: finding.trace.map((step) => ({ ...step, heap: numberOf(step.heap) })),
    heap: numberOf(finding.heap),
    heapAfter: numberOf(finding.heapAfter),
  };
}

function inUnits(finding: ReportedFinding, sources: SourceFiles): ReportedFinding {
  const move = <T extends Location>(place: T): T => ({
    ...place,
    column: countUnits(sources.line(place.file, place.line), place.column),
  });
  return {
    ...move(finding),
    trace: finding.trace.map(move),
    allocation: finding.allocation && move(finding.allocation),
  };
}

/** The lines to show, by file. */
function linesOf(report: Report): Map<string, Set<number>> {
  const lines = new Map<string, Set<number>>();
  const want = ({ file, line }: { file: string; line: number }) => {
    lines.set(file, (lines.get(file) ?? new Set()).add(line));
  };
  for (const finding of [...report.findings, ...report.suppressed]) {
    want(finding);
    finding.trace.forEach(want);
    if (finding.allocation) want(finding.allocation);
  }
  for (const { file, lines: heaps } of report.portraits) for (const { line } of heaps) want({ file, line });
  return lines;
}
