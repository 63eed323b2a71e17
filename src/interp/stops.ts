// A run that is stopped after given numbers of instructions, to be looked at: runs are deterministic, so time is a number.
// Used to find out where memory is lost, and to draw the heap at chosen moments.

import { obstruct, Stop } from './incidents.js';
import type { Linkage } from './linkage.js';
import { Machine } from './machine.js';
import type { RunOptions } from './options.js';
import { startProgram } from './start.js';

/** Runs again, calling `look` after exactly as many instructions as each stop says; the run ends with the last stop. */
export function runWithStops(
  linkage: Linkage,
  options: RunOptions,
  stops: readonly number[],
  look: (m: Machine) => void,
): void {
  const m = new Machine(linkage, options);
  let next = 0;
  m.alarm = stops[0]!;
  m.onAlarm = () => {
    look(m);
    next++;
    if (next >= stops.length) obstruct('steps', 'the last stop is reached');
    m.alarm = stops[next]!;
  };
  try {
    startProgram(m);
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
  }
}
