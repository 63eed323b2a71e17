// The calls in the interpreter: the same C as for the real library, each call an entry of its own.
// Allocations are read from the interpreter's own records, by the line of the call.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '../../src/base/crash.js';
import { singleFileJob } from '../../src/frontend/compile-job.js';
import { preprocess } from '../../src/frontend/preprocess.js';
import { type RunResult, runProgram } from '../../src/interp/run.js';
import type { Unit } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import type { Call } from './call.js';
import { writeProgram } from './harness.js';
import { type Observation, parseReport } from './observation.js';

/** Null fields say that the interpreter stopped, and why. */
export type Interpreted = { readonly observation: Observation } | { readonly obstacle: string };

const STEPS = 2_000_000;

export async function runOurs(calls: readonly Call[], prototypes: string, folder: string): Promise<Interpreted[]> {
  const text = writeProgram(calls, prototypes, 'ours');
  const unit = await readProgram(text, join(folder, 'ours.c'));
  const places = placesIn(text);
  return calls.map((call, i) => interpret(unit, call, i, places));
}

export async function readProgram(text: string, file: string): Promise<Unit> {
  writeFileSync(file, text);
  const job = singleFileJob(file, process.cwd(), []);
  const preprocessed = await preprocess(job);
  if ('failure' in preprocessed) throw new Error(preprocessed.failure.message);
  const unit = readUnit(file, preprocessed.bytes, job.target);
  const error = unit.diagnostics.find((d) => d.severity === 'error');
  if (error) throw new Error(`${error.message} (${JSON.stringify(error)})`);
  return unit;
}

/** Which call or block a line belongs to. */
function placesIn(text: string): ReadonlyMap<number, string> {
  const places = new Map<number, string>();
  for (const [i, line] of text.split('\n').entries()) {
    const mark = /\/\*@(\d+:\w+)\*\//.exec(line);
    if (mark) places.set(i + 1, mark[1]!);
  }
  return places;
}

function interpret(unit: Unit, call: Call, i: number, places: ReadonlyMap<number, string>): Interpreted {
  let result: RunResult;
  try {
    result = runProgram([unit], {
      entry: `call_${i}`,
      leaks: 'count',
      steps: STEPS,
      memory: 2 ** 26,
      environment: new Map([['HOME', '/root']]),
    });
  } catch (error) {
    return { obstacle: `the interpreter crashed: ${describeError(error)}` };
  }
  const { outcome } = result;
  if (outcome.kind === 'obstacle') return { obstacle: outcome.message };
  const placeOf = (line: number | undefined) => (line === undefined ? undefined : places.get(line));
  const alive = result.lost.map((b) => ({ size: b.size, place: placeOf(b.allocated?.line) }));
  const report = parseReport(new TextDecoder('latin1').decode(result.output));
  const shown = new Map(report.shown);
  shown.set(
    'allocated',
    alive
      .filter((b) => b.place === `${i}:call`)
      .map((b) => b.size)
      .join(' '),
  );
  for (const b of call.blocks) {
    if (b.where === 'heap' && !alive.some((a) => a.place === `${i}:${b.name}`)) shown.set(`gone`, b.name);
  }
  if (outcome.kind === 'exit') return { observation: { ...report, shown } };
  const { incident } = outcome;
  const place = placeOf(incident.allocated?.line);
  return { observation: { ...report, shown, error: { kind: incident.kind, block: place?.split(':')[1] ?? null } } };
}
