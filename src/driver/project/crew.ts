// Who answers questions about a program: this thread while there are few, else all threads of a pool.
// Between program-work.ts, which keeps the answers, and answerer.ts.

import type { PackedProgram } from '../../ir/pack/program.js';
import { Answerer } from './answerer.js';
import type { Kind, Question } from './questions.js';
import type { Stopper } from './stopper.js';
import type { TaskWorker, Workforce } from './worker-pool.js';

export interface CrewMeans {
  readonly program: PackedProgram;
  /** The units of the program, as bytes, for threads. */
  readonly objects: readonly Uint8Array[];
  readonly pool: Workforce;
  /** What waits is refused when it says so. */
  readonly stopper?: Stopper;
}

/** What questions take, roughly, compared with each other. */
const WEIGHT: Readonly<Record<Kind, number>> = { exploration: 4, runs: 2, trial: 1, engine: 1, replay: 1, proof: 0.1 };
/** Threads are started for several questions that weigh at least this together. */
const WORTH_THREADS = 6;

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers one question at a time. */
type Helper = (question: Question) => Promise<Uint8Array>;

export class Crew {
  private readonly waiting: Waiting[] = [];
  private free: Helper[];
  private readonly alone: Helper;
  private threads: readonly TaskWorker[] | null = null;
  private isCalled = false;

  constructor(private readonly means: CrewMeans) {
    const answerer = new Answerer(means.program);
    this.alone = (question) => answerer.answer(question);
    this.free = [this.alone];
  }

  /** The answer, sealed. Rejects if what is asked crashes. */
  answer(question: Question): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      this.call();
    });
  }

  /** What is asked at the same time comes together before it is handed out. */
  private call(): void {
    if (this.isCalled) return;
    this.isCalled = true;
    setImmediate(() => {
      this.isCalled = false;
      if (!this.threads && this.isWorthThreads()) this.startThreads();
      while (this.free.length > 0 && this.waiting.length > 0)
        void this.employ(this.free.shift()!, this.waiting.shift()!);
    });
  }

  private isWorthThreads(): boolean {
    const { waiting, means } = this;
    const weight = waiting.reduce((sum, { question }) => sum + WEIGHT[question.kind], 0);
    return means.pool.isMany && waiting.length > 1 && weight >= WORTH_THREADS;
  }

  private startThreads(): void {
    const { pool, objects } = this.means;
    this.threads = pool.workers('much');
    this.free = [];
    for (const worker of this.threads) {
      const join = () => this.release((question) => worker.answer({ kind: 'answer', question }));
      worker.open({ kind: 'open', objects }).then(join, join); // one that could not open it says so with each answer
    }
  }

  private async employ(helper: Helper, { question, resolve, reject }: Waiting): Promise<void> {
    if (this.means.stopper?.aborted) reject(new Error('the analysis was stopped'));
    else await helper(question).then(resolve, reject);
    if (helper !== this.alone || !this.threads) this.release(helper);
  }

  private release(helper: Helper): void {
    this.free.push(helper);
    this.call();
  }
}
