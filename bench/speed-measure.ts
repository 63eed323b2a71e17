// Reads one preprocessed file five times; prints the time of readUnit and the memory of the process.
// Child of speed.ts.

import { readFileSync } from 'node:fs';
import { peakMemoryMB } from '../src/driver/load/load-units.js';
import type { Unit } from '../src/ir/program.js';
import { readUnit } from '../src/ir/unit.js';
import { LP64 } from '../src/types/types.js';
import { median } from './result.js';

export interface SpeedMeasure {
  /** The first read, before JIT compilation, and the median of the other four. */
  readonly first: number;
  readonly later: number;
  readonly peakMemoryMB: number;
  readonly functions: number;
  readonly lost: number;
}

const path = process.argv[2]!;
const bytes = readFileSync(path);
let unit: Unit | null = null;
const times: number[] = [];
for (let i = 0; i < 5; i++) {
  unit = null; // release the previous unit
  const start = performance.now();
  unit = readUnit(path, bytes, LP64);
  times.push(performance.now() - start);
}
const functions = unit!.functions.filter((symbol) => symbol.body !== null).length;
const [first, ...rest] = times as [number, ...number[]];
const later = median(rest);
const measure: SpeedMeasure = { first, later, peakMemoryMB: peakMemoryMB(), functions, lost: unit!.lost.length };
process.stdout.write(JSON.stringify(measure));
