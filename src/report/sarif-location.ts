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

/** Longer lines are not quoted. */
const LONGEST = 2_000;

/** The place of a result, with its code: from the column to the end of the line, and the lines around it. */
export function describeQuoted(place: Location, sources: SourceFiles): sarif.Location {
  const { physicalLocation = {}, ...rest } = describeLocation(place, sources);
  const around = [place.line - 1, place.line, place.line + 1].map((line) => textOf(sources.line(place.file, line)));
  const [, here] = around;
  if (here === null || here === undefined || !physicalLocation.region) return { physicalLocation, ...rest };
  const { startColumn = 1 } = physicalLocation.region;
  const region = { ...physicalLocation.region, snippet: { text: here.slice(startColumn - 1) } };
  return {
    physicalLocation: { ...physicalLocation, region, contextRegion: describeContext(place.line, around) },
    ...rest,
  };
}

/** `around`: the line before, the line, and the one behind; those that do not exist are null. */
function describeContext(line: number, around: readonly (string | null)[]): sarif.Region {
  const lines = around.filter((text) => text !== null);
  const startLine = around[0] === null ? line : line - 1;
  return { startLine, endLine: startLine + lines.length - 1, snippet: { text: lines.join('\n') } };
}

function textOf(line: Uint8Array | null): string | null {
  if (!line || line.length > LONGEST) return null;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(line).replace(/\r$/, '');
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
