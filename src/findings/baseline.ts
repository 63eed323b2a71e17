// A baseline: an earlier report to compare with, in the JSON or the SARIF that caulk writes.
// Read before a report is concluded; findings are matched by their fingerprints.

import { readFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import type { GoneFinding } from './report.js';

/** The key of the fingerprint in a SARIF result. */
export const FINGERPRINT = 'caulk/v1';

/** The findings of an earlier report, by fingerprint. */
export type Baseline = ReadonlyMap<string, GoneFinding>;

export function readBaseline(path: string): Baseline | Diagnostic {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return diagnostic('unreadable-file', `cannot read the baseline ${path}: ${(error as Error).message}`);
  }
  try {
    const found = readFindings(JSON.parse(text));
    return found ?? diagnostic('bad-baseline', `${path} is neither a JSON nor a SARIF report of caulk`);
  } catch (error) {
    return diagnostic('bad-baseline', `${path} is not JSON: ${(error as Error).message}`);
  }
}

function readFindings(report: unknown): Baseline | null {
  const object = asObject(report);
  const entries = object.tool === 'caulk' ? readJson(object) : object.version === '2.1.0' ? readSarif(object) : null;
  if (!entries || entries.includes(null)) return null;
  return new Map(entries.map((entry) => [entry!.fingerprint, entry!]));
}

function readJson(report: JsonObject): (GoneFinding | null)[] | null {
  if (!Array.isArray(report.findings)) return null;
  return [...report.findings, ...asArray(report.suppressed)].map((value) => {
    const entry = asObject(value);
    return makeEntry(entry.fingerprint, entry.rule, entry.message, entry.function, entry);
  });
}

/** Findings that were absent then are not part of the baseline. */
function readSarif(log: JsonObject): (GoneFinding | null)[] | null {
  if (!Array.isArray(log.runs)) return null;
  const runs = log.runs.map(asObject).filter((run) => asObject(asObject(run.tool).driver).name === 'caulk');
  if (runs.length === 0) return null;
  const results = runs.flatMap((run) => asArray(run.results).map(asObject));
  return results.filter((result) => result.baselineState !== 'absent').map(readResult);
}

function readResult(result: JsonObject): GoneFinding | null {
  const location = asObject(asArray(result.locations)[0]);
  const physical = asObject(location.physicalLocation);
  const region = asObject(physical.region);
  const uri = asObject(physical.artifactLocation).uri;
  const place = { file: readUri(uri), line: region.startLine, column: region.startColumn };
  const inside = asObject(asArray(location.logicalLocations)[0]).name;
  const fingerprint = asObject(result.partialFingerprints)[FINGERPRINT];
  return makeEntry(fingerprint, result.ruleId, unescapeMessage(asObject(result.message).text), inside, place);
}

/** caulk escapes brackets in SARIF messages with a backslash, lest they become links. */
function unescapeMessage(text: unknown): string {
  return asText(text).includes('\\](') ? asText(text).replace(/\\([[\]\\])/g, '$1') : asText(text);
}

function makeEntry(
  fingerprint: unknown,
  rule: unknown,
  message: unknown,
  inside: unknown,
  place: { readonly file?: unknown; readonly line?: unknown; readonly column?: unknown },
): GoneFinding | null {
  if (typeof fingerprint !== 'string' || typeof rule !== 'string') return null;
  const positive = (value: unknown) => (Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 1);
  return {
    fingerprint,
    rule,
    message: asText(message),
    function: asText(inside),
    file: asText(place.file),
    line: positive(place.line),
    column: positive(place.column),
  };
}

function readUri(uri: unknown): string {
  try {
    return decodeURIComponent(asText(uri).replace(/^file:\/\//, ''));
  } catch {
    return asText(uri);
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
