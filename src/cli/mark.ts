// `caulk mark`: says of a finding that it is false, intended, or to be fixed, in the file of marks at the root of the project.
// From the command line through an earlier report, or a check of the file, to caulk.marks.json.

import { join, relative, resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { findRoot } from '../driver/load/root.js';
import { readBaseline } from '../findings/baseline.js';
import {
  formatMarks,
  MARKS_FILE,
  type Mark,
  type Marked,
  type MarkVerdict,
  markOf,
  verdictWords,
  withMark,
  withoutMark,
} from '../findings/marks.js';
import { readMarks } from '../findings/read-marks.js';
import { type Console, type ExitStatus, refuse } from './console.js';
import { makeReport } from './make-report.js';
import { writeOutput } from './write-file.js';

export interface MarkRequest {
  /** A fingerprint, or `FILE:LINE`. */
  readonly place: string;
  readonly verdict: string;
  readonly flags: readonly string[];
  readonly reason?: string;
  readonly by?: string;
  readonly root?: string;
  readonly rule?: string;
  /** A JSON or SARIF report that has the finding; without it, the file is checked again. */
  readonly report?: string;
  readonly compileCommands?: string;
}

interface Wanted {
  readonly verdict: MarkVerdict | 'none';
  readonly marks: readonly Mark[];
  readonly path: string;
}

const FINGERPRINT = /^[0-9a-f]{32}$/;

export async function mark(request: MarkRequest, console: Console): Promise<ExitStatus> {
  const { verdict } = request;
  if (!isVerdict(verdict)) {
    return refuse(
      console,
      diagnostic('bad-usage', `the verdict is false, intended, to-fix or none, not \`${verdict}\``),
    );
  }
  const root = resolve(request.root ?? findRoot({ paths: [fileOf(request.place) ?? '.'] }));
  const path = join(root, MARKS_FILE);
  const marks = readMarks(path);
  if ('code' in marks) return refuse(console, marks);
  const found = await findFindings(request, root, console);
  if ('status' in found) return found.status;
  return writeMarks(found, request, { verdict, marks, path }, console);
}

const isVerdict = (word: string): word is Wanted['verdict'] => word === 'none' || Object.hasOwn(verdictWords, word);

function writeMarks(
  found: readonly Marked[],
  { reason, by }: MarkRequest,
  { verdict, marks, path }: Wanted,
  console: Console,
): ExitStatus {
  const date = new Date().toISOString().slice(0, 10);
  const said = { date, ...(reason === undefined ? {} : { reason }), ...(by === undefined ? {} : { by }) };
  const after = found.reduce(
    (all, finding) =>
      verdict === 'none' ? withoutMark(all, finding.fingerprint) : withMark(all, markOf(finding, { verdict, ...said })),
    marks,
  );
  const problem = writeOutput(path, formatMarks(after));
  if (problem) return refuse(console, problem);
  const words = verdict === 'none' ? 'no mark' : verdictWords[verdict];
  for (const finding of found) console.out(`${nameOf(finding)}: ${words}\n`);
  return 0;
}

const nameOf = ({ fingerprint, file, line, rule }: Marked): string =>
  file === undefined ? fingerprint : `${file}:${line}: ${rule}`;

/** The findings that a place names: those of a report or of a check; a bare fingerprint needs neither. */
async function findFindings(
  request: MarkRequest,
  root: string,
  console: Console,
): Promise<readonly Marked[] | Failure> {
  const { place, report, rule } = request;
  const known = report === undefined ? null : readBaseline(report);
  if (known && 'code' in known) return { status: refuse(console, known) };
  if (FINGERPRINT.test(place)) return [known?.get(place) ?? { fingerprint: place }];
  const file = fileOf(place);
  if (file === null) return { status: refuse(console, diagnostic('bad-usage', `\`${place}\` ${NO_PLACE}`)) };
  const findings = known ? [...known.values()] : await checkFile(request, file, console);
  if ('status' in findings) return findings;
  const name = relative(root, resolve(file));
  const here = findings.filter((f) => f.file === name && (rule === undefined || f.rule === rule));
  const wanted = here.filter((f) => f.line === Number(place.slice(file.length + 1)));
  return wanted.length > 0 ? wanted : { status: refuse(console, complain(place, here)) };
}

interface Failure {
  readonly status: ExitStatus;
}

const NO_PLACE = 'is neither the fingerprint of a finding nor FILE:LINE';

/** Of `FILE:LINE`. */
const fileOf = (place: string): string | null => /^(.+):\d+$/.exec(place)?.[1] ?? null;

/** With the rest of its project if that is named. */
async function checkFile(request: MarkRequest, file: string, console: Console): Promise<readonly Marked[] | Failure> {
  const { compileCommands, root, flags } = request;
  const made = await makeReport(
    {
      flags,
      format: 'json',
      paths: compileCommands === undefined ? [file] : [],
      ...(compileCommands === undefined ? {} : { compileCommands }),
      ...(root === undefined ? {} : { root }),
    },
    console,
  );
  if ('status' in made) return made;
  const { findings, suppressed, diagnostics } = made.report;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0 && findings.length === 0) return { status: refuse(console, ...errors) };
  return [...findings, ...suppressed];
}

function complain(place: string, here: readonly Marked[]): Diagnostic {
  const lines = [...new Set(here.map(({ line }) => line))].join(', ');
  const others = here.length === 0 ? 'there is none in this file' : `there are some in line ${lines}`;
  return diagnostic('bad-usage', `no finding is reported at ${place}, ${others}; -p checks the whole project`);
}
