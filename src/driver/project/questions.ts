// What is asked about a linked program once the first stage is done, and the answers. Questions are plain data: what they say of
// the program is a name, or sealed. Made by program-work.ts, answered by answerer.ts in any thread.

import type { AnalysisOptions, Finding } from '../../engines/engine.js';
import type { Reason } from '../../engines/reason.js';
import type { ProverName } from '../../engines/registry.js';
import type { Stand } from '../../findings/verdicts.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { Effort } from '../replay/route-search.js';
import type { ExploredRuns, ShownRun } from '../replay/shown-runs.js';
import type { Answer } from '../replay/try-finding.js';
import type { FunctionVerdict } from './function-prover.js';

/** Functions and units are named by their ids; a finding is sealed. */
export type Question =
  | {
      readonly kind: 'engine';
      readonly engine: ProverName;
      readonly entry: string;
      readonly options: AnalysisOptions;
    }
  | { readonly kind: 'proof'; readonly function: string; readonly plan: ProvePlan }
  | { readonly kind: 'trial'; readonly finding: Uint8Array; readonly effort: Effort }
  | { readonly kind: 'replay'; readonly units: readonly string[]; readonly finding: Uint8Array }
  | {
      readonly kind: 'exploration';
      readonly units: readonly string[];
      readonly goals: Uint8Array;
      readonly steps: number;
    }
  | { readonly kind: 'runs'; readonly units: readonly string[]; readonly entry: string; readonly steps: number };

export type Kind = Question['kind'];

export interface Answers {
  /** Of executions from an entry. */
  readonly engine: EntryAnswer;
  /** Is the function proved by itself? */
  readonly proof: FunctionVerdict;
  /** Of runs from the function of a finding. */
  readonly trial: Answer;
  /** Does a run on the finding's own input show it? */
  readonly replay: boolean;
  /** Of a whole program, on inputs that are searched for. */
  readonly exploration: ExploredRuns;
  /** From one function. */
  readonly runs: readonly ShownRun[];
}

export interface ProvePlan {
  readonly engines: readonly ProverName[];
  readonly options: Omit<AnalysisOptions, 'budget'>;
  /** Abstract steps per analysis. */
  readonly steps: number;
}

/** What the second stage needs of an analysis from an entry. */
export interface EntryAnswer extends Stand {
  readonly findings: readonly Finding[];
  readonly assumptions: readonly Reason[];
  /** Functions that executions reach and that were analysed to the end. */
  readonly analysed: readonly FunctionSymbol[];
}
