// The report of a check: settings, engines, findings of the first and the second stage, what is left of them.
// Between the commands `check` and `mark` and the strategies in src/driver/check.

import { resolve } from 'node:path';
import type { Diagnostic } from '../base/diagnostics.js';
import { changedLines } from '../driver/check/changed-lines.js';
import { chooseEngines, complainAboutBeliefs, type EngineRequest, reportOf } from '../driver/check/conclude.js';
import { gatherFindings } from '../driver/check/gather.js';
import type { GatherRequest, Means } from '../driver/check/means.js';
import { readSettings, type Settings, type SettingsRequest } from '../driver/check/settings.js';
import { STANDARD_INPUT } from '../driver/load/find-jobs.js';
import { reportCanvas } from '../findings/portrait.js';
import type { Report } from '../findings/report.js';
import { openSources, readSourceFile, type SourceFiles } from '../findings/source-files.js';
import type { FormatName } from '../report/formats.js';
import { type Console, type ExitStatus, notThereYet, refuse } from './console.js';
import type { Joined, JoinRequest } from './join-queue.js';
import { Progress } from './progress.js';
import type { QueueRequest } from './shared-queue.js';
import { openSharedStore, type StoreRequest, tellStore } from './shared-store.js';

export interface ReportRequest
  extends Omit<GatherRequest, 'sharedStore' | 'hire'>,
    SettingsRequest,
    EngineRequest,
    StoreRequest,
    QueueRequest {
  readonly format: FormatName;
  readonly quiet?: true;
  /** Report only what has to do with lines that differ from this revision; `true`: from HEAD. */
  readonly changed?: string | true;
}

/** Formats that have heaps. */
const DRAWN: readonly FormatName[] = ['html', 'sarif'];

/** Who is told of findings before the report, if anybody. */
export type ChooseEarly = (
  progress: Progress,
  means: { readonly settings: Settings; readonly sources: SourceFiles },
) => Means['early'] | null;

/** What is wrong with the request has been said if there is a status. */
export async function makeReport(
  request: ReportRequest,
  console: Console,
  chooseEarly: ChooseEarly = () => null,
): Promise<{ readonly report: Report; readonly sources: SourceFiles } | { readonly status: ExitStatus }> {
  const settings = readSettings(request);
  if (!('rules' in settings)) return { status: refuse(console, ...settings) };
  const changes = request.changed === undefined ? null : changedLines(settings.root, String(request.changed));
  if (changes && 'code' in changes) return { status: refuse(console, changes) };
  const engines = await chooseEngines(settings, request);
  if (engines === 'missing') return { status: notThereYet(console, `the engine \`${settings.engine}\``) };
  const unknown = complainAboutBeliefs(settings, engines.engine);
  if (unknown.length > 0) return { status: refuse(console, ...unknown) };
  const shared = openSharedStore(request, console);
  if (shared && 'code' in shared) return { status: refuse(console, shared) };
  const sources = sourcesOf(settings.root, request);
  const progress = new Progress('check', console);
  const step = (done: number, all: number, what: string) => request.quiet || progress.step(done, all, what);
  const pictures = DRAWN.includes(request.format) ? { canvas: reportCanvas() } : {};
  const early = chooseEarly(progress, { settings, sources });
  const told = early ? { early } : {};
  const crew = await joinIfAsked(request, console);
  if (crew && 'code' in crew) return { status: refuse(console, crew) };
  const elsewhere = { ...(shared ? { sharedStore: shared } : {}), ...(crew ? { hire: crew.hire } : {}) };
  const means = { settings, ...engines, sources, step, ...pictures, ...told };
  const gathered = await gatherFindings({ ...request, ...elsewhere }, means).finally(() => crew?.leave());
  progress.end();
  if (shared && !request.quiet) tellStore(shared, request.store!, console);
  return { report: reportOf(gathered, { ...settings, changes }, sources), sources };
}

/** The queue and its libraries are loaded only then. */
async function joinIfAsked(request: JoinRequest, console: Console): Promise<Joined | Diagnostic | null> {
  if (request.queue === undefined) return null;
  const { joinQueue } = await import('./join-queue.js');
  return joinQueue(request, console);
}

/** Files by their names in reports. */
function sourcesOf(root: string, { standardInput }: ReportRequest): SourceFiles {
  return openSources((file) =>
    readSourceFile(file === STANDARD_INPUT && standardInput !== undefined ? standardInput : resolve(root, file)),
  );
}
