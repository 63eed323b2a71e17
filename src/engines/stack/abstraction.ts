// How much a run of the analysis remembers and tells apart. Coarse runs are quick and often enough for a proof; finer ones
// follow where they are not. Read by predicates.ts and forget.ts, chosen by stack-engine.ts.

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
 */
export type Names = 'few' | 'some' | 'all';

export interface Abstraction {
  readonly memory: Memory;
  readonly names: Names;
}

/** From quick to thorough. */
export const ABSTRACTIONS: readonly Abstraction[] = [
  { memory: 'live', names: 'few' },
  { memory: 'live', names: 'some' },
  { memory: 'live', names: 'all' },
  { memory: 'all', names: 'all' },
];

/** Is the variable forgotten as soon as it is dead? */
export const isForgottenWhenDead = (memory: Memory, { kind }: LocalVariable): boolean =>
  kind === 'temporary' || memory === 'live';
