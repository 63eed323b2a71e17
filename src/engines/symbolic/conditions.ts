// The condition of an error that some other engine has found: asked of this one for the same entry.
// For `check`, which shows it beside the finding; nothing is said about errors that this engine does not see.

import type { AnalysisRequest, Finding, Input } from '../engine.js';
import { analyse } from './symbolic.js';

export interface KnownCondition {
  /** As people read it. */
  readonly text: string;
  readonly input: Input | null;
}

/** Answers for the findings of one entry; the analysis is made when the first one is asked for. */
export function conditionsOf(
  request: AnalysisRequest,
): (finding: Pick<Finding, 'rule' | 'site'>) => KnownCondition | null {
  let known: readonly Finding[] | null = null;
  return (finding) => {
    known ??= analyse(request).findings;
    const same = known.find((f) => f.rule === finding.rule && isSameLine(f, finding));
    return same?.condition ? { text: same.condition, input: same.input ?? null } : null;
  };
}

function isSameLine(a: Pick<Finding, 'site'>, b: Pick<Finding, 'site'>): boolean {
  if (a.site.source !== b.site.source) return false;
  const [x, y] = [a, b].map(({ site }) => site.source.locate(site.at));
  return x!.file === y!.file && x!.line === y!.line;
}
