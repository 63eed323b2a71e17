// A source position in SARIF: a URI, a line, a column in UTF-16 units.
// Part of the SARIF report.

import { isAbsolute } from 'node:path';
import type * as sarif from 'sarif';
import type { Location } from '../base/source.js';
import type { SourceFiles } from '../findings/source-files.js';

/** What relative paths are relative to. */
export const SOURCE_ROOT = '%SRCROOT%';

export function describeLocation({ file, line, column }: Location, sources: SourceFiles): sarif.Location {
  const region = { startLine: Math.max(1, line), startColumn: countUnits(sources.line(file, line), column) };
  return { physicalLocation: { artifactLocation: describeFile(file), region } };
}

/** Relative paths are relative to the reader's source root. */
export function describeFile(file: string): sarif.ArtifactLocation {
  const path = file.split('/').map(encodePart).join('/');
  return isAbsolute(file) ? { uri: `file://${path}` } : { uri: path, uriBaseId: SOURCE_ROOT };
}

function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd'));
}

/** From bytes to UTF-16 units, both from 1. */
export function countUnits(line: Uint8Array | null, column: number): number {
  if (!line) return Math.max(1, column);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(line.subarray(0, column - 1)).length + 1;
}
