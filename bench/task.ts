// A task of `agree` and `mutation`: one engine, or several runs, on one program.
// Called by task-worker.ts, in a thread that is terminated after a timeout.

import { type LoadedProgram, loadProgram } from '../src/driver/load/load-program.js';
import { requirementsOf } from '../src/driver/load/requirements.js';
import { askEngine } from '../src/driver/project/ask-engine.js';
import { followControl } from '../src/driver/prove/control.js';
import { blindSpots } from '../src/driver/prove/portfolio.js';
import { findViolations } from '../src/driver/replay/confirm.js';
import type { EngineName, Property } from '../src/engines/engine.js';
import { findEngine } from '../src/engines/registry.js';
import { PROPERTIES, PROPERTY_OF } from '../src/engines/shared/ledger.js';
import { proves } from '../src/findings/verdicts.js';

export interface Task {
  readonly file: string;
  readonly analyzer: EngineName | 'runs';
  /** `if violated`: the engine runs only if runs show an error; the report then has the errors of the runs. */
  readonly when?: 'always' | 'if violated';
  /** The budget of an engine, in abstract steps. */
  readonly budget: number;
}

export interface TaskReport {
  /** By an engine: proved. By runs: always empty. */
  readonly proved: readonly Property[];
  /** By an engine: it has findings. By runs: a run violates it. */
  readonly reported: readonly Property[];
  /** By runs: violated if allocations may fail. */
  readonly reportedIfAllocationsFail: readonly Property[];
  readonly milliseconds: number;
}

/** The program could not be analysed, and why. */
export interface Failure {
  readonly failure: string;
}

/** Reads a program once for consecutive tasks. */
export class TaskRunner {
  private last: { readonly file: string; readonly loaded: Awaited<ReturnType<typeof loadProgram>> } | null = null;

  async run(task: Task): Promise<TaskReport | Failure> {
    const { file } = task;
    if (this.last?.file !== file) this.last = { file, loaded: await loadProgram(file, []) };
    return examine(this.last.loaded, task);
  }
}

async function examine(loaded: Awaited<ReturnType<typeof loadProgram>>, task: Task): Promise<TaskReport | Failure> {
  if ('problems' in loaded) return { failure: loaded.problems[0]!.message };
  if (!loaded.program.functionNamed('main')?.body) return { failure: 'it has no main' };
  const start = performance.now();
  const report = await perform(loaded, task);
  return { ...report, milliseconds: performance.now() - start };
}

async function perform(loaded: LoadedProgram, task: Task): Promise<Omit<TaskReport, 'milliseconds'>> {
  const { analyzer, when } = task;
  if (analyzer === 'runs') return executeProgram(loaded);
  if (when !== 'if violated') return analyse(loaded, analyzer, task);
  const reported = violatedBy(loaded, 'succeed', FEW_STEPS);
  if (reported.length === 0) return { proved: [], reported, reportedIfAllocationsFail: [] };
  return { ...(await analyse(loaded, analyzer, task)), reported };
}

/** Fewer than in `prove`, because there are many programs. */
const STEPS = 2_000_000;
/** The effect of a seeded error shows early. */
const FEW_STEPS = 1_000_000;

const executeProgram = (loaded: LoadedProgram): Omit<TaskReport, 'milliseconds'> => ({
  proved: [],
  reported: violatedBy(loaded, 'succeed'),
  reportedIfAllocationsFail: violatedBy(loaded, 'may fail'),
});

function violatedBy(loaded: LoadedProgram, allocations: 'succeed' | 'may fail', steps = STEPS): Property[] {
  const { program } = loaded;
  const entry = program.functionNamed('main');
  const { units } = entry ? followControl(loaded, { program, entry }) : loaded;
  return [...findViolations(units, new Set(PROPERTIES), { steps, allocations }).keys()];
}

async function analyse(
  loaded: LoadedProgram,
  name: EngineName,
  { budget }: Task,
): Promise<Omit<TaskReport, 'milliseconds'>> {
  const { program } = loaded;
  const entry = program.functionNamed('main')!;
  const options = { mallocMayFail: false, leakAtExit: false, budget };
  const requires = requirementsOf(entry, loaded.job).requirements;
  const { followed, open, settled } = followControl(loaded, { program, entry, requires });
  const result = askEngine((await findEngine(name))!, { ...followed, options });
  const unseen = [...blindSpots(loaded, { program, entry }, settled), ...open];
  const opinion = { ...result, obligations: [...result.obligations, ...unseen] };
  return {
    proved: PROPERTIES.filter((p) => proves(opinion, p)),
    reported: PROPERTIES.filter((p) => result.findings.some((f) => PROPERTY_OF[f.rule] === p)),
    reportedIfAllocationsFail: [],
  };
}
