// The heap at each step of a finding's trace, from the states that the path has been in.
// Beside report.ts, for analyses that are to be illustrated.

import type { FunctionBody } from '../../../ir/program.js';
import type { Finding, Site, TraceStep } from '../../engine.js';
import type { Past, State } from '../domain/state.js';
import { drawState } from '../draw.js';

/** Of a step. */
const MOST_CELLS = 14;

/** `focus`: the cell that the finding is about. */
export function illustrate(body: FunctionBody, state: State, finding: Finding, focus: number | null): Finding {
  const draw = (moment: State) => drawState(body, moment, { focus, most: MOST_CELLS });
  let past = pastAt(body, state.past, finding.site) ?? state.past;
  const heap = draw(past?.state ?? state);
  const trace: TraceStep[] = [];
  for (const step of [...finding.trace].reverse()) {
    past = pastAt(body, past, step.site) ?? past;
    trace.unshift({ ...step, heap: draw(past?.state ?? state) });
  }
  return { ...finding, trace, heap, ...(finding.rule === 'leak' ? { heapAfter: draw(state) } : {}) };
}

/** The last state before the code at the site; null for code of another function. */
function pastAt(body: FunctionBody, since: Past | null, { source, at }: Site): Past | null {
  if (source !== body.source || at < body.at || at > body.end) return null;
  for (let past = since; past; past = past.before) {
    if (past.span.at <= at && at <= past.span.end) return past;
  }
  return null;
}
