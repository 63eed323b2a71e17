// The source line of a finding with a caret under its column, cut to the width of the terminal.
// Part of the text report; safe for any bytes.

import { type Glyph, layOut } from './glyphs.js';

export interface Excerpt {
  readonly text: string;
  /** The number of columns before the caret. */
  readonly indent: number;
}

/** Bytes on either side of the caret that are decoded: a line may have millions. */
const NEAR = 600;
const CUT = '…';

/** `column` counts bytes from 1; `width` is the available width. */
export function excerptLine(line: Uint8Array, column: number, width: number): Excerpt {
  const target = Math.min(Math.max(0, column - 1), line.length);
  const from = startOfCharacter(line, Math.max(0, target - NEAR));
  const to = Math.min(line.length, target + NEAR);
  const glyphs = layOut(line.subarray(from, to));
  const caret = findCaret(glyphs, target - from, to - from);
  const [first, last] = chooseWindow(glyphs, caret, width - 2 * CUT.length);
  const before = first > 0 || from > 0 ? CUT : '';
  const after = last < glyphs.length || to < line.length ? CUT : '';
  const text = glyphs.slice(first, last).map((glyph) => glyph.text);
  return {
    text: `${before}${text.join('')}${after}`.trimEnd(),
    indent: before.length + totalWidth(glyphs, first, caret),
  };
}

function startOfCharacter(line: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && start > at - 3 && (line[start]! & 0xc0) === 0x80) start--;
  return start;
}

/**
 * The glyph that holds the byte at `offset`; the position after the last one if the text of `length` bytes is shorter.
 */
function findCaret(glyphs: readonly Glyph[], offset: number, length: number): number {
  if (offset >= length) return glyphs.length;
  const behind = glyphs.findIndex((glyph) => glyph.at > offset);
  return (behind < 0 ? glyphs.length : behind) - 1;
}

/** All glyphs if they fit; else a window around the caret, with more of what follows. */
function chooseWindow(glyphs: readonly Glyph[], caret: number, room: number): [first: number, last: number] {
  if (totalWidth(glyphs, 0, glyphs.length) <= room) return [0, glyphs.length];
  let first = caret;
  let used = 0;
  while (first > 0 && used + glyphs[first - 1]!.width <= room / 2) used += glyphs[--first]!.width;
  let last = caret;
  while (last < glyphs.length && used + glyphs[last]!.width <= room) used += glyphs[last++]!.width;
  while (first > 0 && used + glyphs[first - 1]!.width <= room) used += glyphs[--first]!.width;
  return [first, last];
}

function totalWidth(glyphs: readonly Glyph[], first: number, last: number): number {
  let width = 0;
  for (let i = first; i < last; i++) width += glyphs[i]!.width;
  return width;
}
