// `caulk bench fixes`: deletes and doubles frees and drops null tests in the files of real projects, one at a time, and asks for fixes of
// what `check` then tells: how many are offered, and how many give back the original code.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Console } from '../src/cli/console.js';
import { Code } from '../src/driver/fix/code.js';
import { fixFinding } from '../src/driver/fix/fix.js';
import { findJobs } from '../src/driver/load/find-jobs.js';
import { Session, type SessionRequest } from '../src/driver/session/session.js';
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
    const inputs = inputsOf(project, console);
    if (!inputs) console.err(`there is no project ${project}\n`);
    for (const one of inputs ? await measureAll(inputs, options, console) : []) outcomes.push({ ...one, project });
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

/** What is checked together: a project by its database, or one program. */
type Input = Pick<SessionRequest, 'paths' | 'compileCommands'>;

/** Programs of the repository, each by itself, under this name. */
const PROGRAMS = 'programs';
const FOLDERS = ['examples', 'test/programs/idioms'];

function inputsOf(project: string, console: Console): Input[] | null {
  if (project === PROGRAMS) return FOLDERS.flatMap(programsBelow).map((path) => ({ paths: [path] }));
  const database = findProject(project, (what) => console.err(`${project}: ${what}\n`));
  return database ? [{ paths: [], compileCommands: database }] : null;
}

const programsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(folder, name))
    .sort();

/** Mutants of several programs are spread over all of them. */
async function measureAll(
  inputs: readonly Input[],
  { count = MUTANTS }: BenchOptions,
  console: Console,
): Promise<Outcome[]> {
  const all = inputs.flatMap((input) => mutantsOf(input).map((mutant) => ({ ...mutant, input })));
  const chosen = KINDS.flatMap((kind) => {
    const some = all.filter((mutant) => mutant.kind === kind);
    return spread(some, count);
  });
  const outcomes: Outcome[] = [];
  for (const input of inputs) {
    const own = chosen.filter((mutant) => mutant.input === input);
    if (own.length > 0) outcomes.push(...(await measure(input, own, console)));
  }
  return outcomes;
}

async function measure(input: Input, mutants: readonly FileMutant[], console: Console): Promise<Outcome[]> {
  const session = new Session({ ...input, flags: [] });
  const checked = await session.check({ unsaved: new Map(), stages: 'both' });
  if ('problems' in checked) throw new Error(`${input.compileCommands ?? input.paths.join()} cannot be checked`);
  const { report } = checked;
  await session.settle({ unsaved: new Map() });
  const outcomes: Outcome[] = [];
  for (const mutant of mutants) {
    const outcome = await examine(session, report, mutant);
    console.err(`${outcome.place}: ${outcome.kind}: ${outcome.verdict}\n${outcome.diff ?? ''}`);
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
function mutantsOf(input: Input): FileMutant[] {
  const { jobs } = findJobs({ ...input, flags: [] });
  const paths = [...new Set(jobs.map((job) => resolve(job.directory, job.file)))].sort();
  return paths.flatMap((path) => {
    const original = readFileSync(path, 'utf8');
    return mutate(original).map(({ kind, line, text }) => ({
      path,
      kind,
      line,
      original,
      text: inTwoLines(text, line),
    }));
  });
}

/** A call that was doubled stands in two lines, as people write it, where it may. */
function inTwoLines(text: string, line: number): string {
  const lines = text.split('\n');
  const [, indent, call, rest] = /^(\s*)\{ (\S.*;) \2 \}(.*)$/.exec(lines[line - 1]!) ?? [];
  if (call === undefined || new Code(text).isBareBody(line)) return text;
  lines.splice(line - 1, 1, indent + call, `${indent}${call}${rest}`);
  return lines.join('\n');
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
const plain = (text: string): string => text.replace(/\s+/g, '').replace(/([{;}]);+/g, '$1');
