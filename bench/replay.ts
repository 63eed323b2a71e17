// `caulk bench replay`: tries every finding on real projects by runs from its function, and compares with the verdicts of the triage.
// Rows are projects; a shown or contradicted finding counts as real, false or not triaged (docs/triage.md).

import { relative } from 'node:path';
import type { Console } from '../src/cli/console.js';
import { findJobs } from '../src/driver/load/find-jobs.js';
import { noCache } from '../src/driver/project/cache.js';
import { analyseProject } from '../src/driver/project/project.js';
import { answerTo } from '../src/driver/replay/answer.js';
import { conditionOf, dependsOnCallers } from '../src/driver/replay/condition.js';
import { type Answer, linkageOf } from '../src/driver/replay/try-finding.js';
import type { Finding } from '../src/engines/engine.js';
import { modular } from '../src/engines/modular/engine.js';
import type { BenchOptions } from './bench.js';
import { CACHE, findProject } from './corpus-fetch.js';
import { type Aim, type BenchResult, describeMachine, millisecondsSince } from './result.js';
import { readTriage, type Triage, triageKey } from './triage.js';

const PROJECTS = ['tar', 'openssh'];
const OPTIONS = {
  mallocMayFail: false,
  leakAtExit: false,
  failingAllocations: 'followed',
  budget: 2_500,
  latent: true,
} as const;

/** `with a condition`: shown, if callers see to it; `latent`: no caller makes it happen; `not told`: a null that is not reached. */
type Fate = 'confirmed' | 'with a condition' | 'contradicted' | 'latent' | 'not told' | 'not reached';

interface Tried {
  readonly place: string;
  readonly fate: Fate;
  readonly verdict: string;
}

export async function benchReplay(options: BenchOptions, console: Console): Promise<BenchResult> {
  const triage = readTriage();
  const all: Tried[] = [];
  const rows: BenchResult['rows'][number][] = [];
  for (const name of options.project ?? PROJECTS) {
    const { tried, row } = await measure(name, triage, console);
    all.push(...tried);
    rows.push(row);
  }
  return {
    bench: 'replay',
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rows,
    aims: aimsOf(all),
  };
}

async function measure(name: string, triage: Triage, console: Console) {
  const database = findProject(name, (what) => console.err(`${name}: ${what}\n`));
  if (!database) throw new Error(`there is no project ${name}`);
  const { jobs } = findJobs({ paths: [], flags: [], compileCommands: database });
  const plan = { engine: modular, options: OPTIONS, entries: [], models: [] };
  const begin = process.cpuUsage();
  const { program, results } = await analyseProject(jobs, plan, { jobs: 1, cache: noCache, step: () => {} });
  const first = millisecondsSince(begin);
  const start = process.cpuUsage();
  const linkage = linkageOf(program!);
  let instructions = 0;
  const tried = results
    .flatMap((r) => r.findings)
    .map((f): Tried => {
      const place = placeIn(name, f);
      const verdict = triage.get(place) ?? 'not triaged';
      if (f.latent) {
        console.err(`${place} ${f.rule} latent: ${f.condition}\n`);
        return { place, fate: 'latent', verdict };
      }
      const answer = answerTo(linkage, program!, f);
      instructions += answer.instructions;
      const fate = fateOf(f.rule, answer);
      const condition = answer.kind === 'shown' ? `: ${conditionOf(answer.attempt, answer.run.given)}` : '';
      console.err(`${place} ${f.rule} ${fate}${condition}\n`);
      return { place, fate, verdict };
    });
  const count = (fate: Fate) =>
    `${tally(tried, fate, REAL)} / ${tally(tried, fate, FALSE)} / ${tally(tried, fate, OPEN)}`;
  const row = {
    project: name,
    findings: tried.length,
    'confirmed: real / false / ?': count('confirmed'),
    'with a condition': count('with a condition'),
    contradicted: count('contradicted'),
    latent: count('latent'),
    'not told': count('not told'),
    'not reached': count('not reached'),
    'million instructions': Math.round(instructions / 1e5) / 10,
    'cpu s': Math.round(millisecondsSince(start) / 100) / 10,
    'first stage cpu s': Math.round(first / 100) / 10,
  };
  return { tried, row };
}

const REAL: readonly string[] = ['real', 'justified'];
const FALSE: readonly string[] = ['false'];
const OPEN: readonly string[] = ['not triaged', 'cannot tell'];

const tally = (tried: readonly Tried[], fate: Fate, verdicts: readonly string[]): number =>
  tried.filter((t) => t.fate === fate && verdicts.includes(t.verdict)).length;

function fateOf(rule: Finding['rule'], answer: Answer): Fate {
  if (answer.kind === 'not reached' && rule === 'null-dereference') return 'not told';
  if (answer.kind !== 'shown') return answer.kind;
  return dependsOnCallers(rule, answer.attempt, answer.route, answer.run) ? 'with a condition' : 'confirmed';
}

function placeIn(name: string, { site }: Finding): string {
  const { file, line } = site.source.locate(site.at);
  return triageKey(name, file.startsWith('/') ? relative(`${CACHE}/${name}/source`, file) : file, line);
}

function aimsOf(all: readonly Tried[]): Aim[] {
  const real = all.filter(({ verdict }) => REAL.includes(verdict));
  const wrong = all.filter(({ verdict }) => FALSE.includes(verdict));
  const part = (of: readonly Tried[], ...fates: readonly Fate[]) =>
    of.filter(({ fate }) => fates.includes(fate)).length;
  const aim = (text: string, target: string, [n, of]: readonly [number, number], met: boolean): Aim => ({
    aim: text,
    target,
    measured: `${n} of ${of}`,
    met,
  });
  const confirmed = part(real, 'confirmed');
  const dropped = part(wrong, 'contradicted', 'latent', 'not told');
  const lost = part(real, 'contradicted', 'latent', 'not told');
  return [
    aim('real findings that are confirmed', 'half', [confirmed, real.length], 2 * confirmed >= real.length),
    aim('false findings that are dropped', '7 of 10', [dropped, wrong.length], 10 * dropped >= 7 * wrong.length),
    aim('real findings that are dropped', 'at most 1 of 20', [lost, real.length], 20 * lost <= real.length),
    aim(
      'false findings that are confirmed',
      'none',
      [part(wrong, 'confirmed'), wrong.length],
      part(wrong, 'confirmed') === 0,
    ),
  ];
}
