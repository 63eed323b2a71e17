// Of all heaps that are possible at the place of an error, the report shows one that has the error.

import { expect, it } from 'vitest';
import type { Drawing } from '../../src/engines/drawing.js';
import { judgeStates } from '../../src/page/evidence.js';
import { Heaps, titleOf } from '../../src/page/heaps.js';
import type { ShownPortrait } from '../../src/report/html/payload.js';
import { makePayload } from '../../src/report/html/payload.js';
import { makeFinding, makeReport, sourcesOf } from '../support/reports.js';

const finding = (rule: 'leak' | 'null-dereference') =>
  makePayload(makeReport([makeFinding({ rule })]), sourcesOf({})).findings[0]!;

/** `f` has a variable `p` that points to an allocation or has a value. */
function heap(value: string | null, blocks = value === null ? 1 : 0): Drawing {
  const cells = [...Array(blocks).keys()].map((i) => ({
    id: `h${i}`,
    kind: 'cell' as const,
    label: 'node',
    fields: [{ name: 'next', value: 'null' }],
    summary: false,
    title: '',
  }));
  const fields = [{ name: 'p', value }];
  const frame = { id: 'frame 0 f', kind: 'activation' as const, label: 'f', fields, summary: false, title: '' };
  const edge = { from: frame.id, fromField: 'p', to: 'h0', toField: null, certainty: 'must' as const, label: '' };
  return { title: 'f', nodes: [frame, ...cells], edges: value === null ? [edge] : [], notes: [] };
}

it('shows the null pointer of a null dereference', () => {
  const { suits } = judgeStates(finding('null-dereference'), 'p', []);
  expect([heap(null), heap('null')].map(suits)).toEqual([1, 3]);
});

it('shows lost memory', () => {
  const { suits, costAfter } = judgeStates(finding('leak'), 'p', [heap('null')]);
  expect(suits(heap(null))).toBeGreaterThan(suits(heap('null')));
  expect(costAfter(heap(null), heap('null'))).toBeLessThan(costAfter(heap(null), heap(null)));
});

const line = (n: number, states: number[]) =>
  ({ line: n, when: 'before', loop: true, states, omitted: 0, invariant: [] }) as const;
const portrait: ShownPortrait = {
  function: 'f',
  file: 'a.c',
  line: 1,
  end: 9,
  engine: 'paths',
  verdict: 'open',
  complete: true,
  lines: [line(1, [0, 1]), line(2, [0, 1]), line(3, [2, 1])],
};

it('selects matching states before and after', () => {
  const heaps = new Heaps([portrait], [heap(null), heap('null'), heap(null, 2)]);
  const steps = [1, 2, 3].map((n) => heaps.statesOf(heaps.at('a.c', n, 'before')));
  expect(heaps.chooseAlong(steps, 1, judgeStates(finding('null-dereference'), 'p', []))).toEqual([1, 1, 1]);
  expect(heaps.chooseAlong(steps, 1, { suits: () => 0, costAfter: () => 0 })).toEqual([0, 0, 0]);
});

it('shows invariants only of analyses that terminated', () => {
  const found = { portrait, heaps: portrait.lines[0]! };
  expect(titleOf(found, 1)).toBe('Invariant of the loop in line 1, f');
  const given = titleOf({ ...found, portrait: { ...portrait, complete: false } }, 1);
  expect(given).toBe('Heap seen before line 1, f; the analysis did not finish');
});
