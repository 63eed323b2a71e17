// Places in files as they are given to a verifier. In a preprocessed file lines are counted as they stand, whatever its
// line markers say. Used by witnesses.

import { extname } from 'node:path';
import type { Location, SourceText } from '../../base/source.js';

export interface GivenPlace {
  /** As the unit names it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 10;

const isGivenPreprocessed = (source: SourceText): boolean => extname(source.name) === '.i';

export function placeOfOffset(source: SourceText, offset: number): GivenPlace | null {
  if (offset < 0) return null;
  if (!isGivenPreprocessed(source)) return source.locate(offset);
  const { bytes, name } = source;
  let line = 1;
  let start = 0;
  for (let i = bytes.indexOf(NEWLINE); i >= 0 && i < offset; i = bytes.indexOf(NEWLINE, i + 1)) {
    line++;
    start = i + 1;
  }
  return { file: name, line, column: offset - start + 1 };
}

/** The first place that the line markers call by this name. */
export function placeOfLocation(source: SourceText, wanted: Location): GivenPlace | null {
  if (!isGivenPreprocessed(source)) return wanted;
  const { bytes } = source;
  for (let start = 0; start >= 0 && start < bytes.length; ) {
    const { file, line } = source.locate(start);
    const end = bytes.indexOf(NEWLINE, start);
    const isMarker = bytes[start] === HASH;
    if (!isMarker && file === wanted.file && line === wanted.line) return placeOfOffset(source, start);
    start = end < 0 ? -1 : end + 1;
  }
  return null;
}

const HASH = 35;
