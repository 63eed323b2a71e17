// What might mend a finding, before anybody has looked whether it does.
// The contract between the kinds of fixes and src/driver/fix/fix.ts.

import type { LineEdit } from '../../findings/fix.js';
import type { ReportedFinding } from '../../findings/report.js';
import type { Code } from './code.js';

export interface Candidate {
  readonly title: string;
  readonly edits: readonly LineEdit[];
}

/** Candidates for a finding in this file, the best first. */
export type Kind = (finding: ReportedFinding, code: Code) => Candidate[];

/** The code that a message quotes first. */
export const quotedIn = (message: string): string | null => /`([^`]+)`/.exec(message)?.[1] ?? null;

/** A place that can be named again without another effect. */
export const isName = (text: string): boolean => /^\*?\w+(?:(?:->|\.)\w+)*$/.test(text);

export const before = (line: number, ...insert: string[]): LineEdit => ({ line, remove: 0, insert });
export const instead = (line: number, remove: number, ...insert: string[]): LineEdit => ({ line, remove, insert });

/** Statements in front of one, which gets braces if it needs them. */
export const inFront = (code: Code, line: number, statements: readonly string[]): LineEdit[] | null =>
  around(code, line, statements, []);

/** Statements in front of one, and behind it. */
export function around(
  code: Code,
  line: number,
  statements: readonly string[],
  behind: readonly string[],
): LineEdit[] | null {
  const text = code.line(line);
  const indent = code.indent(line);
  const inner = /^(\s*(?:\}\s*)?(?:else\s+)?if\s*\(.*\)\s*|\s*else\s+)(return\b[^;]*;|goto\b[^;]*;)\s*$/.exec(text);
  if (inner && behind.length > 0) return null;
  if (inner) {
    const deeper = code.deeper(indent);
    const head = inner[1]!.trimEnd();
    return [instead(line, 1, `${head} {`, ...[...statements, inner[2]!].map((s) => deeper + s), `${indent}}`)];
  }
  const last = code.endOfStatement(line);
  if (!code.isBareBody(line) && behind.length === 0) return [before(line, ...statements.map((s) => indent + s))];
  if (!code.isBareBody(line))
    return last === null
      ? null
      : [before(line, ...statements.map((s) => indent + s)), before(last + 1, ...behind.map((s) => indent + s))];
  const above = code.codeAbove(line);
  if (last === null || above === null) return null;
  const outer = code.indent(headOf(code, above));
  const body = code.lines.slice(line - 1, last);
  const isFollowed = /^\s*else\b/.test(code.code(last + 1));
  if (code.bracesStand !== 'behind') {
    const brace = code.bracesStand === 'halfway' ? indent : outer;
    const deeper = brace === outer ? indent : code.deeper(brace);
    const moved = body.map((l) => (l.startsWith(indent) ? deeper + l.slice(indent.length) : l));
    const [added, then] = [statements, behind].map((some) => some.map((s) => deeper + s)) as [string[], string[]];
    return [instead(line, last - line + 1, `${brace}{`, ...added, ...moved, ...then, `${brace}}`)];
  }
  const opened = instead(above, 1, `${code.line(above).trimEnd()} {`);
  const added = statements.map((s) => indent + s);
  const then = behind.map((s) => indent + s);
  const closed = isFollowed
    ? instead(last + 1, 1, ...then, `${outer}} ${code.line(last + 1).trimStart()}`)
    : before(last + 1, ...then, `${outer}}`);
  return [opened, before(line, ...added), closed];
}

/** Where the head begins whose parentheses end in this line. */
function headOf(code: Code, line: number): number {
  let i = line;
  while (i > 1 && !/^\s*(?:\}\s*)?(?:if|else|while|for|switch)\b/.test(code.code(i))) i--;
  return i;
}
