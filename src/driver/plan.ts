// What is to be analysed, and how: the engine, its options, where it begins, the models of the user's own.
// Made by check from its settings; read by whoever starts engines, on one unit or on a project.

import type { AnalysisOptions, Engine } from '../engines/engine.js';

export interface AnalysisPlan {
  readonly engine: Engine;
  readonly options: AnalysisOptions;
  /** Names of functions; empty: choose. */
  readonly entries: readonly string[];
  /** Files with models of the user's own. */
  readonly models: readonly string[];
  /** How a file that the unit names can be opened from here; by its name unless told. */
  readonly openAs?: (file: string) => string;
}
