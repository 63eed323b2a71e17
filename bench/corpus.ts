// `caulk bench corpus`: the front end on every translation unit of real projects.
// Prepares each project (corpus-fetch.ts), reads its units in a child process (corpus-measure.ts), sums up.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Console } from '../src/cli/console.js';
import { Progress } from '../src/cli/progress.js';
import type { BenchOptions } from './bench.js';
import { CorpusError, prepareProject } from './corpus-fetch.js';
import type { UnitMeasure } from './corpus-measure.js';
import { CORPUS, type CorpusProject } from './corpus-projects.js';
import { type Aim, type BenchResult, describeMachine } from './result.js';

/** One project's row in the table. */
type Row = ReturnType<typeof summarize>;

const SHOWN_DIAGNOSTICS = 5;
const LOWERED_AIM = 0.999;

export async function benchCorpus(options: BenchOptions, console: Console): Promise<BenchResult> {
  const chosen = CORPUS.filter(({ name }) => options.project === undefined || options.project.includes(name));
  const rows: Row[] = [];
  const unprepared: string[] = [];
  for (const project of chosen) {
    const row = await measureProject(project, options, console);
    if (row) rows.push(row);
    else unprepared.push(project.name);
  }
  const date = new Date().toISOString().slice(0, 10);
  return { bench: 'corpus', date, machine: describeMachine(), rows, aims: aimsOf(rows, unprepared) };
}

async function measureProject(project: CorpusProject, options: BenchOptions, console: Console): Promise<Row | null> {
  const progress = new Progress(project.name, console);
  try {
    const database = prepareProject(project, (what) => progress.say(what));
    const units = await readProject(database, options.definitions ?? 'own', progress);
    progress.end();
    const troubles = [...new Set(units.flatMap((unit) => unit.diagnostics))];
    for (const line of troubles.slice(0, SHOWN_DIAGNOSTICS)) console.err(`  ${line}\n`);
    if (troubles.length > SHOWN_DIAGNOSTICS) console.err(`  and ${troubles.length - SHOWN_DIAGNOSTICS} more\n`);
    return summarize(project.name, units);
  } catch (error) {
    if (!(error instanceof CorpusError)) throw error;
    progress.end();
    console.err(`${project.name}: ${error.message}\n`);
    return null;
  }
}

/** Units that a crashed child did not read count as lost. */
async function readProject(database: string, counter: string, progress: Progress): Promise<UnitMeasure[]> {
  const script = fileURLToPath(new URL('./corpus-measure.js', import.meta.url));
  const child = spawn(process.execPath, [script, database, counter], { stdio: ['ignore', 'pipe', 'inherit'] });
  const units: UnitMeasure[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const unit = JSON.parse(line) as UnitMeasure;
    units.push(unit);
    progress.step(units.length, unit.units);
  }
  return units;
}

function summarize(project: string, units: readonly UnitMeasure[]) {
  const sum = (of: (unit: UnitMeasure) => number) => units.reduce((total, unit) => total + of(unit), 0);
  const expected = units[0]?.units ?? 0;
  return {
    project,
    files: expected,
    unbuilt: units[0]?.unbuilt ?? 0,
    kloc: round(sum((unit) => unit.lines) / 1000),
    'preprocessed MB': round(sum((unit) => unit.preprocessedBytes) / 1e6),
    definitions: sum((unit) => unit.definitions),
    'by gcc': units.every((unit) => unit.gccDefinitions !== null) ? sum((unit) => unit.gccDefinitions ?? 0) : null,
    lowered: sum((unit) => unit.lowered),
    diagnostics: sum((unit) => unit.diagnostics.length),
    'files lost': expected - units.length + sum((unit) => Number(unit.lost)),
    crashes: expected - units.length + sum((unit) => Number(unit.crashed)),
    'cc -E ms': Math.round(sum((unit) => unit.preprocess)),
    'read ms': Math.round(sum((unit) => unit.read)),
    'peak MB': Math.max(0, ...units.map((unit) => unit.peakMemoryMB)),
  };
}

function aimsOf(rows: readonly Row[], unprepared: readonly string[]): Aim[] {
  const crashes = rows.reduce((total, row) => total + row.crashes, 0);
  const filesLost = rows.reduce((total, row) => total + row['files lost'], 0);
  const missing = unprepared.length > 0 ? `, not prepared: ${unprepared.join(', ')}` : '';
  const share = (row: Row) => (row.definitions === 0 ? 0 : row.lowered / (row['by gcc'] ?? row.definitions));
  const worst = [...rows].sort((a, b) => share(a) - share(b))[0];
  return [
    {
      aim: 'no crash',
      target: '0',
      measured: `${crashes}${missing}`,
      met: rows.length > 0 && crashes === 0 && missing === '',
    },
    {
      aim: 'no file lost',
      target: '0',
      measured: `${filesLost}${missing}`,
      met: rows.length > 0 && filesLost === 0 && missing === '',
    },
    {
      aim: 'definitions lowered, worst project',
      target: `≥ ${LOWERED_AIM * 100} %`,
      measured: worst ? `${(share(worst) * 100).toFixed(3)} % (${worst.project})` : 'nothing',
      met: worst !== undefined && share(worst) >= LOWERED_AIM,
    },
  ];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
