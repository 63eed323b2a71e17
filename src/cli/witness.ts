// `prove --witness FILE`: writes what the verdict rests on, for validators of competitions.
// From the answer of the portfolio to src/report/witness.ts and the file.

import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { readVersion } from '../base/version.js';
import { type LoadedProgram, nameFile } from '../driver/load/load-program.js';
import type { GivenPlace } from '../driver/prove/given-place.js';
import { loopFacts } from '../driver/prove/loop-facts.js';
import type { Answer } from '../driver/prove/portfolio.js';
import type { Goal } from '../driver/prove/specification.js';
import { pathTo } from '../driver/prove/violation-path.js';
import { type CorrectnessWitness, formatWitness, type Witness, type WitnessTask } from '../report/witness.js';
import { writeOutput } from './write-file.js';

export type DataModel = WitnessTask['dataModel'];

export interface Verdicts {
  readonly loaded: LoadedProgram;
  readonly goal: Goal;
  readonly answer: Answer;
}

/** Null if it is written, or if there is none because nothing is decided. */
export function leaveWitness(file: string, verdicts: Verdicts): Diagnostic | null {
  const witness = witnessOf(verdicts);
  if (witness === null) return null;
  if (witness === 'no place') {
    return diagnostic('unwritable-file', `${file}: no witness, because the error is in none of the files`);
  }
  return writeOutput(file, formatWitness(witness, taskOf(verdicts)));
}

/** Of the violation that was found first, or of a proof of all properties. */
function witnessOf({ loaded, answer }: Verdicts): Witness | CorrectnessWitness | 'no place' | null {
  const { judgements, violations } = answer;
  const name = nameFile(loaded);
  const named = ({ file, line, column }: GivenPlace) => ({ file: name(file), line, column });
  const violation = [...violations.values()].find((v) =>
    judgements.some((j) => j.property === v.property && j.verdict === 'false'),
  );
  if (violation) {
    const { returns, target } = pathTo(answer.units, violation);
    if (target === null) return 'no place';
    const { file, line } = named(target);
    const calls = returns.map(({ place, value }) => ({ place: named(place), value }));
    return { kind: 'violation', returns: calls, target: { file, line } };
  }
  if (!judgements.every((j) => j.verdict === 'true')) return null;
  const prover = answer.results.find((r) => r.engine === judgements[0]?.decidedBy);
  const facts = prover ? loopFacts(loaded.units, prover) : [];
  return { kind: 'correctness', invariants: facts.map((fact) => ({ ...fact, place: named(fact.place) })) };
}

function taskOf({ loaded, goal }: Verdicts): WitnessTask {
  const name = nameFile(loaded);
  return {
    files: loaded.jobs.map(({ file }) => ({ name: name(file), hash: hashOf(file) })),
    specification: goal.kind === 'whole' ? goal.text : goal.properties.map(check).join('\n'),
    dataModel: loaded.job.target.pointerSize === 4 ? 'ILP32' : 'LP64',
    version: readVersion(),
    uuid: randomUUID(),
    time: new Date().toISOString(),
  };
}

const check = (property: string): string => `CHECK( init(main()), LTL(G ${property}) )`;

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
