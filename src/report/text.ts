// The report in the style of a compiler: `file:line:column: warning: message [rule]`, the line with a caret, the trace as notes.
// From a concluded report to text for a terminal or a file.

import { printable } from '../base/printable.js';
import type { Location } from '../base/source.js';
import { newFindings } from '../findings/assemble.js';
import type { Fix } from '../findings/fix.js';
import { describeMark } from '../findings/marks.js';
import type {
  LocatedFinding,
  Report,
  ReportedCertainty,
  ReportedFinding,
  Reproduction,
  Step,
} from '../findings/report.js';
import type { SourceFiles } from '../findings/source-files.js';
import { whenOf } from '../findings/when.js';
import { type Palette, plain } from './colour.js';
import { excerptLine } from './excerpt.js';
import { formatPlace, noteLine, warningLine } from './gcc.js';
import { summarize, summarizeProofs } from './summary.js';

export interface TextOptions {
  readonly palette?: Palette;
  /** The width of the terminal in columns. */
  readonly width?: number;
  readonly summary?: 'wanted' | 'unwanted';
  /** `all`: also refuted findings, and statistics of the second stage. */
  readonly detail?: 'usual' | 'all';
}

const WIDTH = 120;
const GUTTER = 5;
/** Steps of a trace that are shown at its start and at its end. */
const STEPS = 12;

/** With a baseline, only new findings. */
export function formatText(report: Report, sources: SourceFiles, options: TextOptions = {}): string {
  const blocks = [
    ...formatFindings(newFindings(report.findings), sources, options),
    ...(options.detail === 'all' ? formatSecondStage(report, options) : []),
  ];
  const proofs = summarizeProofs(report.stats);
  const summary = options.summary === 'unwanted' ? [] : [`${summarize(report)}\n${proofs ? `${proofs}\n` : ''}`];
  return [...blocks, ...summary].join(blocks.length > 0 ? '\n' : '');
}

/** The refuted findings with the reason, then one line of statistics. */
function formatSecondStage({ refuted, stats }: Report, { palette = plain }: TextOptions): string[] {
  const dropped = refuted.map(
    (f) => `${formatPlace(f, palette)}: ${palette.quiet(`dropped: ${f.rule}: ${printable(f.message)}; ${f.reason}`)}\n`,
  );
  const { secondLook: look } = stats;
  if (!look) return dropped;
  const seconds = (look.milliseconds / 1000).toFixed(2);
  const did = `${look.removed} removed, ${look.confirmed} confirmed, ${look.conditioned} with a condition`;
  const untried = look.untried > 0 ? `, ${look.untried} not tried` : '';
  const asked = `${look.analyses} analyses of ${look.functions} functions${untried}`;
  return [...dropped, `second stage: ${did}; ${asked}, ${seconds} s\n`];
}

/** Each finding, in the given order. */
export function formatFindings(
  findings: readonly LocatedFinding[],
  sources: SourceFiles,
  { palette = plain, width = WIDTH }: TextOptions,
): string[] {
  return findings.map((finding) => `${formatFinding(finding, sources, { palette, width }).join('\n')}\n`);
}

/** What the certainties mean, in a few words. */
const DESCRIBED: Readonly<Record<ReportedCertainty, string>> = {
  confirmed: 'a run shows it',
  definite: 'on every execution that gets here',
  possible: 'not excluded, and shown by no run',
};

interface Style {
  readonly palette: Palette;
  readonly width: number;
}

function formatFinding(
  finding: LocatedFinding & Partial<Pick<ReportedFinding, 'mark' | 'fix'>>,
  sources: SourceFiles,
  style: Style,
): string[] {
  const { palette } = style;
  const lines = [warningLine(finding, palette)];
  lines.push(...formatExcerpt(finding, sources, style));
  lines.push(...formatTrace(finding.trace, palette));
  const described = finding.latent ? 'made to happen by no known caller' : DESCRIBED[finding.certainty];
  lines.push(`  ${palette.strong(`${finding.certainty}:`)} ${described} (${finding.engines.join(', ')})`);
  if (finding.mark) lines.push(`  ${palette.strong('marked:')} ${printable(describeMark(finding.mark))}`);
  if (finding.doubts.length > 0) lines.push(`  ${palette.strong('doubt:')} ${finding.doubts.join(', ')}`);
  const when = whenOf(finding);
  if (when !== null) lines.push(`  ${palette.strong('happens when:')} ${printable(when)}`);
  if (finding.repetition) lines.push(`  ${palette.strong('repeat with:')} ${printable(finding.repetition.command)}`);
  if (finding.reproduction) lines.push(formatReproduction(finding.reproduction, palette));
  if (finding.fix) lines.push(...formatFix(finding.fix, palette));
  return lines;
}

function formatFix({ title, diff }: Fix, palette: Palette): string[] {
  const rows = diff.trimEnd().split('\n');
  return [
    `  ${palette.strong('fix:')} ${printable(title)}`,
    ...rows.map((row) => `  ${printable(row.replaceAll('\t', '        '))}`),
  ];
}

function formatReproduction(reproduction: Reproduction, palette: Palette): string {
  if ('obstacle' in reproduction) return `  ${palette.strong('no harness:')} ${printable(reproduction.obstacle)}`;
  return `  ${palette.strong('reproduce:')} sh ${printable(reproduction.path)}/run.sh`;
}

function formatExcerpt({ file, line, column }: Location, sources: SourceFiles, { palette, width }: Style): string[] {
  const bytes = sources.line(file, line);
  if (!bytes) return [];
  const { text, indent } = excerptLine(bytes, column, width - GUTTER - 3);
  const number = String(line).padStart(GUTTER);
  return [`${number} | ${text}`.trimEnd(), `${' '.repeat(number.length)} | ${' '.repeat(indent)}${palette.caret('^')}`];
}

/** The middle of a very long trace is omitted. */
function formatTrace(trace: readonly Step[], palette: Palette): string[] {
  const notes = trace.map((step) => noteLine(step, palette));
  const left = notes.length - 2 * STEPS;
  if (left <= 1) return notes;
  return [...notes.slice(0, STEPS), `  … ${left} more steps; --format json has them all`, ...notes.slice(-STEPS)];
}
