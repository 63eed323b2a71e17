// Less common functions on strings: names of errors and signals, versions, paths, options of a word.
// Natives; the common ones are in string-h.ts.

import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { EINVAL, ERANGE, libraryText } from './errno.js';
import { errorNamed, errorText, signalNamed, signalText } from './messages.js';
import { bytesOf, copyOut, readPointer, readText, writeBytes, writePointer, writeText } from './strings.js';

const optionalText = (m: Machine, text: string | undefined): number => (text === undefined ? 0 : libraryText(m, text));

/** Of POSIX: as much of the message as fits, and an error number. */
const describeInto: NativeRun = (m, [code, to, size]) => {
  const text = errorText(Number(code));
  if (Number(size) > 0) writeText(m, to as Int, bytesOf(text.slice(0, Number(size) - 1)));
  if (!errorNamed(Number(code))) return EINVAL;
  return text.length < Number(size) ? 0 : ERANGE;
};

/** Of GNU: the message, which is in the program's memory only if the number means nothing. */
const describe: NativeRun = (m, [code, to, size]) => {
  const text = errorText(Number(code));
  if (errorNamed(Number(code))) return libraryText(m, text);
  if (Number(size) > 0) writeText(m, to as Int, bytesOf(text.slice(0, Number(size) - 1)));
  return to!;
};

/** What the digits up to a character mean: none, a number, a fraction (behind zeros), zeros alone; by its class, the next one. */
const NEXT = {
  none: ['none', 'number', 'zeros'],
  number: ['none', 'number', 'number'],
  fraction: ['none', 'fraction', 'fraction'],
  zeros: ['none', 'fraction', 'zeros'],
} as const;

type Digits = keyof typeof NEXT;

/** 0: no digit, 1: a digit, 2: the digit 0. */
const classOf = (text: string, at: number): 0 | 1 | 2 => (text[at] === '0' ? 2 : /\d/.test(text[at] ?? '') ? 1 : 0);

/** strverscmp: numbers are compared by value, digits behind zeros as fractions, everything else by character. */
function compareVersions(a: string, b: string): number {
  let at = 0;
  let before: Digits = 'none';
  for (; at < a.length && a[at] === b[at]; at++) before = NEXT[before][classOf(a, at)];
  const [x, y] = [classOf(a, at), classOf(b, at)];
  const plain = (a.charCodeAt(at) || 0) - (b.charCodeAt(at) || 0);
  const isNumber = before === 'number' || (before === 'none' && x === 1 && y === 1);
  if (isNumber && x !== 0 && y !== 0) return lengthOfDigits(a, at) - lengthOfDigits(b, at) || plain;
  if (x === 0 && y !== 0) return before === 'number' ? -1 : before === 'zeros' ? 1 : plain;
  if (x !== 0 && y === 0) return before === 'number' ? 1 : before === 'zeros' ? -1 : plain;
  return plain;
}

const lengthOfDigits = (text: string, at: number): number => /^\d*/.exec(text.slice(at))![0].length;

/** dirname: cuts the last component; of a path without folders it is `.`. */
function folderOf(m: Machine, path: Value): Value {
  const text = path === 0 ? '' : readText(m, path as Int);
  const end = text.replace(/\/+$/, '');
  const folder = end.slice(0, end.lastIndexOf('/') + 1);
  if (end === '' && text !== '') return keep(m, path, /^\/\/$/.test(text) ? 2 : 1);
  if (folder === '') return libraryText(m, '.');
  const length = folder.replace(/\/+$/, '').length;
  return keep(m, path, length === 0 ? (folder === '//' ? 2 : 1) : length);
}

function keep(m: Machine, path: Value, length: number): Value {
  writeBytes(m, (path as number) + length, Uint8Array.of(0));
  return path;
}

/** getsubopt: `name` or `name=value` up to a comma; the index among the tokens, or -1. */
const nextOption: NativeRun = (m, [place, tokens, value]) => {
  const start = readPointer(m, place as Int) as number;
  const text = readText(m, start);
  if (text === '') return -1;
  const option = text.split(',', 1)[0]!;
  const isLast = option.length === text.length;
  writePointer(m, place as Int, start + option.length + (isLast ? 0 : 1));
  if (!isLast) writeBytes(m, start + option.length, Uint8Array.of(0));
  const [name] = option.split('=', 1);
  for (let i = 0; ; i++) {
    const token = readPointer(m, (tokens as number) + i * m.pointerSize);
    if (token === 0) break;
    if (readText(m, token) !== name) continue;
    writePointer(m, value as Int, name.length < option.length ? start + name.length + 1 : 0);
    return i;
  }
  writePointer(m, value as Int, start);
  return -1;
};

export const moreStrings: NativeTable = {
  strsignal: (m, [signal]) => libraryText(m, signalText(Number(signal))),
  sigdescr_np: (m, [signal]) => optionalText(m, signalNamed(Number(signal))?.[1]),
  sigabbrev_np: (m, [signal]) => optionalText(m, signalNamed(Number(signal))?.[0]),
  strerrorname_np: (m, [code]) => optionalText(m, errorNamed(Number(code))?.[0]),
  strerrordesc_np: (m, [code]) => optionalText(m, errorNamed(Number(code))?.[1]),
  strerror_r: describe,
  __xpg_strerror_r: describeInto,
  strverscmp: (m, [a, b]) => compareVersions(readText(m, a as Int), readText(m, b as Int)),
  dirname: (m, [path]) => folderOf(m, path!),
  swab: (m, [from, to, n]) => {
    const size = Math.max(0, Number(n)) & ~1;
    if (size === 0) return 0;
    const bytes = copyOut(m, from as Int, size);
    writeBytes(m, to as Int, new Uint8Array(new Uint16Array(bytes.buffer).map((x) => (x << 8) | (x >> 8)).buffer));
    return 0;
  },
  rpmatch: (m, [s]) => {
    const first = readText(m, s as Int)[0]?.toLowerCase();
    return first === 'y' ? 1 : first === 'n' ? 0 : -1;
  },
  getsubopt: nextOption,
};
