// `caulk bench mutation`: mistakes are put into programs that engines prove; where a run shows the error, the proof must break.
// Tests the engines where they feel safe: a proof that survives a real error is wrong.

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
import { hear, isSilent } from './hearing.js';
import { type Mutant, type MutationKind, mutate } from './mutate.js';
import { type BenchResult, describeMachine } from './result.js';
import type { Subpoena, WitnessReport } from './witness.js';

/** Steps and milliseconds of processor time per engine and program. */
const BUDGET = 4_000;
const LIMIT = 2_000;
const MUTANTS = 600;

/** A mutant on disk, and the engine that proved the program it was made of. */
interface Suspect {
  readonly mutant: Mutant;
  readonly program: string;
  readonly file: string;
  readonly prover: EngineName;
}

/** A mutant that a run shows to be wrong; does its engine still prove it? */
interface Convict extends Suspect {
  readonly shown: readonly Property[];
  readonly stillProved: boolean;
}

export async function benchMutation(options: BenchOptions, console: Console): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-mutation-'));
  try {
    const court = new Court(new Progress('mutation', console));
    const suspects = await court.prepare(folder, options.count ?? MUTANTS);
    const convicts = await court.convict(suspects);
    for (const c of convicts.filter((c) => c.stillProved)) {
      console.err(`mutation: ${c.prover} proves ${c.program} with line ${c.mutant.line}: ${c.mutant.kind}\n`);
    }
    return {
      ...summarize(suspects, convicts),
      date: new Date().toISOString().slice(0, 10),
      machine: describeMachine(),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

class Court {
  private made = 0;

  constructor(private readonly progress: Progress) {}

  /** Mutants of the programs that an engine proves free of errors: the same share of each, so many in all. */
  async prepare(folder: string, count: number): Promise<Suspect[]> {
    const provers = await this.findProvers(programs());
    const all = [...provers].flatMap(([file, prover]) => this.write(folder, file, prover));
    const stride = Math.max(1, all.length / count);
    return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * stride)]!);
  }

  /** For each program an engine that proves it, a different one first each time: all of them stand trial. */
  private async findProvers(files: readonly string[]): Promise<Map<string, EngineName>> {
    const found = new Map<string, EngineName>();
    for (const turn of PROVERS.keys()) {
      const open = files.flatMap((file, i) => {
        const witness = PROVERS[(i + turn) % PROVERS.length]!;
        return found.has(file) ? [] : [{ file, witness }];
      });
      const heard = await this.hear(open);
      for (const [i, { file, witness }] of open.entries()) {
        if (USUAL.every((p) => heard[i]!.proved.includes(p))) found.set(file, witness);
      }
    }
    return found;
  }

  private write(folder: string, program: string, prover: EngineName): Suspect[] {
    return mutate(readFileSync(program, 'utf8')).map((mutant) => {
      const file = join(folder, `${basename(program, '.c')}-${this.made++}.c`);
      writeFileSync(file, mutant.text);
      return { mutant, program: basename(program), file, prover };
    });
  }

  /** What runs show to be wrong is put to the engine that proved the program without the mistake. */
  async convict(suspects: readonly Suspect[]): Promise<Convict[]> {
    const heard = await this.hear(
      suspects.map(({ file, prover }) => ({ file, witness: prover, hearing: 'if accused' as const })),
    );
    return suspects.flatMap((suspect, i) => {
      const { accused, proved } = heard[i]!;
      const shown = accused.filter((p) => USUAL.includes(p));
      return shown.length > 0 ? [{ ...suspect, shown, stillProved: shown.some((p) => proved.includes(p)) }] : [];
    });
  }

  /** Who is silent proves nothing and accuses nobody. */
  private async hear(asked: readonly Omit<Subpoena, 'budget'>[]) {
    const subpoenas = asked.map((a) => ({ ...a, budget: BUDGET }));
    const heard = await hear(subpoenas, LIMIT, (done, all) => this.progress.step(done, all));
    this.progress.end();
    return heard.map((h): Pick<WitnessReport, 'proved' | 'accused'> => (isSilent(h) ? { proved: [], accused: [] } : h));
  }
}

function summarize(
  suspects: readonly Suspect[],
  convicts: readonly Convict[],
): Pick<BenchResult, 'bench' | 'rows' | 'aims'> {
  const kinds: readonly MutationKind[] = ['free deleted', 'free twice', 'null test dropped', 'assignments swapped'];
  const survivors = (list: readonly Convict[]) => list.filter((c) => c.stillProved).length;
  const rows = kinds.map((kind) => {
    const shown = convicts.filter((c) => c.mutant.kind === kind);
    return {
      mutation: kind,
      mutants: suspects.filter((s) => s.mutant.kind === kind).length,
      'shown to be wrong by a run': shown.length,
      'still proved': survivors(shown),
    };
  });
  const surviving = survivors(convicts);
  return {
    bench: 'mutation',
    rows,
    aims: [
      { aim: 'mutants', target: '≥ 500', measured: String(suspects.length), met: suspects.length >= 500 },
      { aim: 'wrong mutants that are still proved', target: '0', measured: String(surviving), met: surviving === 0 },
    ],
  };
}
