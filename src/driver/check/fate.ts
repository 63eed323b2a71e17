// What becomes of a finding of the first stage, once runs and engines have said what they know: told, confirmed, or dropped.
// Policy of the second stage of `check`, apart from the work of asking.

import type { Finding } from '../../engines/engine.js';
import type { JudgedFinding } from '../../findings/locate.js';
import { choosesVariables, conditionOf, dependsOnCallers } from '../replay/condition.js';
import { NOT_TRIED as NO_RUN } from '../replay/stop.js';
import type { Answer } from '../replay/try-finding.js';
import type { SecondOpinion } from './refute.js';

/**
 * `confirmed`: a run of the program or of its function shows it; `with a condition`: shown, if callers see to it; `latent`: no
 * known caller makes it happen; `not told`: a null dereference that is not reached, or only with other values of variables than the initial
 * ones.
 */
export type Fate =
  | 'confirmed'
  | 'with a condition'
  | 'contradicted'
  | 'refuted'
  | 'latent'
  | 'not told'
  | 'not reached';

/** What is known of a finding. */
export interface Evidence {
  /** Confirmed, if a run of the whole program shows it. */
  readonly finding: JudgedFinding;
  /** Of runs from its function. */
  readonly answer: Answer;
  /** Of engines. */
  readonly opinion: SecondOpinion;
}

export interface Judgement {
  readonly fate: Fate;
  readonly finding: JudgedFinding;
  /** Why it is not told, for people; null if it is. */
  readonly dropped: string | null;
}

export const NOT_TRIED: Answer = {
  kind: 'not reached',
  instructions: 0,
  ...NO_RUN,
};

/** `doubtful`: also tell what is rarely real. */
export function judge(evidence: Evidence, { doubtful }: { readonly doubtful?: boolean }): Judgement {
  const { finding, answer, opinion } = evidence;
  const entry = finding.routes?.[0]?.function.name;
  const isNull = finding.rule === 'null-dereference';
  if (finding.certainty === 'confirmed') return { fate: 'confirmed', finding, dropped: null };
  if (answer.kind === 'contradicted') {
    const dropped = answer.why ?? `runs from ${entry} take its whole path, and nothing is wrong there`;
    return { fate: 'contradicted', finding, dropped };
  }
  const needsMore = answer.kind === 'shown' && isNull && choosesVariables(answer.attempt, answer.route, answer.run);
  if (answer.kind === 'shown' && !needsMore) return judgeShown(finding, answer, opinion.agreeing);
  if (opinion.refutation) {
    const { by, from } = opinion.refutation;
    return { fate: 'refuted', finding, dropped: `${by} proves that it cannot happen, from ${from}` };
  }
  const isTold = !isNull || !entry || finding.isTested || opinion.agreeing.length > 0 || doubtful;
  if (isTold) return { fate: 'not reached', finding, dropped: null };
  const shown = needsMore ? 'reaches it with the initial values of variables' : 'reaches it';
  const dropped = `no run from ${entry} ${shown}, and few of such nulls are real; --doubtful tells them`;
  return { fate: 'not told', finding, dropped };
}

/**
 * What a run from the function shows is confirmed, unless callers must see to it (condition.ts). The condition of an engine says more
 * than one input.
 */
function judgeShown(
  finding: JudgedFinding,
  { attempt, run, route }: Extract<Answer, { kind: 'shown' }>,
  agreeing: readonly Finding[],
): Judgement {
  const needs = conditionOf(attempt, run.given);
  const known = agreeing.find((other) => other.condition !== null)?.condition;
  const condition = known ?? `${route.function.name} is called${needs ? `, ${needs}` : ''}`;
  return dependsOnCallers(finding.rule, attempt, route, run)
    ? { fate: 'with a condition', finding: { ...finding, condition }, dropped: null }
    : { fate: 'confirmed', finding: { ...finding, condition, certainty: 'confirmed' }, dropped: null };
}
