// The files of a run: which paths there are, and their tokens; each is looked at, read and lexed once.
// Shared by all units that one thread preprocesses. What changes on the disk meanwhile is not seen before `revise`.

import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import type { UnsavedTexts } from '../compile-job.js';
import type { Dialect } from './dialect.js';
import type { Spellings } from './spellings.js';
import type { TokenFile } from './token-file.js';
import { tokenize } from './tokenize.js';

export interface Look {
  readonly kind: 'file' | 'directory';
  /** Of the disk, by device and number. */
  readonly identity: string;
  readonly size: number;
  readonly time: number;
}

/** The paths whose content is another; whether a path leads to something else, or to nothing: searches may end elsewhere. */
export interface Revision {
  readonly changed: readonly string[];
  readonly isMoved: boolean;
}

export class FileTable {
  private readonly looks = new Map<string, Look | null>();
  private readonly lexed = new Map<Dialect, Map<string, TokenFile | null>>();
  private readonly contents = new Map<string, string>();
  /** They come before what is on the disk. */
  private texts: UnsavedTexts = new Map();

  constructor(private readonly spellings: Spellings) {}

  /** Forgets what has changed, on the disk or in the texts. */
  revise(texts: UnsavedTexts): Revision {
    const changed: string[] = [];
    if (texts === this.texts) return { changed, isMoved: false };
    const before = this.texts;
    this.texts = texts;
    let isMoved = false;
    for (const [path, look] of this.looks) {
      const now = this.lookAt(path);
      const isSame = now?.identity === look?.identity && now?.kind === look?.kind;
      if (!isSame) isMoved = true;
      if (isSame && now?.size === look?.size && now?.time === look?.time && isEqual(before.get(path), texts.get(path)))
        continue;
      changed.push(path);
      this.looks.set(path, now);
      this.contents.delete(path);
      for (const files of this.lexed.values()) files.delete(path);
    }
    return { changed, isMoved };
  }

  /** Null if there is neither a file nor a directory. */
  look(path: string): Look | null {
    let look = this.looks.get(path);
    if (look === undefined) {
      look = this.lookAt(path);
      this.looks.set(path, look);
    }
    return look;
  }

  isFile(path: string): boolean {
    return this.look(path)?.kind === 'file';
  }

  /** Null if it cannot be read. `dialect` is one object for equal dialects. */
  tokens(path: string, dialect: Dialect): TokenFile | null {
    let files = this.lexed.get(dialect);
    if (!files) {
      files = new Map();
      this.lexed.set(dialect, files);
    }
    let file = files.get(path);
    if (file === undefined) {
      this.look(path); // so that `revise` knows what has been read
      const bytes = this.readBytes(path);
      file = bytes && tokenize(bytes, this.spellings, dialect);
      files.set(path, file);
    }
    return file;
  }

  /** Equal for files that `#pragma once` takes for the same: of the same time and content. */
  content(path: string): string {
    let content = this.contents.get(path);
    if (content === undefined) {
      const look = this.look(path);
      const bytes = this.readBytes(path);
      content = look && bytes ? `${look.time} ${createHash('sha256').update(bytes).digest('hex')}` : path;
      this.contents.set(path, content);
    }
    return content;
  }

  private lookAt(path: string): Look | null {
    const text = this.texts.get(path);
    const look = lookAt(path);
    if (!text) return look;
    return { kind: 'file', identity: look?.identity ?? `unsaved ${path}`, size: text.length, time: look?.time ?? 0 };
  }

  private readBytes(path: string): Uint8Array | null {
    return this.texts.get(path) ?? readBytes(path);
  }
}

const isEqual = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.compare(one, other) === 0);

function lookAt(path: string): Look | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  if (!stat.isFile() && !stat.isDirectory()) return null;
  const { dev, ino, size, mtimeMs } = stat;
  return { kind: stat.isFile() ? 'file' : 'directory', identity: `${dev}:${ino}`, size, time: mtimeMs };
}

function readBytes(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** The path without links and `..`, if that is shorter. */
export function shorterPath(path: string): string {
  try {
    const real = realpathSync(path);
    return real.length < path.length ? real : path;
  } catch {
    return path;
  }
}
