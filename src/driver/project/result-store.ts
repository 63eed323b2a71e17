// Results of functions that are kept by key, unit by unit: in memory for the next analysis of a program that has changed.
// Asked by schedule.ts; the cache on disk is another such store.

import type { AnalysisOptions } from '../../engines/engine.js';
import type { FunctionResult } from '../../engines/summary-engine.js';

/** The results of pieces of work by key, one result per function. */
export type KeptResults = ReadonlyMap<string, readonly FunctionResult[]>;

export interface ResultStore {
  /** Of pieces whose first function is in the unit. */
  results(unit: string, options: AnalysisOptions): KeptResults;
  keepResults(unit: string, options: AnalysisOptions, results: KeptResults): void;
}

/** Starts with what another store has, which is left as it is. */
export class MemoryStore implements ResultStore {
  private readonly own = new Map<string, KeptResults>();

  constructor(private readonly before: ResultStore | null = null) {}

  results(unit: string, options: AnalysisOptions): KeptResults {
    return this.own.get(unit) ?? this.before?.results(unit, options) ?? new Map();
  }

  keepResults(unit: string, _: AnalysisOptions, results: KeptResults): void {
    this.own.set(unit, results);
  }
}
