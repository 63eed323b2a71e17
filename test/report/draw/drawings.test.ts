// Drawings: one style for all engines, the same picture for the same heap, changes marked, all text escaped.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Drawing, DrawnEdge, DrawnNode } from '../../../src/engines/drawing.js';
import { nameFields, nameOffset } from '../../../src/engines/shared/name-fields.js';
import { arrange } from '../../../src/findings/arrange.js';
import { compare, unmarked } from '../../../src/report/draw/compare.js';
import { formatDot } from '../../../src/report/draw/dot.js';
import type { LayoutEngine } from '../../../src/report/draw/layout.js';
import { drawSvg, formatSvg, loadLayoutEngine } from '../../../src/report/draw/svg.js';
import { formatDrawings } from '../../../src/report/draw/text.js';
import { describeDrawing } from '../../../src/report/draw/words.js';
import { Types } from '../../../src/types/basic-types.js';
import { ArrayType, LP64, RecordType } from '../../../src/types/types.js';

const cell = (id: string, fields: Record<string, string | null>, more: Partial<DrawnNode> = {}): DrawnNode => ({
  id,
  kind: 'cell',
  label: 'node',
  fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
  summary: false,
  title: id,
  ...more,
});

const variable = (label: string, inside: string, depth = 0, value: string | null = null): DrawnNode => ({
  ...cell(`v ${label} ${depth}`, { '': value }, { kind: 'variable', label, title: label }),
  frame: { function: inside, depth },
});

const edge = (from: string, fromField: string, to: string, toField: string | null = null): DrawnEdge => ({
  from,
  fromField,
  to,
  toField,
  certainty: 'must',
  label: '',
});

const draw = (nodes: DrawnNode[], edges: DrawnEdge[], notes: string[] = []): Drawing => ({
  title: 'f',
  nodes,
  edges,
  notes,
});

/** list -> a -> b -> null */
const two = draw(
  [variable('list', 'main'), cell('a', { value: 'number', next: null }), cell('b', { value: '4', next: 'null' })],
  [edge('v list 0', '', 'a'), edge('a', 'next', 'b')],
  ['a.value >= 9', 'i == 3'],
);

let engine: LayoutEngine;
beforeAll(async () => {
  engine = await loadLayoutEngine();
});

describe('names of fields', () => {
  const types = new Types(LP64);
  const node = new RecordType({
    union: false,
    tag: 'node',
    id: 1,
    fields: null,
    size: 24,
    align: 8,
    transparent: false,
  });
  const pointer = node.pointerTo(8);
  node.body.fields = [
    { name: 'value', type: types.int, offset: 0, bits: null },
    { name: 'child', type: new ArrayType(pointer, 2), offset: 8, bits: null },
  ];

  it('follow the types from the variables', () => {
    const raw = draw(
      [
        cell('x', { '+0': null }, { kind: 'variable', label: 'x' }),
        cell('h0', { '+0': '1', '+8': null }, { label: '24 bytes' }),
        cell('h1', { '+8': 'null' }, { label: '24 bytes' }),
        cell('h2', { '+8': 'null' }, { label: '24 bytes' }),
      ],
      [edge('x', '+0', 'h0'), edge('h0', '+8', 'h1', '+0')],
      ['h0+0 == 1', 'h9+0 == 1'],
    );
    const named = nameFields(raw, new Map([['x', pointer]]));
    expect(named.nodes.map((n) => [n.label, ...n.fields.map((f) => f.name)])).toEqual([
      ['x', ''],
      ['node', 'value', expect.stringMatching(/^child/)],
      ['node', expect.stringMatching(/^child/)],
      ['24 bytes', '+8'],
    ]);
    expect(named.notes).toEqual(['h0.value == 1', 'h9+0 == 1']);
  });

  it('count the elements of an array allocation', () => {
    expect(nameOffset(node, 48)).toBe('[2].value');
    expect(nameOffset(types.int, 8)).toBe('[2]');
    expect(nameOffset(types.int, 0)).toBe('');
  });
});

