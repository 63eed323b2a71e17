// Answers of engines about executions from an entry, kept under a key made of all that an engine can have read: the reached
// functions, every variable of the program, the options. Asked by the second stage of `check` (refute.ts).

import type { AnalysisOptions, EngineName, Finding } from '../../engines/engine.js';
import type { Reason } from '../../engines/reason.js';
import type { Stand } from '../../findings/verdicts.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { seal, unseal } from '../../ir/pack/seal.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { Cache } from './cache.js';

/** What the second stage needs of an analysis from an entry. */
export interface EntryAnswer extends Stand {
  readonly findings: readonly Finding[];
  readonly assumptions: readonly Reason[];
  /** Functions that executions reach and that were analysed to the end. */
  readonly analysed: readonly FunctionSymbol[];
}

export interface AnswerStore {
  /** The answer of an earlier run; else it is computed and kept. null: there is none. */
  recall(question: EntryQuestion, analyse: () => EntryAnswer | null): EntryAnswer | null;
}

export interface EntryQuestion {
  readonly engine: EngineName;
  readonly options: AnalysisOptions;
  readonly entry: FunctionSymbol;
  /** The functions that executions from the entry reach. */
  readonly reach: ReadonlySet<FunctionSymbol>;
}

/** With its key: a file of the cache may have been put in the place of another. */
interface Kept {
  readonly key: string;
  readonly answer: EntryAnswer;
}

export class KeptAnswers implements AnswerStore {
  /** Stands for all variables: engines may initialise more of them than are mentioned. */
  private readonly variables: string;

  constructor(
    private readonly program: PackedProgram,
    private readonly cache: Cache,
  ) {
    const all = program.units.flatMap((unit) => unit.linked.map((g) => `${program.idOf(g)} ${g.entry?.hash}`));
    this.variables = hashOf(all.sort());
  }

  recall(question: EntryQuestion, analyse: () => EntryAnswer | null): EntryAnswer | null {
    const key = this.keyOf(question);
    const bytes = this.cache.answer(key);
    const kept = bytes && attempt(() => unseal(this.program, bytes) as Kept);
    if (kept?.key === key) return kept.answer;
    const answer = analyse();
    const sealed = answer && attempt(() => seal(this.program, { key, answer } satisfies Kept));
    if (sealed) this.cache.keepAnswer(key, sealed);
    return answer;
  }

  private keyOf({ engine, options, entry, reach }: EntryQuestion): string {
    const { program } = this;
    const described = [...reach].map((f) => {
      const { hash, look } = (f as PackedFunction).entry.body!;
      return `${program.idOf(f as PackedFunction)} ${hash} ${look}`;
    });
    return hashOf(
      engine,
      JSON.stringify(options),
      program.idOf(entry as PackedFunction),
      this.variables,
      ...described.sort(),
    );
  }
}

/** An answer that cannot be written or read counts as missing. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
