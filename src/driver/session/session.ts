// A project that is checked again and again while it is edited: what one round has found out serves the next.
// The language server and `fix` work with it; each round is a `check` with texts that are not on the disk.

import { resolve } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics.js';
import type { Canvas } from '../../findings/portrait.js';
import type { LocatedFinding, Report } from '../../findings/report.js';
import { openSources, readSourceFile, type SourceFiles } from '../../findings/source-files.js';
import type { UnsavedTexts } from '../../frontend/compile-job.js';
import { chooseEngines, complainAboutBeliefs, reportOf } from '../check/conclude.js';
import { cacheFor } from '../check/examine-project.js';
import { gatherFindings } from '../check/gather.js';
import type { GatherRequest, Means } from '../check/means.js';
import { readSettings, type Settings, type SettingsRequest } from '../check/settings.js';
import { findJobs } from '../load/find-jobs.js';
import { findRoot } from '../load/root.js';
import { usualJobs } from '../project/executor.js';
import { linkUnits } from '../project/project.js';
import { readUnits } from '../project/read-units.js';
import type { Stopper } from '../project/stopper.js';
import { WorkerPool } from '../project/worker-pool.js';
import { blend, type Settled } from './blend.js';
import { SessionCache } from './session-cache.js';
import { UnitScope } from './unit-scope.js';

export type SessionRequest = GatherRequest & SettingsRequest;

export interface Round {
  readonly unsaved: UnsavedTexts;
  /** The first stage alone answers while somebody types. */
  readonly stages: 'first' | 'both';
  readonly stopper?: Stopper;
  readonly step?: Means['step'];
  readonly early?: (found: readonly LocatedFinding[]) => void;
  readonly canvas?: Canvas;
  /** The texts are tried only: later rounds of the first stage are compared with an earlier one. */
  readonly keep?: 'settled';
}

/** The report of a round; rejects if it is stopped. */
export type Checked =
  | { readonly report: Report; readonly sources: SourceFiles; readonly settings: Settings }
  | { readonly problems: readonly Diagnostic[] };

export class Session {
  private readonly cache = new SessionCache();
  private readonly pool: WorkerPool;
  private settled: Settled | null = null;

  constructor(private readonly request: SessionRequest) {
    this.pool = new WorkerPool(request.jobs ?? usualJobs());
  }

  /** One at a time. Settings and compile databases are read anew. */
  async check({ unsaved, stages, step = () => {}, stopper, early, canvas, keep }: Round): Promise<Checked> {
    const settings = readSettings(this.request);
    if (!('rules' in settings)) return { problems: settings };
    this.cache.begin(unsaved, cacheFor(this.request, settings.root));
    const chosen = await chooseEngines(settings, {});
    if (chosen === 'missing') return { problems: [] };
    const unknown = complainAboutBeliefs(settings, chosen.engine);
    if (unknown.length > 0) return { problems: unknown };
    const engines = stages === 'first' ? { engine: chosen.engine } : chosen;
    const sources = sourcesOf(settings.root, unsaved);
    const workplace = { cache: this.cache, hire: () => this.pool };
    const asked = { ...(stopper ? { stopper } : {}), ...(early ? { early } : {}), ...(canvas ? { canvas } : {}) };
    const means: Means = { settings, ...engines, sources, step, workplace, ...asked };
    const gathered = await gatherFindings({ ...this.request, unsaved }, means);
    const report = reportOf(gathered, { ...settings, changes: null }, sources);
    if (stages === 'first')
      return { report: this.settled ? blend(report, this.settled, sources) : report, sources, settings };
    if (!keep) this.settled = { whole: report, sources, first: null };
    return { report, sources, settings };
  }

  /** After a round of both stages, for rounds of the first: which findings the second has dropped. The texts are those of that round. */
  async settle(round: Pick<Round, 'unsaved' | 'stopper'>): Promise<void> {
    const { settled } = this;
    if (!settled || settled.first) return;
    this.settled = null;
    try {
      const checked = await this.check({ ...round, stages: 'first' });
      if ('report' in checked) this.settled = { ...settled, first: checked.report };
    } finally {
      this.settled ??= settled;
    }
  }

  /** The unit of a file, as it is in these texts; null if it cannot be read. */
  async unit(file: string, unsaved: UnsavedTexts): Promise<UnitScope | null> {
    const root = this.root();
    this.cache.begin(unsaved, cacheFor(this.request, root));
    const found = findJobs({ ...this.request, root, unsaved }).jobs;
    const job = found.find((one) => resolve(one.directory, one.file) === file);
    if (!job) return null;
    const { cache, pool } = this;
    const linked = linkUnits(await readUnits([job], pool, cache, () => {}), []);
    return linked && new UnitScope(job, { ...linked, cache, pool });
  }

  private root(): string {
    return this.request.root ?? findRoot(this.request);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.pool.close();
  }
}

/** By their names in reports; unsaved texts first. */
export const sourcesOf = (root: string, unsaved: UnsavedTexts): SourceFiles =>
  openSources((file) => {
    const path = resolve(root, file);
    return unsaved.get(path) ?? readSourceFile(path);
  });
