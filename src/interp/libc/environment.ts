// The environment of the process: getenv, setenv, putenv and related functions.
// Natives; it is a list of pointers to strings `name=value`, some of which (putenv) are the program's own.

import type { NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { encodeText } from './encoding.js';
import { EINVAL, libraryObject, refuse } from './errno.js';
import { bytesOf, readText, writePointer, writeText } from './strings.js';

function makeEntry(m: Machine, text: string): number {
  const pointer = m.memory.allocateZeroed(text.length + 1, 'library', null, null);
  writeText(m, pointer, bytesOf(text));
  return pointer;
}

function entries(m: Machine): Int[] {
  const { process } = m;
  process.variables ??= [...process.environment].map(([name, value]) => makeEntry(m, encodeText(`${name}=${value}`)));
  return process.variables;
}

/** The variable `environ`. */
export function environmentVariable(m: Machine): number {
  const variable = libraryObject(m, ENVIRON, m.pointerSize);
  publish(m);
  return variable;
}

const ENVIRON = 'environ';

/** If the program looks at `environ`, it gets a new array whenever the environment changes. */
function publish(m: Machine): void {
  const variable = m.process.objects.get(ENVIRON);
  if (variable === undefined) return;
  const array = m.memory.allocateZeroed((entries(m).length + 1) * m.pointerSize, 'library', null, null);
  for (const [i, entry] of entries(m).entries()) writePointer(m, array + i * m.pointerSize, entry);
  writePointer(m, variable, array);
}

/** The entries are read anew each time: the program may have changed or freed a string that it gave to putenv. */
const indexOf = (m: Machine, name: string): number =>
  entries(m).findIndex((entry) => readText(m, entry).startsWith(`${name}=`));

function put(m: Machine, name: string, entry: Int): void {
  const at = indexOf(m, name);
  if (at < 0) entries(m).push(entry);
  else entries(m)[at] = entry;
  publish(m);
}

function drop(m: Machine, name: string): void {
  for (let at = indexOf(m, name); at >= 0; at = indexOf(m, name)) entries(m).splice(at, 1);
  publish(m);
}

/** The name of a variable; null if no variable can be called so. */
function readName(m: Machine, pointer: Value): string | null {
  const name = pointer === 0 ? '' : readText(m, pointer as Int);
  return name === '' || name.includes('=') ? null : name;
}

export const environment: NativeTable = {
  getenv: (m, [pointer]) => {
    const name = readText(m, pointer as Int);
    const at = name === '' ? -1 : indexOf(m, name);
    if (at < 0) m.options.coverage?.missed('variable', name);
    return at < 0 ? 0 : (entries(m)[at] as number) + name.length + 1;
  },
  secure_getenv: (m, args, site, f) => environment.getenv!(m, args, site, f),
  setenv: (m, [pointer, value, overwrite]) => {
    const name = readName(m, pointer!);
    if (name === null) return refuse(m, EINVAL, -1);
    const text = readText(m, value as Int);
    if (overwrite !== 0 || indexOf(m, name) < 0) put(m, name, makeEntry(m, `${name}=${text}`));
    return 0;
  },
  unsetenv: (m, [pointer]) => {
    const name = readName(m, pointer!);
    if (name === null) return refuse(m, EINVAL, -1);
    drop(m, name);
    return 0;
  },
  putenv: (m, [pointer]) => {
    const text = readText(m, pointer as Int);
    m.escaped.add(pointer!);
    const end = text.indexOf('=');
    if (end < 0) drop(m, text);
    else put(m, text.slice(0, end), pointer as Int);
    return 0;
  },
  clearenv: (m) => {
    m.process.variables = [];
    publish(m);
    return 0;
  },
};
