// The original source files, read when a report needs a line: for excerpts, fingerprints and suppressions.
// The preprocessed text has lost comments and macros, so reports show the original.

import { readFileSync, statSync } from 'node:fs';

export interface SourceFiles {
  /** The bytes of a file; null if it cannot be shown. */
  read(file: string): Uint8Array | null;
  /** A line without its terminator, counted from 1; null if there is none. */
  line(file: string, line: number): Uint8Array | null;
}

const NEWLINE = 10;
const RETURN = 13;

/** A line marker can name anything; devices, pipes and huge files are not read. */
const LARGEST = 64 << 20;

export function readSourceFile(file: string): Uint8Array | null {
  try {
    const status = statSync(file);
    return status.isFile() && status.size <= LARGEST ? readFileSync(file) : null;
  } catch {
    return null;
  }
}

/** Files are cached. */
export function openSources(read: (file: string) => Uint8Array | null = readSourceFile): SourceFiles {
  const kept = new Map<string, { bytes: Uint8Array; starts: number[] } | null>();
  const open = (file: string) => {
    let entry = kept.get(file);
    if (entry === undefined) {
      const bytes = read(file);
      entry = bytes && { bytes, starts: findLineStarts(bytes) };
      kept.set(file, entry);
    }
    return entry;
  };
  return {
    read: (file) => kept.get(file)?.bytes ?? read(file),
    line: (file, line) => {
      const entry = open(file);
      const start = entry?.starts[line - 1];
      if (!entry || start === undefined) return null;
      let end = (entry.starts[line] ?? entry.bytes.length + 1) - 1;
      if (end > start && entry.bytes[end - 1] === RETURN) end--;
      return entry.bytes.subarray(start, end);
    },
  };
}

function findLineStarts(bytes: Uint8Array): number[] {
  const starts = [0];
  for (let i = bytes.indexOf(NEWLINE); i >= 0; i = bytes.indexOf(NEWLINE, i + 1)) starts.push(i + 1);
  return starts;
}
