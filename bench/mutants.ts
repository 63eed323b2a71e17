// `caulk bench mutants`: in real projects, statements that free something are deleted, one at a time; a mutant counts as
// found if a leak is reported that the unmodified program does not have.

import type { SourceText } from '../src/base/source.js';
import type { Console } from '../src/cli/console.js';
import { findJobs } from '../src/driver/load/find-jobs.js';
import { loadUnits } from '../src/driver/load/load-units.js';
import type { Finding } from '../src/engines/engine.js';
import { Analysis } from '../src/engines/modular/analysis.js';
import { hookIn } from '../src/engines/modular/domain/globals.js';
import { isModel } from '../src/engines/modular/result.js';
import type { Block, CallInstr, Instr } from '../src/ir/instr.js';
import type { FunctionSymbol, Unit } from '../src/ir/program.js';
import { linkWithModels } from '../src/models/load.js';
import type { BenchOptions } from './bench.js';
import { prepareProject } from './corpus-fetch.js';
import { CORPUS } from './corpus-projects.js';
import type { RivalName } from './corpus-rivals.js';
import { MutantRivals } from './mutant-rivals.js';
import { type BenchResult, describeMachine } from './result.js';

const PROJECTS = ['tar', 'openssh', 'curl'];
/** Mutants of each project, spread evenly over all statements that free. */
const MUTANTS = 60;
/** Functions that are analysed again for one mutant. */
const REACH = 60;
const BUDGET = 2_500;

export async function benchMutants(options: BenchOptions, console: Console): Promise<BenchResult> {
  const rows = [];
  for (const name of options.project ?? PROJECTS) {
    const project = CORPUS.find((p) => p.name === name);
    if (!project) {
      console.err(`there is no project ${name}\n`);
      continue;
    }
    const database = prepareProject(project, (what) => console.err(`${name}: ${what}\n`));
    rows.push(await measure(name, database, options, console));
  }
  const mutants = rows.reduce((sum, row) => sum + row.mutants, 0);
  const found = rows.reduce((sum, row) => sum + row.found, 0);
  const aim = {
    aim: 'mutants found',
    target: 'at least half',
    measured: `${found} of ${mutants}`,
    met: mutants > 0 && 2 * found >= mutants,
  };
  return {
    bench: 'mutants',
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rows,
    aims: [aim],
  };
}

async function measure(
  name: string,
  folder: string,
  { count: most = MUTANTS, rivals: asked = [] }: BenchOptions,
  console: Console,
) {
  const start = performance.now();
  const { units, jobs } = await readProject(folder);
  const program = linkWithModels(units, jobs[0]!.target);
  const options = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: BUDGET } as const;
  const analysis = new Analysis(program, options);
  const { findings } = analysis.run(program.defined().filter((f) => !isModel(f)));
  const known = new Set(analysis.findings().map(keyOf));
  const all = program.defined().flatMap((f) => (isModel(f) ? [] : freeingCalls(analysis, f)));
  const step = Math.max(1, all.length / most);
  const chosen = Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]!);
  const rivals = new MutantRivals(jobs, asked);
  const foundBy = new Map<RivalName, number>(rivals.names.map((rival) => [rival, 0]));
  let found = 0;
  for (const mutant of chosen) {
    const fresh = withoutCall(mutant, () => analysis.reanalyse(mutant.function, REACH));
    const isFound = fresh.some((f) => f.rule === 'leak' && !known.has(keyOf(f)));
    if (isFound) found++;
    const { source } = mutant.function.body!;
    const others = await rivals.thatFind(source, mutant.call);
    for (const rival of others) foundBy.set(rival, foundBy.get(rival)! + 1);
    const { file, line } = source.locate(mutant.call.at);
    console.err(`${name}: ${file}:${line} ${isFound ? 'found' : 'missed'}${others.map((r) => `, ${r}`).join('')}\n`);
  }
  rivals.dispose();
  return {
    project: name,
    units: units.length,
    'freeing calls': all.length,
    mutants: chosen.length,
    found,
    ...Object.fromEntries([...foundBy].map(([rival, count]) => [`found by ${rival}`, count])),
    ...Object.fromEntries([...rivals.givenUp].map(([rival, count]) => [`given up by ${rival}`, count])),
    'leaks before': findings.filter((f) => f.rule === 'leak').length,
    seconds: Math.round((performance.now() - start) / 1000),
  };
}

async function readProject(folder: string) {
  const { jobs } = findJobs({ paths: [], flags: [], compileCommands: folder });
  const units: Unit[] = [];
  for await (const { unit } of loadUnits(jobs)) if (unit) units.push(unit);
  return { units, jobs };
}

interface Mutant {
  readonly function: FunctionSymbol;
  readonly block: Block;
  readonly call: CallInstr;
}

/** Calls of which an outcome frees what an argument points to, and which do nothing else that is used. */
function freeingCalls(analysis: Analysis, f: FunctionSymbol): Mutant[] {
  return f.body!.blocks.flatMap((block) =>
    block.instrs.flatMap((call) =>
      call.kind === 'call' && !call.result && targetsOf(analysis, call).some((g) => frees(analysis, g))
        ? [{ function: f, block, call }]
        : [],
    ),
  );
}

/** Directly, or by a hook. */
function targetsOf({ program }: Analysis, { callee }: CallInstr): FunctionSymbol[] {
  if (callee.kind === 'direct') return [callee.function];
  const { pointer } = callee;
  const variable = pointer.kind === 'load' && pointer.place.kind === 'var' ? pointer.place.variable : null;
  const hook = variable?.kind === 'global' ? hookIn(program, program.variableOf(variable)) : null;
  return hook ? [hook] : [];
}

function frees(analysis: Analysis, f: FunctionSymbol): boolean {
  const definition = analysis.definitionOf(f);
  const summary = definition && analysis.summaryOf(definition);
  if (!summary) return false;
  return summary.outcomes.some(({ state }) =>
    [...state.cells.values()].some((c) => c.status === 'freed' && state.symbols.info(c.name).kind === 'parameter'),
  );
}

/** Runs the work on the program without the call, and puts it back. */
function withoutCall<T>({ block, call }: Mutant, work: () => T): T {
  const changed = block as { instrs: readonly Instr[] };
  const before = changed.instrs;
  changed.instrs = before.filter((i) => i !== call);
  try {
    return work();
  } finally {
    changed.instrs = before;
  }
}

/** Which memory: the place where it was allocated, else the members that are named. */
function keyOf({ rule, site, allocation, message }: Finding): string {
  const place = ({ source, at }: { source: SourceText; at: number }) => `${source.name}:${at}`;
  return `${rule} ${place(site)} ${allocation ? place(allocation) : message.split(';')[0]}`;
}
