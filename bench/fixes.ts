// `caulk bench fixes`: deletes and doubles frees and drops null tests in the files of real projects, one at a time, and asks for fixes of
// what `check` then tells: how many are offered, and how many give back the original code.

import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Console } from '../src/cli/console.js';
import { fixFinding } from '../src/driver/fix/fix.js';
import { findJobs } from '../src/driver/load/find-jobs.js';
import { Session } from '../src/driver/session/session.js';
import { applyEdits } from '../src/findings/fix.js';
import type { Report, ReportedFinding } from '../src/findings/report.js';
import type { BenchOptions } from './bench.js';
import { findProject } from './corpus-fetch.js';
import { spread } from './mutable-project.js';
import { type MutationKind, mutate } from './mutate.js';
import { type Aim, type BenchResult, describeMachine } from './result.js';

const PROJECTS = ['tar'];
/** Mutants per project and kind, spread evenly over all places. */
const MUTANTS = 20;
const KINDS: readonly MutationKind[] = ['free deleted', 'free twice', 'null test dropped'];

/** What became of one mutant; `diff` for people who judge it. */
interface Outcome {
  readonly place: string;
  readonly kind: MutationKind;
  readonly verdict: 'not found' | 'found' | 'offered' | 'equal';
  readonly diff?: string;
}

export async function benchFixes(options: BenchOptions, console: Console): Promise<BenchResult> {
  const outcomes: (Outcome & { readonly project: string })[] = [];
  for (const project of options.project ?? PROJECTS) {
    const database = findProject(project, (what) => console.err(`${project}: ${what}\n`));
    if (!database) console.err(`there is no project ${project}\n`);
    else for (const one of await measure(database, options, console)) outcomes.push({ ...one, project });
  }
  const projects = [...new Set(outcomes.map(({ project }) => project))];
  const rows = projects.flatMap((project) =>
    KINDS.map((kind) =>
      rowOf(
        project,
        kind,
        outcomes.filter((o) => o.project === project && o.kind === kind),
      ),
    ),
  );
  if (options.output) writeFileSync(options.output, JSON.stringify(outcomes, null, 2));
  const date = new Date().toISOString().slice(0, 10);
  return { bench: 'fixes', date, machine: describeMachine(), rows, aims: rows.length > 0 ? [aimOf(outcomes)] : [] };
}

const is = (outcomes: readonly Outcome[], ...verdicts: readonly Outcome['verdict'][]): number =>
  outcomes.filter(({ verdict }) => verdicts.includes(verdict)).length;

const rowOf = (project: string, kind: MutationKind, outcomes: readonly Outcome[]) => ({
  project,
  kind,
  mutants: outcomes.length,
  found: is(outcomes, 'found', 'offered', 'equal'),
  'fix offered': is(outcomes, 'offered', 'equal'),
  'as the original': is(outcomes, 'equal'),
});

function aimOf(outcomes: readonly Outcome[]): Aim {
  const [found, offered] = [is(outcomes, 'found', 'offered', 'equal'), is(outcomes, 'offered', 'equal')];
  return {
    aim: 'found mutants with a fix',
    target: 'half',
    measured: `${offered} of ${found}`,
    met: 2 * offered >= found,
  };
}

async function measure(database: string, { count = MUTANTS }: BenchOptions, console: Console): Promise<Outcome[]> {
  const request = { paths: [], compileCommands: database, flags: [] };
  const session = new Session(request);
  const checked = await session.check({ unsaved: new Map(), stages: 'both' });
  if ('problems' in checked) throw new Error(`${database} cannot be checked`);
  const { report } = checked;
  const outcomes: Outcome[] = [];
  for (const mutant of mutantsOf(request, report.root, count)) {
    const outcome = await examine(session, report, mutant);
    console.err(`${outcome.place}: ${outcome.kind}: ${outcome.verdict}\n`);
    outcomes.push(outcome);
  }
  await session.close();
  return outcomes;
}

interface FileMutant {
  readonly path: string;
  readonly kind: MutationKind;
  readonly line: number;
  readonly original: string;
  readonly text: string;
}

/** Of the files that are compiled. */
function mutantsOf(request: Parameters<typeof findJobs>[0], root: string, count: number): FileMutant[] {
  const paths = [...new Set(findJobs({ ...request, root }).jobs.map((job) => resolve(job.directory, job.file)))].sort();
  const all = paths.flatMap((path) => {
    const original = readFileSync(path, 'utf8');
    return mutate(original).map(({ kind, line, text }) => ({ path, kind, line, original, text }));
  });
  return KINDS.flatMap((kind) =>
    spread(
      all.filter((mutant) => mutant.kind === kind),
      count,
    ),
  );
}

async function examine(session: Session, before: Report, mutant: FileMutant): Promise<Outcome> {
  const { path, kind, line, original, text } = mutant;
  const about = { place: `${relative(before.root, path)}:${line}`, kind };
  const unsaved = new Map([[path, Buffer.from(text)]]);
  const found = async (stages: 'first' | 'both') => {
    const checked = await session.check({ unsaved, stages, keep: 'settled' });
    return 'report' in checked ? { report: checked.report, findings: newIn(checked.report, before) } : null;
  };
  const quick = await found('first');
  if (!quick || quick.findings.length === 0) return { ...about, verdict: 'not found' };
  const mutated = await found('both');
  const [finding] = mutated?.findings ?? [];
  if (!mutated || !finding) return { ...about, verdict: 'not found' };
  const fix = await fixFinding(finding, { session, report: mutated.report, unsaved });
  if (!fix) return { ...about, verdict: 'found' };
  const isSame = plain(applyEdits(text, fix.edits)) === plain(original);
  return { ...about, verdict: isSame ? 'equal' : 'offered', diff: fix.diff };
}

function newIn(report: Report, before: Report): ReportedFinding[] {
  const known = new Set([...before.findings, ...before.suppressed].map(({ fingerprint }) => fingerprint));
  return report.findings.filter(({ fingerprint }) => !known.has(fingerprint));
}

/** Without blanks, and without empty statements, which deleted calls leave. */
const plain = (text: string): string => text.replace(/\s+/g, '').replace(/;+/g, ';');
