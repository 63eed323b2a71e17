// A real project with one call that frees memory deleted: the mutants of `bench mutants` and `bench beliefs`.
// Packs the project once. A mutant is analysed with the summaries of the unmodified program that are still valid.

import type { SourceText } from '../src/base/source.js';
import { findJobs } from '../src/driver/load/find-jobs.js';
import { loadUnits } from '../src/driver/load/load-units.js';
import { analyseInThisThread, type ProgramAnalysis } from '../src/driver/project/analyse-program.js';
import type { Finding } from '../src/engines/engine.js';
import { believerWithout } from '../src/engines/modular/beliefs/registry.js';
import { hookIn } from '../src/engines/modular/domain/globals.js';
import { modular } from '../src/engines/modular/engine.js';
import { findingsIn } from '../src/engines/modular/result.js';
import { openSummary } from '../src/engines/modular/seal.js';
import type { CompileJob } from '../src/frontend/compile-job.js';
import type { Block, CallInstr, Instr } from '../src/ir/instr.js';
import type { Program } from '../src/ir/link.js';
import { counterpartOf, packProgram, repackUnit, unitWith } from '../src/ir/pack/pack-program.js';
import { PackedProgram } from '../src/ir/pack/program.js';
import type { FunctionSymbol, Unit } from '../src/ir/program.js';
import { linkWithModels } from '../src/models/load.js';
import { isModel } from '../src/models/origin.js';

const ALL_BELIEFS = believerWithout([]);
const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 2_500 } as const;

/** The call that a mutant lacks. */
export interface Mutant {
  readonly function: FunctionSymbol;
  readonly block: Block;
  readonly call: CallInstr;
}

/** A project, read once. */
export class MutableProject {
  private readonly objects: readonly Uint8Array[];

  private constructor(
    readonly jobs: readonly CompileJob[],
    readonly units: readonly Unit[],
    private readonly program: Program,
  ) {
    this.objects = packProgram(program);
  }

  static async read(database: string): Promise<MutableProject> {
    const { jobs } = findJobs({ paths: [], flags: [], compileCommands: database });
    const units: Unit[] = [];
    for await (const { unit } of loadUnits(jobs)) if (unit) units.push(unit);
    return new MutableProject(jobs, units, linkWithModels(units, jobs[0]!.target));
  }

  /** Analyses the unmodified project with an engine that lacks some beliefs. */
  analyse(withoutBeliefs: readonly string[] = []): Original {
    const analysis = analyse(this.objects, withoutBeliefs);
    return { analysis, withoutBeliefs, known: new Set(allFindings(analysis, withoutBeliefs).map(keyOf)) };
  }

  /** Calls of functions that free memory, if the result is unused. */
  freeingCalls({ analysis }: Original): Mutant[] {
    const frees = freeingFunctions(this.program, analysis);
    return this.program.defined().flatMap((f) => (isModel(f) ? [] : callsIn(this.program, frees, f)));
  }

  /** Is a leak reported without the call but not with it? */
  isFound(mutant: Mutant, { analysis, withoutBeliefs, known }: Original): boolean {
    const unit = unitWith(this.program, mutant.function);
    const mutated = withoutCall(mutant, () => repackUnit(this.program, this.objects, unit));
    const fresh = allFindings(analyse(mutated, withoutBeliefs, analysis), withoutBeliefs);
    return fresh.some((f) => f.rule === 'leak' && !known.has(keyOf(f)));
  }
}

/** The findings on the unmodified project. */
export interface Original {
  readonly analysis: ProgramAnalysis;
  readonly withoutBeliefs: readonly string[];
  readonly known: ReadonlySet<string>;
}

/** At most so many, spread evenly. */
export function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]!);
}

function analyse(
  objects: readonly Uint8Array[],
  withoutBeliefs: readonly string[],
  before?: ProgramAnalysis,
): ProgramAnalysis {
  const program = PackedProgram.open(objects);
  const options = { ...OPTIONS, withoutBeliefs };
  return analyseInThisThread({ engine: modular, program, options, entries: [] }, before);
}

/** One place has several findings if the error has several causes. */
const allFindings = ({ program, outcomes }: ProgramAnalysis, withoutBeliefs: readonly string[]): Finding[] =>
  findingsIn(
    program,
    outcomes.filter((outcome) => !isModel(outcome.function)),
    believerWithout(withoutBeliefs),
  );

function callsIn(program: Program, frees: (f: FunctionSymbol) => boolean, f: FunctionSymbol): Mutant[] {
  return f.body!.blocks.flatMap((block) =>
    block.instrs.flatMap((call) =>
      call.kind === 'call' && !call.result && targetsOf(program, call).some(frees)
        ? [{ function: f, block, call }]
        : [],
    ),
  );
}

/** Directly, or through a function pointer. */
function targetsOf(program: Program, { callee }: CallInstr): FunctionSymbol[] {
  if (callee.kind === 'direct') return [callee.function];
  const { pointer } = callee;
  const variable = pointer.kind === 'load' && pointer.place.kind === 'var' ? pointer.place.variable : null;
  const hook = variable?.kind === 'global' ? hookIn(program, program.variableOf(variable), ALL_BELIEFS) : null;
  return hook ? [hook] : [];
}

/** Is there an outcome that frees the target of an argument? */
function freeingFunctions(program: Program, { program: packed, outcomes }: ProgramAnalysis) {
  const freeing = new Set(
    outcomes.flatMap((outcome) => {
      if ('crash' in outcome) return [];
      const summary = openSummary(packed, outcome.result.summary);
      const frees = summary.outcomes.some(({ state }) =>
        [...state.cells.values()].some((c) => c.status === 'freed' && state.symbols.info(c.name).kind === 'parameter'),
      );
      return frees ? [outcome.function] : [];
    }),
  );
  return (f: FunctionSymbol): boolean => {
    const definition = program.definitionOf(f);
    return definition !== null && freeing.has(counterpartOf(program, packed, definition));
  };
}

/** Runs `work` on the program without the call, then restores the call. */
function withoutCall<T>({ block, call }: Mutant, work: () => T): T {
  const changed = block as { instrs: readonly Instr[] };
  const before = changed.instrs;
  changed.instrs = before.filter((i) => i !== call);
  try {
    return work();
  } finally {
    changed.instrs = before;
  }
}

/** Identifies the memory: by its allocation site, else by the members that the message names. */
function keyOf({ rule, site, allocation, message }: Finding): string {
  const place = ({ source, at }: { source: SourceText; at: number }) => `${source.name}:${at}`;
  return `${rule} ${place(site)} ${allocation ? place(allocation) : message.split(';')[0]}`;
}
