// What engines said in earlier runs about executions from an entry, kept under a key made of all they can have looked at:
// the functions that are reached, every variable of the program, the options. Asked by the second look (refute.ts).

import type { AnalysisOptions, EngineName, Finding } from '../../engines/engine.js';
import { seal, unseal } from '../../engines/modular/seal.js';
import type { Stand } from '../../findings/verdicts.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { Cache } from './cache.js';

/** What is needed of an analysis; can be kept for later runs. */
export interface Testimony extends Stand {
  readonly findings: readonly Finding[];
  readonly assumptions: readonly string[];
  /** Functions that executions get to and that were followed to the end. */
  readonly analysed: readonly FunctionSymbol[];
}

export interface Testimonies {
  /** Of an earlier run, or else of the witness, whose words are kept; null if there are none. */
  recall(question: Question, witness: () => Testimony | null): Testimony | null;
}

export interface Question {
  readonly engine: EngineName;
  readonly options: AnalysisOptions;
  readonly entry: FunctionSymbol;
  /** The functions that executions from the entry get to. */
  readonly reach: ReadonlySet<FunctionSymbol>;
}

/** A file of the cache may have come to the place of another. */
interface Kept {
  readonly key: string;
  readonly said: Testimony;
}

export class KeptTestimonies implements Testimonies {
  /** Stands for all variables: engines may set up more of them than are mentioned. */
  private readonly variables: string;

  constructor(
    private readonly program: PackedProgram,
    private readonly cache: Cache,
  ) {
    const all = program.units.flatMap((unit) => unit.linked.map((g) => `${program.idOf(g)} ${g.entry?.hash}`));
    this.variables = hashOf(...all.sort());
  }

  recall(question: Question, witness: () => Testimony | null): Testimony | null {
    const key = this.keyOf(question);
    const kept = this.cache.testimony(key);
    const known = kept && attempt(() => unseal(this.program, kept) as Kept);
    if (known?.key === key) return known.said;
    const said = witness();
    const bytes = said && attempt(() => seal(this.program, { key, said } satisfies Kept));
    if (bytes) this.cache.keepTestimony(key, bytes);
    return said;
  }

  private keyOf({ engine, options, entry, reach }: Question): string {
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

/** What cannot be written or read is as if it had not been said. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
