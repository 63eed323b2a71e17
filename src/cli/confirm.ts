// Confirms what an engine found by running the program on many inputs: what happens once is no false alarm.
// Used by `prove`, which says `false` only for what has been seen to happen, and tests its own proofs the same way.

import type { Location } from '../base/source.js';
import type { Input, Property } from '../engines/engine.js';
import type { IncidentKind } from '../interp/incidents.js';
import type { RunOptions } from '../interp/options.js';
import { type RunResult, runProgram } from '../interp/run.js';
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

/** How many runs on random input, how long each, how long all of them. */
export interface Effort {
  readonly runs: number;
  readonly steps: number;
  readonly milliseconds: number;
  /** May allocations fail? Then some runs let them. */
  readonly allocations: 'succeed' | 'may fail';
}

/** Enough to notice what nearly every input shows. */
export const GLANCE = { runs: 8, steps: 50_000, milliseconds: 500 } as const;
export const SEARCH = { runs: 64, steps: 200_000, milliseconds: 3_000 } as const;

export interface Violation {
  readonly property: Property;
  /** The values of the nondeterministic functions that lead to it. */
  readonly inputs: readonly (number | bigint)[];
  /** The allocations that fail, counted from 1. */
  readonly failures: readonly number[];
  readonly message: string;
  /** Where it happens, or where the block was allocated that is lost. */
  readonly place: Location | null;
  /** The whole run. */
  readonly run: RunResult;
}

/** The wanted properties that some run violates, with an input that shows it; those that an engine proposes go first. */
export function findViolations(
  units: readonly Unit[],
  wanted: ReadonlySet<Property>,
  effort: Effort,
  proposed: readonly Input[] = [],
): Map<Property, Violation> {
  const found = new Map<Property, Violation>();
  const start = performance.now();
  for (const options of [...proposed.map(replayOptions), ...randomRuns(effort)]) {
    if (found.size === wanted.size || performance.now() - start > effort.milliseconds) break;
    const run = runProgram(units, { steps: effort.steps, ...options, leaks: 'count' });
    const failures = options.failures?.kind === 'numbers' ? [...options.failures.numbers] : [];
    for (const violation of violationsOf(run)) {
      const { property } = violation;
      if (wanted.has(property) && !found.has(property)) found.set(property, { ...violation, failures });
    }
  }
  return found;
}

/** Where allocations may fail, every other run lets one of the first fail. */
function randomRuns({ runs, allocations }: Effort): RunOptions[] {
  return Array.from({ length: runs }, (_, seed) => {
    if (allocations === 'succeed' || seed % 2 === 0) return { seed };
    return { seed, failures: { kind: 'numbers', numbers: new Set([(seed + 1) / 2]) } };
  });
}

function violationsOf(run: RunResult): Omit<Violation, 'failures'>[] {
  const { outcome, lost, reachable, inputs } = run;
  if (outcome.kind === 'incident') {
    const property = PROPERTY_OF[outcome.incident.kind];
    const { message, calls } = outcome.incident;
    return property ? [{ property, inputs, message, place: calls[0]?.location ?? null, run }] : [];
  }
  if (outcome.kind !== 'exit') return [];
  const about = (property: Property, blocks: typeof reachable, message: string): Omit<Violation, 'failures'>[] =>
    blocks[0] ? [{ property, inputs, message, place: blocks[0].allocated, run }] : [];
  return [
    ...about('valid-memtrack', lost, 'the block that is allocated here is lost'),
    ...about('valid-memcleanup', [...lost, ...reachable], 'the block that is allocated here is never freed'),
  ];
}
