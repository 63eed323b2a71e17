// #include and its like: which file is meant, whether it must be read again, and entering and leaving it.
// Called by directives.ts; search-path.ts finds the files.

import { basename } from 'node:path';
import { nextReal, nextToken } from './expand.js';
import { beginRecording, endRecording, keepNoRecord, repeat } from './include-records.js';
import { isReadOnce, readOnce } from './once.js';
import { type Entered, isPadding, type Reader } from './reader.js';
import { besides, type Found, type Missing, type Where } from './search-path.js';
import { Origin, S, SHIFT, Sort, WHITE } from './spellings.js';
import { D, type Directive, type TokenFile } from './token-file.js';

/** As deep as gcc goes. */
const DEEPEST_INCLUDES = 200;

export interface Header {
  readonly name: string;
  readonly form: 'quoted' | 'angled';
}

/** The header that a token names, alone or with those behind it: `<` … `>`, after replacement. */
export function readHeader(r: Reader, token: number): Header | null {
  const id = token >> SHIFT;
  const sort = r.spellings.sorts[id];
  const text = r.spellings.text(id);
  if (sort === Sort.Header) return { name: text.slice(1, -1), form: 'angled' };
  if (sort === Sort.String) return text.startsWith('"') ? { name: text.slice(1, -1), form: 'quoted' } : null;
  if (id !== S.Less) return null;
  let name = '';
  for (;;) {
    const next = nextToken(r);
    if (isPadding(next)) continue;
    const spelling = r.spellings.text(next >> SHIFT);
    if (next >> SHIFT === S.End) return null;
    if (spelling === '>') return { name, form: 'angled' };
    name += ((next & WHITE) !== 0 ? ' ' : '') + spelling;
  }
}

/** Null if there is no such file. What was looked at on the way is noted. */
export function findHeader(r: Reader, { name, form }: Header, next: boolean): Found | null {
  const { where, origin } = r.entered!;
  if (next && r.stack.length > 1) return noteMissed(r, r.path.findNext(name, where));
  if (form === 'angled' || name.startsWith('/')) return noteMissed(r, r.path.find(name, form, where));
  return noteMissed(r, r.path.find(name, form, { ...where, origin: firstOrigin(r, where.directory, origin) }));
}

/** Whether the files beside a file are a system's: as it was when such a file was first looked for, like in gcc. */
function firstOrigin(r: Reader, directory: string, origin: Origin): Origin {
  const note = `directory ${directory}`;
  const known = r.noted(note);
  if (known === null) r.note(note, origin);
  return known ?? origin;
}

function noteMissed(r: Reader, found: Found | Missing): Found | null {
  r.lookups.push(found);
  return 'path' in found ? found : null;
}

export function include(r: Reader, { kind, last }: Directive): void {
  const header = readHeader(r, nextReal(r));
  if (header === null) return r.stop('error', '#include expects "FILENAME" or <FILENAME>');
  const found = findHeader(r, header, kind === D.IncludeNext);
  if (!found) return r.stop('error', `${header.name}: there is no such file`);
  const line = last + r.shift;
  if (kind === D.Import) readOnce(r, found.path);
  r.entered!.returnLine = line + 1;
  r.pending = () => enter(r, found, line, kind === D.Import);
}

/** Reads a file next, unless it is guarded against being read again. */
export function enter(r: Reader, found: Found, line: number, imported = false): void {
  const { path, name, where } = found;
  const file = r.files.tokens(path, r.dialect);
  if (!file) return r.stop('error', `${name} cannot be read`);
  if (imported) keepNoRecord(r); // it depends on the files that were read before
  const isKnown = imported && r.read.includes(path);
  r.read.push(path);
  if (file.guard >= 0 && r.lookUp(file.guard) !== undefined && r.noted(endOf(name, where)) !== null) return;
  if ((!imported || isKnown) && isReadOnce(r, path)) return;
  if (r.stack.length > DEEPEST_INCLUDES) {
    return r.stop('limit', `#include nested depth ${r.stack.length} exceeds maximum of ${DEEPEST_INCLUDES}`);
  }
  if (file.refusal) return r.stop('refused', `${file.refusal} in ${name}`);
  r.spend(file.count + FILE_WORK);
  if (r.stopped) return;
  const entered = enteredFile(file, path, name, where);
  entered.origin = Math.max(where.origin, r.entered?.origin ?? Origin.Own); // what system headers include is one, too
  r.printer.enterFile(line, name, entered.origin);
  const key = `${r.path.number} ${where.next} ${entered.origin} ${name} ${path}`;
  const isAlike = !r.printer.isMuted && r.depth === 0 && r.nesting === 0;
  if (isAlike && repeat(r, key, DEEPEST_INCLUDES)) return goBack(r, entered);
  push(r, entered);
  beginRecording(r, key, path);
  if (!isAlike) keepNoRecord(r);
}

/** gcc knows a file again only when it has come to its end. */
const endOf = (name: string, { from }: Where): string => `end ${from} ${name}`;

/** What it costs to begin with a file, in tokens: bounds how often empty files are included. */
const FILE_WORK = 200;

export function push(r: Reader, entered: Entered): void {
  r.suspend();
  r.stack.push(entered);
  r.resume(entered);
}

export const enteredFile = (file: TokenFile, path: string, name: string, where: Where): Entered => ({
  file,
  path,
  name,
  includedAs: name,
  shift: 0,
  origin: where.origin,
  where,
  returnLine: 0,
  pos: 0,
  directive: 0,
  conditions: [],
});

/** At the end of an included file: back to the one that includes it. */
export function leave(r: Reader): void {
  const left = r.stack.pop()!;
  if (left.conditions.length > 0) return r.stop('error', 'unterminated #if');
  endRecording(r);
  r.resume(r.stack.at(-1)!);
  goBack(r, left);
}

/** The file that included `left` goes on. */
function goBack(r: Reader, left: Entered): void {
  if (r.stopped) return;
  const { name, origin, returnLine } = r.stack.at(-1)!;
  r.note(endOf(left.includedAs, left.where));
  r.printer.renameFile(name, origin, returnLine, ' 2');
}

/** A file named on the command line, found as if the working directory included it. */
export function findNamed(r: Reader, name: string): Found | null {
  return noteMissed(r, r.path.find(name, 'quoted', besides('.', Origin.Own)));
}

/** The header that the compiler includes in front of everything. */
export function findPreincluded(r: Reader, name: string): Found | null {
  return noteMissed(r, r.path.find(basename(name), 'angled', r.entered!.where));
}
