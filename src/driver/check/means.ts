// What a check works with: settings, engines, sources, and the plan for an engine that follows from them.
// Made by the command line; read by everything in this folder.

import { describeError } from '../../base/crash.js';
import { diagnostic } from '../../base/diagnostics.js';
import type { Engine } from '../../engines/engine.js';
import type { Canvas } from '../../findings/portrait.js';
import type { LocatedFinding } from '../../findings/report.js';
import type { SourceFiles } from '../../findings/source-files.js';
import type { JobRequest } from '../load/find-jobs.js';
import type { AnalysisPlan } from '../plan.js';
import type { Cache } from '../project/cache.js';
import type { ProvePlan } from '../project/questions.js';
import type { Stopper } from '../project/stopper.js';
import type { Workforce } from '../project/worker-pool.js';
import type { Store } from '../store/store.js';
import type { UnitAnalysis } from './analyse-unit.js';
import type { SecondLookRequest } from './second-stage.js';
import type { Settings } from './settings.js';

export interface GatherRequest extends JobRequest {
  /** The number of worker threads. */
  readonly jobs?: number;
  /** false: the cache is neither read nor written. */
  readonly cache?: boolean;
  /** One that machines share. */
  readonly sharedStore?: Store;
  /** Who works, if not threads of this process. */
  readonly hire?: Workplace['hire'];
}

/** Abstract steps per entry. */
const BUDGET = 2_500;

export interface Means<E extends Engine = Engine> {
  readonly settings: Settings;
  readonly engine: E;
  /** The second stage: which engines, and how long. */
  readonly second?: Pick<SecondLookRequest, 'engines' | 'effort'>;
  /** Prove every function: which engines, and how long. */
  readonly prove?: Pick<ProvePlan, 'engines' | 'steps'>;
  readonly sources: SourceFiles;
  /** Told how much of what is done. */
  readonly step: (done: number, all: number, what: string) => void;
  /** Told findings as soon as the second stage is done with them. */
  readonly early?: (found: readonly LocatedFinding[]) => void;
  /** For reports with drawings. */
  readonly canvas?: Canvas;
  /** Abstract steps per entry, if not as usual. */
  readonly budget?: number;
  /** Of who checks again and again; without it, one is made. */
  readonly workplace?: Workplace;
  /** Whether nobody waits for the report any more: then there is none. */
  readonly stopper?: Stopper;
}

/** Where results are kept, and who works. */
export interface Workplace {
  readonly cache: Cache;
  /** For each of the two stages; closed after it. */
  readonly hire: () => Workforce;
}

export function planOf<E extends Engine>({ engine, budget = BUDGET, settings, canvas }: Means<E>): AnalysisPlan<E> {
  const { mallocMayFail, leakAtExit, withoutBeliefs, doubtful, entry, models } = settings;
  const failingAllocations = 'followed';
  const latent = true; // those that are not told are listed among the dropped ones
  const told = { mallocMayFail, leakAtExit, failingAllocations, withoutBeliefs, doubtful, latent } as const;
  const options = { ...told, budget };
  return { engine, options, entries: entry, models, ...(canvas ? { illustrated: canvas.detail } : {}) };
}

/** A crash on one unit does not affect the others. */
export function guarded(what: string, work: () => UnitAnalysis): UnitAnalysis {
  try {
    return work();
  } catch (error) {
    return { results: [], problems: [diagnostic('internal', `${what}: ${describeError(error)}`)] };
  }
}
