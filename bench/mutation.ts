// `caulk bench mutation`: seeds errors in programs that engines prove. If a run shows the error, the proof must fail.
// Tests the soundness of the engines: a proof of a program with a real error is wrong.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Console } from '../src/cli/console.js';
import { Progress } from '../src/cli/progress.js';
import { PROVERS } from '../src/driver/prove/portfolio.js';
import type { EngineName, Property } from '../src/engines/engine.js';
import { programs } from './agree.js';
import { USUAL } from './agree-matrix.js';
import type { BenchOptions } from './bench.js';
import { type Mutant, type MutationKind, mutate } from './mutate.js';
import { type BenchResult, describeMachine } from './result.js';
import type { Task, TaskReport } from './task.js';
import { isFailure, runTasks } from './task-pool.js';

/** Steps and milliseconds of processor time per engine and program. */
const BUDGET = 4_000;
const LIMIT = 2_000;
const MUTANTS = 600;

/** A mutant on disk, and the engine that proved the original program. */
interface MutantFile {
  readonly mutant: Mutant;
  readonly program: string;
  readonly file: string;
  readonly prover: EngineName;
}

/** A mutant whose error a run shows. */
interface FaultyMutant extends MutantFile {
  readonly shown: readonly Property[];
  readonly stillProved: boolean;
}

export async function benchMutation(options: BenchOptions, console: Console): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-mutation-'));
  try {
    const campaign = new Campaign(new Progress('mutation', console));
    const mutants = await campaign.prepare(folder, options.count ?? MUTANTS);
    const faulty = await campaign.findFaulty(mutants);
    for (const c of faulty.filter((c) => c.stillProved)) {
      console.err(`mutation: ${c.prover} proves ${c.program} with line ${c.mutant.line}: ${c.mutant.kind}\n`);
    }
    return {
      ...summarize(mutants, faulty),
      date: new Date().toISOString().slice(0, 10),
      machine: describeMachine(),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

class Campaign {
  private made = 0;

  constructor(private readonly progress: Progress) {}

  /** Mutants of the programs that an engine proves: the same share of each, `count` in all. */
  async prepare(folder: string, count: number): Promise<MutantFile[]> {
    const provers = await this.findProvers(programs());
    const all = [...provers].flatMap(([file, prover]) => this.write(folder, file, prover));
    const stride = Math.max(1, all.length / count);
    return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * stride)]!);
  }

  /** An engine that proves each program. The search starts at a different engine each time, so that all are tested. */
  private async findProvers(files: readonly string[]): Promise<Map<string, EngineName>> {
    const found = new Map<string, EngineName>();
    for (const turn of PROVERS.keys()) {
      const open = files.flatMap((file, i) => {
        const analyzer = PROVERS[(i + turn) % PROVERS.length]!;
        return found.has(file) ? [] : [{ file, analyzer }];
      });
      const results = await this.runTasks(open);
      for (const [i, { file, analyzer }] of open.entries()) {
        if (USUAL.every((p) => results[i]!.proved.includes(p))) found.set(file, analyzer);
      }
    }
    return found;
  }

  private write(folder: string, program: string, prover: EngineName): MutantFile[] {
    return mutate(readFileSync(program, 'utf8')).map((mutant) => {
      const file = join(folder, `${basename(program, '.c')}-${this.made++}.c`);
      writeFileSync(file, mutant.text);
      return { mutant, program: basename(program), file, prover };
    });
  }

  /** The mutants whose error a run shows, analysed by the engine that proved the original program. */
  async findFaulty(mutants: readonly MutantFile[]): Promise<FaultyMutant[]> {
    const results = await this.runTasks(
      mutants.map(({ file, prover }) => ({ file, analyzer: prover, when: 'if violated' as const })),
    );
    return mutants.flatMap((mutant, i) => {
      const { reported, proved } = results[i]!;
      const shown = reported.filter((p) => USUAL.includes(p));
      return shown.length > 0 ? [{ ...mutant, shown, stillProved: shown.some((p) => proved.includes(p)) }] : [];
    });
  }

  /** A task that failed proves and reports nothing. */
  private async runTasks(asked: readonly Omit<Task, 'budget'>[]) {
    const tasks = asked.map((a) => ({ ...a, budget: BUDGET }));
    const results = await runTasks(tasks, LIMIT, (done, all) => this.progress.step(done, all));
    this.progress.end();
    return results.map(
      (r): Pick<TaskReport, 'proved' | 'reported'> => (isFailure(r) ? { proved: [], reported: [] } : r),
    );
  }
}

function summarize(
  mutants: readonly MutantFile[],
  faulty: readonly FaultyMutant[],
): Pick<BenchResult, 'bench' | 'rows' | 'aims'> {
  const kinds: readonly MutationKind[] = ['free deleted', 'free twice', 'null test dropped', 'assignments swapped'];
  const survivors = (list: readonly FaultyMutant[]) => list.filter((c) => c.stillProved).length;
  const rows = kinds.map((kind) => {
    const shown = faulty.filter((c) => c.mutant.kind === kind);
    return {
      mutation: kind,
      mutants: mutants.filter((s) => s.mutant.kind === kind).length,
      'wrong in a run': shown.length,
      'still proved': survivors(shown),
    };
  });
  const surviving = survivors(faulty);
  return {
    bench: 'mutation',
    rows,
    aims: [
      { aim: 'mutants', target: '≥ 500', measured: String(mutants.length), met: mutants.length >= 500 },
      { aim: 'wrong mutants that are still proved', target: '0', measured: String(surviving), met: surviving === 0 },
    ],
  };
}
