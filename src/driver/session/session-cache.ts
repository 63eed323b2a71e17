// The results of a session: in memory, and behind that in the cache on disk, which never gets what was made of unsaved texts.
// Between a session and the units of work; what it says depends on the texts of the round that is under way.

import { readFileSync, statSync } from 'node:fs';
import type { AnalysisOptions } from '../../engines/engine.js';
import type { CompileJob, UnsavedTexts } from '../../frontend/compile-job.js';
import { hashOf } from '../../ir/pack/format.js';
import type { Cache } from '../project/cache.js';
import type { Reading } from '../project/executor.js';
import type { KeptResults } from '../project/result-store.js';

/** Of a file when a unit was read: the hash of an unsaved text, or size and times on the disk; null: there was none. */
type Version = string | null;

interface KeptReading {
  readonly reading: Reading;
  readonly words: string;
  readonly versions: ReadonlyMap<string, Version>;
}

const MOST_ANSWERS = 20_000;

export class SessionCache implements Cache {
  private readonly readings = new Map<string, KeptReading>();
  private readonly found = new Map<string, KeptResults>();
  private readonly answers = new Map<string, Uint8Array>();
  private unsaved: UnsavedTexts = new Map();
  private readonly looks = new Map<string, Version>();
  private disk: Cache | null = null;

  /** `open`: the cache on disk, as it is now. */
  constructor(private readonly open: () => Cache) {}

  /** From here on these texts count, and the disk as it is now. */
  begin(unsaved: UnsavedTexts): void {
    this.unsaved = unsaved;
    this.looks.clear();
    this.disk = null;
  }

  unit(job: CompileJob, id: string): Reading | null {
    const kept = this.readings.get(id);
    if (kept?.words === wordsOf(job) && this.isCurrent(kept)) return kept.reading;
    const reading = this.stored().unit(job, id);
    if (!reading || this.isEdited(reading)) return null;
    this.remember(job, id, reading);
    return reading;
  }

  keepUnit(job: CompileJob, id: string, reading: Reading): void {
    if (!reading.object) return;
    this.remember(job, id, reading);
    if (!this.isEdited(reading)) this.stored().keepUnit(job, id, reading);
  }

  results(unit: string, options: AnalysisOptions): KeptResults {
    const key = `${unit}\0${JSON.stringify(options)}`;
    const known = this.found.get(key) ?? this.stored().results(unit, options);
    this.found.set(key, known);
    return known;
  }

  keepResults(unit: string, options: AnalysisOptions, results: KeptResults): void {
    this.found.set(`${unit}\0${JSON.stringify(options)}`, results);
    if (this.unsaved.size === 0) this.stored().keepResults(unit, options, results);
  }

  answer(key: string): Uint8Array | null {
    return this.answers.get(key) ?? this.stored().answer(key);
  }

  keepAnswer(key: string, bytes: Uint8Array): void {
    if (this.answers.size >= MOST_ANSWERS) this.answers.clear();
    this.answers.set(key, bytes);
    if (this.unsaved.size === 0) this.stored().keepAnswer(key, bytes);
  }

  tidy(): void {
    this.disk?.tidy();
  }

  private stored(): Cache {
    this.disk ??= this.open();
    return this.disk;
  }

  private isEdited({ files, missed }: Reading): boolean {
    return this.unsaved.size > 0 && [...files, ...missed].some((path) => this.unsaved.has(path));
  }

  private remember(job: CompileJob, id: string, reading: Reading): void {
    const paths = [...reading.files, ...reading.missed];
    const versions = new Map(paths.map((path) => [path, this.versionOf(path)]));
    this.readings.set(id, { reading, words: wordsOf(job), versions });
  }

  private isCurrent({ versions }: KeptReading): boolean {
    for (const [path, version] of versions) if (!this.isSame(path, version)) return false;
    return true;
  }

  /** A text that has been saved in the meantime is the same. */
  private isSame(path: string, version: Version): boolean {
    const now = this.versionOf(path);
    if (now === version || !version?.startsWith('text ') || now === null || now.startsWith('text '))
      return now === version;
    return version === `text ${hashOfFile(path)}`;
  }

  private versionOf(path: string): Version {
    let version = this.looks.get(path);
    if (version === undefined) {
      const text = this.unsaved.get(path);
      version = text ? `text ${hashOf(text)}` : onDisk(path);
      this.looks.set(path, version);
    }
    return version;
  }
}

function onDisk(path: string): Version {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `file ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : null;
}

/** A file that is gone has no content. */
function hashOfFile(path: string): string {
  try {
    return hashOf(readFileSync(path));
  } catch {
    return '';
  }
}

/** The command, without the texts. */
const wordsOf = ({ unsaved: _, ...job }: CompileJob): string => JSON.stringify(job);
