// Questions about a linked program as units of work: answers come from the cache, else from threads or from this one, and are kept.
// Asked by the second stage of `check`, by `--prove` and by benches, all at once; the order of the answers makes no difference.

import type { Finding } from '../../engines/engine.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction, PackedUnit } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { seal, unseal } from '../../ir/pack/seal.js';
import { callersAround } from '../replay/from-callers.js';
import type { Effort } from '../replay/route-search.js';
import { USUAL_EFFORT } from '../replay/try-finding.js';
import { attempt } from './attempt.js';
import type { Cache } from './cache.js';
import { CodeKeys } from './code-keys.js';
import { Crew } from './crew.js';
import type { Answers, Kind, Question } from './questions.js';
import type { Stopper } from './stopper.js';
import type { Workforce } from './worker-pool.js';

export interface WorkMeans {
  readonly program: PackedProgram;
  /** The units of the program, as bytes, for threads. */
  readonly objects: readonly Uint8Array[];
  readonly cache: Cache;
  /** Closed with this. */
  readonly pool: Workforce;
  readonly stopper?: Stopper;
}

type Asked<K extends Kind> = Omit<Extract<Question, { kind: K }>, 'kind' | 'finding' | 'goals' | 'units'>;

export class ProgramWork {
  private readonly keys: CodeKeys;
  private readonly crew: Crew;
  /** Questions that no earlier run has answered. */
  asked = 0;

  constructor(readonly means: WorkMeans) {
    this.keys = new CodeKeys(means.program);
    this.crew = new Crew(means);
  }

  /** An engine about the executions from an entry. Rejects if the engine crashes. */
  analyse(entry: PackedFunction, { engine, options }: Omit<Asked<'engine'>, 'entry'>): Promise<Answers['engine']> {
    const question = { kind: 'engine', engine, entry: this.means.program.idOf(entry), options } as const;
    return this.ask(question, this.keys.reachedFrom(entry));
  }

  /** Effects of calls depend on all code that they reach; what callers pass to an internal function, on its unit. */
  prove(f: PackedFunction, { plan }: Pick<Asked<'proof'>, 'plan'>): Promise<Answers['proof']> {
    const question = { kind: 'proof', function: this.means.program.idOf(f), plan } as const;
    return this.ask(question, hashOf(this.keys.reachedFrom(f), this.keys.around(f)));
  }

  /** Runs from the functions of the finding's routes, and perhaps from their callers. */
  try(finding: Finding, effort: Effort = USUAL_EFFORT): Promise<Answers['trial']> {
    const functions = (finding.routes ?? []).flatMap((route) => [
      route.function,
      ...callersAround(this.means.program, route.function),
    ]);
    const code = [...new Set(functions)].map((f) => this.keys.reachedFrom(f as PackedFunction));
    return this.ask({ kind: 'trial', finding: this.seal(finding), effort }, hashOf(code));
  }

  /** A run of these units on the finding's own input. */
  replay(units: readonly PackedUnit[], finding: Finding): Promise<Answers['replay']> {
    return this.ask({ kind: 'replay', units: idsOf(units), finding: this.seal(finding) }, this.keys.all);
  }

  /** Runs of these units from their main, on inputs that are searched for; the findings are goals. */
  explore(
    units: readonly PackedUnit[],
    findings: readonly Finding[],
    { steps }: Asked<'exploration'>,
  ): Promise<Answers['exploration']> {
    const question = { kind: 'exploration', units: idsOf(units), goals: this.seal(findings), steps } as const;
    return this.ask(question, this.keys.all);
  }

  /** Runs of these units from one of their functions. */
  runFrom(units: readonly PackedUnit[], { entry, steps }: Asked<'runs'>): Promise<Answers['runs']> {
    return this.ask({ kind: 'runs', units: idsOf(units), entry, steps }, this.keys.all);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.means.pool.close();
  }

  private seal(content: unknown): Uint8Array {
    return seal(this.means.program, content);
  }

  private async ask<K extends Kind>(question: Question & { kind: K }, code: string): Promise<Answers[K]> {
    const key = keyOf(question, code);
    const known = await this.recall(key);
    if (known) return known.answer as Answers[K];
    this.asked++;
    const answer = await this.crew.answer(question);
    this.means.cache.keepAnswer(key, answer);
    return unseal(this.means.program, answer) as Answers[K];
  }

  /** What cannot be read counts as missing. */
  private async recall(key: string): Promise<{ readonly answer: unknown } | null> {
    const bytes = await this.means.cache.answer(key);
    return bytes && attempt(() => ({ answer: unseal(this.means.program, bytes) }));
  }
}

const idsOf = (units: readonly PackedUnit[]): string[] => units.map(({ id }) => id);

/** Of the question and all code that its answer depends on. */
function keyOf(question: Question, code: string): string {
  const bytes = Object.values(question).filter((part): part is Uint8Array => part instanceof Uint8Array);
  const words = JSON.stringify(question, (_, part) => (part instanceof Uint8Array ? null : part));
  return hashOf(words, code, ...bytes);
}
