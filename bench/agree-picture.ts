// The matrix of `caulk bench agree` as a picture: a row per program, a square per engine and property.
// From rows to SVG without scripts or fonts.

import type { EngineName } from '../src/engines/engine.js';
import { PROPERTIES } from '../src/engines/shared/ledger.js';
import { type Mark, type Row, verdictOf } from './agree-matrix.js';

const COLOURS: Readonly<Record<Mark, string>> = {
  proved: '#3a7d44',
  reported: '#e0a030',
  open: '#d5d9de',
  timeout: '#9aa3ad',
  wrong: '#c1121f',
};

const VERDICTS = { true: COLOURS.proved, false: '#30343a', unknown: COLOURS.open } as const;
const LEGEND: readonly (readonly [string, string])[] = [
  ['proved', COLOURS.proved],
  ['reported', COLOURS.reported],
  ['open', COLOURS.open],
  ['timeout', COLOURS.timeout],
  ['wrongly proved', COLOURS.wrong],
  ['refuted by a run', VERDICTS.false],
];

const SQUARE = 9;
const GAP = 14;
const NAMES = 300;
const TOP = 64;

export function drawMatrix(rows: readonly Row[], engines: readonly EngineName[]): string {
  const column = (i: number) => NAMES + i * (PROPERTIES.length * SQUARE + GAP);
  const width = column(engines.length) + 80;
  const height = TOP + rows.length * SQUARE + 20;
  const heads = [...engines, 'together'].map((name, i) => label(column(i), TOP - 8, name));
  const lines = rows.flatMap((row, r) => drawRow(row, TOP + r * SQUARE, column));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    '<title>Which engine proves which property of which program</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...drawLegend(),
    label(4, TOP - 8, `${rows.length} programs; per engine: deref, free, memtrack, memcleanup`),
    ...heads,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

function drawRow(row: Row, y: number, column: (i: number) => number): string[] {
  const squares = [...row.marks.values()].flatMap((marks, i) =>
    PROPERTIES.map((p, k) => square(column(i) + k * SQUARE, y, COLOURS[marks.get(p)!])),
  );
  return [
    label(4, y + SQUARE - 2, row.program, 7),
    ...squares,
    square(column(row.marks.size), y, VERDICTS[verdictOf(row)], 4 * SQUARE),
  ];
}

const drawLegend = (): string[] =>
  LEGEND.flatMap(([name, colour], i) => [square(4 + i * 105, 16, colour), label(18 + i * 105, 24, name)]);

const square = (x: number, y: number, colour: string, width = SQUARE): string =>
  `<rect x="${x}" y="${y}" width="${width - 1}" height="${SQUARE - 1}" fill="${colour}"/>`;

const label = (x: number, y: number, text: string, size = 11): string =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="#30343a">${asText(text)}</text>`;

const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
