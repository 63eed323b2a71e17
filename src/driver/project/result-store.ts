// Results of functions that are kept by key, unit by unit: in memory for the next analysis of a program that has changed.
// Asked by schedule.ts; kept-results.ts is another such store.

import type { FunctionResult } from '../../engines/summary-engine.js';

/** The results of pieces of work by key, one result per function. */
export type KeptResults = ReadonlyMap<string, readonly FunctionResult[]>;

export interface ResultStore {
  /** Of pieces whose first function is in the unit. */
  results(unit: string): KeptResults;
  keepResults(unit: string, results: KeptResults): void;
}

/** Starts with what another store has, which is left as it is. */
export class MemoryStore implements ResultStore {
  private readonly own = new Map<string, KeptResults>();

  constructor(private readonly before: ResultStore | null = null) {}

  results(unit: string): KeptResults {
    return this.own.get(unit) ?? this.before?.results(unit) ?? new Map();
  }

  keepResults(unit: string, results: KeptResults): void {
    this.own.set(unit, results);
  }
}
