// A real project with one small error in its text: the mutants of `bench mutants` and `bench beliefs`.
// Packs the project once. A mutant is analysed with the summaries of the unmodified program that are still valid.

import { findJobs } from '../src/driver/load/find-jobs.js';
import { loadUnits } from '../src/driver/load/load-units.js';
import { analyseInThisThread, type ProgramAnalysis } from '../src/driver/project/analyse-program.js';
import type { Finding, Site } from '../src/engines/engine.js';
import { isGenerated } from '../src/engines/modular/beliefs/generated-function.js';
import { believerWithout } from '../src/engines/modular/beliefs/registry.js';
import { modular } from '../src/engines/modular/engine.js';
import { findingsIn } from '../src/engines/modular/result.js';
import type { CompileJob } from '../src/frontend/compile-job.js';
import { Program } from '../src/ir/link.js';
import { packProgram, repackUnit, unitWith } from '../src/ir/pack/pack-program.js';
import { PackedProgram } from '../src/ir/pack/program.js';
import type { FunctionSymbol, Unit } from '../src/ir/program.js';
import { readUnit } from '../src/ir/unit.js';
import { linkWithModels } from '../src/models/load.js';
import { isModel, isOwn } from '../src/models/origin.js';
import { type Edit, editBytes } from './edit.js';
import { CallEffects } from './mutant-kinds/call-effects.js';
import type { MutationKind } from './mutant-kinds/kind.js';
import { Nulls } from './mutant-kinds/nulls.js';
import { toldOf } from './second-look.js';

const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 2_500 } as const;

/** A place for a mutation. */
export interface Candidate {
  readonly kind: MutationKind;
  readonly function: FunctionSymbol;
  /** Of the text of the unit. */
  readonly edit: Edit;
}

/** A candidate that is C after the edit. */
export interface Mutant extends Candidate {
  /** The packed units of the program. */
  readonly objects: readonly Uint8Array[];
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

  /**
   * All places for mutations of these kinds, in functions that are used, as packing leaves the others out, and that
   * somebody has written: nobody forgets a line in one expansion of a macro.
   */
  candidates(kinds: readonly MutationKind[], { analysis }: Original): Candidate[] {
    const { program } = this;
    const known = { effects: new CallEffects(program, analysis), nulls: new Nulls(program) };
    const own = program.units.flatMap((unit, i) => {
      const packed = new Set(analysis.program.units[i]!.functions.map(({ name }) => name));
      return unit.functions.filter((f) => packed.has(f.name) && isOwn(f) && !isGenerated(f.body!));
    });
    return kinds.flatMap((kind) =>
      own.flatMap((f) => kind.editsIn(f.body!, known).map((edit) => ({ kind, function: f, edit }))),
    );
  }

  /** Null if the unit cannot be read after the edit. */
  mutate(candidate: Candidate): Mutant | null {
    const { program, objects } = this;
    const unit = unitWith(program, candidate.function);
    const mutated = readMutant(unit, candidate.edit);
    if (!mutated) return null;
    const units = program.units.map((u) => (u === unit ? mutated : u));
    return { ...candidate, objects: repackUnit(new Program(units), objects, mutated) };
  }

  /** Does the first stage find an error in the mutant that it does not find in the original? */
  isFound(mutant: Mutant, original: Original): boolean {
    return this.newFindings(mutant, original).findings.length > 0;
  }

  /** What `check` tells by default of the errors that the original does not have. */
  async verdictOn(mutant: Mutant, original: Original): Promise<Verdict> {
    const { program, findings } = this.newFindings(mutant, original);
    if (findings.length === 0) return 'missed';
    const told = await toldOf(program, findings, { ...OPTIONS, withoutBeliefs: original.withoutBeliefs });
    if (told.length === 0) return 'not told';
    return told.some(({ certainty }) => certainty === 'confirmed') ? 'confirmed' : 'found';
  }

  private newFindings({ kind, objects }: Mutant, { analysis, withoutBeliefs, known }: Original) {
    const changed = analyse(objects, withoutBeliefs, analysis);
    const findings = allFindings(changed, withoutBeliefs);
    return {
      program: changed.program,
      findings: findings.filter((f) => kind.rules.includes(f.rule) && !known.has(keyOf(f))),
    };
  }
}

/** `not told`: the first stage finds it, the second stage drops it. */
export type Verdict = 'missed' | 'not told' | 'found' | 'confirmed';

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

/** The unit after the edit, unless the edit makes it wrong C. */
function readMutant({ source, types, lost, diagnostics }: Unit, edit: Edit): Unit | null {
  const unit = readUnit(source.name, editBytes(source.bytes, edit), types.target);
  const isWorse = unit.lost.length > lost.length || unit.diagnostics.length > diagnostics.length;
  return isWorse ? null : unit;
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

/**
 * Identifies the memory: by its allocation site, else by the members that the message names. Places are lines, which
 * edits leave as they are.
 */
function keyOf({ rule, function: name, site, allocation, message }: Finding): string {
  const place = ({ source, at }: Site) => {
    const { file, line } = source.locate(at);
    return `${file}:${line}`;
  };
  return `${rule} ${name} ${place(site)} ${allocation ? place(allocation) : message.split(';')[0]}`;
}
