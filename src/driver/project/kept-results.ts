// Results of pieces of work that were computed before, a bundle for each unit. The key of a bundle is made of the unit's contents; a hint names
// the bundle that the unit had here before it was changed: what the change does not concern is in that one.

import { pickle } from '../../base/pickle.js';
import { unpickle } from '../../base/unpickle.js';
import type { AnalysisOptions } from '../../engines/engine.js';
import type { FunctionResult } from '../../engines/summary-engine.js';
import type { Hints } from '../store/disk-store.js';
import { type Store, storeKey } from '../store/store.js';
import { attempt } from './attempt.js';
import type { KeptResults, ResultStore } from './result-store.js';

export interface ResultMeans {
  readonly build: string;
  readonly store: Store;
  readonly hints: Hints;
  /** Of the project: what tells its units from units of the same name in others on this machine. */
  readonly root: string;
  readonly options: AnalysisOptions;
}

export interface UnitObject {
  readonly id: string;
  readonly object: Uint8Array;
}

/** Everything that is known of these units, at once: a store may be far away. */
export async function openResults(units: readonly UnitObject[], means: ResultMeans): Promise<ResultStore> {
  const { build, store, hints, root, options } = means;
  const keys = new Map(
    units.map(({ id, object }) => [id, storeKey('results', build, JSON.stringify(options), id, object)] as const),
  );
  const placeOf = (id: string) => ['results', build, root, id, JSON.stringify(options)];
  const known = new Map<string, KeptResults>();
  const open = async ([id, key]: readonly [string, string]) => {
    const before = hints.hint(placeOf(id));
    const content = (await store.get(key)) ?? (before && (await store.get(Buffer.from(before).toString())));
    const results = content && attempt(() => resultsIn(unpickle(content, NO_WORDS)));
    if (results) known.set(id, results);
  };
  await Promise.all([...keys].map(open));
  return {
    results: (id) => known.get(id) ?? NONE,
    keepResults: (id, results) => {
      store.put(keys.get(id)!, pickle(results, NO_WORDS));
      hints.keepHint(placeOf(id), Buffer.from(keys.get(id)!));
    },
  };
}

const NO_WORDS: readonly string[] = [];
const NONE: KeptResults = new Map();

function resultsIn(content: unknown): KeptResults {
  if (!(content instanceof Map)) throw new TypeError('not a bundle of results');
  for (const [key, results] of content) {
    if (typeof key !== 'string' || !Array.isArray(results) || !results.every(isResult)) {
      throw new TypeError('not a bundle of results');
    }
  }
  return content;
}

/** What the schedule and the engine rely on. */
export function isResult(result: unknown): result is FunctionResult {
  if (typeof result !== 'object' || result === null) return false;
  const { summary, hash, findings, looks, status, reason, steps } = result as FunctionResult;
  return (
    summary instanceof Uint8Array &&
    findings instanceof Uint8Array &&
    typeof hash === 'string' &&
    typeof steps === 'number' &&
    ['analysed', 'skipped', 'timeout'].includes(status) &&
    (reason === null || (typeof reason?.kind === 'string' && typeof reason.text === 'string')) &&
    Array.isArray(looks) &&
    looks.every((look) => Array.isArray(look) && look.every((part) => typeof part === 'string'))
  );
}
