// Candidates for leaks: release on the way out, by the label that does it already, before overwriting, with the record that holds it;
// a temporary for `realloc`. One of the kinds in kinds.ts.

import type { ReportedFinding } from '../../findings/report.js';
import { around, before, type Candidate, inFront, instead, isName, type Kind, quotedIn } from './candidate.js';
import type { Code } from './code.js';
import { releasesOf } from './deallocators.js';

export const fixLeak: Kind = (finding, code) => {
  const pointer = quotedIn(finding.message);
  if (pointer === null || !isName(pointer)) return [];
  const grown = growth(finding, code, pointer);
  if (grown.length > 0) return grown;
  const destructor = destructorOf(code, finding.line, pointer);
  if (destructor !== null) return inDestructor(code, destructor);
  const { allocation } = finding;
  const releases = releasesOf(code, pointer, allocation?.file === finding.file ? allocation.line : null);
  return [
    ...byLabel(finding, code, pointer),
    ...releases.flatMap((release) => [
      ...unlinking(finding, code, pointer, release),
      ...releasing(finding, code, pointer, release),
    ]),
    ...releases.flatMap((release) => releasing(finding, code, pointer, `${code.ifWord}${pointer}) ${release}`)),
  ];
};

/** `p` has been given to a function that by its name releases it, and yet is lost: the function forgets it. */
function destructorOf(code: Code, line: number, pointer: string): string | null {
  const around = code.functionAround(line);
  if (!around || !/^\w+$/.test(pointer)) return null;
  const call = new RegExp(
    `^\\s*(\\w*(?:free|close|destroy|release|delete|dispose)\\w*)\\s*\\(\\s*${pointer}\\s*[,)]`,
    'i',
  );
  const calls = code.plain.slice(around.first - 1, line).flatMap((text) => call.exec(text)?.[1] ?? []);
  return calls.find((name) => code.plain.some((text) => definitionOf(name).test(text))) ?? null;
}

const definitionOf = (name: string): RegExp => new RegExp(`^(?:[\\w\\s*]*[\\s*])?${name}\\s*\\(([^;]*)$`);

/** At its end, by the name of its first parameter. */
function inDestructor(code: Code, name: string): Candidate[] {
  const at = code.plain.findIndex((text) => definitionOf(name).test(text)) + 1;
  const [, parameters = ''] = definitionOf(name).exec(code.code(at)) ?? [];
  const [, parameter] = /^[^,)]*?\*\s*(\w+)\s*[,)]/.exec(parameters) ?? [];
  const open = code.plain.findIndex((text, i) => i + 1 >= at && text.includes('{')) + 1;
  const body = open > 0 ? code.functionAround(open) : null;
  if (parameter === undefined || !body || body.first !== open) return [];
  const last = code.codeAbove(body.last);
  const indent = last === null || last <= open ? code.deeper('') : code.indent(last);
  const releases = releasesOf(code, parameter, null).filter((release) => !release.startsWith(name));
  return releases.map((release) => ({
    title: `Release \`${parameter}\` in \`${name}\`: ${release}`,
    edits: [before(body.last, indent + release)],
  }));
}

/** In front of the statement where the last pointer goes. */
function releasing({ line }: ReportedFinding, code: Code, pointer: string, release: string): Candidate[] {
  const title = `Release \`${pointer}\`: ${release}`;
  const text = code.code(line);
  if (/^\s*\}\s*$/.test(text)) {
    const above = code.codeAbove(line);
    const inside = above === null || code.indent(above) === '' ? code.deeper(code.indent(line)) : code.indent(above);
    return [{ title, edits: [before(line, inside + release)] }];
  }
  const start = code.startOfStatement(line);
  if (isUsed(code, start, pointer)) return afterUse(code, start, pointer, release);
  const edits = inFront(code, start, [release]);
  return edits ? [{ title, edits }] : [];
}

/** `p = p->next;`: the record is released when its successor has been read. */
function unlinking({ line }: ReportedFinding, code: Code, pointer: string, release: string): Candidate[] {
  const [, target, value = ''] = /^\s*([^=]+?)\s*=(?!=)\s*(.*);\s*$/.exec(code.code(line)) ?? [];
  if (target !== pointer || !value.includes(pointer)) return [];
  const name = code.text.includes('unlinked') ? 'released' : 'unlinked';
  const edits = around(code, line, [`void *${name} = ${pointer};`], [release.replace(pointer, name)]);
  return edits ? [{ title: `Release \`${pointer}\` when its successor has been read`, edits }] : [];
}

