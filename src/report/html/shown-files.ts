// The sources that the HTML report shows: small files whole, else the lines around findings.
// From the original files to the payload; very long lines are cut, bytes that are not text replaced.

import type { SourceFiles } from '../../findings/source-files.js';

/** Consecutive lines of a file; `first` counts from 1. */
export interface Passage {
  readonly first: number;
  readonly lines: readonly string[];
}

export interface ShownFile {
  readonly name: string;
  readonly passages: readonly Passage[];
}

const SMALL_FILE = 300_000;
const LONGEST_LINE = 2_000;
const AROUND = 30;

export function showFiles(wanted: ReadonlyMap<string, ReadonlySet<number>>, sources: SourceFiles): ShownFile[] {
  return [...wanted].flatMap(([name, lines]): ShownFile[] => {
    const bytes = sources.read(name);
    if (!bytes) return [];
    const all = decodeLines(bytes);
    const size = all.reduce((sum, line) => sum + line.length, 0);
    return [{ name, passages: size <= SMALL_FILE ? [{ first: 1, lines: all }] : choosePassages(all, lines) }];
  });
}

/** Line by line, so that a cut never splits a character. */
function decodeLines(bytes: Uint8Array): string[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return text.split('\n').map((line) => cutLine(line.endsWith('\r') ? line.slice(0, -1) : line));
}

function cutLine(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  return `${line.slice(0, LONGEST_LINE)} … ${line.length - LONGEST_LINE} more characters`;
}

function choosePassages(all: readonly string[], wanted: ReadonlySet<number>): Passage[] {
  const shown = new Set<number>();
  for (const line of wanted) {
    for (let i = Math.max(1, line - AROUND); i <= Math.min(all.length, line + AROUND); i++) shown.add(i);
  }
  const passages: { first: number; lines: string[] }[] = [];
  for (const line of [...shown].sort((a, b) => a - b)) {
    const last = passages.at(-1);
    if (last && last.first + last.lines.length === line) last.lines.push(all[line - 1]!);
    else passages.push({ first: line, lines: [all[line - 1]!] });
  }
  return passages;
}
