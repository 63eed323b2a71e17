// Packed units that were read before. Their keys are made of contents alone, in two steps: the file, its flags and the compiler give the names
// of all files that it includes; these with their contents give the unit. Asked by read-units.ts, by way of the cache.

import { resolve } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics.js';
import { ByteWriter, pickle } from '../../base/pickle.js';
import { countAt, unpickle } from '../../base/unpickle.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { displayPath } from '../load/find-jobs.js';
import type { Hints } from '../store/disk-store.js';
import { type FileStamp, FileStamps } from '../store/file-stamps.js';
import { type Store, storeKey } from '../store/store.js';
import { attempt } from './attempt.js';
import { CompilerIdentities } from './compiler-identity.js';
import type { Reading } from './executor.js';

export interface UnitCacheMeans {
  readonly build: string;
  readonly store: Store;
  readonly hints: Hints;
}

/** What a unit depends on, relative to the root of its project. */
interface Dependencies {
  readonly files: readonly string[];
  /** Paths where there is no file: one that comes to be there may be found before another. */
  readonly missed: readonly string[];
}

/** In front of the packed unit. */
interface UnitHead extends Dependencies {
  readonly diagnostics: readonly Diagnostic[];
}

/** Of a unit at a place on this machine: as long as the files look the same, its key is what it was. */
interface UnitHint {
  readonly build: string;
  readonly key: string;
  readonly files: readonly FileStamp[];
  readonly missed: readonly string[];
}

const WORDS: readonly string[] = ['build', 'key', 'files', 'missed', 'diagnostics', 'path', 'size', 'time', 'hash'];
const NO_TIME = { preprocess: 0, read: 0 };

export class UnitCache {
  private readonly stamps = new FileStamps();
  private readonly compilers = new CompilerIdentities();

  constructor(private readonly means: UnitCacheMeans) {}

  async unit(job: CompileJob): Promise<Reading | null> {
    const hinted = this.hintedKey(job);
    const reading = hinted === null ? null : await this.readingAt(hinted, job);
    return reading ?? this.unitByContents(job);
  }

  keepUnit(job: CompileJob, { object, diagnostics, files, missed }: Reading): void {
    const stamps = object && this.stamps.stamp([...new Set([...files, ...compilerFiles(job)])]);
    const recipe = stamps && this.recipeOf(job);
    if (!recipe) return;
    const { store } = this.means;
    const shown = (paths: readonly string[]) => [...new Set(paths.map((path) => displayPath(job, path)))].sort();
    const depends: Dependencies = { files: shown(files), missed: shown(missed) };
    const key = this.keyFrom(recipe, job, depends)!;
    store.put(recipe, pickle(depends, WORDS));
    store.put(key, writeUnit({ ...depends, diagnostics }, object));
    this.keepHint(job, { key, files: stamps, missed });
  }

  /** Nothing has been touched since the unit was read here. */
  private hintedKey(job: CompileJob): string | null {
    const bytes = this.means.hints.hint(placeOf(job));
    const hint = bytes && attempt(() => unpickle(bytes, WORDS) as UnitHint);
    if (!hint || hint.build !== this.means.build) return null;
    const { files, missed, key } = hint;
    return files.every((file) => this.stamps.isSame(file)) && this.areMissing(missed) ? key : null;
  }

  private async unitByContents(job: CompileJob): Promise<Reading | null> {
    const recipe = this.recipeOf(job);
    const bytes = recipe && (await this.means.store.get(recipe));
    const depends = bytes && attempt(() => dependenciesIn(unpickle(bytes, WORDS)));
    const key = depends ? this.keyFrom(recipe!, job, depends) : null;
    const reading = key === null ? null : await this.readingAt(key, job);
    const stamps = reading && this.stamps.stamp([...reading.files, ...compilerFiles(job)]);
    if (stamps) this.keepHint(job, { key: key!, files: stamps, missed: reading.missed });
    return reading;
  }

  private async readingAt(key: string, job: CompileJob): Promise<Reading | null> {
    const bytes = await this.means.store.get(key);
    return bytes && attempt(() => readUnit(bytes, job));
  }

  private keepHint(job: CompileJob, hint: Omit<UnitHint, 'build'>): void {
    this.means.hints.keepHint(placeOf(job), pickle({ build: this.means.build, ...hint } satisfies UnitHint, WORDS));
  }

  /** The first key; null if the file or the compiler cannot be read. */
  private recipeOf(job: CompileJob): string | null {
    const source = this.stamps.hash(resolve(job.directory, job.file));
    const compiler = this.compilers.of(job.compiler);
    if (source === null || compiler === null) return null;
    return storeKey('unit', this.means.build, portableWords(job), compiler, source);
  }

  /** The second key; null if a file is missing, or one is there that was not. */
  private keyFrom(recipe: string, job: CompileJob, { files, missed }: Dependencies): string | null {
    const pathOf = (file: string) => resolve(job.root, file);
    if (!this.areMissing(missed.map(pathOf))) return null;
    const contents = files.map((file) => [file, this.stamps.hash(pathOf(file))] as const);
    if (contents.some(([, hash]) => hash === null)) return null;
    return storeKey(recipe, contents.flat() as string[], missed);
  }

  private areMissing(paths: readonly string[]): boolean {
    return paths.every((path) => this.stamps.isMissing(path));
  }
}

const compilerFiles = ({ compiler }: CompileJob): string[] => (compiler.kind === 'wasm' ? [] : [compiler.path]);

/** Where a unit is on this machine, and how it is compiled there. */
const placeOf = (job: CompileJob): string[] => [
  'unit',
  resolve(job.directory, job.file),
  JSON.stringify([job.directory, job.root, job.compiler]),
  portableWords(job),
];

/** What the output of the preprocessor depends on besides the files and the compiler. */
function portableWords(job: CompileJob): string {
  const { file, directory, flags, target, preprocessor } = job;
  const search = ['CPATH', 'C_INCLUDE_PATH', 'SOURCE_DATE_EPOCH'].map((name) => process.env[name] ?? '');
  return JSON.stringify([file, displayPath(job, directory), flags, target, preprocessor, search]);
}

function writeUnit(head: UnitHead, object: Uint8Array): Uint8Array {
  const bytes = pickle(head, WORDS);
  const out = new ByteWriter();
  out.count(bytes.length);
  out.raw(bytes);
  out.raw(object);
  return out.done();
}

function readUnit(bytes: Uint8Array, job: CompileJob): Reading {
  const { size, start } = countAt(bytes);
  const head = unpickle(bytes.subarray(start, start + size), WORDS) as UnitHead;
  const { files, missed } = dependenciesIn(head);
  if (!Array.isArray(head.diagnostics)) throw new TypeError('not the head of a unit');
  const paths = (names: readonly string[]) => names.map((name) => resolve(job.root, name));
  const object = bytes.subarray(start + size);
  return { object, diagnostics: head.diagnostics, files: paths(files), missed: paths(missed), milliseconds: NO_TIME };
}

function dependenciesIn(content: unknown): Dependencies {
  const { files, missed } = content as Dependencies;
  const areNames = (list: unknown) => Array.isArray(list) && list.every((name) => typeof name === 'string');
  if (!areNames(files) || !areNames(missed)) throw new TypeError('not what a unit depends on');
  return { files, missed };
}
