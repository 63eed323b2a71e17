// What earlier runs have found out: packed units by the files they were made of, verdicts and testimonies by what they
// depend on. Asked by read-units.ts, analyse-groups.ts and testimonies.ts before work is given out; `--no-cache` puts `noCache` in its place.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../../base/diagnostics.js';
import { ByteWriter, pickle } from '../../base/pickle.js';
import { countAt, unpickle } from '../../base/unpickle.js';
import type { AnalysisOptions } from '../../engines/engine.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { hashOf } from '../../ir/pack/format.js';
import { cacheFolder, filesBelow, readCacheFile, trimCache, writeCacheFile } from './cache-files.js';
import type { Reading, Verdict } from './executor.js';
import { type FileStamp, FileStamps } from './file-stamps.js';

export interface Cache {
  unit(job: CompileJob, id: string): Reading | null;
  keepUnit(job: CompileJob, id: string, reading: Reading): void;
  /** Verdicts of groups whose first function is in the unit, by key. */
  verdicts(unit: string, options: AnalysisOptions): ReadonlyMap<string, readonly Verdict[]>;
  keepVerdicts(unit: string, options: AnalysisOptions, verdicts: ReadonlyMap<string, readonly Verdict[]>): void;
  /** What an engine said in answer to a question, by its key. */
  testimony(key: string): Uint8Array | null;
  keepTestimony(key: string, bytes: Uint8Array): void;
  /** At the end of a run. */
  tidy(): void;
}

export const noCache: Cache = {
  unit: () => null,
  keepUnit: () => {},
  verdicts: () => new Map(),
  keepVerdicts: () => {},
  testimony: () => null,
  keepTestimony: () => {},
  tidy: () => {},
};

export const openCache = (folder = cacheFolder()): Cache => new DiskCache(folder, buildStamp());

/** Stands for this build: what another one has kept is of no use. */
function buildStamp(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = filesBelow(root).filter((path) => /\.([jt]s|c)$/.test(path));
  const looks = files.map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  return hashOf(...looks.sort());
}

/** The content of a unit's file: this in front, then the packed unit. */
interface UnitHead {
  readonly stamp: string;
  readonly words: string;
  readonly files: readonly FileStamp[];
  readonly diagnostics: readonly Diagnostic[];
}

interface VerdictFile {
  readonly stamp: string;
  readonly verdicts: ReadonlyMap<string, readonly Verdict[]>;
}

const WORDS: readonly string[] = ['stamp', 'words', 'files', 'diagnostics', 'path', 'size', 'time', 'hash'];
const NO_TIME = { preprocess: 0, read: 0 };

class DiskCache implements Cache {
  private readonly stamps = new FileStamps();
  private written = false;

  constructor(
    private readonly folder: string,
    private readonly stamp: string,
  ) {}

  unit(job: CompileJob, id: string): Reading | null {
    const bytes = readCacheFile(this.unitPath(job, id));
    return bytes && attempt(() => this.readUnit(job, bytes));
  }

  private readUnit(job: CompileJob, bytes: Uint8Array): Reading | null {
    const { size, start } = countAt(bytes);
    const head = unpickle(bytes.subarray(start, start + size), WORDS) as UnitHead;
    if (head.stamp !== this.stamp || head.words !== wordsOf(job)) return null;
    if (!head.files.every((file) => this.stamps.isSame(file))) return null;
    const object = bytes.subarray(start + size);
    return { object, diagnostics: head.diagnostics, files: head.files.map(({ path }) => path), milliseconds: NO_TIME };
  }

  keepUnit(job: CompileJob, id: string, { object, diagnostics, files }: Reading): void {
    const compiler = job.compiler.kind === 'wasm' ? [] : [job.compiler.path];
    const stamps = object && this.stamps.stamp([...new Set([...files, ...compiler])]);
    if (!stamps) return;
    const head: UnitHead = { stamp: this.stamp, words: wordsOf(job), files: stamps, diagnostics };
    const bytes = pickle(head, WORDS);
    const length = new ByteWriter();
    length.count(bytes.length);
    this.write(this.unitPath(job, id), [length.done(), bytes, object]);
  }

  verdicts(unit: string, options: AnalysisOptions): VerdictFile['verdicts'] {
    const bytes = readCacheFile(this.verdictPath(unit, options));
    const file = bytes && attempt(() => unpickle(bytes, WORDS) as VerdictFile);
    return file?.stamp === this.stamp && file.verdicts instanceof Map ? file.verdicts : new Map();
  }

  keepVerdicts(unit: string, options: AnalysisOptions, verdicts: VerdictFile['verdicts']): void {
    const file: VerdictFile = { stamp: this.stamp, verdicts };
    this.write(this.verdictPath(unit, options), [pickle(file, WORDS)]);
  }

  testimony(key: string): Uint8Array | null {
    return readCacheFile(this.testimonyPath(key));
  }

  keepTestimony(key: string, bytes: Uint8Array): void {
    this.write(this.testimonyPath(key), [bytes]);
  }

  tidy(): void {
    if (this.written) trimCache(this.folder);
  }

  private write(path: string, content: readonly Uint8Array[]): void {
    this.written = true;
    writeCacheFile(path, content);
  }

  private unitPath(job: CompileJob, id: string): string {
    return this.path('units', hashOf(id, wordsOf(job)));
  }

  private verdictPath(unit: string, options: AnalysisOptions): string {
    return this.path('verdicts', hashOf(unit, JSON.stringify(options)));
  }

  private testimonyPath(key: string): string {
    return this.path('testimonies', hashOf(this.stamp, key));
  }

  private path(kind: string, name: string): string {
    return join(this.folder, kind, name.slice(0, 2), name);
  }
}

/** Everything beside the files that decides what a compiler makes of them. */
function wordsOf({ file, directory, compiler, flags, target }: CompileJob): string {
  const search = ['CPATH', 'C_INCLUDE_PATH', 'SOURCE_DATE_EPOCH'].map((name) => process.env[name] ?? '');
  return JSON.stringify([file, directory, compiler, flags, target, search]);
}

/** What cannot be read is as if it were not there. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
