// `caulk bench mutants`: puts small errors into real projects, one at a time. A mutant counts as found if an error of
// its kind is told by default that the unmodified program does not have.

import type { Console } from '../src/cli/console.js';
import type { BenchOptions } from './bench.js';
import { findProject } from './corpus-fetch.js';
import type { RivalName } from './corpus-rivals.js';
import { type Candidate, MutableProject, type Original, spread, type Verdict } from './mutable-project.js';
import type { MutationKind } from './mutant-kinds/kind.js';
import { MUTATION_KINDS } from './mutant-kinds/registry.js';
import { MutantRivals, type RivalVerdict } from './mutant-rivals.js';
import { type Aim, type BenchResult, describeMachine } from './result.js';

const PROJECTS = ['tar', 'openssh', 'curl'];
/** Mutants per project and kind, spread evenly over all places. */
const MUTANTS = 60;

export async function benchMutants(options: BenchOptions, console: Console): Promise<BenchResult> {
  const kinds = kindsNamed(options.kind, console);
  const rows: Row[] = [];
  for (const name of kinds.length > 0 ? (options.project ?? PROJECTS) : []) {
    const database = findProject(name, (what) => console.err(`${name}: ${what}\n`));
    if (database) rows.push(...(await measureProject(name, database, kinds, options, console)));
    else console.err(`there is no project ${name}\n`);
  }
  return {
    bench: 'mutants',
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rows,
    aims: kinds.flatMap(({ name }) => aimOf(name, rows)),
  };
}

/** All kinds if none is named; a strange name is told. */
function kindsNamed(names: readonly string[] | undefined, console: Console): readonly MutationKind[] {
  const strange = (names ?? []).filter((name) => !MUTATION_KINDS.some((kind) => kind.name === name));
  if (strange.length > 0) {
    const known = MUTATION_KINDS.map((kind) => kind.name).join(', ');
    console.err(`there is no kind of mutants ${strange.join(', ')}: ${known}\n`);
  }
  return names ? MUTATION_KINDS.filter((kind) => names.includes(kind.name)) : MUTATION_KINDS;
}

/** None if there was nothing to find. */
function aimOf(kind: string, all: readonly Row[]): Aim[] {
  const rows = all.filter((row) => row.kind === kind);
  const mutants = rows.reduce((sum, row) => sum + row.mutants, 0);
  const found = rows.reduce((sum, row) => sum + row.found, 0);
  if (mutants === 0) return [];
  const measured = `${found} of ${mutants}`;
  return [{ aim: `${kind} found`, target: 'at least half', measured, met: 2 * found >= mutants }];
}

async function measureProject(
  name: string,
  database: string,
  kinds: readonly MutationKind[],
  { count = MUTANTS, rivals: asked = [] }: BenchOptions,
  console: Console,
): Promise<Row[]> {
  const project = await MutableProject.read(database);
  const original = project.analyse();
  const rivals = new MutantRivals(project.jobs, asked);
  const rows: Row[] = [];
  for (const kind of kinds) {
    const measurement = new Measurement(name, kind, project, original, rivals);
    rows.push(await measurement.run(count, console));
  }
  rivals.dispose();
  return rows;
}

const NOBODY: RivalVerdict = { found: [], givenUp: [] };

type Row = Awaited<ReturnType<Measurement['run']>>;

/** One row of the table. */
class Measurement {
  constructor(
    private readonly name: string,
    private readonly kind: MutationKind,
    private readonly project: MutableProject,
    private readonly original: Original,
    private readonly rivals: MutantRivals,
  ) {}

  async run(most: number, console: Console) {
    const start = performance.now();
    const { name, kind, project, original, rivals } = this;
    const places = project.candidates([kind], original);
    const none = () => new Map<RivalName, number>(rivals.names.map((rival) => [rival, 0]));
    const [foundBy, givenUpBy] = [none(), none()];
    const verdicts = new Map<Verdict, number>();
    for (const candidate of spread(places, most)) {
      const mutant = project.mutate(candidate);
      const verdict = mutant && (await project.verdictOn(mutant, original));
      if (verdict) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      const others = mutant ? await rivals.examine(mutant) : NOBODY;
      for (const rival of others.found) foundBy.set(rival, foundBy.get(rival)! + 1);
      for (const rival of others.givenUp) givenUpBy.set(rival, givenUpBy.get(rival)! + 1);
      const said = verdict ? [verdict, ...others.found].join(', ') : 'not C';
      console.err(`${name}: ${kind.name} ${placeOf(candidate)} ${said}\n`);
    }
    const count = (...of: readonly Verdict[]) => of.reduce((sum, verdict) => sum + (verdicts.get(verdict) ?? 0), 0);
    return {
      project: name,
      kind: kind.name,
      places: places.length,
      mutants: count('missed', 'not told', 'found', 'confirmed'),
      found: count('found', 'confirmed'),
      confirmed: count('confirmed'),
      'not told': count('not told'),
      ...Object.fromEntries([...foundBy].map(([rival, count]) => [`found by ${rival}`, count])),
      ...Object.fromEntries([...givenUpBy].map(([rival, count]) => [`timeouts of ${rival}`, count])),
      'reported before': original.analysis.result.findings.filter((f) => kind.rules.includes(f.rule)).length,
      seconds: Math.round((performance.now() - start) / 1000),
    };
  }
}

function placeOf({ function: f, edit }: Candidate): string {
  const { file, line } = f.body!.source.locate(edit.at);
  return `${file}:${line}`;
}
