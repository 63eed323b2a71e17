// The errors of a run as findings: the incident that ended it, and the blocks it lost, with their places.
// From the interpreter to the reports of `check` and `prove`; such findings are confirmed.

import type { Location } from '../../base/source.js';
import { nameLine, sentenceOf } from '../../engines/shared/sentences.js';
import type { LocatedFinding, Step } from '../../findings/report.js';
import { isRule } from '../../findings/rules.js';
import { type CallSite, type Incident, type IncidentKind, ruleOf } from '../../interp/incidents.js';
import type { LostBlock } from '../../interp/leaks.js';
import type { RunResult } from '../../interp/run.js';
import type { Telling } from './story/tell.js';

/** The name of a file in reports. */
export type ShowFile = (file: string) => string;

/** An error of a run, with what tells it from others when the run is repeated. */
export interface RunError {
  readonly finding: LocatedFinding;
  readonly moment: Pick<Telling, 'serial' | 'after' | 'how'>;
}

export const findingsOfRun = (run: Ended, show: ShowFile): LocatedFinding[] =>
  errorsOfRun(run, show).map(({ finding }) => finding);

type Ended = Pick<RunResult, 'outcome' | 'lost'>;

export function errorsOfRun({ outcome, lost }: Ended, show: ShowFile): RunError[] {
  if (outcome.kind === 'incident' && isRule(ruleOf(outcome.incident.kind))) {
    const { incident } = outcome;
    const how = DETAILED.has(incident.kind) ? { how: incident.message } : {};
    const moment = { serial: incident.serial, after: null, ...how };
    return incidentFinding(incident, show).map((finding) => ({ finding, moment }));
  }
  const places = new Map(lost.map((block) => [JSON.stringify([block.allocated, block.lost?.[0]?.location]), block]));
  return [...places.values()].flatMap((block) =>
    lossFinding(block, show).map((finding) => ({ finding, moment: momentOf(block) })),
  );
}

export const momentOf = ({ serial, after }: LostBlock): RunError['moment'] => ({ serial, after });

/** Errors whose message says more than the rule. */
const DETAILED: ReadonlySet<IncidentKind> = new Set(['out-of-bounds', 'invalid-free', 'mismatched-free']);

function incidentFinding({ kind, message, calls, allocated, freed }: Incident, show: ShowFile): LocatedFinding[] {
  const rule = ruleOf(kind);
  if (!isRule(rule)) return [];
  const history = [...note(allocated, 'allocated here', show), ...note(freed, 'freed here', show)];
  return findingAt(calls, { rule, message, history, allocated }, show);
}

function lossFinding({ allocated, lost }: LostBlock, show: ShowFile): LocatedFinding[] {
  const here = lost?.[0]?.location;
  const allocatedIn = allocated && here ? nameLine(allocated, here) : null;
  const message = sentenceOf({ rule: 'leak', allocatedIn });
  const history = note(allocated, 'allocated here', show);
  return findingAt(lost ?? [], { rule: 'leak', message, history, allocated }, show);
}

interface Trouble extends Pick<LocatedFinding, 'rule' | 'message'> {
  readonly history: readonly Step[];
  readonly allocated: Location | null;
}

/** At the innermost call; none if the place is unknown. */
function findingAt(
  [top, ...callers]: readonly CallSite[],
  { rule, message, history, allocated }: Trouble,
  show: ShowFile,
): LocatedFinding[] {
  if (!top) return [];
  const inside = [top, ...callers];
  const calls = callers.map((c, i) => ({ ...named(c.location, show), message: `calls ${inside[i]!.function}` }));
  return [
    {
      ...named(top.location, show),
      rule,
      message,
      certainty: 'confirmed',
      function: top.function,
      engines: ['run'],
      condition: null,
      trace: [...history, ...calls.reverse()],
      allocation: allocated && named(allocated, show),
      doubts: [],
      worth: null,
    },
  ];
}

const note = (place: Location | null, message: string, show: ShowFile): Step[] =>
  place ? [{ ...named(place, show), message }] : [];

const named = (place: Location, show: ShowFile): Location => ({
  file: show(place.file),
  line: Math.max(1, place.line),
  column: Math.max(1, place.column),
});
