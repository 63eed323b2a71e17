// `caulk bench beliefs`: disables one belief at a time and measures the effect on triaged projects and on mutants.
// A belief is useful if it suppresses mostly false findings or adds mostly real ones (docs/triage.md).

import { relative } from 'node:path';
import type { Console } from '../src/cli/console.js';
import { modular } from '../src/engines/modular/engine.js';
import type { Belief } from '../src/engines/summary-engine.js';
import type { BenchOptions } from './bench.js';
import { CACHE, findProject } from './corpus-fetch.js';
import { MutableProject, type Mutant, type Original, spread } from './mutable-project.js';
import { freeDeleted } from './mutant-kinds/free-kinds.js';
import { type BenchResult, describeMachine } from './result.js';
import { readTriage, type Triage, triageKey } from './triage.js';

/** The projects whose findings are all in docs/triage.md. */
const PROJECTS = ['tar', 'openssh'];
/** Mutants per project; every belief is tried on all of them. */
const MUTANTS = 20;

/** A project analysed with all beliefs, for comparison. */
interface Subject {
  readonly name: string;
  readonly project: MutableProject;
  readonly original: Original;
  readonly reports: ReadonlySet<string>;
  readonly mutants: readonly Mutant[];
  readonly found: ReadonlySet<Mutant>;
}

export async function benchBeliefs(options: BenchOptions, console: Console): Promise<BenchResult> {
  const triage = readTriage();
  const subjects: Subject[] = [];
  for (const name of options.project ?? PROJECTS) subjects.push(await prepare(name, options, console));
  const rows = modular.beliefs.map((belief) => {
    const row = weigh(belief, subjects, triage);
    console.err(`${belief.name}: ${row.silenced} silenced, ${row.found} found\n`);
    return row;
  });
  const idle = rows.filter((row) => row.pays === 'no difference').map((row) => row.belief);
  const aims = [
    {
      aim: 'beliefs that make a difference',
      target: 'all',
      measured: `${rows.length - idle.length} of ${rows.length}`,
      met: idle.length === 0,
    },
  ];
  return {
    bench: 'beliefs',
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rows: rows.map(({ silenced: _, found: __, ...row }) => row),
    aims,
  };
}

async function prepare(name: string, { count = MUTANTS }: BenchOptions, console: Console): Promise<Subject> {
  const database = findProject(name, (what) => console.err(`${name}: ${what}\n`));
  if (!database) throw new Error(`there is no project ${name}`);
  const project = await MutableProject.read(database);
  const original = project.analyse();
  const candidates = spread(project.candidates([freeDeleted], original), count);
  const mutants = candidates.flatMap((candidate) => project.mutate(candidate) ?? []);
  const found = new Set(mutants.filter((mutant) => project.isFound(mutant, original)));
  return { name, project, original, reports: reportsOf(name, original), mutants, found };
}

/** Findings by place, as docs/triage.md names places. */
function reportsOf(name: string, { analysis }: Original): ReadonlySet<string> {
  const root = `${CACHE}/${name}/source`;
  return new Set(
    analysis.result.findings.map(({ site }) => {
      const { file, line } = site.source.locate(site.at);
      return triageKey(name, file.startsWith('/') ? relative(root, file) : file, line);
    }),
  );
}

function weigh({ name, stage, effect }: Belief, subjects: readonly Subject[], triage: Triage) {
  const silenced: string[] = [];
  const found: string[] = [];
  let [missed, gained] = [0, 0];
  for (const subject of subjects) {
    const without = subject.project.analyse([name]);
    const reports = reportsOf(subject.name, without);
    silenced.push(...[...reports].filter((place) => !subject.reports.has(place)));
    found.push(...[...subject.reports].filter((place) => !reports.has(place)));
    for (const mutant of subject.mutants) {
      const isFound = subject.project.isFound(mutant, without);
      if (isFound && !subject.found.has(mutant)) missed++;
      if (!isFound && subject.found.has(mutant)) gained++;
    }
  }
  const [out, into] = [tally(silenced, triage), tally(found, triage)];
  return {
    belief: name,
    stage,
    effect,
    'silences false': out.false,
    'silences real': out.real,
    'silences untriaged': out.unknown,
    'finds real': into.real,
    'finds false': into.false,
    'mutants lost': missed,
    'mutants gained': gained,
    pays: judge(out, into, missed, gained),
    silenced: silenced.join(', '),
    found: found.join(', '),
  };
}

interface Tally {
  readonly real: number;
  readonly false: number;
  readonly unknown: number;
}

function tally(places: readonly string[], triage: Triage): Tally {
  const verdicts = places.map((place) => triage.get(place));
  const count = (...kinds: readonly (string | undefined)[]) => verdicts.filter((v) => kinds.includes(v)).length;
  return { real: count('real', 'justified'), false: count('false'), unknown: count('cannot tell', undefined) };
}

/** Does it suppress more false findings than real ones, or add more real ones than false ones? */
function judge(out: Tally, into: Tally, lost: number, gained: number): string {
  const total = out.real + out.false + out.unknown + into.real + into.false + into.unknown + lost + gained;
  if (total === 0) return 'no difference';
  const good = out.false + into.real + gained;
  const bad = out.real + into.false + lost;
  return good > bad ? 'yes' : good < bad ? 'no' : 'even';
}
