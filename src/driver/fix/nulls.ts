// Candidates for null pointers and unchecked allocations: a test, which leaves the function in the way in which its other tests do.
// One of the kinds in kinds.ts.

import { before, type Candidate, inFront, isName, type Kind, quotedIn } from './candidate.js';
import type { Code } from './code.js';

/** Behind the assignment that may give null, else in front of the use. */
export const fixNull: Kind = (finding, code) => {
  const pointer = quotedIn(finding.message)?.replace(/^\*|->.*$|\[.*$/g, '');
  const around = code.functionAround(finding.line);
  if (!pointer || !isName(pointer) || !around) return [];
  const source =
    finding.rule === 'unchecked-allocation' ? assignmentOf(code, pointer, around.first, finding.line) : null;
  const cleanup = releasesBehind(code, finding.line, around.last);
  const ways = waysToFail(code, around, finding.line);
  const leaving = [...ways.map((way) => [way]), ...(cleanup.length > 0 ? ways.map((way) => [...cleanup, way]) : [])];
  return leaving.flatMap((way) => {
    const behind = source === null ? [] : behindLine(code, source, pointer, way);
    return [...behind, ...inFrontOf(code, finding.line, pointer, way)];
  });
};

const titleOf = (pointer: string, way: readonly string[]): string =>
  `Test \`${pointer}\`: ${way.join(' ')} if it is null`;

function test(code: Code, pointer: string, way: readonly string[], indent: string): string[] {
  const head = `${indent}${code.ifWord}${code.testForNull(pointer)})`;
  const { bracesStand } = code;
  const brace = bracesStand === 'halfway' ? code.deeper(indent) : indent;
  const inner = code.deeper(way.length > 1 ? brace : indent);
  const body = way.map((statement) => inner + statement);
  if (way.length === 1) return [head, ...body];
  return bracesStand === 'behind' ? [`${head} {`, ...body, `${indent}}`] : [head, `${brace}{`, ...body, `${brace}}`];
}

function behindLine(code: Code, line: number, pointer: string, way: readonly string[]): Candidate[] {
  const last = code.endOfStatement(line);
  if (last === null || code.isBareBody(line)) return [];
  return [{ title: titleOf(pointer, way), edits: [before(last + 1, ...test(code, pointer, way, code.indent(line)))] }];
}

function inFrontOf(code: Code, line: number, pointer: string, way: readonly string[]): Candidate[] {
  const start = code.startOfStatement(line);
  if (/^\s*(?:else|case|default|\})/.test(code.code(start))) return [];
  const edits = inFront(code, start, test(code, pointer, way, ''));
  return edits ? [{ title: titleOf(pointer, way), edits }] : [];
}

/** The calls that release memory on the usual way out, behind a line and beside it. */
function releasesBehind(code: Code, line: number, last: number): string[] {
  const indent = code.indent(code.startOfStatement(line));
  const calls = code.lines.slice(line, last).filter((_, i) => code.indent(line + 1 + i) === indent);
  return calls
    .map((text) => text.trim())
    .filter((text) => /^\w*(?:free|close|destroy|release|unref)\w*\s*\([^;]*\);$/i.test(text));
}

/** The last assignment to the pointer above. */
function assignmentOf(code: Code, pointer: string, first: number, line: number): number | null {
  const pattern = new RegExp(`(?:^|[^\\w>.])${pointer.replace(/[.>-]/g, '\\$&')}\\s*=(?!=)`);
  for (let i = line; i >= first; i--) if (pattern.test(code.code(i))) return i;
  return null;
}

/** How other tests for null leave the function, the nearest first; else a value that its `return`s know. */
function waysToFail(
  code: Code,
  { first, last }: { readonly first: number; readonly last: number },
  line: number,
): string[] {
  const ways: { way: string; far: number }[] = [];
  for (let i = first; i <= last; i++) {
    const text = code.plain.slice(i - 1, i + 3).join(' ');
    const [, way] =
      /^\s*if\s*\((?:\s*!\s*[\w>.-]+\s*|[^;{}]*==\s*(?:NULL|0)\s*|\s*NULL\s*==[^;{}]*)\)\s*\{?\s*((?:return\b[^;]*|goto\s+\w+|continue|break);)/.exec(
        text,
      ) ?? [];
    if (way) ways.push({ way: way.replace(/\s+/g, ' '), far: Math.abs(i - line) });
  }
  const known = ways.sort((a, b) => a.far - b.far).map(({ way }) => way);
  const returns = code.plain
    .slice(first - 1, last)
    .flatMap((l) => /\breturn\s*(?:-\s*1|NULL|false|0)?\s*;/.exec(l)?.[0] ?? []);
  const failing = returns.filter((way) => /-|NULL|false|return\s*;/.test(way));
  const head = code.plain.slice(Math.max(0, first - 4), first).join(' ');
  const fallback = usualFailure(head, code.plain.join('\n'));
  return [...new Set([...known, ...failing, ...fallback])].slice(0, 3);
}

/** By the type of the function: null, or -1 if other functions of the file return that. */
function usualFailure(head: string, text: string): string[] {
  if (/\bvoid\s+\w+\s*\(/.test(head)) return ['return;'];
  if (/\*\s*\w+\s*\([^;{}]*\)\s*\{?\s*$/.test(head)) return ['return NULL;'];
  return /\bint\s+\w+\s*\(/.test(head) && /\breturn\s+-1\s*;/.test(text) ? ['return -1;'] : [];
}
