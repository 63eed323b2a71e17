// Which functions of a project are proved, and what is told of the verdicts: proofs by function, and figures for all.
// Between examine-project.ts, gather.ts and the pieces of work in src/driver/project/prove-program.ts.

import type { FunctionEntry, ProofStats } from '../../findings/report.js';
import { hasBody, placeIn } from '../../ir/link.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { isModel } from '../../models/origin.js';
import type { FunctionVerdict } from '../project/function-prover.js';
import { type ProveMeans, proveFunctions } from '../project/prove-program.js';

export type Verdicts = ReadonlyMap<PackedFunction, FunctionVerdict>;

/** What the proofs have cost. */
export type ProofCost = Pick<ProofStats, 'steps' | 'milliseconds'>;

/** Every function of the project; those of system headers are not its own. */
export async function proveAll(
  program: PackedProgram,
  means: ProveMeans,
): Promise<{ readonly verdicts: Verdicts; readonly cost: ProofCost }> {
  const start = performance.now();
  const own = (f: PackedFunction) => hasBody(f) && !isModel(f) && !placeIn(f).system;
  const verdicts = await proveFunctions((program.defined() as PackedFunction[]).filter(own), means);
  const steps = [...verdicts.values()].reduce((sum, verdict) => sum + verdict.steps, 0);
  return { verdicts, cost: { steps, milliseconds: Math.round(performance.now() - start) } };
}

/** A function of a header is listed once; it is proved if it is in every unit. */
export function withoutCopies(functions: readonly FunctionEntry[]): FunctionEntry[] {
  const byPlace = new Map<string, FunctionEntry>();
  for (const f of functions) {
    const key = `${f.file}:${f.line}:${f.name}:${f.status}:${f.reason}`;
    const known = byPlace.get(key);
    if (!known || (known.proof && !f.proof)) byPlace.set(key, f);
  }
  return [...byPlace.values()];
}

export function figuresOf(functions: readonly FunctionEntry[], cost: ProofCost): ProofStats {
  const tried = functions.filter(({ proof, unproved }) => proof || unproved);
  const proofs = tried.flatMap(({ proof }) => proof ?? []);
  return {
    functions: tried.length,
    proved: proofs.length,
    trivial: proofs.filter(({ trivial }) => trivial).length,
    unconditional: proofs.filter(({ assumptions, trivial }) => !trivial && assumptions.length === 0).length,
    byAssumption: countOf(proofs.flatMap(({ assumptions }) => [...new Set(assumptions.map(({ kind }) => kind))])),
    byEngine: countOf(proofs.map(({ engine }) => engine)),
    ...cost,
  };
}

/** The most frequent first. */
function countOf(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}
