// What one engine, or a number of runs, have to say about a program: the unit of work of `agree` and `mutation`.
// Called by witness-worker.ts, in a thread that can be ended when it takes too long.

import { type LoadedProgram, loadProgram, nameFile } from '../src/driver/load/load-program.js';
import { requirementsOf } from '../src/driver/load/requirements.js';
import { askEngine } from '../src/driver/project/ask-engine.js';
import { blindSpots } from '../src/driver/prove/portfolio.js';
import { findViolations } from '../src/driver/replay/confirm.js';
import type { EngineName, Property } from '../src/engines/engine.js';
import { findEngine } from '../src/engines/registry.js';
import { PROPERTIES, PROPERTY_OF } from '../src/engines/shared/ledger.js';
import { proves } from '../src/findings/verdicts.js';

export interface Subpoena {
  readonly file: string;
  readonly witness: EngineName | 'runs';
  /** `if accused`: the engine is heard only if runs show an error; what they show is in its report. */
  readonly hearing?: 'always' | 'if accused';
  /** Abstract steps of an engine. */
  readonly budget: number;
}

export interface WitnessReport {
  /** By an engine: proved. By runs: never. */
  readonly proved: readonly Property[];
  /** By an engine: found something about it. By runs: seen to be violated. */
  readonly accused: readonly Property[];
  /** By runs: violated if allocations may fail. */
  readonly accusedIfAllocationsFail: readonly Property[];
  readonly milliseconds: number;
}

/** The program could not be examined, and why. */
export interface Silence {
  readonly silence: string;
}

/** Reads a program once for all who are asked about it one after the other. */
export class Stand {
  private last: { readonly file: string; readonly loaded: Awaited<ReturnType<typeof loadProgram>> } | null = null;

  async call(subpoena: Subpoena): Promise<WitnessReport | Silence> {
    const { file } = subpoena;
    if (this.last?.file !== file) this.last = { file, loaded: await loadProgram(file, []) };
    return testify(this.last.loaded, subpoena);
  }
}

async function testify(
  loaded: Awaited<ReturnType<typeof loadProgram>>,
  subpoena: Subpoena,
): Promise<WitnessReport | Silence> {
  if ('problems' in loaded) return { silence: loaded.problems[0]!.message };
  if (!loaded.program.functionNamed('main')?.body) return { silence: 'it has no main' };
  const start = performance.now();
  const said = await hearWitness(loaded, subpoena);
  return { ...said, milliseconds: performance.now() - start };
}

async function hearWitness(loaded: LoadedProgram, subpoena: Subpoena): Promise<Omit<WitnessReport, 'milliseconds'>> {
  const { witness, hearing } = subpoena;
  if (witness === 'runs') return watchRuns(loaded);
  if (hearing !== 'if accused') return hearEngine(loaded, witness, subpoena);
  const accused = violatedBy(loaded, 'succeed', FEW_STEPS);
  if (accused.length === 0) return { proved: [], accused, accusedIfAllocationsFail: [] };
  return { ...(await hearEngine(loaded, witness, subpoena)), accused };
}

/** Fewer than `prove` makes: there are many programs. */
const STEPS = 2_000_000;
/** A mistake that was just made shows soon. */
const FEW_STEPS = 1_000_000;

const watchRuns = (loaded: LoadedProgram): Omit<WitnessReport, 'milliseconds'> => ({
  proved: [],
  accused: violatedBy(loaded, 'succeed'),
  accusedIfAllocationsFail: violatedBy(loaded, 'may fail'),
});

const violatedBy = ({ unit }: LoadedProgram, allocations: 'succeed' | 'may fail', steps = STEPS): Property[] => [
  ...findViolations([unit], new Set(PROPERTIES), { steps, allocations }).keys(),
];

async function hearEngine(
  loaded: LoadedProgram,
  name: EngineName,
  { budget }: Subpoena,
): Promise<Omit<WitnessReport, 'milliseconds'>> {
  const { program } = loaded;
  const entry = program.functionNamed('main')!;
  const options = { mallocMayFail: false, leakAtExit: false, budget };
  const requires = requirementsOf(entry, nameFile(loaded)).requirements;
  const result = askEngine((await findEngine(name))!, { program, entry, options, requires });
  const opinion = { ...result, obligations: [...result.obligations, ...blindSpots(loaded, { program, entry })] };
  return {
    proved: PROPERTIES.filter((p) => proves(opinion, p)),
    accused: PROPERTIES.filter((p) => result.findings.some((f) => PROPERTY_OF[f.rule] === p)),
    accusedIfAllocationsFail: [],
  };
}
