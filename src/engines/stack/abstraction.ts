// How much a run of the analysis remembers and tells apart. Coarse runs are quick and often enough for a proof; finer ones
// follow where they are not. Read by predicates.ts and forget.ts, chosen by engine.ts.

import type { LocalVariable } from '../../ir/program.js';

/**
 * `live`: a variable that is dead is null; memory that only it reached counts as lost there and then, which is early.
 * `all`: a dead variable keeps what it holds until its record dies, unless nobody can miss it.
 */
export type Memory = 'live' | 'all';

/**
 * Which predicates give nodes their names; the top record has all of them in its name. `all`: every unary one, as in the
 * paper. `some`: what is observed of sharing, cycles, aliases, successors, and of reachability from invisible variables is
 * kept, but keeps no nodes apart. `few`: nor does the call that made a record, which the record before it tells too.
 * `each`: every node has a name of its own, and every state is kept: no abstraction at all.
 */
export type Names = 'few' | 'some' | 'all' | 'each';

/**
 * `stacked`: pending records stay in the structure, as in the paper. `local`: a callee gets the part of the heap that it
 * can reach, and the rest waits outside; possible where nothing outside points into the middle of that part.
 */
export type Calls = 'stacked' | 'local';

export interface Abstraction {
  readonly calls: Calls;
  readonly memory: Memory;
  readonly names: Names;
}

/** With pending records, from quick to thorough. */
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

/** For programs that end by themselves. */
export const CONCRETE: Abstraction = { calls: 'stacked', memory: 'all', names: 'each' };

export const ABSTRACTIONS: readonly Abstraction[] = [...STACKED, LOCAL.prove, LOCAL.report];

/** Is the variable forgotten as soon as it is dead? */
export const isForgottenWhenDead = (memory: Memory, { kind }: LocalVariable): boolean =>
  kind === 'temporary' || memory === 'live';
