// Places of reports, lines from 1 and columns in bytes, as places of the protocol, lines from 0 and columns in UTF-16 units.
// Between reports and everything that the server sends.

import type { Position, Range } from 'vscode-languageserver';
import type { Location } from '../base/source.js';

/** The lines of a text as it was analysed. */
export type Lines = readonly string[];

export const linesOf = (text: string): Lines => text.split(/\r\n|\n/);

/** The word or sign at a place. */
export function rangeAt(lines: Lines, { line, column }: Pick<Location, 'line' | 'column'>): Range {
  const text = lines[line - 1] ?? '';
  const start = unitsOf(text, column - 1);
  const word = /^(?:\w+|\S)?/.exec(text.slice(start))![0];
  return { start: { line: line - 1, character: start }, end: { line: line - 1, character: start + word.length } };
}

/** The line without its indentation. */
export function lineRange(lines: Lines, line: number): Range {
  const text = lines[line - 1] ?? '';
  const start = text.length - text.trimStart().length;
  return { start: { line: line - 1, character: start }, end: { line: line - 1, character: text.trimEnd().length } };
}

export const startOf = (line: number): Position => ({ line: line - 1, character: 0 });

/** How many UTF-16 units the first bytes of a text are. */
function unitsOf(text: string, bytes: number): number {
  let left = bytes;
  let units = 0;
  for (const sign of text) {
    if (left <= 0) break;
    left -= Buffer.byteLength(sign);
    units += sign.length;
  }
  return units;
}
