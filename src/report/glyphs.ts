// A line of source as terminal glyphs: each with the bytes it represents and its width.
// Used by excerpt.ts; whatever is not plain text is spelled out.

import { eastAsianWidth } from 'get-east-asian-width';
import { printable, spellByte } from '../base/printable.js';

export interface Glyph {
  /** Offset of its first byte. */
  readonly at: number;
  readonly text: string;
  /** Its width in terminal columns. */
  readonly width: number;
}

const TAB = 9;
const TAB_STOP = 8;

export function layOut(bytes: Uint8Array): Glyph[] {
  const glyphs: Glyph[] = [];
  let column = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    const glyph = drawGlyph(bytes, at, length, column);
    glyphs.push(glyph);
    column += glyph.width;
    at += Math.max(1, length);
  }
  return glyphs;
}

/** `length` 0 means that the byte is not UTF-8. */
function drawGlyph(bytes: Uint8Array, at: number, length: number, column: number): Glyph {
  if (bytes[at] === TAB) {
    const width = TAB_STOP - (column % TAB_STOP);
    return { at, text: ' '.repeat(width), width };
  }
  if (length === 0) {
    const text = spellByte(bytes[at]!);
    return { at, text, width: text.length };
  }
  const character = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(at, at + length));
  const text = printable(character);
  return { at, text, width: text === character ? widthOf(character) : text.length };
}

function widthOf(character: string): number {
  return /^\p{M}$/u.test(character) ? 0 : eastAsianWidth(character.codePointAt(0)!);
}

/** The length of the UTF-8 sequence at an offset; 0 if there is none. */
export function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length =
    first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(at, at + length));
    return length;
  } catch {
    return 0;
  }
}
