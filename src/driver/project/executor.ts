// The tasks that a project is cut into: reading a unit, analysing pieces of a linked program, answering questions about one. Each a function of its inputs.
// Run by the main thread itself or by workers (worker.ts); inputs and results are bytes and plain data.

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics.js';
import type { AnalysisOptions, EngineName } from '../../engines/engine.js';
import { findEngine } from '../../engines/registry.js';
import type { FunctionResult } from '../../engines/summary-engine.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { type PreprocessMeans, usualMeans } from '../../frontend/preprocess.js';
import { packUnit } from '../../ir/pack/pack.js';
import { PackedProgram } from '../../ir/pack/program.js';
import { displayPath } from '../load/find-jobs.js';
import { loadText, loadUnit } from '../load/load-units.js';
import { shareBytes } from '../store/shared-bytes.js';
import { Answerer } from './answerer.js';
import { type PieceOrder, PieceRunner } from './piece-runner.js';
import type { Question } from './questions.js';

export interface ReadTask {
  readonly kind: 'read';
  readonly job: CompileJob;
  readonly id: string;
  /** The preprocessed text, if there is one already. */
  readonly text?: Uint8Array;
}

/** A unit as bytes, or why there is none. */
export interface Reading {
  readonly object: Uint8Array | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that contributed text, as absolute paths. */
  readonly files: readonly string[];
  /** Absolute paths where there is no file, but one would contribute text if it were there. */
  readonly missed: readonly string[];
  readonly milliseconds: { readonly preprocess: number; readonly read: number };
}

/** The program that the following pieces belong to, and the engine by summaries that analyses them. */
export interface LinkTask {
  readonly kind: 'link';
  readonly objects: readonly Uint8Array[];
  readonly engine: EngineName;
  readonly options: AnalysisOptions;
}

export interface AnalyseTask {
  readonly kind: 'analyse';
  readonly pieces: readonly PieceOrder[];
  /** Of functions that the pieces call, unless sent before, by name. */
  readonly summaries: readonly (readonly [string, Uint8Array])[];
}

/** The program that the following questions are about. */
export interface OpenTask {
  readonly kind: 'open';
  readonly objects: readonly Uint8Array[];
}

export interface AnswerTask {
  readonly kind: 'answer';
  readonly question: Question;
}

export type Task = ReadTask | LinkTask | AnalyseTask | OpenTask | AnswerTask;

export class Executor {
  /** Of the program that was linked last; tasks may come before it is open. */
  private runner: Promise<PieceRunner> | null = null;
  private answerer: Answerer | null = null;

  constructor(private readonly means: PreprocessMeans = usualMeans()) {}

  async read({ job, id, text }: ReadTask): Promise<Reading> {
    const loaded = text ? loadText(job, { bytes: text }) : await loadUnit(job, this.means);
    const { unit, diagnostics, depends, milliseconds } = loaded;
    if (!unit) return { object: null, diagnostics, files: [], missed: [], milliseconds };
    const start = performance.now();
    const pathOf = (file: string) => displayPath(job, file);
    const [object] = shareBytes([packUnit(unit, { id, main: pathOf(job.file), pathOf })]);
    const marked = unit.source.files().filter((file) => !/^<.*>$/.test(file));
    const placed = marked.map((file) => resolve(job.directory, file));
    const { files, missed } = depends ?? { files: placed, missed: [] };
    const read = milliseconds.read + performance.now() - start;
    return { object: object!, diagnostics, files, missed, milliseconds: { ...milliseconds, read } };
  }

  async link(task: LinkTask): Promise<void> {
    this.runner = openProgram(task);
    await this.runner;
  }

  /** The results of each piece. */
  async analyse({ pieces, summaries }: AnalyseTask): Promise<FunctionResult[][]> {
    const runner = await this.runner!;
    runner.receive(summaries);
    return share(pieces.map((piece) => runner.run(piece)));
  }

  async open({ objects }: OpenTask): Promise<void> {
    this.answerer = new Answerer(PackedProgram.open(objects));
  }

  /** Sealed. */
  async answer({ question }: AnswerTask): Promise<Uint8Array> {
    return this.answerer!.answer(question);
  }
}

async function openProgram({ objects, engine: name, options }: LinkTask): Promise<PieceRunner> {
  const engine = await findEngine(name);
  if (engine?.kind !== 'summaries') throw new Error(`${name} is not an engine by summaries`);
  const program = PackedProgram.open(objects);
  return new PieceRunner(program, engine.open(program, options));
}

/** The bytes of all results in one block that threads share. */
function share(results: readonly (readonly FunctionResult[])[]): FunctionResult[][] {
  const bytes = shareBytes(results.flat().flatMap(({ summary, findings }) => [summary, findings])).values();
  const next = (): Uint8Array => bytes.next().value!;
  return results.map((piece) => piece.map((result) => ({ ...result, summary: next(), findings: next() })));
}

/** How many threads work unless the user says otherwise. */
export const usualJobs = (): number => availableParallelism();
