// What a run can be told: inputs, budgets, which allocations fail, who watches.
// Given to `runProgram`; every part of the machine reads its share.

import type { Coverage } from './coverage.js';
import type { Observer } from './observe.js';

/** Which calls of the malloc family return null. */
export type FailurePlan =
  | { readonly kind: 'never' }
  | { readonly kind: 'always' }
  /** The allocations with these numbers, counted from 1. */
  | { readonly kind: 'numbers'; readonly numbers: ReadonlySet<number> }
  /** One in `oneIn`, chosen by the seed. */
  | { readonly kind: 'seed'; readonly seed: number; readonly oneIn: number };

export interface RunOptions {
  /** Feeds the nondeterministic functions once `input` is used up. */
  readonly seed?: number;
  /** Values for the nondeterministic functions, in order of the calls. */
  readonly input?: readonly (number | bigint)[];
  readonly stdin?: Uint8Array;
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** `argv`, the program's name first. */
  readonly args?: readonly string[];
  readonly environment?: ReadonlyMap<string, string>;
  readonly failures?: FailurePlan;
  readonly steps?: number;
  /** In bytes. */
  readonly memory?: number;
  /** Is a new block given the address of the last freed one of its size? Uses of freed memory are then overlooked. */
  readonly addresses?: 'fresh' | 'reused';
  /** How many calls may be active at once. */
  readonly depth?: number;
  /** Where to start; `main` unless told. */
  readonly entry?: string;
  /** What functions do that nobody defines: `stop` ends the run; `pass`: nothing, if they can only look at what they get. */
  readonly strangers?: 'stop' | 'pass';
  /** `searched`: rand(), the lines of standard input and what comes by sockets are inputs too, like what the nondeterministic functions give. */
  readonly surroundings?: 'fixed' | 'searched';
  /** `locate` re-runs the program to find the statement that lost each block. */
  readonly leaks?: 'off' | 'count' | 'locate';
  readonly observer?: Observer;
  /** Told which branches the run takes. */
  readonly coverage?: Coverage;
}

export const DEFAULT_STEPS = 2_000_000_000;
export const DEFAULT_MEMORY = 2 ** 30;
export const DEFAULT_DEPTH = 200_000;
