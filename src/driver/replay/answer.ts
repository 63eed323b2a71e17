// What runs say of a finding: by its arguments alone, from its function, or from a caller where that is needed.
// Asked by the second stage of `check` and by the bench.

import type { Finding } from '../../engines/engine.js';
import type { Linkage } from '../../interp/linkage.js';
import type { Program } from '../../ir/link.js';
import { dependsOnCallers } from './condition.js';
import { tryFromCallers } from './from-callers.js';
import { tryArguments } from './never-born.js';
import type { Effort } from './route-search.js';
import { type Answer, tryFinding, USUAL_EFFORT } from './try-finding.js';

export function answerTo(linkage: Linkage, program: Program, f: Finding, effort: Effort = USUAL_EFFORT): Answer {
  const answer = tryArguments(linkage, program, f) ?? tryFinding(linkage, program, f, effort);
  if (answer.kind !== 'shown' || !dependsOnCallers(f.rule, answer.attempt, answer.route, answer.run)) return answer;
  return tryFromCallers(linkage, program, f, { shown: answer, effort }) ?? answer;
}
