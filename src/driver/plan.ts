// What is to be analysed, and how: the engine, its options, the entries, the user's models.
// Made by `check` from its settings; used for single units and for projects.

import type { AnalysisOptions, Engine } from '../engines/engine.js';
import type { Canvas } from '../findings/portrait.js';
import type { CompileJob } from '../frontend/compile-job.js';

export interface AnalysisPlan<E extends Engine = Engine> {
  readonly engine: E;
  readonly options: AnalysisOptions;
  /** Names of functions; empty: choose. */
  readonly entries: readonly string[];
  /** Files with models of the user's own. */
  readonly models: readonly string[];
  /** Findings, or all lines, are to have heaps, as far as the engine can draw them. */
  readonly illustrated?: Canvas['detail'];
  /** Of the unit, which says where its files are; they are opened by their names unless told. */
  readonly job?: CompileJob;
}
