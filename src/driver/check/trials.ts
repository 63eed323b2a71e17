// Runs from the functions of findings, in two rounds: a few for each, then more for those that they do not reach, within what is left.
// Between the second stage of `check`, which wants an answer about each finding, and ProgramWork, which has it given.

import { describeError } from '../../base/crash.js';
import type { Finding } from '../../engines/engine.js';
import type { ProgramWork } from '../project/program-work.js';
import { dependsOnCallers } from '../replay/condition.js';
import type { Effort } from '../replay/route-search.js';
import { crashedBy } from '../replay/stop.js';
import type { Answer } from '../replay/try-finding.js';
import { NOT_TRIED } from './fate.js';

const FIRST_ROUND: Effort = { runs: 400, instructions: 500_000 };
/** No finding gets more. */
const MOST_EACH = 8_000_000;
/** Most runs are short. */
const INSTRUCTIONS_PER_RUN = 2_000;

export class Trials {
  /** Crashes of runs: the findings stay as they were. */
  readonly problems: string[] = [];
  private readonly first: ReadonlyMap<Finding, Promise<Answer>>;
  private readonly all: Promise<readonly Tried[]>;

  /** `budget`: instructions of all runs together. */
  constructor(
    findings: readonly Finding[],
    private readonly work: ProgramWork,
    private readonly budget: number,
  ) {
    this.first = new Map(findings.map((f) => [f, this.try(f, FIRST_ROUND)]));
    this.all = Promise.all([...this.first].map(async ([f, answer]): Promise<Tried> => [f, await answer]));
  }

  private try(f: Finding, effort: Effort): Promise<Answer> {
    return this.work.try(f, effort).catch((error): Answer => {
      const why = describeError(error);
      this.problems.push(`runs from \`${f.function}\` crashed: ${why}`);
      return { kind: 'not reached', instructions: 0, ...crashedBy(why) };
    });
  }

  async answer(f: Finding): Promise<Answer> {
    const first = (await this.first.get(f)) ?? NOT_TRIED;
    if (!isOpen(f, first)) return first;
    const effort = secondRound(await this.all, this.budget);
    if (effort.instructions <= FIRST_ROUND.instructions) return first;
    const second = await this.try(f, effort);
    return { ...second, instructions: first.instructions + second.instructions };
  }
}

type Tried = readonly [Finding, Answer];

/** May more runs say more? Those from callers may confirm what so far takes their records for granted. */
function isOpen({ rule }: Finding, answer: Answer): boolean {
  if (answer.kind === 'shown') return dependsOnCallers(rule, answer.attempt, answer.route, answer.run);
  return answer.kind === 'not reached' && answer.instructions > 0;
}

/** An equal share of what the first round has left. */
function secondRound(tried: readonly Tried[], budget: number): Effort {
  const left = budget - tried.reduce((sum, [, { instructions }]) => sum + instructions, 0);
  const open = tried.filter(([f, answer]) => isOpen(f, answer)).length;
  const instructions = Math.floor(Math.min(MOST_EACH, left / Math.max(1, open)));
  return { runs: Math.ceil(instructions / INSTRUCTIONS_PER_RUN), instructions };
}
