// Replays the input that an engine gives with a finding: if the run shows the same error, the finding is confirmed.
// Between the engines and the reports of `check` and `prove`.

import type { Finding, Input, Site } from '../engines/engine.js';
import type { JudgedFinding } from '../findings/locate.js';
import { ruleOf } from '../interp/incidents.js';
import type { RunOptions } from '../interp/options.js';
import { type RunResult, runProgram } from '../interp/run.js';
import type { Unit } from '../ir/program.js';

const STEPS = 2_000_000;

/** An input whose values are numbers of any kind. */
type Recipe = Omit<Input, 'values'> & { readonly values: readonly (number | bigint)[] };

/** How a run is told the input of a finding. */
export const replayOptions = ({ values, failures, words }: Recipe): RunOptions => ({
  input: values,
  failures: failures.length > 0 ? { kind: 'numbers', numbers: new Set(failures) } : { kind: 'never' },
  args: Array.from({ length: words }, (_, i) => (i === 0 ? 'program' : `argument${i}`)),
  steps: STEPS,
  leaks: 'count',
});

/** Findings with an input are run; the others keep the certainty that their engine gave them. */
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

/** The same rule at the same line; a leak is known by where its block was allocated. */
export function shows({ outcome, lost, reachable }: RunResult, f: Finding): boolean {
  if (f.rule === 'leak') {
    const born = f.allocation && lineOf(f.allocation);
    return [...lost, ...(f.message.includes('still') ? reachable : [])].some(
      (b) => !born || b.allocated?.line === born,
    );
  }
  if (outcome.kind !== 'incident') return false;
  const sameRule = ruleOf(outcome.incident.kind) === f.rule || f.rule === 'unchecked-allocation';
  return sameRule && outcome.incident.calls.some((c) => c.location.line === lineOf(f.site));
}

const lineOf = ({ source, at }: Site): number => source.locate(at).line;
