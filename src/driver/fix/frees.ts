// Candidates for memory that is freed twice, too early, or by the wrong function.
// One of the kinds in kinds.ts.

import type { ReportedFinding } from '../../findings/report.js';
import { before, type Candidate, instead, isName, type Kind, quotedIn } from './candidate.js';
import type { Code } from './code.js';

/** The second call goes; or the pointer is null after the first. */
export const fixDoubleFree: Kind = (finding, code) => {
  const pointer = quotedIn(finding.message);
  if (pointer === null || !isName(pointer)) return [];
  return [...withoutLine(code, finding.line, pointer), ...nullAfter(finding, code)];
};

/** The call that frees moves behind the use; or it is not made at all. */
export const fixUseAfterFree: Kind = (finding, code) => {
  const pointer = quotedIn(finding.message)?.replace(/^\*|->.*$|\[.*$/g, '');
  const freed = freedIn(finding);
  if (!pointer || freed === null) return [];
  return [...moved(finding, code, freed, pointer), ...nullAfter(finding, code), ...withoutLine(code, freed, pointer)];
};

/** The function that belongs to the allocation. */
export const fixMismatch: Kind = ({ message, line }, code) => {
  const [, right, wrong] = /must be released by `(\w+)`, and `(\w+)` releases/.exec(message) ?? [];
  const text = code.line(line);
  const call = wrong === undefined ? null : new RegExp(`\\b${wrong}(?=\\s*\\()`);
  if (right === undefined || !call?.test(text)) return [];
  return [{ title: `Release it by \`${right}\``, edits: [instead(line, 1, text.replace(call, right))] }];
};

/** The line of the trace that frees, in the same file. */
const freedIn = ({ trace, file }: ReportedFinding): number | null =>
  [...trace].reverse().find((step) => step.file === file && /\bfreed here\b/.test(step.message))?.line ?? null;

/** A line that is nothing but one call. */
const isCall = (code: Code, line: number): boolean => /^\s*\w+\s*\([^;]*\)\s*;\s*$/.test(code.code(line));

function withoutLine(code: Code, line: number, pointer: string): Candidate[] {
  if (!isCall(code, line) || code.isBareBody(line)) return [];
  return [{ title: `Free \`${pointer}\` once`, edits: [instead(line, 1)] }];
}

/** By the name that the pointer has there: it may be another function. */
function nullAfter(finding: ReportedFinding, code: Code): Candidate[] {
  const freed = freedIn(finding);
  if (freed === null || code.isBareBody(freed)) return [];
  const [, pointer] = /^\s*\w+\s*\(\s*([\w>.-]+)\s*\)\s*;\s*$/.exec(code.code(freed)) ?? [];
  if (!pointer || !isName(pointer)) return [];
  const edits = [before(freed + 1, `${code.indent(freed)}${pointer} = NULL;`)];
  return [{ title: `Set \`${pointer}\` to null when it is freed`, edits }];
}

function moved({ line }: ReportedFinding, code: Code, freed: number, pointer: string): Candidate[] {
  const last = code.endOfStatement(line);
  const isBefore = freed < line && last !== null && code.indent(freed) === code.indent(line);
  if (!isBefore || !isCall(code, freed) || code.isBareBody(freed) || code.isBareBody(line)) return [];
  if (/^\s*(?:return|goto|break|continue)\b/.test(code.code(line))) return [];
  const edits = [instead(freed, 1), before(last + 1, code.line(freed))];
  return [{ title: `Free \`${pointer}\` after its last use`, edits }];
}
