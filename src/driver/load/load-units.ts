// Compile jobs in, units out, one at a time and in order, while the compilers of the next jobs already run.
// The one path from C files to the IR that every command and bench takes.

import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { describeError } from '../../base/crash.js';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import { amongUnits, type CompileJob } from '../../frontend/compile-job.js';
import {
  type Preprocessed,
  type PreprocessedText,
  type PreprocessMeans,
  preprocess,
  usualMeans,
} from '../../frontend/preprocess.js';
import { translateAda } from '../../frontend-ada/translate.js';
import type { Unit } from '../../ir/program.js';
import { readUnit } from '../../ir/unit.js';
import { displayPath } from './find-jobs.js';

/** One translation unit that could be read, or the reason why not. */
export interface Loaded {
  readonly job: CompileJob;
  /** The preprocessed text; empty if there is none. */
  readonly bytes: Uint8Array;
  readonly unit: Unit | null;
  readonly diagnostics: readonly Diagnostic[];
  /** What the text depends on, if the preprocessor says so; otherwise its line markers do. */
  readonly depends: PreprocessedText['depends'] | null;
  readonly milliseconds: { readonly preprocess: number; readonly read: number };
}

/** No reference to a unit is kept once the next is asked for, so that it can be collected. */
export async function* loadUnits(
  jobs: readonly CompileJob[],
  concurrency = availableParallelism(),
): AsyncGenerator<Loaded> {
  const running: Promise<Timed<Preprocessed>>[] = [];
  const means = usualMeans();
  for (const [i, job] of jobs.entries()) {
    const ahead = Math.min(jobs.length, i + concurrency);
    while (running.length < ahead)
      running.push(timed(preprocess(amongUnits(jobs[running.length]!, jobs.length, 1), means)));
    const { value, milliseconds } = await running[i]!;
    running[i] = EMPTY;
    yield read(job, value, milliseconds);
  }
}

/** One unit by itself. */
export async function loadUnit(job: CompileJob, means: PreprocessMeans = usualMeans()): Promise<Loaded> {
  const { value, milliseconds } = await timed(preprocess(job, means));
  return read(job, value, milliseconds);
}

interface Timed<T> {
  readonly value: T;
  readonly milliseconds: number;
}

/** Replaces a result that has been handed out, so that its text can be collected. */
const EMPTY: Promise<Timed<Preprocessed>> = Promise.resolve({ value: { bytes: new Uint8Array() }, milliseconds: 0 });

async function timed<T>(work: Promise<T>): Promise<Timed<T>> {
  const start = performance.now();
  const value = await work;
  return { value, milliseconds: performance.now() - start };
}

function read(job: CompileJob, preprocessed: Preprocessed, preprocessing: number): Loaded {
  const text = inC(job, preprocessed);
  if ('failure' in text) {
    const milliseconds = { preprocess: preprocessing, read: 0 };
    return { job, bytes: new Uint8Array(), unit: null, diagnostics: [text.failure], depends: null, milliseconds };
  }
  const start = performance.now();
  const { unit, diagnostics } = readOrExplain(job, text);
  const milliseconds = { preprocess: preprocessing, read: performance.now() - start };
  const all = text.note ? [text.note, ...diagnostics] : diagnostics;
  return { job, bytes: text.bytes, unit, diagnostics: all, depends: text.depends ?? null, milliseconds };
}

/** Files of the second input language are translated to C. */
function inC(job: CompileJob, text: Preprocessed): Preprocessed {
  if ('failure' in text || extname(job.file) !== '.adb') return text;
  return translateAda(job.file, new TextDecoder().decode(text.bytes));
}

/** A crash on one unit does not affect the others. */
function readOrExplain(job: CompileJob, text: PreprocessedText): Pick<Loaded, 'unit' | 'diagnostics'> {
  try {
    const unit = readUnit(job.file, text, job.target);
    return { unit, diagnostics: unit.diagnostics };
  } catch (error) {
    const what = `${displayPath(job, job.file)}: ${describeError(error)}`;
    return { unit: null, diagnostics: [diagnostic('internal', what)] };
  }
}

/** The peak memory of this process, in MB. */
export function peakMemoryMB(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
