// The interface of an engine in differential tests.
// Engines implement it in their own folders under test/.

import type { ProgramPoint } from '../../../src/interp/observe.js';
import type { HeapSnapshot } from '../../../src/interp/snapshot.js';
import type { Unit } from '../../../src/ir/program.js';

export interface ClaimedFinding {
  readonly rule: string;
  readonly line: number;
}

export interface Analysis {
  /** Does the state at this point describe this concrete heap? A string says why not. */
  covers(point: ProgramPoint, heap: HeapSnapshot): true | string;
  readonly findings: readonly ClaimedFinding[];
  /** A sound engine must report every error that happens. */
  readonly soundness: 'sound' | 'best effort';
}

export interface EngineUnderTest {
  readonly name: string;
  /** The points at which the engine has states; other heaps need not be recorded. */
  hasStateAt?(point: ProgramPoint): boolean;
  /** null: the engine gives up on this program, which is allowed. */
  analyse(unit: Unit): Analysis | null;
}
