// Reads every unit of one project in a process of its own, so that memory and crashes are that project's alone.
// Child of corpus.ts: given a compile_commands.json, it prints one JSON line per unit.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCompileCommands } from '../../frontend/compile-commands.js';
import { type Loaded, loadUnits, peakMemoryMB } from '../load.js';

/** What one unit contributes to its project's row. */
export interface UnitMeasure {
  readonly file: string;
  readonly units: number;
  readonly lines: number;
  readonly preprocessedBytes: number;
  readonly definitions: number;
  readonly lowered: number;
  readonly diagnostics: readonly string[];
  readonly lost: boolean;
  readonly crashed: boolean;
  readonly preprocess: number;
  readonly read: number;
  readonly peakMemoryMB: number;
}

function measure({ job, bytes, unit, diagnostics, milliseconds }: Loaded, units: number): UnitMeasure {
  const lowered = unit?.functions.filter((symbol) => symbol.body !== null).length ?? 0;
  const lost = unit?.lost ?? [];
  const troubles = [...diagnostics, ...lost.map((one) => one.reason)];
  return {
    file: job.file,
    units,
    lines: countLines(readFileSync(resolve(job.directory, job.file))),
    preprocessedBytes: bytes.length,
    definitions: lowered + lost.length,
    lowered,
    diagnostics: troubles.map((d) => `${d.location ? `${d.location.file}:${d.location.line}: ` : ''}${d.message}`),
    lost: unit === null,
    crashed: diagnostics.some((d) => d.code === 'internal'),
    ...milliseconds,
    peakMemoryMB: peakMemoryMB(),
  };
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines++;
  return lines;
}

const { jobs } = readCompileCommands(process.argv[2]!);
for await (const loaded of loadUnits(jobs)) process.stdout.write(`${JSON.stringify(measure(loaded, jobs.length))}\n`);
