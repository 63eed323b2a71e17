// How precise a run of the analysis is. Coarse runs are fast and often suffice for a proof; finer ones follow if not.
// Used by predicates.ts and forget.ts, chosen by engine.ts.

import type { LocalVariable } from '../../ir/program.js';

/**
 * `live`: a dead variable is set to null; memory that only it reached counts as lost there, which is early.
 * `all`: a dead variable keeps its value until its record is popped, unless forgetting it cannot lose memory.
 */
export type Memory = 'live' | 'all';

/**
 * Which predicates are part of canonical names; the name of the top record has all of them. `all`: every unary one, as
 * in the paper. `some`: sharing, cycles, aliases, successors, and reachability from invisible variables are kept, but
 * do not distinguish nodes. `few`: nor does the call site of a record, which the previous record implies.
 * `each`: every node has a unique name, and every state is kept: no abstraction at all.
 */
export type Names = 'few' | 'some' | 'all' | 'each';

/**
 * `stacked`: pending records stay in the structure, as in the paper. `local`: a callee gets its local heap, and the
 * rest is kept outside; possible if cells outside point into the local heap at doors only.
 */
export type Calls = 'stacked' | 'local';

export interface Abstraction {
  readonly calls: Calls;
  readonly memory: Memory;
  readonly names: Names;
}

/** With pending records, from coarse to fine. */
export const STACKED: readonly Abstraction[] = [
  { calls: 'stacked', memory: 'live', names: 'few' },
  { calls: 'stacked', memory: 'live', names: 'some' },
  { calls: 'stacked', memory: 'live', names: 'all' },
  { calls: 'stacked', memory: 'all', names: 'all' },
];

/** On local heaps: to prove, and to report. */
export const LOCAL = {
  prove: { calls: 'local', memory: 'live', names: 'some' },
  report: { calls: 'local', memory: 'all', names: 'some' },
} as const satisfies Record<string, Abstraction>;

/** For programs that terminate on their own. */
export const CONCRETE: Abstraction = { calls: 'stacked', memory: 'all', names: 'each' };

export const ABSTRACTIONS: readonly Abstraction[] = [...STACKED, LOCAL.prove, LOCAL.report];

/** Is the variable set to null as soon as it is dead? */
export const isForgottenWhenDead = (memory: Memory, { kind }: LocalVariable): boolean =>
  kind === 'temporary' || memory === 'live';
