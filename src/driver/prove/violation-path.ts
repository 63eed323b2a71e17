// The way of a run to the error that it shows: the results of nondeterministic calls, then the place of the violation.
// From a violation to violation witnesses; the run is repeated with a log.

import type { Location } from '../../base/source.js';
import { runProgram } from '../../interp/run.js';
import { RunLog } from '../../interp/run-log.js';
import type { Unit } from '../../ir/program.js';
import type { Violation } from '../replay/confirm.js';
import { type GivenPlace, placeOfLocation, placeOfOffset } from './given-place.js';

export interface ViolationPath {
  readonly returns: readonly { readonly place: GivenPlace; readonly value: number | bigint }[];
  /** The line in which the property is violated. */
  readonly target: GivenPlace | null;
}

export function pathTo(units: readonly Unit[], { property, run, options }: Violation): ViolationPath {
  const log = new RunLog();
  runProgram(units, { ...options, leaks: 'off', log });
  const sourceOf = new Map(units.flatMap((u) => u.source.files().map((file) => [file, u.source] as const)));
  const given = (place: Location | undefined): GivenPlace | null => {
    const source = place && sourceOf.get(place.file);
    return source ? placeOfLocation(source, place) : null;
  };
  const { outcome, lost } = run;
  const chain =
    outcome.kind === 'incident' ? outcome.incident.calls : property === 'valid-memtrack' ? (lost[0]?.lost ?? []) : [];
  const seen = chain.map((call) => given(call.location)).find((place) => place !== null);
  return {
    returns: log.inputs.flatMap(({ site: { node, body }, value }) => {
      const place = placeOfOffset(body.source, closing(body.source.bytes, node.end));
      return place && sourceOf.has(body.source.locate(node.at).file) ? [{ place, value }] : [];
    }),
    target: seen ?? endOf(log, units),
  };
}

/** The closing parenthesis of a call that ends here. */
const closing = (bytes: Uint8Array, end: number): number => bytes.lastIndexOf(PARENTHESIS, end - 1);

const PARENTHESIS = 41;

/** Where the program ends: the last statement that was executed, or the end of `main`. */
function endOf({ end }: RunLog, units: readonly Unit[]): GivenPlace | null {
  if (end) return placeOfOffset(end.body.source, end.node.at);
  const main = units.flatMap((u) => u.functions).find((f) => f.name === 'main' && f.body)?.body;
  const last = main?.blocks.flatMap((b) => (b.terminator.kind === 'return' ? [b.terminator] : [])).at(-1);
  return main && last ? placeOfOffset(main.source, last.at) : null;
}
