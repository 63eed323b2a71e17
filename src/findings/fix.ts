// A fix of a finding: lines that are replaced in one file, and how it is shown, as a diff.
// Made by src/driver/fix; shown by reports, written by `caulk fix --apply` and by editors.

/** In order, and without overlaps. Lines count from 1, in the text before. */
export interface LineEdit {
  readonly line: number;
  /** How many lines are replaced; 0: the new ones come before the line. */
  readonly remove: number;
  readonly insert: readonly string[];
}

export interface Fix {
  /** What it does, in a few words. */
  readonly title: string;
  readonly file: string;
  readonly edits: readonly LineEdit[];
  /** As a person reads it. */
  readonly diff: string;
}

/** Whatever ends the lines of the text ends the new ones. */
export function applyEdits(text: string, edits: readonly LineEdit[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(end);
  for (const { line, remove, insert } of [...edits].reverse()) lines.splice(line - 1, remove, ...insert);
  return lines.join(end);
}

const CONTEXT = 3;

/** A unified diff, as `patch` takes it. */
export function diffOf(file: string, text: string, edits: readonly LineEdit[]): string {
  const lines = text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');
  let shift = 0;
  const hunks = groupsOf(edits).map((group) => {
    const first = Math.max(1, group[0]!.line - CONTEXT);
    const last = Math.min(lines.length, group.at(-1)!.line + group.at(-1)!.remove - 1 + CONTEXT);
    const rows: string[] = [];
    let at = first;
    for (const { line, remove, insert } of group) {
      rows.push(...lines.slice(at - 1, line - 1).map((l) => ` ${l}`));
      rows.push(...lines.slice(line - 1, line - 1 + remove).map((l) => `-${l}`), ...insert.map((l) => `+${l}`));
      at = line + remove;
    }
    rows.push(...lines.slice(at - 1, last).map((l) => ` ${l}`));
    const added = group.reduce((sum, { remove, insert }) => sum + insert.length - remove, 0);
    const size = last - first + 1;
    const head = `@@ -${first},${size} +${first + shift},${size + added} @@`;
    shift += added;
    return [head, ...rows].join('\n');
  });
  return `--- a/${file}\n+++ b/${file}\n${hunks.join('\n')}\n`;
}

/** Edits whose contexts meet are one hunk. */
function groupsOf(edits: readonly LineEdit[]): LineEdit[][] {
  const groups: LineEdit[][] = [];
  for (const edit of edits) {
    const last = groups.at(-1)?.at(-1);
    if (last && edit.line - (last.line + last.remove) <= 2 * CONTEXT) groups.at(-1)!.push(edit);
    else groups.push([edit]);
  }
  return groups;
}
