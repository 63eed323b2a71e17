// The list of a fleet: a line for each project, its name and its compile database; `#` begins a comment.
// Read by fleet.ts. Paths are relative to the list.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import { printable } from '../base/printable.js';

export interface FleetProject {
  readonly name: string;
  readonly compileCommands: string;
}

/** The name becomes that of a file. */
const LINE = /^([A-Za-z0-9_][\w.+-]*)\s+(\S.*)$/;

export function readFleetList(path: string): readonly FleetProject[] | Diagnostic {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return diagnostic('unreadable-file', `cannot read ${path}: ${(error as Error).message}`);
  }
  const projects = new Map<string, FleetProject>();
  for (const [i, written] of text.split('\n').entries()) {
    const line = written.replace(/(^|\s)#.*/, '').trim();
    if (line === '') continue;
    const [, name, database] = LINE.exec(line) ?? [];
    if (!name || !database) return complain(path, i, `\`${printable(line)}\` is not a name and a compile database`);
    if (projects.has(name)) return complain(path, i, `there are two projects \`${name}\``);
    projects.set(name, { name, compileCommands: resolve(dirname(path), database) });
  }
  return projects.size > 0 ? [...projects.values()] : diagnostic('bad-usage', `there are no projects in ${path}`);
}

const complain = (path: string, line: number, what: string): Diagnostic =>
  diagnostic('bad-usage', `${path}:${line + 1}: ${what}`);
