// What the sanitizers shall say: the kind of error, and the place in the program that their report must name.
// From a finding and the run that shows it; run.sh compares, README.txt tells.

import { basename } from 'node:path';
import type { Location } from '../../../base/source.js';
import type { Rule } from '../../../engines/engine.js';
import type { RunResult } from '../../../interp/run.js';

export interface Expectation {
  /** For people. */
  readonly message: string;
  /** An extended regular expression for the line that tells the error. */
  readonly error: string;
  readonly place: Location;
  /** The number of the allocation that leaks; null for other errors. */
  readonly lost: number | null;
}

/** Members of a record that is not there have small addresses. */
const NEAR_NULL = 'SEGV on (an )?unknown address 0x0+[0-9a-f]{0,4}([^0-9a-f]|$)';

const ERRORS: Readonly<Partial<Record<Rule, readonly [string, string]>>> = {
  leak: ['LeakSanitizer: detected memory leaks', 'LeakSanitizer: detected memory leaks'],
  'null-dereference': ['AddressSanitizer: SEGV on an address near 0', NEAR_NULL],
  'unchecked-allocation': ['AddressSanitizer: SEGV on an address near 0', NEAR_NULL],
  'use-after-free': ['AddressSanitizer: heap-use-after-free', 'heap-use-after-free'],
  'double-free': ['AddressSanitizer: attempting double-free', 'attempting double-free'],
  'invalid-free': [
    'AddressSanitizer: attempting free on address which was not malloc()-ed',
    'attempting free on address',
  ],
  'out-of-bounds': ['AddressSanitizer: …-buffer-overflow', '(buffer|container)-(over|under)flow'],
  'uninitialized-pointer': [
    'AddressSanitizer: SEGV on unknown address',
    'SEGV on (an )?unknown address|attempting free',
  ],
};

/** Null if sanitizers have no word for it. */
export function expectationOf(
  rule: Rule,
  run: RunResult,
  born: (place: Location | null) => boolean,
): Expectation | null {
  const known = ERRORS[rule];
  const lost = rule === 'leak' ? (run.lost.find((b) => born(b.allocated)) ?? null) : null;
  const place = rule === 'leak' ? lost?.allocated : placeOfIncident(run);
  if (!known || !place) return null;
  return { message: known[0], error: known[1], place, lost: lost?.serial ?? null };
}

function placeOfIncident({ outcome }: RunResult): Location | null {
  if (outcome.kind !== 'incident') return null;
  return outcome.incident.calls.find(({ location }) => !location.file.startsWith('<'))?.location ?? null;
}

/** The compiler may count a call of several lines to another of these. */
const BEFORE = 1;
const AFTER = 3;

/** An extended regular expression for a line of a stack. */
export function placePattern({ file, line }: Location): string {
  const name = basename(file).replace(/[^\w-]/g, (c) => `[${c === '^' || c === ']' || c === '\\' ? '.' : c}]`);
  const lines = Array.from({ length: BEFORE + AFTER + 1 }, (_, i) => Math.max(1, line - BEFORE) + i);
  return `#[0-9]+ .*${name}:(${lines.join('|')})(:|$|[^0-9])`;
}
