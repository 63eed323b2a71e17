// Answers questions about one linked program in the thread it lives in: by engines, and by runs of the interpreter.
// Answers depend on the program and the question alone, so that it makes no difference who gives them, and when.

import type { AnalysisResult, Finding } from '../../engines/engine.js';
import { findProver, findProvers } from '../../engines/registry.js';
import type { PackedUnit } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { seal, unseal } from '../../ir/pack/seal.js';
import { answerTo } from '../replay/answer.js';
import { replayFindings } from '../replay/replay.js';
import { runsFrom, runsFromMain } from '../replay/shown-runs.js';
import { linkageOf } from '../replay/try-finding.js';
import { FunctionProver } from './function-prover.js';
import type { Answers, EntryAnswer, Kind, ProvePlan, Question } from './questions.js';

type Asked<K extends Kind> = Extract<Question, { kind: K }>;

export class Answerer {
  private linkage: ReturnType<typeof linkageOf> | null = null;
  private readonly provers = new Map<string, Promise<FunctionProver>>();

  constructor(private readonly program: PackedProgram) {}

  /** The answer, sealed. */
  async answer(question: Question): Promise<Uint8Array> {
    return seal(this.program, await this.give(question));
  }

  private give(question: Question): Answers[Kind] | Promise<Answers[Kind]> {
    switch (question.kind) {
      case 'engine':
        return this.analyse(question);
      case 'proof':
        return this.prove(question);
      case 'trial':
        return this.try(question);
      case 'replay':
        return replayFindings(this.unitsOf(question), [this.findingIn(question)])[0]!.certainty === 'confirmed';
      case 'exploration':
        return runsFromMain(this.unitsOf(question), unseal(this.program, question.goals) as Finding[], question.steps);
      case 'runs':
        return runsFrom(this.unitsOf(question), question.entry, question.steps);
    }
  }

  private async analyse({ engine, entry, options }: Asked<'engine'>): Promise<EntryAnswer> {
    const { program } = this;
    const { analyse } = await findProver(engine);
    return answerOf(analyse({ program, entry: program.functionOf(entry), options }));
  }

  private async prove({ function: id, plan }: Asked<'proof'>): Promise<Answers['proof']> {
    const key = JSON.stringify(plan);
    const prover = this.provers.get(key) ?? this.proverFor(plan);
    this.provers.set(key, prover);
    const verdict = (await prover).prove(this.program.functionOf(id));
    if (verdict.reason?.kind === 'crash') throw new Error(verdict.reason.text);
    return verdict;
  }

  private async proverFor({ engines: names, options, steps }: ProvePlan): Promise<FunctionProver> {
    const engines = await findProvers(names);
    return new FunctionProver({ program: this.program, engines, options, steps });
  }

  /** What differs from run to run, or serves nothing later, is left out. */
  private try(question: Asked<'trial'>): Answers['trial'] {
    const { program } = this;
    this.linkage ??= linkageOf(program);
    const answer = answerTo(this.linkage, program, this.findingIn(question), question.effort);
    if (answer.kind !== 'shown') return answer;
    return { ...answer, run: { ...answer.run, output: NOTHING, errors: NOTHING, milliseconds: 0 } };
  }

  private findingIn({ finding }: { readonly finding: Uint8Array }): Finding {
    return unseal(this.program, finding) as Finding;
  }

  private unitsOf({ units }: { readonly units: readonly string[] }): PackedUnit[] {
    const wanted = new Set(units);
    return this.program.units.filter(({ id }) => wanted.has(id));
  }
}

const NOTHING = new Uint8Array(0);

export function answerOf({ findings, obligations, assumptions, functions }: AnalysisResult): EntryAnswer {
  const stands = new Map(obligations.map(({ property, status }) => [`${property} ${status}`, { property, status }]));
  const analysed = functions.filter(({ status }) => status === 'analysed').map((f) => f.function);
  return { findings, obligations: [...stands.values()], assumptions, analysed };
}
