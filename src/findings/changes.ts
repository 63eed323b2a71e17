// Changed lines, and which findings have to do with them: those in a changed line, and those whose path goes through one.
// Between the diff that driver/check/changed-lines.ts gets from git and the report.

import type { Location } from '../base/source.js';
import type { FunctionEntry, LocatedFinding } from './report.js';

/** First and last line. */
export type LineRange = readonly [first: number, last: number];

/** The changed lines of each file, by absolute path. */
export type ChangedLines = ReadonlyMap<string, readonly LineRange[]>;

export const WHOLE_FILE: LineRange = [1, Number.MAX_SAFE_INTEGER];

export interface ChangeScope {
  readonly changes: ChangedLines;
  readonly functions: readonly FunctionEntry[];
  /** The absolute path of a file as findings name it. */
  readonly pathOf: (file: string) => string;
}

/** A diff without context lines, as `git diff --unified=0` writes it; paths are those of the new files. */
export function readDiff(diff: string): Map<string, LineRange[]> {
  const changes = new Map<string, LineRange[]>();
  let here: LineRange[] = [];
  let left = 0; // lines of a hunk that are still to come: `+++ b/x` may be one
  for (const line of diff.split('\n')) {
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (left > 0) {
      if (/^[-+]/.test(line)) left--;
    } else if (line.startsWith('+++ ')) {
      here = [];
      const name = unquote(line.slice(4).replace(/\t$/, ''));
      if (name.startsWith('b/')) changes.set(name.slice(2), here);
    } else if (hunk) {
      const [removed, first, added] = [Number(hunk[1] ?? 1), Number(hunk[2]), Number(hunk[3] ?? 1)];
      left = removed + added;
      here.push(added > 0 ? [first, first + added - 1] : [first, first + 1]);
    }
  }
  return changes;
}

/** git quotes names with unusual bytes as C does. */
function unquote(name: string): string {
  if (!name.startsWith('"')) return name;
  const bytes = name.slice(1, -1).replace(/\\([0-7]{3}|.)/g, (_, code: string) => {
    const letter = 'abtnvfr'.indexOf(code);
    if (letter >= 0) return String.fromCharCode(7 + letter);
    return /^\d/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : code;
  });
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Where lines were only removed, the lines around them count: the error may be that a `free` is gone. */
export function concernsChange(finding: LocatedFinding, scope: ChangeScope): boolean {
  const { allocation, trace } = finding;
  const places: Location[] = [...(allocation ? [allocation] : []), ...trace, finding];
  return places.some((place, i) => {
    const ranges = scope.changes.get(scope.pathOf(place.file)) ?? [];
    if (ranges.length === 0) return false;
    const [first, last] = passed(places[i - 1] ?? place, place, scope.functions);
    return ranges.some(([from, to]) => from <= last && first <= to);
  });
}

/** The lines between two steps of one function: execution has gone through them. */
function passed(before: Location, place: Location, functions: readonly FunctionEntry[]): LineRange {
  const isOne = before.file === place.file && startOf(before, functions) === startOf(place, functions);
  return isOne ? [Math.min(before.line, place.line), Math.max(before.line, place.line)] : [place.line, place.line];
}

/** The line at which the function around a place begins. */
function startOf({ file, line }: Location, functions: readonly FunctionEntry[]): number {
  let start = 0;
  for (const f of functions) if (f.file === file && f.line <= line && f.line > start) start = f.line;
  return start;
}
