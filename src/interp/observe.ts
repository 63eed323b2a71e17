// Observation of a run: the heap at every point between two instructions.
// The hook behind the differential tests and the replay of alarms.

import type { Instr, Terminator } from '../ir/instr.js';
import type { FunctionBody } from '../ir/program.js';
import type { Machine } from './machine.js';
import { type HeapSnapshot, takeSnapshot } from './snapshot.js';

/** A program point: before instruction `index` of a block (the terminator follows the last instruction). */
export interface ProgramPoint {
  readonly body: FunctionBody;
  readonly block: number;
  readonly index: number;
  readonly node: Instr | Terminator;
}

export interface Observation {
  readonly point: ProgramPoint;
  readonly step: number;
  /** The number of active calls. */
  readonly depth: number;
  /** Computed on demand; remains valid after the observation. */
  snapshot(): HeapSnapshot;
}

export interface Observer {
  /** Called before every instruction. */
  readonly observe: (observation: Observation) => void;
}

/** Makes the machine's alarm ring before every instruction, until the observer's budget is used up. */
export function attachObserver(m: Machine, observer: Observer): void {
  const budget = m.alarm;
  const { onAlarm } = m;
  m.alarm = 0;
  m.onAlarm = () => {
    if (m.steps >= budget) onAlarm(m);
    const frame = m.frame!;
    const { body } = frame.code;
    const node = frame.node!;
    const { block, index } = m.factsOf(body).positionOf(node)!;
    observer.observe({
      point: { body, block, index, node },
      step: m.steps,
      depth: frame.depth,
      snapshot: () => takeSnapshot(m),
    });
  };
}
