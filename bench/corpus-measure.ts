// Reads every unit of one project in a process of its own, so that memory use and crashes belong to that project.
// Child of corpus.ts: from a compile_commands.json and a way to count definitions to one JSON line per unit.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Loaded, loadUnits, peakMemoryMB } from '../src/driver/load/load-units.js';
import { readCompileCommands } from '../src/frontend/compile-commands.js';
import { countDefinitionsWithGcc } from './gcc-count.js';

/** The contribution of one unit to the row of its project. */
export interface UnitMeasure {
  readonly file: string;
  readonly units: number;
  /** The number of files that the project's own compiler rejects; they are not among the units. */
  readonly unbuilt: number;
  readonly lines: number;
  readonly preprocessedBytes: number;
  /** Functions read and lost, by our own count. */
  readonly definitions: number;
  /** The count of gcc; null if it was not requested. */
  readonly gccDefinitions: number | null;
  readonly lowered: number;
  readonly diagnostics: readonly string[];
  readonly lost: boolean;
  readonly crashed: boolean;
  readonly preprocess: number;
  readonly read: number;
  readonly peakMemoryMB: number;
}

function measure(loaded: Loaded, units: number, unbuilt: number): UnitMeasure {
  const { job, bytes, unit, diagnostics, milliseconds } = loaded;
  const lowered = unit?.functions.filter((symbol) => symbol.body !== null).length ?? 0;
  const lost = unit?.lost ?? [];
  const troubles = [...diagnostics, ...lost.map((one) => one.reason)];
  return {
    file: job.file,
    units,
    unbuilt,
    lines: countLines(readFileSync(resolve(job.directory, job.file))),
    preprocessedBytes: bytes.length,
    definitions: lowered + lost.length,
    gccDefinitions: asksGcc ? countDefinitionsWithGcc(bytes, job.flags) : null,
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

/** Files whose compile command left no object file: the project cannot be built with them on this machine. */
function findUnbuilt(database: string): Set<string> {
  const entries = JSON.parse(readFileSync(database, 'utf8')) as { directory: string; file: string; output?: string }[];
  const path = ({ directory, file }: { directory: string; file: string }) => resolve(directory, file);
  const isBuilt = (entry: (typeof entries)[number]) =>
    entry.output === undefined || existsSync(resolve(entry.directory, entry.output));
  const built = new Set(entries.filter(isBuilt).map(path));
  return new Set(entries.map(path).filter((file) => !built.has(file)));
}

const [, , database = '', counter] = process.argv;
const asksGcc = counter === 'gcc';
const unbuilt = findUnbuilt(database);
const jobs = readCompileCommands(database).jobs.filter((job) => !unbuilt.has(resolve(job.directory, job.file)));
for await (const loaded of loadUnits(jobs)) {
  process.stdout.write(`${JSON.stringify(measure(loaded, jobs.length, unbuilt.size))}\n`);
}
