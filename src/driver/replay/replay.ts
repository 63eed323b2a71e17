// Replays the input that an engine gives with a finding: if the run shows the same error, the finding is confirmed.
// Between the engines and the reports of `check` and `prove`.

import type { Location } from '../../base/source.js';
import type { Finding, Input, Site } from '../../engines/engine.js';
import { isShown, type JudgedFinding } from '../../findings/locate.js';
import { type CallSite, ruleOf } from '../../interp/incidents.js';
import type { RunOptions } from '../../interp/options.js';
import { type RunResult, runProgram } from '../../interp/run.js';
import type { Unit } from '../../ir/program.js';
import type { Showing } from './shown-runs.js';

const STEPS = 2_000_000;

/** An input whose values may be numbers or bigints. */
type Recipe = Omit<Input, 'values'> & { readonly values: readonly (number | bigint)[] };

/** The options of a run on the input of a finding. */
export const replayOptions = ({ values, failures, words }: Recipe): RunOptions => ({
  input: values,
  failures: failures.length > 0 ? { kind: 'numbers', numbers: new Set(failures) } : { kind: 'never' },
  args: Array.from({ length: words }, (_, i) => (i === 0 ? 'program' : `argument${i}`)),
  steps: STEPS,
  leaks: 'locate',
});

/** Findings with an input are replayed; the others keep the certainty that their engine gave them. */
export function replayFindings(units: readonly Unit[], findings: readonly Finding[]): JudgedFinding[] {
  return findings.map((f) => {
    if (!f.input) return f;
    return shows(runProgram(units, replayOptions(f.input)), f) ? { ...f, certainty: 'confirmed' } : f;
  });
}

/** Findings that one of these runs shows, or a run on their own input. */
export function confirmFindings(
  units: readonly Unit[],
  findings: readonly Finding[],
  seen: readonly RunResult[],
): JudgedFinding[] {
  return replayFindings(units, findings).map((judged, i) =>
    seen.some((run) => shows(run, findings[i]!)) ? { ...judged, certainty: 'confirmed' } : judged,
  );
}

/** Does the run show the finding? By rule and line; for a leak also by the place of the allocation. */
export function shows({ outcome, lost, reachable, reliesOn }: Showing, f: Finding): boolean {
  if (reliesOn !== null) return false;
  if (f.rule === 'leak') {
    const born = f.allocation && isShown(f.allocation) ? placeOf(f.allocation) : null;
    const sameBlock = (b: { readonly allocated: Location | null }) =>
      !born || (b.allocated && isSame(b.allocated, born));
    const isLeft = f.atExit === true && reachable.some(sameBlock);
    return isLeft || lost.some((b) => sameBlock(b) && passes(b.lost ?? [], f.site));
  }
  if (outcome.kind !== 'incident') return false;
  const sameRule = ruleOf(outcome.incident.kind) === f.rule || f.rule === 'unchecked-allocation';
  return sameRule && passes(outcome.incident.calls, f.site);
}

/** Does the run show the error inside a call at which the finding reports it? Then the run is more precise. */
export function showsInside({ outcome, reliesOn }: Showing, f: Finding): boolean {
  if (reliesOn !== null || f.rule === 'leak' || outcome.kind !== 'incident' || ruleOf(outcome.incident.kind) !== f.rule)
    return false;
  const [top, ...callers] = outcome.incident.calls;
  return top !== undefined && !passes([top], f.site) && passes(callers, f.site);
}

const passes = (calls: readonly CallSite[], site: Site): boolean => {
  const place = placeOf(site);
  return calls.some((c) => isSame(c.location, place));
};

const isSame = (a: Location, b: Location): boolean => a.line === b.line && a.file === b.file;

const placeOf = ({ source, at }: Site): Location => source.locate(at);