describe('arranging', () => {
  it('puts the variables of an activation record into one box, the caller first', () => {
    const { nodes, edges } = arrange(
      draw(
        [variable('p', 'callee', 1), variable('x', 'main'), variable('y', 'main', 0, 'null')],
        [edge('v p 1', '', 'v x 0')],
      ),
    );
    expect(nodes.map((n) => [n.label, n.fields.map((f) => f.name)])).toEqual([
      ['main', ['x', 'y']],
      ['callee', ['p']],
    ]);
    expect(edges).toMatchObject([{ from: 'frame 1 callee', fromField: 'p', to: 'frame 0 main', toField: 'x' }]);
  });

  it('shows simple values in the row', () => {
    const freed = cell('freed', {}, { kind: 'freed', label: 'freed' });
    const { nodes, edges } = arrange(draw([variable('x', 'main'), freed], [edge('v x 0', '', 'freed')]));
    expect(nodes).toMatchObject([{ fields: [{ name: 'x', value: 'freed' }] }]);
    expect(edges).toEqual([]);
  });

  it('labels string literals', () => {
    const text = cell('t', { '': 'number' }, { kind: 'variable', label: '.string.0' });
    const { nodes } = arrange(draw([variable('s', 'main'), text], [edge('v s 0', '', 't')], ['.string.0+4 == 3']));
    expect(nodes).toMatchObject([{ label: 'main', fields: [{ name: 's', value: 'literal' }] }]);
  });

  it('omits the limits of a type', () => {
    const notes = ['i in [2, 2147483647]', 'j in [-2147483648, 5]', 'k in [-2147483648, 2147483647]', 'n in [1, 2]'];
    expect(arrange(draw([], [], notes)).notes).toEqual(['i >= 2', 'j <= 5', 'n in [1, 2]']);
  });

  it('shows a number in place', () => {
    const { nodes, notes } = arrange(two);
    expect(nodes[1]!.fields[0]).toEqual({ name: 'value', value: '≥ 9' });
    expect(notes).toEqual(['i == 3']);
  });
});

describe('comparing', () => {
  it('finds no difference between a heap and its renaming', () => {
    const renamed = JSON.parse(JSON.stringify(two).replaceAll('"a"', '"q"').replaceAll('a.value', 'q.value'));
    expect(compare(arrange(two), arrange(renamed)).cost).toBe(0);
  });

  it('matches the list when a variable moves along it', () => {
    const moved = { ...two, edges: [edge('v list 0', '', 'b'), edge('a', 'next', 'b')] };
    const { nodes, edges } = compare(arrange(two), arrange(moved));
    expect(nodes.size).toBe(0);
    expect([...edges].map(([e, mark]) => [mark, e.fromField, e.to])).toEqual([
      ['new', 'list', 'b'],
      ['gone', 'list', 'a'],
    ]);
  });

  it('keeps lost memory in the picture, marked', () => {
    const after = draw(
      [variable('list', 'main'), cell('a', { value: '4', next: 'null' })],
      [edge('v list 0', '', 'a')],
    );
    const { drawing, nodes } = compare(arrange(two), arrange(after));
    expect([...nodes]).toEqual([['gone a', 'gone']]);
    expect(drawing.nodes.map((n) => n.id)).toContain('gone a');
  });

  it('marks rows with changed values', () => {
    const set = { ...two, nodes: two.nodes.map((n) => (n.id === 'b' ? cell('b', { value: '5', next: 'null' }) : n)) };
    expect([...compare(arrange(two), arrange(set)).rows]).toEqual(['b.value']);
  });
});

describe('pictures', () => {
  it('are the same for the same heap', async () => {
    const [once, twice] = [await formatSvg([two]), await formatSvg([structuredClone(two)])];
    expect(once).toBe(twice);
  });

  it('have selectable text, titles and a description', () => {
    const svg = drawSvg(unmarked(arrange(two)), engine);
    expect(svg).toContain('<title>main.list points to node</title>');
    expect(svg).toMatch(/<desc>main&#39;s|<desc>main's list points to the node A\./);
    expect(svg).toMatch(/<text [^>]*>(<tspan[^>]*>)?list</);
  });

  it('escape all text', async () => {
    const evil = `</svg><script>alert("1")</script>&\u0000\u001b\\\ud800`;
    const drawing = draw(
      [variable(evil, evil), cell('a', { [evil]: evil }, { label: evil, title: evil })],
      [{ ...edge(`v ${evil} 0`, '', 'a'), label: evil }],
      [evil],
    );
    const svg = await formatSvg([{ ...drawing, title: evil }]);
    expect(svg).not.toMatch(/<script|\p{Cc}(?<!\n)/u);
    expect(svg.match(/<\/svg>/g)).toHaveLength(1);
    expect(formatDot([drawing])).toContain('&lt;script&gt;');
  });

  it('are laid out up to 30 boxes and beyond', () => {
    const nodes = [variable('list', 'main'), ...[...Array(40).keys()].map((i) => cell(`c${i}`, { next: null }))];
    const edges = [...Array(39).keys()].map((i) => edge(`c${i}`, 'next', `c${i + 1}`));
    const svg = drawSvg(unmarked(arrange(draw(nodes, [edge('v list 0', '', 'c0'), ...edges]))), engine);
    expect(svg.match(/class="box cell"/g)).toHaveLength(40);
  });
});

describe('words and text', () => {
  it('describe the picture', () => {
    expect(describeDrawing(arrange(two))).toEqual([
      "main's list points to the node A.",
      'value of the node A is ≥ 9.',
      'next of the node A points to the node B.',
      'value of the node B is 4.',
      'next of the node B is null.',
      'i == 3.',
    ]);
  });

  it('have a line per row', () => {
    expect(formatDrawings([two]).split('\n').slice(0, 4)).toEqual([
      '-- f, state 1',
      '   main',
      '     list => a',
      '   a (node; a)',
    ]);
  });
});
