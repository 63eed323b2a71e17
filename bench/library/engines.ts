// Asks every engine about the covers of a group of functions, each function an entry of its own.
// An engine that proves what must not be proved is wrong; one that gives up covers everything.

import { describeError } from '../../src/base/crash.js';
import { askEngine } from '../../src/driver/project/ask-engine.js';
import { blindSpots, PROVERS } from '../../src/driver/prove/portfolio.js';
import type { Engine, EngineName } from '../../src/engines/engine.js';
import { findProvers } from '../../src/engines/registry.js';
import { proves } from '../../src/findings/verdicts.js';
import type { Program } from '../../src/ir/link.js';
import type { Unit } from '../../src/ir/program.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';
import { type Cover, coverProgram, simplerThan, type WrongProof } from './cover.js';
import { readProgram } from './ours.js';

/** Abstract steps: the programs are straight. */
const BUDGET = 400;

export interface Coverage {
  readonly asked: number;
  readonly wrong: readonly WrongProof[];
  readonly crashes: readonly string[];
}

/** `models`: files with models that take precedence over those of the library. */
export async function coverageOf(
  covers: readonly Cover[],
  prototypes: string,
  file: string,
  models: readonly string[] = [],
): Promise<Coverage> {
  const unit = await readProgram(coverProgram(covers, prototypes), file);
  const program = linkWithModels([unit], LP64, models);
  const engines = await findProvers(PROVERS);
  const wrong: WrongProof[] = [];
  const crashes: string[] = [];
  for (const cover of covers) {
    const proving: EngineName[] = [];
    for (const engine of engines) {
      const answer = proved(engine, { unit, program }, cover);
      if (typeof answer === 'string') crashes.push(`${engine.name} on ${cover.call.expression}: ${answer}`);
      else if (answer) proving.push(engine.name);
    }
    if (proving.length > 0) wrong.push({ engines: proving, cover });
  }
  return { asked: covers.length * engines.length, wrong, crashes };
}

/** The same wrong proofs, of simpler programs where these are proved as well. */
export async function simplify(wrong: readonly WrongProof[], prototypes: string, file: string): Promise<WrongProof[]> {
  const candidates = wrong.map(({ cover }) => simplerThan(cover));
  if (candidates.every((c) => c.length === 0)) return [...wrong];
  const { wrong: proved } = await coverageOf(candidates.flat(), prototypes, file);
  return wrong.map((w, i) => {
    const simpler = proved.find((p) => candidates[i]!.includes(p.cover) && p.engines.length >= w.engines.length);
    return simpler ?? w;
  });
}

interface Loaded {
  readonly unit: Unit;
  readonly program: Program;
}

/** A string says how the engine crashed. */
function proved(engine: Engine, { unit, program }: Loaded, cover: Cover): boolean | string {
  const entry = program.functionNamed(cover.name);
  if (!entry?.body) return `${cover.name} could not be read`;
  try {
    const options = { mallocMayFail: cover.failed, leakAtExit: false, budget: BUDGET };
    const result = askEngine(engine, { program, entry, options });
    const obligations = [...result.obligations, ...blindSpots({ units: [unit], program }, { program, entry })];
    return proves({ obligations }, cover.property);
  } catch (error) {
    return describeError(error);
  }
}
