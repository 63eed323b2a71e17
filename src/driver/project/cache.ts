// Results of earlier runs on disk: packed units by the files they were made of, results and answers of engines by key.
// Asked by read-units.ts, schedule.ts and program-work.ts before anything is computed; `--no-cache`: see `noCache`.

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
import type { Reading } from './executor.js';
import { type FileStamp, FileStamps } from './file-stamps.js';
import type { KeptResults, ResultStore } from './result-store.js';

export interface Cache extends ResultStore {
  unit(job: CompileJob, id: string): Reading | null;
  keepUnit(job: CompileJob, id: string, reading: Reading): void;
  /** The answer of an engine to a question, by the key of the question. */
  answer(key: string): Uint8Array | null;
  keepAnswer(key: string, bytes: Uint8Array): void;
  /** At the end of a run. */
  tidy(): void;
}

export const noCache: Cache = {
  unit: () => null,
  keepUnit: () => {},
  results: () => new Map(),
  keepResults: () => {},
  answer: () => null,
  keepAnswer: () => {},
  tidy: () => {},
};

export const openCache = (folder = cacheFolder()): Cache => new DiskCache(folder, buildStamp());

/** Identifies this build: what another one has kept is not used. */
function buildStamp(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = filesBelow(root).filter((path) => /\.([jt]s|c)$/.test(path));
  const looks = files.map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  return hashOf(looks.sort());
}

/** The content of a unit's file: this in front, then the packed unit. */
interface UnitHead {
  readonly stamp: string;
  readonly words: string;
  readonly files: readonly FileStamp[];
  /** Paths where there is no file: one that comes to be there may be found before another. */
  readonly missed: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

interface ResultFile {
  readonly stamp: string;
  readonly results: KeptResults;
}

const WORDS: readonly string[] = ['stamp', 'words', 'files', 'missed', 'diagnostics', 'path', 'size', 'time', 'hash'];
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
    if (!head.missed.every((path) => this.stamps.isMissing(path))) return null;
    const object = bytes.subarray(start + size);
    const { diagnostics, missed } = head;
    return { object, diagnostics, files: head.files.map(({ path }) => path), missed, milliseconds: NO_TIME };
  }

  keepUnit(job: CompileJob, id: string, { object, diagnostics, files, missed }: Reading): void {
    const compiler = job.compiler.kind === 'wasm' ? [] : [job.compiler.path];
    const stamps = object && this.stamps.stamp([...new Set([...files, ...compiler])]);
    if (!stamps) return;
    const head: UnitHead = { stamp: this.stamp, words: wordsOf(job), files: stamps, missed, diagnostics };
    const bytes = pickle(head, WORDS);
    const length = new ByteWriter();
    length.count(bytes.length);
    this.write(this.unitPath(job, id), [length.done(), bytes, object]);
  }

  results(unit: string, options: AnalysisOptions): KeptResults {
    const bytes = readCacheFile(this.resultPath(unit, options));
    const file = bytes && attempt(() => unpickle(bytes, WORDS) as ResultFile);
    return file?.stamp === this.stamp && file.results instanceof Map ? file.results : new Map();
  }

  keepResults(unit: string, options: AnalysisOptions, results: KeptResults): void {
    const file: ResultFile = { stamp: this.stamp, results };
    this.write(this.resultPath(unit, options), [pickle(file, WORDS)]);
  }

  answer(key: string): Uint8Array | null {
    return readCacheFile(this.answerPath(key));
  }

  keepAnswer(key: string, bytes: Uint8Array): void {
    this.write(this.answerPath(key), [bytes]);
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

  private resultPath(unit: string, options: AnalysisOptions): string {
    return this.path('results', hashOf(unit, JSON.stringify(options)));
  }

  private answerPath(key: string): string {
    return this.path('answers', hashOf(this.stamp, key));
  }

  private path(kind: string, name: string): string {
    return join(this.folder, kind, name.slice(0, 2), name);
  }
}

/** What the output of the preprocessor depends on besides the files. */
function wordsOf({ file, directory, compiler, flags, target, preprocessor }: CompileJob): string {
  const search = ['CPATH', 'C_INCLUDE_PATH', 'SOURCE_DATE_EPOCH'].map((name) => process.env[name] ?? '');
  return JSON.stringify([file, directory, compiler, flags, target, preprocessor, search]);
}

/** A file that cannot be read counts as missing. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
