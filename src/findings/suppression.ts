// Suppression comments: `// caulk-ignore[leak]: reason`, on the line of the code or above it.
// Read from the original sources when a report is concluded.

import { closestName } from '../base/closest-name.js';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import type { Location } from '../base/source.js';
import { type Comment, findComments } from './comments.js';
import { isRule, type Rule, ruleNames } from './rules.js';

export interface Suppression extends Location {
  readonly rules: readonly Rule[];
  readonly reason: string | null;
  /** The line of code that it applies to: its own, or the next one. */
  readonly covers: number;
}

export interface Suppressions {
  readonly suppressions: readonly Suppression[];
  /** About malformed comments, and comments without a reason. */
  readonly diagnostics: readonly Diagnostic[];
}

const MARK = 'caulk-ignore';
const FORM = /^\s*caulk-ignore\s*\[([^\]]*)\]\s*(?::\s*([\s\S]*?))?\s*$/;

export function readSuppressions(file: string, bytes: Uint8Array): Suppressions {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!source.includes(MARK)) return { suppressions: [], diagnostics: [] };
  const text = source.toString('latin1'); // one character per byte, so that columns count bytes
  const comments = findComments(text);
  const lines = text.split('\n');
  const code = blankComments(text, comments).split('\n');
  const asks = comments.filter((comment) => comment.text.trimStart().startsWith(MARK));
  const results = asks.map((comment) => {
    const before = text.slice(0, comment.at);
    const line = before.split('\n').length;
    const column = comment.at - (before.lastIndexOf('\n') + 1) + 1;
    return readOne({ file, line, column }, comment.text, coveredLine(code, lines, line));
  });
  return {
    suppressions: results.flatMap((result) => result.suppressions),
    diagnostics: results.flatMap((result) => result.diagnostics),
  };
}

function readOne(at: Location, text: string, covers: number): Suppressions {
  const match = FORM.exec(text);
  if (!match) {
    const message = 'malformed suppression comment';
    return { suppressions: [], diagnostics: [diagnostic('bad-suppression', message, at)] };
  }
  const names = match[1]!.split(',').map((name) => name.trim());
  const rules = names.filter(isRule);
  const diagnostics = names.filter((name) => !isRule(name)).map((name) => complainAboutRule(name, at));
  if (rules.length === 0) return { suppressions: [], diagnostics };
  const reason = match[2] ? Buffer.from(match[2], 'latin1').toString('utf8') : null;
  if (reason === null) {
    diagnostics.push(diagnostic('suppression-without-reason', `missing reason for ignoring ${rules.join(', ')}`, at));
  }
  return { suppressions: [{ ...at, rules, reason, covers }], diagnostics };
}

function complainAboutRule(name: string, at: Location): Diagnostic {
  const meant = closestName(name, ruleNames);
  const hint = meant ? `; did you mean \`${meant}\`?` : `; the rules are ${ruleNames.join(', ')}`;
  return diagnostic('bad-suppression', `there is no rule \`${name}\`${hint}`, at);
}

/** Its own line if there is code on it; else the next line with code, if only comments are in between. */
function coveredLine(code: readonly string[], lines: readonly string[], line: number): number {
  let i = line;
  while (i < lines.length && !/\S/.test(code[i - 1]!) && /\S/.test(lines[i - 1]!)) i++;
  return i;
}

function blankComments(text: string, comments: readonly Comment[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const comment of comments) {
    pieces.push(text.slice(end, comment.at), text.slice(comment.at, comment.end).replace(/[^\n]/g, ' '));
    end = comment.end;
  }
  return pieces.join('') + text.slice(end);
}
