// The results of a session: in memory, and behind that in the cache on disk, which never gets what was made of unsaved texts.
// Between a session and the units of work; what it says depends on the texts of the round that is under way.

import { readFileSync, statSync } from 'node:fs';
import type { AnalysisOptions } from '../../engines/engine.js';
import type { CompileJob, UnsavedTexts } from '../../frontend/compile-job.js';
import { hashOf } from '../../ir/pack/format.js';
import { type Cache, noCache } from '../project/cache.js';
import type { Reading } from '../project/executor.js';
import type { UnitObject } from '../project/kept-results.js';
import type { KeptResults, ResultStore } from '../project/result-store.js';

/** Of a file when a unit was read: the hash of an unsaved text, or size and times on the disk; null: there was none. */
type Version = string | null;

interface KeptReading {
  readonly reading: Reading;
  readonly versions: ReadonlyMap<string, Version>;
}

const MOST_ANSWERS = 20_000;

export class SessionCache implements Cache {
  private readonly readings = new Map<string, KeptReading>();
  private readonly found = new Map<string, KeptResults>();
  private readonly answers = new Map<string, Uint8Array>();
  private unsaved: UnsavedTexts = new Map();
  private readonly looks = new Map<string, Version>();
  private disk: Cache = noCache;
  /** Results on their way to the disk. */
  private readonly underway = new Set<Promise<void>>();

  /** From here on these texts count, and the disk and the cache on it as they are now. */
  begin(unsaved: UnsavedTexts, disk: Cache): void {
    this.unsaved = unsaved;
    this.looks.clear();
    this.disk = disk;
  }

  async unit(job: CompileJob): Promise<Reading | null> {
    const words = wordsOf(job);
    const kept = this.readings.get(words);
    if (kept && this.isCurrent(kept)) return kept.reading;
    const reading = await this.disk.unit(job);
    if (!reading || this.isEdited(reading)) return null;
    this.remember(words, reading);
    return reading;
  }

  keepUnit(job: CompileJob, reading: Reading): void {
    if (!reading.object) return;
    this.remember(wordsOf(job), reading);
    if (!this.isEdited(reading)) this.disk.keepUnit(job, reading);
  }

  /** The disk is asked for what is not in memory. */
  async results(units: readonly UnitObject[], options: AnalysisOptions): Promise<ResultStore> {
    const keyOf = (id: string) => `${id}\0${JSON.stringify(options)}`;
    const stored = await this.disk.results(
      units.filter(({ id }) => !this.found.has(keyOf(id))),
      options,
    );
    return {
      results: (id) => {
        const known = this.found.get(keyOf(id)) ?? stored.results(id);
        this.found.set(keyOf(id), known);
        return known;
      },
      keepResults: (id, results) => {
        this.found.set(keyOf(id), results);
        const unit = units.find((one) => one.id === id)!;
        if (this.unsaved.size === 0) this.store(unit, options, results);
      },
    };
  }

  async answer(key: string): Promise<Uint8Array | null> {
    return this.answers.get(key) ?? this.disk.answer(key);
  }

  keepAnswer(key: string, bytes: Uint8Array): void {
    if (this.answers.size >= MOST_ANSWERS) this.answers.clear();
    this.answers.set(key, bytes);
    if (this.unsaved.size === 0) this.disk.keepAnswer(key, bytes);
  }

  /** At the end of a round; the session goes on. */
  async close(): Promise<void> {
    await Promise.all(this.underway);
    await this.disk.close();
  }

  private store(unit: UnitObject, options: AnalysisOptions, results: KeptResults): void {
    const storing = this.disk
      .results([unit], options)
      .then((store) => store.keepResults(unit.id, results))
      .finally(() => this.underway.delete(storing));
    this.underway.add(storing);
  }

  private isEdited({ files, missed }: Reading): boolean {
    return this.unsaved.size > 0 && [...files, ...missed].some((path) => this.unsaved.has(path));
  }

  private remember(words: string, reading: Reading): void {
    const paths = [...reading.files, ...reading.missed];
    const versions = new Map(paths.map((path) => [path, this.versionOf(path)]));
    this.readings.set(words, { reading, versions });
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
