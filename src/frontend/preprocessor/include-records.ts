// What an #include has done in one unit is kept with what it depended on, and done again in another where that is the same.
// Between include.ts, which enters and leaves files, and the journal and output of the reader.

import type { Account } from './journal.js';
import type { Macro } from './macros.js';
import type { Extent, Segment } from './output.js';
import type { Leaning } from './printer.js';
import type { Reader } from './reader.js';
import type { Found, Missing } from './search-path.js';

/** An #include as it went once, from behind the line marker that begins the file to before the one that ends it. */
export interface IncludeRecord {
  /** How the text before bore on it, and the macros that it looked up. */
  readonly entryState: number;
  readonly names: Int32Array;
  readonly found: (Macro | undefined)[];
  /** What it has defined, or undefined. */
  readonly defined: Int32Array;
  readonly meanings: readonly (Macro | undefined)[];
  /** Its text; files that it includes have records of their own. */
  readonly parts: readonly (Segment | IncludeRecord)[];
  readonly read: readonly string[];
  readonly lookups: readonly (Found | Missing)[];
  readonly leaning: Leaning;
  readonly work: number;
  /** How many files deep it includes. */
  readonly depth: number;
}

/** A file being read, of which a record may become. */
export interface Recording {
  readonly key: string;
  readonly path: string;
  readonly entryState: number;
  readonly level: number;
  readonly work: number;
  readonly parts: (Segment | IncludeRecord)[];
  readonly read: number;
  readonly lookups: number;
  /** Where the part begins that is not in `parts` yet. */
  from: Extent;
  deepest: number;
  /** It depends on nothing but macros, so that it can be kept. */
  isKept: boolean;
}

/** Of one header: more are as good as none. */
const MOST_VARIANTS = 32;
/** In all records together; a token takes about 20 bytes. */
const MOST_TOKENS = 4_000_000;

export class IncludeRecords {
  private readonly records = new Map<string, IncludeRecord[]>();
  /** The files that they are made of. */
  private readonly paths = new Set<string>();
  private tokens = 0;

  /** The first that is suitable, which is looked at first from now on. */
  find(key: string, isSuitable: (record: IncludeRecord) => boolean): IncludeRecord | null {
    const known = this.records.get(key) ?? NONE;
    const i = known.findIndex(isSuitable);
    if (i < 0) return null;
    const [record] = known.splice(i, 1);
    known.unshift(record!);
    return record!;
  }

  keep({ key, path }: Recording, record: IncludeRecord): void {
    for (const part of record.parts) if ('kinds' in part) this.tokens += part.kinds.length;
    if (this.tokens > MOST_TOKENS) this.forget();
    this.paths.add(path);
    for (const other of record.read) this.paths.add(other);
    const known = this.records.get(key);
    if (!known) this.records.set(key, [record]);
    else {
      known.unshift(record);
      known.length = Math.min(known.length, MOST_VARIANTS);
    }
  }

  isMadeOf(path: string): boolean {
    return this.paths.has(path);
  }

  forget(): void {
    this.records.clear();
    this.paths.clear();
    this.tokens = 0;
  }
}

const NONE: IncludeRecord[] = [];

/** Does again what the file did when everything it looks at was as it is now; false if that never was. */
export function repeat(r: Reader, key: string, deepest: number): boolean {
  const state = r.printer.entryState();
  const record = r.records.find(key, (one) => one.entryState === state && isSame(r, one));
  if (!record || r.stack.length + record.depth > deepest) return false;
  r.spend(record.work);
  if (r.stopped) return true;
  const around = r.recordings.at(-1);
  if (around) {
    endPart(r, around);
    around.parts.push(record);
    around.deepest = Math.max(around.deepest, r.stack.length + record.depth);
    for (let i = 0; i < record.names.length; i++) r.lookUp(record.names[i]!);
  }
  write(r, record);
  if (around) around.from = r.printer.output.extent();
  for (let i = 0; i < record.defined.length; i++) r.define(record.defined[i]!, record.meanings[i]);
  r.read.push(...record.read);
  r.lookups.push(...record.lookups);
  r.printer.lean(record.leaning);
  return true;
}

/** What differs once is looked at first the next time. */
function isSame({ macros }: Reader, { names, found }: IncludeRecord): boolean {
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    const macro = found[i];
    if (macros[name] === macro) continue;
    names[i] = names[0]!;
    found[i] = found[0];
    names[0] = name;
    found[0] = macro;
    return false;
  }
  return true;
}

function write(r: Reader, { parts }: IncludeRecord): void {
  for (const part of parts) {
    if ('kinds' in part) r.printer.output.paste(part);
    else write(r, part);
  }
}

/** A file begins; its line marker has been written. */
export function beginRecording(r: Reader, key: string, path: string): void {
  const from = r.printer.output.extent();
  const around = r.recordings.at(-1);
  if (around) endPart(r, around);
  r.recordings.push({
    ...{ key, path, entryState: r.printer.entryState(), level: r.stack.length, work: r.work, parts: [] },
    ...{ read: r.read.length, lookups: r.lookups.length, from, deepest: r.stack.length, isKept: true },
  });
  r.journal.open();
}

function endPart(r: Reader, recording: Recording): void {
  if (!recording.isKept) return;
  const here = r.printer.output.extent();
  if (here.end > recording.from.end) recording.parts.push(r.printer.output.cut(recording.from, here));
}

/** A file ends; the line marker behind it has not been written. */
export function endRecording(r: Reader): void {
  const recording = r.recordings.pop()!;
  const around = r.recordings.at(-1);
  endPart(r, recording);
  if (recording.isKept) {
    const record = recordOf(r, recording, r.journal.account());
    r.records.keep(recording, record);
    around?.parts.push(record);
  }
  r.journal.close();
  if (!around) return;
  around.from = r.printer.output.extent();
  around.deepest = Math.max(around.deepest, recording.deepest);
}

function recordOf(r: Reader, recording: Recording, { names, found, defined }: Account): IncludeRecord {
  return {
    ...{ entryState: recording.entryState, names, found: [...found], defined },
    meanings: Array.from(defined, (name) => r.macros[name]),
    parts: recording.parts,
    read: [...new Set(r.read.slice(recording.read))],
    lookups: [...new Set(r.lookups.slice(recording.lookups))],
    leaning: r.printer.leaning(),
    work: r.work - recording.work,
    depth: recording.deepest - recording.level,
  };
}

/** Something depends on more than macros: the files being read are not recorded. */
export function keepNoRecord(r: Reader): void {
  for (const recording of r.recordings) recording.isKept = false;
}
