// Preconditions in comments above a function: `// caulk-requires: list(p), cyclic(q), shares(p, q)`.
// Read from the original sources before an engine starts from that function.

import { closestName } from '../base/closest-name.js';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import type { Location } from '../base/source.js';
import { REQUIREMENT_KINDS, type Requirement, type RequirementKind } from '../engines/engine.js';
import { findComments } from './comments.js';

export interface Requirements {
  readonly requirements: readonly Requirement[];
  /** About malformed comments. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The function: the position of its definition, and the names of its parameters. */
export interface RequiringFunction {
  readonly line: number;
  readonly pointers: readonly string[];
}

const MARK = 'caulk-requires';
const TERM = /^([\w-]+)\s*\(\s*([\w\s,]*?)\s*\)$/;

/** The number of parameters of each kind of requirement. */
const ARITY: Readonly<Record<RequirementKind, number>> = {
  list: 1,
  tree: 1,
  cyclic: 1,
  graph: 1,
  nonnull: 1,
  null: 1,
  shares: 2,
  same: 2,
};

const isKind = (name: string): name is RequirementKind => (REQUIREMENT_KINDS as readonly string[]).includes(name);

export function readRequirements(file: string, bytes: Uint8Array, f: RequiringFunction): Requirements {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!source.includes(MARK)) return { requirements: [], diagnostics: [] };
  const text = source.toString('latin1'); // one character per byte, so that columns count bytes
  const comments = findComments(text).map((c) => ({ ...c, ...placeOf(text, c.at), last: placeOf(text, c.end).line }));
  const above = commentsAbove(comments, text.split('\n'), f.line);
  const asking = above.filter((c) => c.text.trimStart().startsWith(MARK));
  const read = asking.map((c) => readOne({ file, line: c.line, column: c.column }, c.text, f));
  return {
    requirements: read.flatMap((r) => r.requirements),
    diagnostics: read.flatMap((r) => r.diagnostics),
  };
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

/** The comments directly above; only comments, blank lines and the first lines of the definition may be in between. */
function commentsAbove<C extends { readonly line: number; readonly last: number }>(
  comments: readonly C[],
  lines: readonly string[],
  line: number,
): C[] {
  const found: C[] = [];
  for (let at = line - 1; at > 0; at--) {
    const here = comments.find((c) => c.line <= at && at <= c.last);
    if (here && !found.includes(here)) found.push(here);
    if (!here && /[;{}#]/.test(lines[at - 1]!)) break;
  }
  return found.reverse();
}

function readOne(at: Location, text: string, f: RequiringFunction): Requirements {
  const body = /^\s*caulk-requires\s*:([\s\S]*)$/.exec(text)?.[1];
  if (!body?.trim()) return refuse('malformed caulk-requires comment', at);
  const read = splitTerms(body).map((term) => readTerm(term, f, at));
  return {
    requirements: read.flatMap((r) => r.requirements),
    diagnostics: read.flatMap((r) => r.diagnostics),
  };
}

/** At commas that are not inside parentheses. */
const splitTerms = (text: string): string[] =>
  text
    .split(/,(?![^(]*\))/)
    .map((t) => t.trim())
    .filter((t) => t !== '');

function readTerm(term: string, f: RequiringFunction, at: Location): Requirements {
  const match = TERM.exec(term);
  if (!match) return refuse(`\`${term}\` is not of the form kind(parameter)`, at);
  const [, kind, inner] = match as unknown as [string, string, string];
  if (!isKind(kind)) {
    const meant = closestName(kind, REQUIREMENT_KINDS);
    const hint = meant ? `; did you mean \`${meant}\`?` : `; known are ${REQUIREMENT_KINDS.join(', ')}`;
    return refuse(`there is no requirement \`${kind}\`${hint}`, at);
  }
  const params = inner.split(',').map((p) => p.trim());
  if (params.length !== ARITY[kind]) return refuse(`\`${kind}\` takes ${ARITY[kind]} parameter(s)`, at);
  const strange = params.find((p) => !f.pointers.includes(p));
  if (strange !== undefined) return refuse(`\`${strange}\` is not a pointer parameter of the function`, at);
  return { requirements: [{ kind, params }], diagnostics: [] };
}

const refuse = (message: string, at: Location): Requirements => ({
  requirements: [],
  diagnostics: [diagnostic('bad-requirement', message, at)],
});
