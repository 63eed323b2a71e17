// Writes harnesses: for a finding that a run from its function shows, C files and a script that show it to anyone.
// Last step of the second stage of `check`, if it is asked for.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Finding } from '../../../engines/engine.js';
import type { JudgedFinding } from '../../../findings/locate.js';
import type { CompileJob } from '../../../frontend/compile-job.js';
import { CallLog } from '../../../interp/given/library-calls.js';
import type { Recording } from '../../../interp/given/recording.js';
import type { Linkage } from '../../../interp/linkage.js';
import { type RunResult, runProgram } from '../../../interp/run.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionSymbol, GlobalVariable, Unit } from '../../../ir/program.js';
import { optionsFor } from '../route-search.js';
import { isBorn, type ShownAnswer, surroundingsOf } from '../try-finding.js';
import { type Expectation, expectationOf } from './expectation.js';
import { inputText } from './input.js';
import { isRealStream } from './library.js';
import { readmeText } from './readme.js';
import { Scene } from './scene.js';
import { scriptText } from './script.js';
import { worldOf } from './world.js';

export interface ReadProgram {
  readonly program: Program;
  readonly linkage: Linkage;
  readonly units: readonly { readonly unit: Unit; readonly job: CompileJob }[];
}

/** The files of a harness by name, or why there is none. */
export type Harness = { readonly files: ReadonlyMap<string, string> } | { readonly obstacle: string };

export function harnessFor(f: JudgedFinding, shown: ShownAnswer, read: ReadProgram): Harness {
  const { attempt, route } = shown;
  const symbol = route.function;
  const own = read.units.find(({ unit }) => unit.functions.includes(symbol));
  if (!own) return { obstacle: 'the unit of the function is not known' };
  const file = resolve(own.job.directory, own.job.file);
  if (/["\\\n]|\.adb$/.test(file)) return { obstacle: `${own.job.file} cannot be included` };
  const options = { ...optionsFor(route, attempt, surroundingsOf(read.program)), record: new CallLog() };
  const run = runProgram(read.linkage, options);
  const expected = expectationOf(f.rule, run, (place) => isBorn(f as Finding, place));
  if (!run.recording || !expected) return { obstacle: 'sanitizers have no word for it' };
  if (f.rule === 'leak' && run.outcome.kind !== 'exit')
    return { obstacle: 'the run does not come to an end, where leaks could be looked for' };
  const scene = new Scene(run.recording, own.unit, endOf(run));
  const input = inputText(scene, file, symbol);
  const world = worldOf(scene, attempt.failures);
  if (losesStream(scene, expected)) scene.refuse('LeakSanitizer does not see that an open stream is lost');
  if (scene.obstacles.length > 0) return { obstacle: scene.obstacles[0]! };
  const build = { job: own.job, others: othersFor(run.recording, own.unit, read), wrapped: world.wrapped };
  return {
    files: new Map([
      ['harness.c', input],
      ['world.c', world.text],
      ['run.sh', scriptText(build, expected)],
      ['README.txt', readmeText(f, shown, scene, expected)],
    ]),
  };
}

/** The C library holds every open stream. */
const losesStream = (scene: Scene, { lost }: Expectation): boolean =>
  [...scene.recording.objects].some(
    ([id, { kind, serial }]) => kind === 'heap' && serial === lost && isRealStream(scene, id),
  );

/** The call that did not return. */
const endOf = ({ outcome, recording }: RunResult): string | null =>
  (outcome.kind === 'exit' && recording?.calls.findLast((c) => c.result === null)?.name) || null;

/** The jobs of other units whose functions ran, or whose variables were mentioned. */
function othersFor({ entered, variables, objects }: Recording, own: Unit, { units }: ReadProgram): CompileJob[] {
  const owners = [...objects.values()].flatMap(({ owner }) => owner ?? []);
  const needed = [...entered, ...variables, ...owners].filter(({ linkage }) => linkage === 'external');
  const isHere = ({ functions, globals }: Unit) =>
    needed.some((s) => (isFunction(s) ? s.body && functions.includes(s) : s.defined && globals.includes(s)));
  return units.flatMap(({ unit, job }) => (unit !== own && isHere(unit) ? [job] : []));
}

const isFunction = (s: FunctionSymbol | GlobalVariable): s is FunctionSymbol => s.kind === 'function';

/** Makes the directory of one harness. */
export function writeHarness(directory: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of files) {
    writeFileSync(join(directory, name), text, { mode: name.endsWith('.sh') ? 0o755 : 0o644 });
  }
}
