// Invariants in words say what holds in every state, and nothing that holds in some only.

import { expect, it } from 'vitest';
import type { Drawing, DrawnEdge, DrawnNode } from '../../src/engines/drawing.js';
import { nameShapes } from '../../src/engines/shared/shapes.js';
import { describeInvariant } from '../../src/findings/invariant.js';

const F = { name: 'f', globals: ['table'] };
const FRAME = { function: 'f', depth: 0 };

function variable(name: string, value: string | null = null): DrawnNode {
  const fields = value === null ? [] : [{ name: '', value }];
  return { id: name, kind: 'variable', label: name, fields, summary: false, title: name, frame: FRAME };
}

function cell(id: string, next: string | null = null, summary = false): DrawnNode {
  return { id, kind: 'cell', label: 'node', fields: [{ name: 'next', value: next }], summary, title: '' };
}

const points = (from: string, to: string): DrawnEdge => {
  const fromField = from.startsWith('h') ? 'next' : null;
  return { from, fromField, to, toField: null, certainty: 'must', label: '' };
};

/** Every cell but those named has at most one pointer to it. */
function heap(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[], shared: readonly string[] = []): Drawing {
  const rows = nodes.map((n) =>
    n.kind === 'variable' && n.fields.length === 0 ? { ...n, fields: [{ name: '', value: null }] } : n,
  );
  const starts = edges.map((e) => (e.fromField === null ? { ...e, fromField: '' } : e));
  const drawing = { title: '', nodes: rows, edges: starts, notes: [], disjoint: true } as const;
  return nameShapes(drawing, (id) => !shared.includes(id));
}

const two = heap(
  [variable('p'), cell('h0'), cell('h1', 'null', true)],
  [points('p', 'h0'), points('h0', 'h1'), points('h1', 'h1')],
);

it('is what all states have in common', () => {
  expect(describeInvariant(F, [])).toEqual([]);
  expect(describeInvariant(F, [heap([variable('p', 'null')], [])])).toEqual(['`p` is null']);
  expect(describeInvariant(F, [two])).toEqual(['`p` points to an acyclic list of `node`']);
  const one = heap([variable('p'), cell('h0', 'null')], [points('p', 'h0')]);
  expect(describeInvariant(F, [one])).toEqual(['`p` points to one `node`']);
  expect(describeInvariant(F, [heap([variable('p', 'null')], []), one, two])).toEqual([
    '`p` is null or points to an acyclic list of `node`',
  ]);
});

it('does not say what a state excludes or does not know', () => {
  expect(describeInvariant(F, [two, heap([variable('q', 'null')], [])])).toEqual([]);
  expect(describeInvariant(F, [two, heap([variable('p', '?')], [])])).toEqual([]);
  const [n, m] = [heap([variable('n', '3')], []), heap([variable('n', '4')], [])];
  expect(describeInvariant(F, [n, n])).toEqual(['`n` is 3']);
  expect(describeInvariant(F, [n, m])).toEqual([]);
  expect(describeInvariant({ name: 'g', globals: [] }, [n])).toEqual([]);
});

it('calls acyclic only what is', () => {
  const circle = heap(
    [variable('p'), cell('h0'), cell('h1')],
    [points('p', 'h0'), points('h0', 'h1'), points('h1', 'h0')],
  );
  const joined = heap(
    [variable('p'), cell('h0'), cell('h1', 'null', true)],
    [points('p', 'h0'), points('h0', 'h1'), points('h1', 'h1')],
    ['h1'],
  );
  const dangling = heap([variable('p'), cell('h0'), cell('h1', '?')], [points('p', 'h0'), points('h0', 'h1')]);
  for (const state of [circle, joined, dangling])
    expect(describeInvariant(F, [state])).toEqual(['`p` points to a `node`']);
});

it('says which variables share no memory in any state', () => {
  const both = [variable('p'), variable('q'), cell('h0', 'null'), cell('h1', 'null')];
  const apart = heap(both, [points('p', 'h0'), points('q', 'h1')]);
  const sentence = '`p` and `q` share no memory';
  expect(describeInvariant(F, [apart])).toContain(sentence);
  const shared = heap(both, [points('p', 'h0'), points('q', 'h1'), points('h1', 'h0')]);
  expect(describeInvariant(F, [apart, shared])).not.toContain(sentence);
  const unknown = heap([...both.slice(0, 3), cell('h1', '?')], [points('p', 'h0'), points('q', 'h1')]);
  expect(describeInvariant(F, [unknown])).not.toContain(sentence);
  const { disjoint: _, ...vague } = apart;
  expect(describeInvariant(F, [vague])).not.toContain(sentence);
});

it('tells of global variables of the program alone', () => {
  const { frame: _, ...table } = { ...variable('table', 'null'), fields: [{ name: 'rows', value: 'null' }] };
  const { frame: __, ...stdin } = variable('stdin', 'null');
  const states = [heap([variable('p', 'null'), table, stdin], [])];
  expect(describeInvariant(F, states)).toEqual(['`p` is null', '`table.rows` is null']);
});
