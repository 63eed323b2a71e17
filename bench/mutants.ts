// `caulk bench mutants`: in real projects, statements that free something are deleted, one at a time; a mutant counts as
// found if a leak is reported that the unmodified program does not have.

import type { SourceText } from '../src/base/source.js';
import type { Console } from '../src/cli/console.js';
import { findJobs } from '../src/driver/load/find-jobs.js';
import { loadUnits } from '../src/driver/load/load-units.js';
import { analyseInThisThread, type ProgramAnalysis } from '../src/driver/project/analyse-program.js';
import type { Finding } from '../src/engines/engine.js';
import { believerWithout } from '../src/engines/modular/beliefs/registry.js';
import { hookIn } from '../src/engines/modular/domain/globals.js';
import { modular } from '../src/engines/modular/engine.js';
import { findingsIn } from '../src/engines/modular/result.js';
import { openSummary } from '../src/engines/modular/seal.js';
import type { Block, CallInstr, Instr } from '../src/ir/instr.js';
import type { Program } from '../src/ir/link.js';
import { counterpartOf, packProgram, repackUnit, unitWith } from '../src/ir/pack/pack-program.js';
import { PackedProgram } from '../src/ir/pack/program.js';
import type { FunctionSymbol, Unit } from '../src/ir/program.js';
import { isModel, linkWithModels } from '../src/models/load.js';
import type { BenchOptions } from './bench.js';
import { prepareProject } from './corpus-fetch.js';
import { CORPUS } from './corpus-projects.js';
import type { RivalName } from './corpus-rivals.js';
import { MutantRivals } from './mutant-rivals.js';
import { type BenchResult, describeMachine } from './result.js';

const PROJECTS = ['tar', 'openssh', 'curl'];
/** Mutants of each project, spread evenly over all statements that free. */
const MUTANTS = 60;
const ALL_BELIEFS = believerWithout([]);
const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 2_500 } as const;

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
  const objects = packProgram(program);
  const original = analyse(objects);
  const known = new Set(allFindings(original).map(keyOf));
  const frees = freeingFunctions(program, original);
  const all = program.defined().flatMap((f) => (isModel(f) ? [] : freeingCalls(program, frees, f)));
  const step = Math.max(1, all.length / most);
  const chosen = Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]!);
  const rivals = new MutantRivals(jobs, asked);
  const foundBy = new Map<RivalName, number>(rivals.names.map((rival) => [rival, 0]));
  let found = 0;
  for (const mutant of chosen) {
    const unit = unitWith(program, mutant.function);
    const mutated = withoutCall(mutant, () => repackUnit(program, objects, unit));
    const fresh = allFindings(analyse(mutated, original));
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
    'leaks before': original.result.findings.filter((f) => f.rule === 'leak').length,
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

/** All functions; of a mutant, those that the change concerns. */
function analyse(objects: readonly Uint8Array[], before?: ProgramAnalysis): ProgramAnalysis {
  const program = PackedProgram.open(objects);
  return analyseInThisThread({ engine: modular, program, options: OPTIONS, entries: [] }, before);
}

/** Several at one place, if it happens in several ways. */
const allFindings = ({ program, outcomes }: ProgramAnalysis): Finding[] =>
  findingsIn(
    program,
    outcomes.filter((outcome) => !isModel(outcome.function)),
    ALL_BELIEFS,
  );

/** Calls of functions that free, and of which no result is used. */
function freeingCalls(program: Program, frees: (f: FunctionSymbol) => boolean, f: FunctionSymbol): Mutant[] {
  return f.body!.blocks.flatMap((block) =>
    block.instrs.flatMap((call) =>
      call.kind === 'call' && !call.result && targetsOf(program, call).some(frees)
        ? [{ function: f, block, call }]
        : [],
    ),
  );
}

/** Directly, or by a hook. */
function targetsOf(program: Program, { callee }: CallInstr): FunctionSymbol[] {
  if (callee.kind === 'direct') return [callee.function];
  const { pointer } = callee;
  const variable = pointer.kind === 'load' && pointer.place.kind === 'var' ? pointer.place.variable : null;
  const hook = variable?.kind === 'global' ? hookIn(program, program.variableOf(variable), ALL_BELIEFS) : null;
  return hook ? [hook] : [];
}

/** Is there an outcome in which what an argument points to is freed? */
function freeingFunctions(program: Program, { program: packed, outcomes }: ProgramAnalysis) {
  const freeing = new Set(
    outcomes.flatMap((outcome) => {
      if ('crash' in outcome) return [];
      const summary = openSummary(packed, outcome.result.summary);
      const frees = summary.outcomes.some(({ state }) =>
        [...state.cells.values()].some((c) => c.status === 'freed' && state.symbols.info(c.name).kind === 'parameter'),
      );
      return frees ? [outcome.function] : [];
    }),
  );
  return (f: FunctionSymbol): boolean => {
    const definition = program.definitionOf(f);
    return definition !== null && freeing.has(counterpartOf(program, packed, definition));
  };
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
