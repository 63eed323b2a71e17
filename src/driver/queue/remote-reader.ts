// Units read by workers elsewhere: preprocessed here, where the files and the compiler are; the text travels, and a packed unit comes back.
// Between the reading of a project and QueueClient.

import type { CompileJob } from '../../frontend/compile-job.js';
import { type PreprocessedText, preprocess, usualMeans } from '../../frontend/preprocess.js';
import type { Reading, ReadTask } from '../project/executor.js';
import type { UnitReader } from '../project/worker-pool.js';
import { Limiter } from '../store/limiter.js';
import { type QueueClient, QueueTrouble } from './queue-client.js';

export class RemoteReader implements UnitReader {
  private readonly limiter: Limiter;
  private readonly means = usualMeans();

  /** `substitute`: reads what cannot be preprocessed, or what the queue cannot do. */
  constructor(
    private readonly client: QueueClient,
    threads: number,
    private readonly substitute: () => UnitReader,
  ) {
    this.limiter = new Limiter(2 * threads);
  }

  async read(task: ReadTask): Promise<Reading> {
    const start = performance.now();
    const text = await this.limiter.run(() => preprocess(task.job, this.means));
    if ('failure' in text) return this.substitute().read(task);
    const preprocessing = performance.now() - start;
    try {
      return withContext(await this.readElsewhere(task, text), text, preprocessing);
    } catch (error) {
      if (!(error instanceof QueueTrouble)) throw error;
      this.client.counts.here++;
      return this.substitute().read(task);
    }
  }

  private async readElsewhere({ job, id }: ReadTask, { bytes }: PreprocessedText): Promise<Reading> {
    const result = await this.client.run({ kind: 'read', job: jobForText(job), id, text: bytes }, `the unit ${id}`);
    if (!('reading' in result)) throw new QueueTrouble('a worker gave something that is no unit');
    return result.reading;
  }
}

/** No task names a program to run. */
const jobForText = (job: CompileJob): CompileJob => ({ ...job, compiler: { kind: 'wasm' }, flags: [] });

/** With what only the preprocessor knows. */
function withContext(reading: Reading, { note, depends }: PreprocessedText, preprocess: number): Reading {
  const { diagnostics, milliseconds } = reading;
  return {
    ...reading,
    ...(reading.object && depends ? depends : {}),
    diagnostics: note ? [note, ...diagnostics] : diagnostics,
    milliseconds: { ...milliseconds, preprocess },
  };
}
