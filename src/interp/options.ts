// The options of a run: inputs, budgets, failing allocations, observers.
// Given to `runProgram`; every part of the machine reads its share.

import type { FunctionSymbol } from '../ir/program.js';
import type { Coverage } from './coverage.js';
import type { Outside } from './given/given.js';
import type { CallLog } from './given/library-calls.js';
import type { Trail } from './given/trail.js';
import type { Observer } from './observe.js';
import type { RunLog } from './run-log.js';

/** Which calls of the malloc family return null. */
export type FailurePlan =
  | { readonly kind: 'never' }
  | { readonly kind: 'always' }
  /** The allocations with these numbers, counted from 1. */
  | { readonly kind: 'numbers'; readonly numbers: ReadonlySet<number> }
  /** One in `oneIn`, chosen by the seed. */
  | { readonly kind: 'seed'; readonly seed: number; readonly oneIn: number };

export interface RunOptions {
  /** Seeds the nondeterministic inputs once `input` is used up. */
  readonly seed?: number;
  /** Values of the nondeterministic functions, in call order. */
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
  /**
   * `reused`: a new allocation gets the address of the most recently freed one of its size, so uses after free are
   * missed.
   */
  readonly addresses?: 'fresh' | 'reused';
  /** The limit on the depth of the call stack. */
  readonly depth?: number;
  /** The function to start at; `main` by default. */
  readonly entry?: string;
  /** The function to start at, with arguments, variables and unknown functions that choices decide; instead of `entry`. */
  readonly from?: { readonly function: FunctionSymbol; readonly outside: Outside };
  /** Logs the library functions that such a run calls. */
  readonly record?: CallLog;
  /** Compares the way of such a run with a route. */
  readonly trail?: Trail;
  /**
   * Undefined functions: `stop` ends the run at the call; `pass` makes the call a no-op if it can only read its
   * arguments.
   */
  readonly strangers?: 'stop' | 'pass';
  /** `searched`: rand(), the lines of standard input and data from sockets are nondeterministic inputs too. */
  readonly surroundings?: 'fixed' | 'searched';
  /** `locate` re-runs the program to find the statement that loses each allocation. */
  readonly leaks?: 'off' | 'count' | 'locate';
  readonly observer?: Observer;
  /** Filled while the program runs. */
  readonly log?: RunLog;
  /** Records the branches that the run takes. */
  readonly coverage?: Coverage;
}

export const DEFAULT_STEPS = 2_000_000_000;
export const DEFAULT_MEMORY = 2 ** 30;
export const DEFAULT_DEPTH = 200_000;
