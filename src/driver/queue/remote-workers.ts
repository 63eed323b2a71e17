// Workers elsewhere as workers of a project: what threads are asked is put into the queue. Units are preprocessed here, where the files are; and
// what the queue cannot do is computed here, too. Between QueueClient and the stages of a check.

import type { FunctionResult } from '../../engines/summary-engine.js';
import type { AnalyseTask, AnswerTask, LinkTask, OpenTask } from '../project/executor.js';
import { type TaskWorker, type UnitReader, WorkerPool, type Workforce } from '../project/worker-pool.js';
import { type QueueClient, QueueTrouble } from './queue-client.js';
import { RemoteReader } from './remote-reader.js';
import { writeProgram } from './tasks.js';

/** Tasks that one check has in the queue at most, about: results must be taken before more is given out. */
const SLOTS = 32;

/** A task takes about a second, so that the way through the queue costs little. */
const TASK_SIZE = 6_000;

export class RemoteWorkforce implements Workforce {
  readonly isMany = true;
  readonly taskSize = TASK_SIZE;
  private readonly local: WorkerPool;
  private readonly programs = new Map<readonly Uint8Array[], Promise<string>>();

  constructor(
    readonly client: QueueClient,
    private readonly threads: number,
  ) {
    this.local = new WorkerPool(threads);
  }

  readers(effort: 'little' | 'much'): readonly UnitReader[] {
    if (effort === 'little') return this.local.readers(effort);
    const reader = new RemoteReader(this.client, this.threads, () => this.local.readers('little')[0]!);
    return Array.from({ length: SLOTS }, () => reader);
  }

  workers(effort: 'little' | 'much'): readonly TaskWorker[] {
    if (effort === 'little') return this.local.workers(effort);
    const substitute = new Substitute(() => this.local.workers('much')[0]!);
    return Array.from({ length: SLOTS }, () => new RemoteWorker(this, substitute));
  }

  close(): Promise<void> {
    return this.local.close();
  }

  /** The hash of the program, whose units are in the store then. */
  publish(objects: readonly Uint8Array[]): Promise<string> {
    const known = this.programs.get(objects);
    if (known) return known;
    const { blobs } = this.client;
    const publishing = Promise.all(objects.map((object) => blobs.keep(object)))
      .then((units) => blobs.keep(writeProgram(units)))
      .catch((error: Error) => Promise.reject(new QueueTrouble(error.message)));
    this.programs.set(objects, publishing);
    return publishing;
  }
}

/** Somebody here, for what the queue cannot do; gets the program when first needed. */
class Substitute {
  private linked: Promise<void> | null = null;
  private opened: Promise<void> | null = null;
  private worker: TaskWorker | null = null;

  constructor(private readonly hire: () => TaskWorker) {}

  private get hired(): TaskWorker {
    this.worker ??= this.hire();
    return this.worker;
  }

  async analyse(link: LinkTask, task: AnalyseTask): Promise<FunctionResult[][]> {
    this.linked ??= this.hired.link(link);
    await this.linked;
    return this.hired.analyse(task);
  }

  async answer(open: OpenTask, task: AnswerTask): Promise<Uint8Array> {
    this.opened ??= this.hired.open(open);
    await this.opened;
    return this.hired.answer(task);
  }
}

class RemoteWorker implements TaskWorker {
  readonly keepsSummaries = false;
  private program: LinkTask | OpenTask | null = null;

  constructor(
    private readonly workforce: RemoteWorkforce,
    private readonly substitute: Substitute,
  ) {}

  async link(task: LinkTask): Promise<void> {
    this.program = task;
  }

  async open(task: OpenTask): Promise<void> {
    this.program = task;
  }

  async analyse(task: AnalyseTask): Promise<FunctionResult[][]> {
    const link = this.program as LinkTask;
    const { engine, options } = link;
    const { pieces, summaries } = task;
    const work = async () => {
      const program = await this.workforce.publish(link.objects);
      const name = nameOf(pieces.flatMap(({ functions }) => functions));
      const result = await this.workforce.client.run(
        { kind: 'analyse', program, engine, options, pieces, summaries },
        name,
      );
      const isWhole = 'results' in result && pieces.every((p, i) => result.results[i]?.length === p.functions.length);
      if (!isWhole) throw new QueueTrouble('a worker gave something that is no result');
      return result.results.map((results) => [...results]);
    };
    return work().catch((error) => this.orHere(error, () => this.substitute.analyse(link, task)));
  }

  async answer(task: AnswerTask): Promise<Uint8Array> {
    const open = this.program as OpenTask;
    const work = async () => {
      const program = await this.workforce.publish(open.objects);
      const { question } = task;
      const result = await this.workforce.client.run(
        { kind: 'answer', program, question },
        `a question (${question.kind})`,
      );
      if (!('answer' in result)) throw new QueueTrouble('a worker gave something that is no answer');
      return result.answer;
    };
    return work().catch((error) => this.orHere(error, () => this.substitute.answer(open, task)));
  }

  private orHere<T>(error: unknown, compute: () => Promise<T>): Promise<T> {
    if (!(error instanceof QueueTrouble)) throw error;
    this.workforce.client.counts.here++;
    return compute();
  }
}

/** Names of functions, for people. */
function nameOf(functions: readonly string[]): string {
  const [first, ...others] = functions;
  return `\`${first}\`${others.length > 0 ? ` and ${others.length} more` : ''}`;
}
