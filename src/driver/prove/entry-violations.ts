// Violations by runs that begin at one function, on arguments that a search finds: as `check` confirms its findings.
// Used by `prove` where execution does not start at main.

import type { AnalysisRequest, Finding, Property } from '../../engines/engine.js';
import type { SummaryEngine } from '../../engines/summary-engine.js';
import { packProgram } from '../../ir/pack/pack-program.js';
import { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { analyseBySummaries } from '../project/ask-engine.js';
import { answerTo } from '../replay/answer.js';
import { conditionOf, dependsOnCallers } from '../replay/condition.js';
import { type Violation, violationsOf } from '../replay/confirm.js';
import { optionsFor } from '../replay/route-search.js';
import { type Answer, linkageOf, type ShownAnswer, surroundingsOf } from '../replay/try-finding.js';

export interface EntrySearch {
  readonly request: AnalysisRequest;
  /** Finds errors, with the routes to them. */
  readonly finder: SummaryEngine;
  readonly wanted: ReadonlySet<Property>;
}

/** What parameters must be for it to happen may be excluded by what the proof assumes of them: that is no violation. */
export function violationsFrom({ request, finder, wanted }: EntrySearch): Map<Property, Violation> {
  const found = new Map<Property, Violation>();
  const program = PackedProgram.open(packProgram(request.program));
  const linkage = linkageOf(program);
  const options = { ...request.options, failingAllocations: 'followed' } as const;
  const { findings } = analyseBySummaries(finder, program, options).result;
  for (const finding of findings.filter((f) => isIn(f, request.entry))) {
    const answer = answerTo(linkage, program, finding);
    if (!counts(answer, finding, request)) continue;
    for (const violation of violationsOf(answer.run)) {
      if (wanted.has(violation.property) && !found.has(violation.property))
        found.set(violation.property, { ...violation, ...circumstances(answer, program) });
    }
  }
  return found;
}

const isIn = ({ routes = [] }: Finding, entry: FunctionSymbol): boolean => routes[0]?.function.name === entry.name;

/** A run from this very function that needs nothing of its callers, and no failing allocation unless these are asked for. */
function counts(answer: Answer, { rule }: Finding, { entry, options }: AnalysisRequest): answer is ShownAnswer {
  if (answer.kind !== 'shown' || answer.route.function.name !== entry.name) return false;
  const { attempt, route, run } = answer;
  const failing = attempt.failures.length > 0 || run.oversized > 0;
  return run.reliesOn === null && (options.mallocMayFail || !failing) && !dependsOnCallers(rule, attempt, route, run);
}

function circumstances({ attempt, route, run }: ShownAnswer, program: PackedProgram) {
  const needs = conditionOf(attempt, run.given);
  return {
    failures: attempt.failures,
    addresses: 'fresh' as const,
    options: optionsFor(route, attempt, surroundingsOf(program)),
    when: `${route.function.name} is called${needs ? `, ${needs}` : ''}`,
  };
}
