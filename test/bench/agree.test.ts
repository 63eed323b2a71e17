// The matrix of `caulk bench agree`: a proof is wrong if a run or an annotation contradicts it.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Row, rowOf, verdictOf } from '../../bench/agree-matrix.js';
import { drawMatrix } from '../../bench/agree-picture.js';
import { type TaskResult, TIMED_OUT } from '../../bench/task-pool.js';
import { PROVERS } from '../../src/driver/prove/portfolio.js';
import type { Property } from '../../src/engines/engine.js';
import { PROPERTIES } from '../../src/engines/shared/ledger.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-agree-'));

const report = (
  proved: readonly Property[],
  reported: readonly Property[],
  onFailure: readonly Property[] = [],
): TaskResult => ({
  proved,
  reported,
  reportedIfAllocationsFail: onFailure,
  milliseconds: 1,
});

/** The first engine has this result, the others time out. */
function row(text: string, runs: TaskResult, engine: TaskResult): Row {
  const file = join(folder, 'program.c');
  writeFileSync(file, text);
  return rowOf(file, 'program.c', [runs, engine, ...PROVERS.slice(1).map(() => TIMED_OUT)])[0]!;
}

const markOf = (r: Row, p: Property) => r.marks.get(PROVERS[0]!)!.get(p);
const LEAK = 'int main(void) { return 0; } // WARN(leak)';

it('marks a proof as wrong if a run contradicts it', () => {
  const r = row('int main(void) { return 0; }', report([], ['valid-free']), report(PROPERTIES, []));
  expect([markOf(r, 'valid-free'), markOf(r, 'valid-deref')]).toEqual(['wrong', 'proved']);
  expect(verdictOf(r)).toBe('false');
});

it('marks a proof as wrong if annotations contradict it, unless the error needs a failing allocation', () => {
  expect(markOf(row(LEAK, report([], []), report(PROPERTIES, [])), 'valid-memtrack')).toBe('wrong');
  const failing = row(LEAK, report([], [], ['valid-memtrack']), report(PROPERTIES, []));
  expect(markOf(failing, 'valid-memtrack')).toBe('proved');
  expect(verdictOf(failing)).toBe('true');
});

it('leaves a property open that no engine proves and no run violates', () => {
  const r = row(LEAK, report([], []), report(['valid-deref', 'valid-free'], ['valid-memtrack']));
  expect(markOf(r, 'valid-memtrack')).toBe('reported');
  expect(verdictOf(r)).toBe('unknown');
});

it('has no row for a program without main', () => {
  expect(rowOf(join(folder, 'x.c'), 'x.c', [{ failure: 'it has no main' }])).toEqual([]);
});

it('draws a square per engine and property, and one for the verdict', () => {
  const picture = drawMatrix([row(LEAK, report([], []), report([], []))], PROVERS);
  const squares = PROVERS.length * PROPERTIES.length + 1;
  expect(picture.match(/<rect x/g)).toHaveLength(squares + 6); // and the legend
});
