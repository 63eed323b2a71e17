// Formats the rows and the aims of a bench as text.
// Used by bench.ts.

import type { BenchResult, Cell } from './result.js';

export function formatResult(result: BenchResult): string {
  const aims = result.aims.map(({ aim, target, measured, met }) => ({
    aim,
    target,
    measured,
    met: met ? 'yes' : 'NO',
  }));
  const title = `${result.bench}, ${result.date}, ${result.machine}`;
  return [title, '', ...formatTable(result.rows), '', ...formatTable(aims), ''].join('\n');
}

/** Columns are as wide as their widest cell; numbers are right-aligned. */
export function formatTable(rows: readonly Readonly<Record<string, Cell>>[]): string[] {
  const first = rows[0];
  if (!first) return ['(nothing measured)'];
  const columns = Object.keys(first);
  const widths = columns.map((name) => Math.max(name.length, ...rows.map((row) => show(row[name]).length)));
  const line = (cell: (name: string, width: number) => string) =>
    columns
      .map((name, i) => cell(name, widths[i]!))
      .join('  ')
      .trimEnd();
  const isNumeric = (name: string) => rows.every((row) => typeof row[name] !== 'string');
  const align = (name: string, text: string, width: number) =>
    isNumeric(name) ? text.padStart(width) : text.padEnd(width);
  return [
    line((name, width) => align(name, name, width)),
    line((_, width) => '-'.repeat(width)),
    ...rows.map((row) => line((name, width) => align(name, show(row[name]), width))),
  ];
}

function show(cell: Cell | undefined): string {
  return typeof cell === 'number' ? cell.toLocaleString('en-US', { maximumFractionDigits: 2 }) : (cell ?? '-');
}
