// `caulk bench mutants`: deletes statements that free memory from real projects, one at a time. A mutant counts as
// found if a leak is reported that the unmodified program does not have.

import type { Console } from '../src/cli/console.js';
import type { BenchOptions } from './bench.js';
import { prepareProject } from './corpus-fetch.js';
import { CORPUS } from './corpus-projects.js';
import type { RivalName } from './corpus-rivals.js';
import { MutableProject, spread } from './mutable-project.js';
import { MutantRivals } from './mutant-rivals.js';
import { type BenchResult, describeMachine } from './result.js';

const PROJECTS = ['tar', 'openssh', 'curl'];
/** Mutants per project, spread evenly over all statements that free. */
const MUTANTS = 60;

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
  database: string,
  { count: most = MUTANTS, rivals: asked = [] }: BenchOptions,
  console: Console,
) {
  const start = performance.now();
  const project = await MutableProject.read(database);
  const original = project.analyse();
  const all = project.freeingCalls(original);
  const chosen = spread(all, most);
  const rivals = new MutantRivals(project.jobs, asked);
  const foundBy = new Map<RivalName, number>(rivals.names.map((rival) => [rival, 0]));
  let found = 0;
  for (const mutant of chosen) {
    const isFound = project.isFound(mutant, original);
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
    units: project.units.length,
    'freeing calls': all.length,
    mutants: chosen.length,
    found,
    ...Object.fromEntries([...foundBy].map(([rival, count]) => [`found by ${rival}`, count])),
    ...Object.fromEntries([...rivals.givenUp].map(([rival, count]) => [`timeouts of ${rival}`, count])),
    'leaks before': original.analysis.result.findings.filter((f) => f.rule === 'leak').length,
    seconds: Math.round((performance.now() - start) / 1000),
  };
}
