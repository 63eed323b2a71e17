// The context of compiling one function.
// Passed to every compiling function; the machine behind it is only used when the compiled code runs.

import type { Block, Variable } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import type { Segment } from '../frame.js';
import type { Machine } from '../machine.js';
import type { Memory } from '../memory.js';

export interface Context {
  readonly machine: Machine;
  readonly memory: Memory;
  readonly body: FunctionBody;
  /** By variable id: does the variable live in memory (rather than in a register of the frame)? */
  readonly inMemory: readonly boolean[];
  /** Variables that hold addresses as numbers; null if the function makes no number of an address. */
  readonly numbers: ReadonlySet<Variable> | null;
  /** The first segment of each block, by block id. */
  readonly heads: readonly Segment[];
  headOf(block: Block): Segment;
}
