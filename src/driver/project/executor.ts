// The work that a project is cut into: reading a unit, analysing groups of functions. Each a function of its inputs.
// Run by the main thread itself or by workers (worker.ts); what it needs and gives are bytes and plain data.

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics.js';
import type { AnalysisOptions } from '../../engines/engine.js';
import { CallGraph } from '../../engines/modular/call-graph.js';
import { type Answer, analyseGroup, analyseOnce, type Care, type Work } from '../../engines/modular/group.js';
import { type Look, looksOf, openSummary, sealFindings, sealSummary } from '../../engines/modular/seal.js';
import type { Summary } from '../../engines/modular/summary/summary.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { type RunCompiler, runCompiler } from '../../frontend/run-compiler.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import { packUnit } from '../../ir/pack/pack.js';
import { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { loadUnit } from '../load/load-units.js';
import { gather, type Shelf } from './shared-bytes.js';

export interface ReadTask {
  readonly kind: 'read';
  readonly job: CompileJob;
  readonly id: string;
}

/** A unit as bytes, or why there is none. */
export interface Reading {
  readonly object: Uint8Array | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that contributed text, as absolute paths. */
  readonly files: readonly string[];
  readonly milliseconds: { readonly preprocess: number; readonly read: number };
}

/** The program that the following groups are of. */
export interface LinkTask {
  readonly kind: 'link';
  readonly objects: readonly Uint8Array[];
  readonly options: AnalysisOptions;
}

export interface GroupOrder {
  /** Functions by id. */
  readonly functions: readonly string[];
  /**
   * For one function of many that call each other: under which name to find the summaries of those it calls; none: there
   * is none yet.
   */
  readonly names?: readonly (readonly [string, string | null])[];
  readonly care: Care;
}

export interface GroupTask {
  readonly kind: 'analyse';
  readonly groups: readonly GroupOrder[];
  /** Of functions that the groups call and that have not been sent before; by id unless the order says otherwise. */
  readonly summaries: readonly (readonly [string, Uint8Array])[];
}

/** What became of one function; `hash` stands for the summary. */
export interface Verdict {
  readonly id: string;
  readonly summary: Uint8Array;
  readonly hash: string;
  readonly complete: boolean;
  /** Findings, claims and evidence; empty if there is nothing. */
  readonly findings: Uint8Array;
  /** Of the functions that the findings speak of. */
  readonly looks: readonly Look[];
  readonly steps: number;
  readonly stopped: string | null;
}

export type Task = ReadTask | LinkTask | GroupTask;

const NOTHING = new Uint8Array();

/** Bytes of summaries that are kept as objects, which are many times as large; the others are made of their bytes again. */
const MOST_OPEN = 4 << 20;

export class Executor {
  private work: (Work & { readonly program: PackedProgram }) | null = null;
  private readonly sealed = new Map<string, Uint8Array>();
  /** Those that were asked for last are last. */
  private readonly open = new Map<string, Summary>();
  private opened = 0;

  constructor(private readonly start: RunCompiler = runCompiler) {}

  async read({ job, id }: ReadTask): Promise<Reading> {
    const { unit, diagnostics, milliseconds } = await loadUnit(job, this.start);
    if (!unit) return { object: null, diagnostics, files: [], milliseconds };
    const start = performance.now();
    const pathOf = (file: string) => resolve(job.directory, file);
    const object = gather([packUnit(unit, { id, main: pathOf(job.file), pathOf })]).pieces[0]!;
    const files = unit.source.files().filter((file) => !/^<.*>$/.test(file));
    const read = milliseconds.read + performance.now() - start;
    return { object, diagnostics, files: files.map(pathOf), milliseconds: { ...milliseconds, read } };
  }

  link({ objects, options }: LinkTask): void {
    const program = PackedProgram.open(objects);
    this.work = { program, options, graph: new CallGraph(program) };
    this.sealed.clear();
    this.open.clear();
    this.opened = 0;
  }

  analyse({ groups, summaries }: GroupTask): Verdict[] {
    for (const [id, bytes] of summaries) this.sealed.set(id, bytes);
    const verdicts = groups.flatMap((group) => this.analyseGroup(group));
    return shelve(verdicts);
  }

  private analyseGroup({ functions, names, care }: GroupOrder): Verdict[] {
    const work = this.work!;
    const { program } = work;
    const group = functions.map((id) => program.functionOf(id));
    const idOf = (f: FunctionSymbol) => program.idOf(f as PackedFunction);
    const named = new Map(names);
    const summaryOf = remember((callee: FunctionSymbol): Summary | null => {
      const name = named.get(idOf(callee));
      return name === null ? null : this.summaryOf(name ?? idOf(callee));
    });
    const answers = names
      ? group.map((f) => analyseOnce(work, f, summaryOf, care))
      : analyseGroup(work, group, summaryOf);
    const verdicts = answers.map((answer) => this.verdictOf(program, answer));
    for (const f of group) f.release();
    return verdicts;
  }

  /** Always what the bytes say, also of what this thread has found itself: who did what makes no difference. */
  private summaryOf(id: string): Summary | null {
    const { program } = this.work!;
    const bytes = this.sealed.get(id);
    if (!bytes) return null;
    const known = this.open.get(id);
    if (known) this.open.delete(id);
    else this.opened += bytes.length;
    const summary = known ?? openSummary(program, bytes);
    this.open.set(id, summary);
    this.closeSome(id);
    return summary;
  }

  /** Those that nobody has asked for longest. */
  private closeSome(asked: string): void {
    for (const id of this.open.keys()) {
      if (this.opened <= MOST_OPEN || id === asked) return;
      this.open.delete(id);
      this.opened -= this.sealed.get(id)!.length;
    }
  }

  private verdictOf(program: PackedProgram, answer: Answer): Verdict {
    const { function: f, summary, found, claims, steps, stopped } = answer;
    const bytes = sealSummary(program, summary);
    return {
      id: program.idOf(f as PackedFunction),
      summary: bytes,
      hash: hashOf(bytes),
      complete: summary.complete,
      findings: isSilent(answer) ? NOTHING : sealFindings(program, answer),
      looks: looksOf(program, [...found, ...claims.map(({ finding }) => finding)]),
      steps,
      stopped,
    };
  }
}

/** Each question is asked once: a function calls the same ones again and again. */
function remember<Q, A>(answer: (question: Q) => A): (question: Q) => A {
  const known = new Map<Q, A>();
  return (question) => {
    const before = known.get(question);
    if (before !== undefined) return before;
    const now = answer(question);
    known.set(question, now);
    return now;
  };
}

/** Nothing is found, and nothing said that others could be judged by. */
const isSilent = ({ found, claims, evidence }: Answer): boolean =>
  found.length + claims.length === 0 && Object.values(evidence).every(({ size }) => size === 0);

/** The bytes of all verdicts in one block that threads share. */
function shelve(verdicts: readonly Verdict[]): Verdict[] {
  const { pieces }: Shelf = gather(verdicts.flatMap(({ summary, findings }) => [summary, findings]));
  return verdicts.map((v, i) => ({ ...v, summary: pieces[2 * i]!, findings: pieces[2 * i + 1]! }));
}

/** How many threads work unless the user says otherwise. */
export const usualJobs = (): number => availableParallelism();
