// The findings of the last whole check of a project, beside the cache: shown at once when the project is opened, until a round has ended.
// Only those in files that are as they were then.

import { join, resolve } from 'node:path';
import type { Report, ReportedFinding } from '../../findings/report.js';
import { readSourceFile } from '../../findings/source-files.js';
import type { UnsavedTexts } from '../../frontend/compile-job.js';
import { hashOf } from '../../ir/pack/format.js';
import { cacheFolder, readCacheFile, writeCacheFile } from '../store/cache-files.js';

/** What is kept. */
interface Kept {
  readonly version: string;
  readonly root: string;
  readonly findings: readonly ReportedFinding[];
  readonly suppressed: readonly ReportedFinding[];
  /** The hashes of the files that findings and their traces are in. */
  readonly files: Readonly<Record<string, string>>;
}

export type LastReport = Pick<Report, 'root' | 'findings' | 'suppressed'>;

interface Entry {
  readonly key: string;
  readonly path: string;
}

function entryOf(request: unknown): Entry {
  const key = hashOf(JSON.stringify(request));
  return { key, path: join(cacheFolder(), 'sessions', key.slice(0, 2), key) };
}

export function keepReport(request: unknown, { version, root, findings, suppressed }: Report): void {
  const names = new Set([...findings, ...suppressed].flatMap(filesOf));
  const files = Object.fromEntries([...names].map((file) => [file, hashOfText(resolve(root, file), new Map())]));
  const plain = ({ heap: _, heapAfter: __, ...finding }: ReportedFinding): ReportedFinding => ({
    ...finding,
    trace: finding.trace.map(({ heap: ___, ...step }) => step),
  });
  const kept: Kept = { version, root, findings: findings.map(plain), suppressed: suppressed.map(plain), files };
  const { path, key } = entryOf(request);
  writeCacheFile(path, key, Buffer.from(JSON.stringify(kept)));
}

/** Null if there is none of this version. */
export function lastReport(request: unknown, version: string, unsaved: UnsavedTexts): LastReport | null {
  const { path, key } = entryOf(request);
  const bytes = readCacheFile(path, key);
  const kept = bytes && parse(bytes);
  if (kept?.version !== version) return null;
  const same = new Map<string, boolean>();
  const isSame = (file: string): boolean => {
    const known = same.get(file) ?? kept.files[file] === hashOfText(resolve(kept.root, file), unsaved);
    same.set(file, known);
    return known;
  };
  const current = (f: ReportedFinding) => filesOf(f).every(isSame);
  return { root: kept.root, findings: kept.findings.filter(current), suppressed: kept.suppressed.filter(current) };
}

const filesOf = ({ file, trace, allocation }: ReportedFinding): string[] => [
  file,
  ...trace.map((step) => step.file),
  ...(allocation ? [allocation.file] : []),
];

function hashOfText(path: string, unsaved: UnsavedTexts): string {
  const bytes = unsaved.get(path) ?? readSourceFile(path);
  return bytes ? hashOf(bytes) : '';
}

/** What cannot be read counts as missing. */
function parse(bytes: Uint8Array): Kept | null {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Kept;
  } catch {
    return null;
  }
}
