// `caulk bench mutation`: mistakes are put into programs that engines prove; where a run shows the error, the proof must break.
// Tests the engines where they feel safe: a proof that survives a real error is wrong.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { EngineName, Property } from '../../engines/engine.js';
import type { Console } from '../console.js';
import { PROVERS } from '../portfolio.js';
import { programs } from './agree.js';
import { USUAL } from './agree-matrix.js';
import type { BenchOptions } from './bench.js';
import { hear, isSilent } from './hearing.js';
import { type Mutant, type MutationKind, mutate } from './mutate.js';
import { Progress } from './progress.js';
import { type BenchResult, describeMachine } from './result.js';
import type { Subpoena, Testimony } from './witness.js';

/** Steps and milliseconds per engine and program. */
const BUDGET = 4_000;
const LIMIT = 3_000;
const MUTANTS = 600;

/** A mutant on disk, and the engines that proved the program it was made of. */
interface Suspect {
  readonly mutant: Mutant;
  readonly program: string;
  readonly file: string;
  readonly provers: readonly EngineName[];
}

/** A mutant that a run shows to be wrong, and the engines that still prove it. */
interface Convict extends Suspect {
  readonly shown: readonly Property[];
  readonly fooled: readonly EngineName[];
}

export async function benchMutation(options: BenchOptions, console: Console): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-mutation-'));
  try {
    const court = new Court(new Progress('mutation', console));
    const suspects = await court.prepare(folder, options.count ?? MUTANTS);
    const convicts = await court.convict(suspects);
    for (const c of convicts.filter(({ fooled }) => fooled.length > 0)) {
      console.err(
        `mutation: ${c.fooled.join(', ')} proves ${c.program} with line ${c.mutant.line}: ${c.mutant.kind}\n`,
      );
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
  constructor(private readonly progress: Progress) {}

  /** Mutants of the programs that an engine proves free of errors: the same share of each, so many in all. */
  async prepare(folder: string, count: number): Promise<Suspect[]> {
    const files = programs();
    const asked = files.flatMap((file) => PROVERS.map((witness) => ({ file, witness })));
    const heard = await this.hear(asked);
    const all = files.flatMap((file, i) => {
      const provers = PROVERS.filter((_, k) => USUAL.every((p) => heard[i * PROVERS.length + k]!.proved.includes(p)));
      return provers.length > 0 ? this.write(folder, file, provers) : [];
    });
    const stride = Math.max(1, all.length / count);
    return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * stride)]!);
  }

  private write(folder: string, program: string, provers: readonly EngineName[]): Suspect[] {
    return mutate(readFileSync(program, 'utf8')).map((mutant, i) => {
      const file = join(folder, `${basename(program, '.c')}-${i}-${mutant.line}.c`);
      writeFileSync(file, mutant.text);
      return { mutant, program: basename(program), file, provers };
    });
  }

  /** First the runs; then, about what they show to be wrong, the engines. */
  async convict(suspects: readonly Suspect[]): Promise<Convict[]> {
    const runs = await this.hear(suspects.map(({ file }) => ({ file, witness: 'runs' })));
    const guilty = suspects.flatMap((s, i) => {
      const shown = runs[i]!.accused.filter((p) => USUAL.includes(p));
      return shown.length > 0 ? [{ ...s, shown }] : [];
    });
    const asked = guilty.flatMap((g) => g.provers.map((witness) => ({ g, file: g.file, witness })));
    const heard = await this.hear(asked.map(({ file, witness }) => ({ file, witness })));
    const isFooled = (i: number) => asked[i]!.g.shown.some((p) => heard[i]!.proved.includes(p));
    return guilty.map((g) => ({
      ...g,
      fooled: asked.flatMap((a, i) => (a.g === g && isFooled(i) ? [a.witness] : [])),
    }));
  }

  /** Who is silent proves nothing and accuses nobody. */
  private async hear(asked: readonly Pick<Subpoena, 'file' | 'witness'>[]) {
    const subpoenas = asked.map((a) => ({ ...a, budget: BUDGET }));
    const heard = await hear(subpoenas, LIMIT, (done, all) => this.progress.step(done, all));
    this.progress.end();
    return heard.map((h): Pick<Testimony, 'proved' | 'accused'> => (isSilent(h) ? { proved: [], accused: [] } : h));
  }
}

function summarize(
  suspects: readonly Suspect[],
  convicts: readonly Convict[],
): Pick<BenchResult, 'bench' | 'rows' | 'aims'> {
  const kinds: readonly MutationKind[] = ['free deleted', 'free twice', 'null test dropped', 'assignments swapped'];
  const fooled = (list: readonly Convict[]) => list.filter((c) => c.fooled.length > 0).length;
  const rows = kinds.map((kind) => {
    const shown = convicts.filter((c) => c.mutant.kind === kind);
    return {
      mutation: kind,
      mutants: suspects.filter((s) => s.mutant.kind === kind).length,
      'shown to be wrong by a run': shown.length,
      'still proved': fooled(shown),
    };
  });
  const survivors = fooled(convicts);
  return {
    bench: 'mutation',
    rows,
    aims: [
      { aim: 'mutants', target: '≥ 500', measured: String(suspects.length), met: suspects.length >= 500 },
      { aim: 'wrong mutants that are still proved', target: '0', measured: String(survivors), met: survivors === 0 },
    ],
  };
}
