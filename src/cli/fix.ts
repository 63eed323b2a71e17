// `caulk fix`: shows what would mend findings, as diffs, and writes it if asked to.
// From the command line through a session to a report with fixes.

import { relative, resolve } from 'node:path';
import { diagnostic } from '../base/diagnostics.js';
import { fixEach, fixTogether } from '../driver/fix/fix.js';
import { Session, type SessionRequest } from '../driver/session/session.js';
import type { Report } from '../findings/report.js';
import type { FormatName } from '../report/formats.js';
import { type Console, type ExitStatus, refuse } from './console.js';
import { deliverReport } from './deliver.js';
import { Progress } from './progress.js';
import { writeOutput } from './write-file.js';

export interface FixCommandRequest extends SessionRequest {
  readonly format: FormatName;
  readonly output?: string;
  readonly quiet?: true;
  readonly apply?: true;
  /** FILE or FILE:LINE. */
  readonly at?: string;
}

/** Findings without a fix are listed with the others. 0: nothing is left to mend. */
export async function fix(request: FixCommandRequest, console: Console): Promise<ExitStatus> {
  if (request.paths.length === 0 && request.compileCommands === undefined) {
    return refuse(console, diagnostic('bad-usage', 'name at least one file or directory, or a project with -p'));
  }
  const session = new Session(request);
  const progress = new Progress('fix', console);
  const step = (done: number, all: number, what: string) => request.quiet || progress.step(done, all, what);
  try {
    const checked = await session.check({ unsaved: new Map(), stages: 'both', step });
    if ('problems' in checked) return refuse(console, ...checked.problems);
    const report = only(checked.report, request.at);
    const told = (done: number, all: number) => step(done, all, 'fixes');
    const made = request.apply
      ? await fixTogether(session, report, told)
      : { fixes: await fixEach(session, report, told), texts: [] };
    progress.end();
    const findings = report.findings.map((f) => {
      const fix = made.fixes.get(f.fingerprint);
      return fix ? { ...f, fix } : f;
    });
    const unwritten = [...made.texts].flatMap(
      ([path, text]) => writeOutput(path, Buffer.from(text).toString('utf8')) ?? [],
    );
    if (unwritten.length > 0) return refuse(console, ...unwritten);
    const status = deliverReport({ ...report, findings }, checked.sources, request, console);
    if (!request.quiet) console.err(`${summaryOf(findings.length, made.fixes.size, request)}\n`);
    return status === 1 && request.apply && made.fixes.size === findings.length ? 0 : status;
  } finally {
    progress.end();
    await session.close();
  }
}

/** The findings at a place. */
function only(report: Report, at: string | undefined): Report {
  if (at === undefined) return report;
  const [, path = at, line] = /^(.*):(\d+)$/.exec(at) ?? [];
  const file = relative(report.root, resolve(path));
  const isHere = (f: { file: string; line: number }) =>
    f.file === file && (line === undefined || f.line === Number(line));
  return { ...report, findings: report.findings.filter(isHere) };
}

function summaryOf(findings: number, fixes: number, { apply }: FixCommandRequest): string {
  const what = `${fixes} of ${findings} findings ${fixes === 1 ? 'has a checked fix' : 'have a checked fix'}`;
  return fixes === 0 ? what : apply ? `${what}, written` : `${what}; --apply writes them`;
}
