// Incidents: what can go wrong while a program runs, where each happened, and the call chain.
// Made by memory, library and machine; read by the report of `caulk run` and by the differential harness.

import type { Location } from '../base/source.js';

/** The rules of the checker that a run can violate, then kinds that only a run can show. */
export type IncidentKind =
  | 'null-dereference'
  | 'use-after-free'
  | 'use-after-scope'
  | 'double-free'
  | 'invalid-free'
  | 'mismatched-free'
  | 'out-of-bounds'
  | 'uninitialized-pointer'
  | 'invalid-pointer'
  | 'read-only'
  | 'leak'
  | 'division-by-zero'
  | 'assertion'
  | 'abort'
  | 'unreachable'
  | 'stack-overflow'
  | 'error-reached';

/** Why a run ended early without the program being at fault. */
export type Obstacle =
  | 'steps'
  | 'memory'
  | 'output'
  | 'unsupported'
  | 'unknown-function'
  | 'unknown-variable'
  | 'unknown-input'
  | 'assume';

/** An active call: the function and its current position. */
export interface CallSite {
  readonly function: string;
  readonly location: Location;
}

export interface Incident {
  readonly kind: IncidentKind;
  readonly message: string;
  /** Innermost first; empty when nothing was running. */
  readonly calls: readonly CallSite[];
  /** Where the memory in question was allocated, and where it was freed. */
  readonly allocated: Location | null;
  readonly freed: Location | null;
  /** Its number among the allocations of the run; null if it is not on the heap. */
  readonly serial: number | null;
}

/** What ends a run early. It never leaves the interpreter: `runProgram` turns it into a value. */
export type Ending =
  | { readonly kind: 'exit'; readonly status: number }
  | { readonly kind: 'incident'; readonly incident: IncidentKind; readonly message: string; readonly object: number }
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle; readonly message: string };

/** The one exception of the interpreter: unwinds the machine's loops to `runProgram`. */
export class Stop extends Error {
  constructor(readonly ending: Ending) {
    super(ending.kind === 'exit' ? `exit ${ending.status}` : ending.message);
  }
}

export function fail(incident: IncidentKind, message: string, object = 0): never {
  throw new Stop({ kind: 'incident', incident, message, object });
}

export function obstruct(obstacle: Obstacle, message: string): never {
  throw new Stop({ kind: 'obstacle', obstacle, message });
}

/** The rule under which the checker reports the same error, if it has one. */
export function ruleOf(kind: IncidentKind): string {
  return kind === 'use-after-scope' ? 'use-after-free' : kind;
}
