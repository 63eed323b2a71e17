// Maps a column of a preprocessed line to the column of the original line.
// Between the engines' sites, which are in preprocessed text, and reports; macros and comments shift columns.

import type { Site } from '../engines/engine.js';

const NEWLINE = 10;

/** The 1-based column in `original`; that of the preprocessed text if there is no original. */
export function alignColumn({ source, at }: Site, original: Uint8Array | null): number {
  const start = source.bytes.lastIndexOf(NEWLINE, Math.max(0, at - 1)) + 1;
  const column = Math.max(0, at - start);
  const before = source.bytes.subarray(start, at);
  const indent = indentation(before);
  if (!original || sameFrom(indent, before, original)) return column + 1;
  const word = wordAt(source.bytes, at);
  const earlier = findWords(before, word).length;
  const places = findWords(original, word).filter((place) => place >= indent || indent <= indentation(original));
  return (places[earlier] ?? places.at(-1) ?? indentation(original)) + 1;
}

/**
 * Leading blanks match anything: after a macro of a system header, compilers continue on a new line, indented to where
 * the old one ended.
 */
function sameFrom(indent: number, before: Uint8Array, original: Uint8Array): boolean {
  if (before.length >= original.length) return false;
  for (let i = indent; i < before.length; i++) if (before[i] !== original[i]) return false;
  return indent < before.length || indent === indentation(original);
}

/** An identifier or number, else one character. */
function wordAt(bytes: Uint8Array, at: number): Uint8Array {
  let end = at;
  while (end < bytes.length && isWord(bytes[end]!)) end++;
  return bytes.subarray(at, Math.max(end, at + 1));
}

function findWords(text: Uint8Array, word: Uint8Array): number[] {
  const haystack = Buffer.from(text.buffer, text.byteOffset, text.length);
  const found: number[] = [];
  if (word.length === 0) return found;
  for (let i = haystack.indexOf(word); i >= 0; i = haystack.indexOf(word, i + 1)) {
    const inside = isWord(word[0]!) && (isWord(text[i - 1] ?? 0) || isWord(text[i + word.length] ?? 0));
    if (!inside) found.push(i);
  }
  return found;
}

/** The number of leading blanks; all, if there is nothing else. */
function indentation(line: Uint8Array): number {
  const first = line.findIndex((byte) => !isBlank(byte));
  return first < 0 ? line.length : first;
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9;
}

function isWord(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || byte === 95 || (byte >= 97 && byte <= 122);
}
