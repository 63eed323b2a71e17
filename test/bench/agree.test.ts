// The matrix of `caulk bench agree`: a proof is wrong if a run or the program's own comments say so.

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

/** The first engine says this, the others are late. */
function row(text: string, runs: TaskResult, engine: TaskResult): Row {
  const file = join(folder, 'program.c');
  writeFileSync(file, text);
  return rowOf(file, 'program.c', [runs, engine, ...PROVERS.slice(1).map(() => TIMED_OUT)])[0]!;
}

const markOf = (r: Row, p: Property) => r.marks.get(PROVERS[0]!)!.get(p);
const LEAK = 'int main(void) { return 0; } // WARN(leak)';

it('calls a proof wrong that a run contradicts', () => {
  const r = row('int main(void) { return 0; }', report([], ['valid-free']), report(PROPERTIES, []));
  expect([markOf(r, 'valid-free'), markOf(r, 'valid-deref')]).toEqual(['wrong', 'proved']);
  expect(verdictOf(r)).toBe('false');
});

it('calls a proof wrong that the comments contradict, unless the error needs an allocation that fails', () => {
  expect(markOf(row(LEAK, report([], []), report(PROPERTIES, [])), 'valid-memtrack')).toBe('wrong');
  const failing = row(LEAK, report([], [], ['valid-memtrack']), report(PROPERTIES, []));
  expect(markOf(failing, 'valid-memtrack')).toBe('proved');
  expect(verdictOf(failing)).toBe('true');
});

it('leaves open what nobody proves and no run shows', () => {
  const r = row(LEAK, report([], []), report(['valid-deref', 'valid-free'], ['valid-memtrack']));
  expect(markOf(r, 'valid-memtrack')).toBe('reported');
  expect(verdictOf(r)).toBe('unknown');
});

it('says nothing about what has no main', () => {
  expect(rowOf(join(folder, 'x.c'), 'x.c', [{ failure: 'it has no main' }])).toEqual([]);
});

it('draws a square per engine and property, and one for all', () => {
  const picture = drawMatrix([row(LEAK, report([], []), report([], []))], PROVERS);
  const squares = PROVERS.length * PROPERTIES.length + 1;
  expect(picture.match(/<rect x/g)).toHaveLength(squares + 6); // and the legend
});
