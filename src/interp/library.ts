// The shape of a library function: what the machine calls when a function has no body in the program.
// The functions themselves are in libc/; their table is put together in libc/table.ts.

import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import type { Site } from './memory.js';
import type { Value } from './rep.js';

export type NativeRun = (m: Machine, args: readonly Value[], site: Site, f: Frame) => Value;

export interface Native {
  readonly name: string;
  readonly run: NativeRun;
  /** May it run functions of the program? Then a call of it ends its segment. */
  readonly callsBack: boolean;
}

export type NativeTable = Readonly<Record<string, NativeRun>>;

/** Succeeds, and remembers one of its arguments. */
export const keeping =
  (index: number): NativeRun =>
  (m, args) => {
    m.escaped.add(args[index]!);
    return 0;
  };
