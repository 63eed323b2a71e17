// `caulk check`: finds heap errors in files, directories and projects.
// From the command line through a report to standard output or a file.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diagnostic } from '../base/diagnostics.js';
import { checkoutAround, isRevision } from '../driver/check/changed-lines.js';
import { type Console, type ExitStatus, refuse } from './console.js';
import { type DeliveryRequest, deliverReport } from './deliver.js';
import { tellEarly } from './early-findings.js';
import { makeReport, type ReportRequest } from './make-report.js';

export type CheckRequest = ReportRequest & DeliveryRequest;

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
  const made = await makeReport(request, console, (progress, means) => tellEarly(progress, means, request, console));
  return 'status' in made ? made.status : deliverReport(made.report, made.sources, request, console);
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