/** Does a `return` read the pointer? */
function isUsed(code: Code, line: number, pointer: string): boolean {
  const [root] = pointer.match(/\w+/)!;
  return /^\s*return\b/.test(code.code(line)) && new RegExp(`\\b${root}\\b`).test(code.code(line));
}

/** `return f(p);`: the value is kept while `p` is released. Only where the function returns a number. */
function afterUse(code: Code, line: number, pointer: string, release: string): Candidate[] {
  const [, value] = /^\s*return\s+(.*);\s*$/.exec(code.line(line)) ?? [];
  const around = code.functionAround(line);
  const head = around ? code.plain.slice(Math.max(0, around.first - 4), around.first).join(' ') : '';
  const [, type] =
    /\b((?:unsigned\s+)?(?:int|long|short|char)|bool|size_t|ssize_t)\s+\w+\s*\([^;{}]*\)\s*\{?\s*$/.exec(head) ?? [];
  if (value === undefined || !type || code.isBareBody(line)) return [];
  const indent = code.indent(line);
  const edits = [instead(line, 1, `${indent}${type} result = ${value};`, indent + release, `${indent}return result;`)];
  return [{ title: `Release \`${pointer}\` after its last use: ${release}`, edits }];
}

/** `return -1;` where a label further down releases the pointer: `goto` it, as other ways out do. */
function byLabel({ line }: ReportedFinding, code: Code, pointer: string): Candidate[] {
  const around = code.functionAround(line);
  const [, value] = /^\s*return\b\s*(.*?)\s*;\s*$/.exec(code.code(line)) ?? [];
  if (!around || value === undefined) return [];
  const used = new Set(
    code.plain.slice(around.first - 1, around.last).flatMap((l) => /\bgoto\s+(\w+)/.exec(l)?.[1] ?? []),
  );
  for (let i = line + 1; i < around.last; i++) {
    const [, label] = /^\s*(\w+)\s*:(?!:)/.exec(code.code(i)) ?? [];
    if (!label || !used.has(label)) continue;
    const tail = code.plain.slice(i - 1, around.last);
    if (!tail.some((l) => /free|close|destroy|release/i.test(l) && l.includes(pointer))) continue;
    const [, result] = /\breturn\s*\(?\s*(\w+)\s*\)?\s*;/.exec(tail.join('\n')) ?? [];
    const set =
      value === '' || result === value ? [] : result && /^[a-z_]\w*$/i.test(result) ? [`${result} = ${value};`] : null;
    if (!set) continue;
    const indent = code.indent(line);
    const title = `Leave by \`goto ${label}\`, which releases \`${pointer}\``;
    if (set.length === 0) return [{ title, edits: [instead(line, 1, `${indent}goto ${label};`)] }];
    if (!code.isBareBody(line))
      return [{ title, edits: [instead(line, 1, indent + set[0]!, `${indent}goto ${label};`)] }];
  }
  return [];
}

/** `p = realloc(p, n)`: the old block is released if there is no new one. */
function growth({ line }: ReportedFinding, code: Code, pointer: string): Candidate[] {
  const start = code.startOfStatement(line);
  const last = code.endOfStatement(start);
  if (last === null || code.isBareBody(start)) return [];
  const statement = code.lines.slice(start - 1, last).join('\n');
  const match =
    /^(\s*)([\w>.-]+)\s*=\s*(?:\([^()]*\)\s*)?((?:x?realloc|reallocarray|recallocarray)\s*\([\s\S]*\))\s*;\s*$/.exec(
      statement,
    );
  if (!match || match[2] !== pointer) return [];
  const [, indent, , call] = match;
  const name = code.text.includes('grown') ? 'larger' : 'grown';
  const [release] = releasesOf(code, pointer, null);
  const edits = [
    instead(
      start,
      last - start + 1,
      ...`${indent}void *${name} = ${call};`.split('\n'),
      `${indent}${code.ifWord}${code.testForNull(name)})`,
      `${code.deeper(indent!)}${release}`,
      `${indent}${pointer} = ${name};`,
    ),
  ];
  return [{ title: `Release \`${pointer}\` if \`realloc\` fails`, edits }];
}
