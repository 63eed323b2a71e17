// Writes a report in the requested format and returns the exit status for it.
// Last step of `check`.

import { mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { newFindings } from '../findings/assemble.js';
import { nameFrom, relocateReport } from '../findings/relocate.js';
import type { Report } from '../findings/report.js';
import type { SourceFiles } from '../findings/source-files.js';
import { choosePalette, plain } from '../report/colour.js';
import { type FormatName, formats } from '../report/formats.js';
import { summarize } from '../report/summary.js';
import type { TextOptions } from '../report/text.js';
import { type Console, type ExitStatus, refuse } from './console.js';
import { writeOutput } from './write-file.js';

export interface DeliveryRequest {
  readonly format: FormatName;
  readonly output?: string;
  readonly quiet?: true;
  /** Also report what was dropped. */
  readonly verbose?: true;
}

const NARROWEST = 40;

/** 1 if there are (new) findings; 2 if something could not be analysed or the report could not be written. */
export function deliverReport(
  report: Report,
  sources: SourceFiles,
  request: DeliveryRequest,
  console: Console,
): ExitStatus {
  const shown = FOR_READERS.includes(request.format) ? seenFromHere(report, sources) : { report, sources };
  const text = formats[request.format](shown.report, shown.sources, textOptions(request, console));
  if (request.output === undefined) console.out(text);
  else {
    const path = placeOf(request.output, request.format);
    if (basename(path) === 'index.html') makeFolder(dirname(path));
    const problem = writeOutput(path, text);
    if (problem) return refuse(console, problem);
    if (request.format === 'html' && !request.quiet) console.err(`${summarize(report)}\nwrote ${path}\n`);
  }
  const problems = seenFromHere(report, sources).report.diagnostics;
  const errors = problems.filter((d) => d.severity === 'error');
  refuse(console, ...(request.quiet ? errors : problems));
  if (errors.length > 0) return 2;
  return newFindings(report.findings).length > 0 ? 1 : 0;
}

/** Formats with names as they can be clicked on where caulk was started; the others are the same everywhere. */
const FOR_READERS: readonly FormatName[] = ['text', 'gcc'];

function seenFromHere(
  report: Report,
  sources: SourceFiles,
): { readonly report: Report; readonly sources: SourceFiles } {
  const here = relocateReport(report, nameFrom(process.cwd(), report.root));
  const back = nameFrom(report.root, process.cwd());
  return {
    report: here,
    sources: { read: (file) => sources.read(back(file)), line: (file, line) => sources.line(back(file), line) },
  };
}

/** For a terminal, if the report goes there. */
function textOptions(request: DeliveryRequest, console: Console): TextOptions {
  const stream = (request.output === undefined && console.stream) || {};
  return {
    palette: request.output === undefined ? choosePalette(console.environment ?? {}, stream) : plain,
    ...(stream.isTTY && stream.columns ? { width: Math.max(NARROWEST, stream.columns) } : {}),
    summary: request.quiet ? 'unwanted' : 'wanted',
    detail: request.verbose ? 'all' : 'usual',
  };
}

/** The output of an HTML report may be a directory. */
function placeOf(output: string, format: string): string {
  const isDirectory = output.endsWith('/') || statSync(output, { throwIfNoEntry: false })?.isDirectory();
  return format === 'html' && isDirectory ? join(output, 'index.html') : output;
}

/** What cannot be made cannot be written to either: that is reported. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch {}
}
