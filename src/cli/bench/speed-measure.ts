// Reads one preprocessed file and prints how long readUnit took and how much memory the process had.
// Child of speed.ts.

import { readFileSync } from 'node:fs';
import { LP64 } from '../../frontend/types.js';
import { readUnit } from '../../ir/unit.js';
import { peakMemoryMB } from '../load.js';

export interface SpeedMeasure {
  readonly milliseconds: number;
  readonly peakMemoryMB: number;
  readonly functions: number;
  readonly lost: number;
}

const path = process.argv[2]!;
const bytes = readFileSync(path);
const start = performance.now();
const unit = readUnit(path, bytes, LP64);
const milliseconds = performance.now() - start;
const functions = unit.functions.filter((symbol) => symbol.body !== null).length;
const measure: SpeedMeasure = { milliseconds, peakMemoryMB: peakMemoryMB(), functions, lost: unit.lost.length };
process.stdout.write(JSON.stringify(measure));
