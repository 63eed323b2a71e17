// Proves functions of a linked program, each a piece of work of its own: from the cache, else by workers.
// Asked by `check --prove` for all functions, by the second stage for those with findings; answers depend on the code alone.

import { describeError } from '../../base/crash.js';
import type { EntryEngine } from '../../engines/engine.js';
import { because } from '../../engines/reason.js';
import { reachableFrom } from '../../engines/shared/reachable-functions.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction, PackedUnit } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { Cache } from './cache.js';
import type { ProvePlan } from './executor.js';
import { FunctionProver, type FunctionVerdict } from './function-prover.js';
import { type TaskWorker, WORTH_A_THREAD, WorkerPool } from './worker-pool.js';

export interface ProveMeans {
  readonly program: PackedProgram;
  /** The units of the program, as bytes. */
  readonly objects: readonly Uint8Array[];
  readonly plan: ProvePlan;
  readonly cache: Cache;
  readonly jobs: number;
  step(done: number, all: number): void;
}

/** The same one by one, in this thread. */
export function proverOf(
  means: Omit<ProveMeans, 'objects' | 'jobs' | 'step'>,
  engines: readonly EntryEngine[],
): (f: PackedFunction) => FunctionVerdict {
  const keys = new ProofKeys(means);
  const { program, plan } = means;
  const prover = new FunctionProver({ ...plan, program, engines });
  return (f) => {
    const known = keys.recall(f);
    const verdict = known ?? prover.prove(f);
    if (!known) keys.keep(f, verdict);
    return verdict;
  };
}

/** Functions of one task: neighbours share callees, and a task should not take long. */
const TASK_SIZE = 8;

export async function proveFunctions(
  functions: readonly PackedFunction[],
  means: ProveMeans,
): Promise<ReadonlyMap<PackedFunction, FunctionVerdict>> {
  const keys = new ProofKeys(means);
  const verdicts = new Map<PackedFunction, FunctionVerdict>();
  const open = functions.filter((f) => {
    const known = keys.recall(f);
    if (known) verdicts.set(f, known);
    return !known;
  });
  means.step(verdicts.size, functions.length);
  if (open.length > 0)
    await distribute(open, means, (f, verdict) => {
      verdicts.set(f, verdict);
      keys.keep(f, verdict);
      means.step(verdicts.size, functions.length);
    });
  return new Map(functions.map((f) => [f, verdicts.get(f)!]));
}

type Finish = (f: PackedFunction, verdict: FunctionVerdict) => void;

async function distribute(open: readonly PackedFunction[], means: ProveMeans, finish: Finish): Promise<void> {
  const { objects, plan, program, jobs } = means;
  const pool = new WorkerPool(jobs);
  const tasks = Array.from({ length: Math.ceil(open.length / TASK_SIZE) }, (_, i) =>
    open.slice(i * TASK_SIZE, (i + 1) * TASK_SIZE),
  );
  const perform = async (task: readonly PackedFunction[], worker: TaskWorker): Promise<void> => {
    const ids = task.map((f) => program.idOf(f));
    const answers = await worker.prove({ kind: 'prove', functions: ids }).catch(describeError);
    if (typeof answers !== 'string') {
      for (const [i, f] of task.entries()) finish(f, answers[i]!);
      return;
    }
    const [first, ...others] = task;
    if (others.length > 0) for (const f of task) await perform([f], worker);
    else finish(first!, { proof: null, reason: because('crash', answers), steps: 0 });
  };
  try {
    const workers = pool.workers(open.length < WORTH_A_THREAD.functions ? 'little' : 'much');
    await Promise.all(
      workers.map(async (worker) => {
        await worker.open({ kind: 'open', objects, plan });
        for (let task = tasks.shift(); task; task = tasks.shift()) await perform(task, worker);
      }),
    );
  } finally {
    await pool.close();
  }
}

/** Verdicts of earlier runs, by all that they depend on: every function that is reached, every variable, options. */
class ProofKeys {
  private readonly variables: string;
  private readonly plan: string;
  private readonly made = new Map<PackedFunction, string>();

  constructor(private readonly means: Pick<ProveMeans, 'program' | 'plan' | 'cache'>) {
    const { program, plan } = means;
    const all = program.units.flatMap((unit) =>
      unit.linked.map((g) => `${program.idOf(g)} ${g.entry?.hash} ${program.isNeverChanged(g)}`),
    );
    this.variables = hashOf(all.sort());
    this.plan = JSON.stringify(plan);
  }

  recall(f: PackedFunction): FunctionVerdict | null {
    const bytes = this.means.cache.answer(this.keyOf(f));
    if (!bytes) return null;
    try {
      const { key, verdict } = JSON.parse(new TextDecoder().decode(bytes)) as Kept;
      return key === this.keyOf(f) ? verdict : null;
    } catch {
      return null;
    }
  }

  keep(f: PackedFunction, verdict: FunctionVerdict): void {
    if (verdict.reason?.kind === 'crash') return;
    const kept: Kept = { key: this.keyOf(f), verdict };
    this.means.cache.keepAnswer(kept.key, new TextEncoder().encode(JSON.stringify(kept)));
  }

  /** Effects of calls depend on all code that they reach; what callers pass to an internal function, on its unit. */
  private keyOf(f: PackedFunction): string {
    const known = this.made.get(f);
    if (known !== undefined) return known;
    const { program } = this.means;
    const described = [...reachableFrom(program, f)].map((g) => {
      const { hash, look } = (g as PackedFunction).entry.body!;
      return `${program.idOf(g as PackedFunction)} ${hash} ${look}`;
    });
    const around = f.linkage === 'internal' ? codeOf(f.unit) : '';
    const key = hashOf('proof', this.plan, program.idOf(f), this.variables, around, described.sort());
    this.made.set(f, key);
    return key;
  }
}

const codeOf = ({ functions }: PackedUnit): string =>
  hashOf(functions.map(({ entry }) => `${entry.name} ${entry.body?.hash}`));

interface Kept {
  readonly key: string;
  readonly verdict: FunctionVerdict;
}
