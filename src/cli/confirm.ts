// Confirms what an engine found by running the program on many inputs: what happens once is no false alarm.
// Used by `prove`, which says `false` only for what has been seen to happen.

import type { Input, Property } from '../engines/engine.js';
import type { IncidentKind } from '../interp/incidents.js';
import { runProgram } from '../interp/run.js';
import type { Unit } from '../ir/program.js';
import { replayOptions } from './replay.js';

const PROPERTY_OF: Readonly<Partial<Record<IncidentKind, Property>>> = {
  'null-dereference': 'valid-deref',
  'use-after-free': 'valid-deref',
  'use-after-scope': 'valid-deref',
  'out-of-bounds': 'valid-deref',
  'uninitialized-pointer': 'valid-deref',
  'invalid-pointer': 'valid-deref',
  'double-free': 'valid-free',
  'invalid-free': 'valid-free',
};

const RUNS = 64;
const STEPS = 200_000;
const MILLISECONDS = 3_000;

export interface Violation {
  readonly property: Property;
  /** The values of the nondeterministic functions that lead to it. */
  readonly inputs: readonly (number | bigint)[];
}

/** The wanted properties that some run violates, with an input that shows it; those that an engine proposes go first. */
export function findViolations(
  units: readonly Unit[],
  wanted: ReadonlySet<Property>,
  proposed: readonly Input[] = [],
): Map<Property, Violation> {
  const found = new Map<Property, Violation>();
  const start = performance.now();
  const attempts = [...proposed.map(replayOptions), ...Array.from({ length: RUNS }, (_, seed) => ({ seed }))];
  for (const options of attempts) {
    if (found.size === wanted.size || performance.now() - start > MILLISECONDS) break;
    const { outcome, lost, reachable, inputs } = runProgram(units, { steps: STEPS, ...options, leaks: 'count' });
    const add = (property: Property | undefined) => {
      if (property && wanted.has(property) && !found.has(property)) found.set(property, { property, inputs });
    };
    if (outcome.kind === 'incident') add(PROPERTY_OF[outcome.incident.kind]);
    if (outcome.kind !== 'exit') continue;
    if (lost.length > 0) add('valid-memtrack');
    if (lost.length + reachable.length > 0) add('valid-memcleanup');
  }
  return found;
}
