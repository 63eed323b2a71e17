// `caulk bench replay`: what the second stage of `check` makes of the findings on real projects, compared with the verdicts of the triage.
// Rows are projects; each fate counts real, false and other findings (docs/triage.md). Then why runs stop, costs, and harnesses.

import { relative } from 'node:path';
import type { Console } from '../src/cli/console.js';
import type { Fate } from '../src/driver/check/fate.js';
import { STOP_KINDS, type StopKind } from '../src/driver/replay/stop.js';
import type { Finding } from '../src/engines/engine.js';
import type { BenchOptions } from './bench.js';
import { CACHE, findProject } from './corpus-fetch.js';
import { type ReplayedProject, replayProject } from './replay-project.js';
import { type Aim, type BenchResult, describeMachine } from './result.js';
import type { HarnessOutcome } from './run-harness.js';
import { readTriage, type Triage, type TriageVerdict, triageKey } from './triage.js';

const PROJECTS = ['tar', 'openssh'];

/** The columns of the table, in order. */
const FATES: readonly Fate[] = [
  'confirmed',
  'with a condition',
  'contradicted',
  'refuted',
  'latent',
  'not told',
  'not reached',
];
/** Not told by default. */
const DROPPED: readonly Fate[] = ['contradicted', 'refuted', 'latent', 'not told'];

interface Tried {
  readonly project: string;
  /** `project file:line`. */
  readonly place: string;
  readonly rule: string;
  readonly fate: Fate;
  readonly verdict: TriageVerdict | 'not triaged';
  /** What ends the best of the runs that do not reach it. */
  readonly stop: StopKind | null;
  readonly why: string | null;
}

interface Measured {
  readonly tried: readonly Tried[];
  readonly replayed: ReplayedProject;
}

export async function benchReplay(options: BenchOptions, console: Console): Promise<BenchResult> {
  const triage = readTriage();
  const all = new Map<string, Measured>();
  for (const name of options.project ?? PROJECTS) all.set(name, await measure(name, triage, console));
  const tried = [...all.values()].flatMap((measured) => measured.tried);
  return {
    bench: 'replay',
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rows: [...all].map(([name, measured]) => rowOf(name, measured)),
    aims: [...aimsOf(tried), harnessAim([...all.values()].flatMap(({ replayed }) => replayed.harnesses))],
    findings: tried.map((t) => ({ ...t })),
  };
}

async function measure(name: string, triage: Triage, console: Console): Promise<Measured> {
  const database = findProject(name, (what) => console.err(`${name}: ${what}\n`));
  if (!database) throw new Error(`there is no project ${name}`);
  const replayed = await replayProject(database, (what) => console.err(`${name}: ${what}\n`));
  const tried = [...replayed.fates].map(([f, fate]): Tried => {
    const place = placeIn(name, f);
    const { stop = null, why = null } = replayed.stops.get(f) ?? {};
    return { project: name, place, rule: f.rule, fate, verdict: triage.get(place) ?? 'not triaged', stop, why };
  });
  for (const { place, rule, fate, verdict, stop, why } of tried)
    console.err(`${place} ${rule} ${fate} (${verdict})${stop ? `: ${stop}: ${why}` : ''}\n`);
  return { tried, replayed };
}

function rowOf(project: string, { tried, replayed }: Measured): BenchResult['rows'][number] {
  const { harnesses, instructions, seconds, shown } = replayed;
  const count = (fate: Fate) =>
    `${tally(tried, fate, REAL)} / ${tally(tried, fate, FALSE)} / ${tally(tried, fate, OPEN)}`;
  return {
    project,
    findings: tried.length,
    ...Object.fromEntries(
      FATES.map((fate) => [fate === 'confirmed' ? 'confirmed: real / false / ?' : fate, count(fate)]),
    ),
    ...Object.fromEntries(STOP_KINDS.map((kind) => [`stopped: ${kind}`, stoppedBy(tried, kind)])),
    'shown by runs of the program': shown.length,
    'million instructions': Math.round(instructions / 1e5) / 10,
    'cpu s': seconds.second,
    'first stage cpu s': seconds.first,
    'no harness': outcomes(harnesses, 'none'),
    harnesses: harnesses.length - outcomes(harnesses, 'none'),
    'not compiled': outcomes(harnesses, 'not compiled'),
    'as predicted': outcomes(harnesses, 'as predicted'),
  };
}

const stoppedBy = (tried: readonly Tried[], kind: StopKind): number => tried.filter(({ stop }) => stop === kind).length;

const outcomes = (all: readonly HarnessOutcome[], wanted: HarnessOutcome): number =>
  all.filter((outcome) => outcome === wanted).length;

const REAL: readonly string[] = ['real', 'justified'];
const FALSE: readonly string[] = ['false'];
const OPEN: readonly string[] = ['not triaged', 'cannot tell'];

const tally = (tried: readonly Tried[], fate: Fate, verdicts: readonly string[]): number =>
  tried.filter((t) => t.fate === fate && verdicts.includes(t.verdict)).length;

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
  const dropped = part(wrong, ...DROPPED);
  const lost = part(real, ...DROPPED);
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

function harnessAim(all: readonly HarnessOutcome[]): Aim {
  const written = all.length - outcomes(all, 'none');
  const predicted = outcomes(all, 'as predicted');
  return {
    aim: 'harnesses that fail under sanitizers as predicted',
    target: '95 %',
    measured: `${predicted} of ${written}`,
    met: 100 * predicted >= 95 * written,
  };
}
