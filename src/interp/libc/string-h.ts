// string.h and strings.h, on the bytes of the arena.
// Natives; every byte they touch is checked, so that an overrun inside them is found.

import type { NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import { objectOf, offsetOf } from '../pointer.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { noteAbsent, noteCompared } from './compared-texts.js';
import { libraryObject } from './errno.js';
import { errorText } from './messages.js';
import {
  boundedLength,
  bytesOf,
  latin,
  readByte,
  readBytes,
  readPointer,
  readText,
  stringLength,
  writeByte,
  writePointer,
  writeText,
} from './strings.js';

/** memmove; memcpy does the same, because overlap is not checked. */
export function moveBytes(m: Machine, to: Value, from: Value, count: Value): Value {
  const n = Number(count);
  if (n === 0) return to;
  const target = m.memory.atWrite(to as Int, n);
  const source = m.memory.at(from as Int, n);
  m.memory.u8.copyWithin(target, source, source + n);
  const { packed, pointerSize } = m.memory;
  const skewed = (offsetOf(to as Int) - offsetOf(from as Int)) % pointerSize !== 0;
  if (packed[objectOf(from as Int)] || skewed) packed[objectOf(to as Int)] = 1;
  return to;
}

/** Both objects must have `count` bytes, wherever they first differ. */
function compareBytes(m: Machine, a: Value, b: Value, count: number): number {
  if (count === 0) return 0;
  const { memory } = m;
  const left = memory.at(a as Int, count);
  const right = memory.at(b as Int, count);
  for (let i = 0; i < count; i++) {
    const difference = memory.u8[left + i]! - memory.u8[right + i]!;
    if (difference === 0) continue;
    noteCompared(m, a, b, count);
    return difference;
  }
  return 0;
}

const lower = (c: number) => (c >= 65 && c <= 90 ? c + 32 : c);

function compareStrings(m: Machine, a: Value, b: Value, limit: number, fold: (c: number) => number): number {
  for (let i = 0; i < limit; i++) {
    const x = fold(byteAt(m, a, i));
    const y = fold(byteAt(m, b, i));
    if (x !== y) {
      noteCompared(m, a, b, limit);
      return x - y;
    }
    if (x === 0) return 0;
  }
  return 0;
}

function byteAt(m: Machine, p: Value, i: number): number {
  return readByte(m, typeof p === 'number' ? p + i : (p as Int));
}

const same = (c: number) => c;

function findByte(m: Machine, s: Value, c: Value, length: number): number {
  const start = m.memory.at(s as Int, length);
  const at = m.memory.u8.indexOf(Number(c) & 0xff, start);
  return at < 0 || at >= start + length ? -1 : at - start;
}

function copyString(m: Machine, to: Value, from: Value): number {
  const n = stringLength(m, from as Int) + 1;
  moveBytes(m, to, from, n);
  return n - 1;
}

const add = (p: Value, n: number): number => (p as number) + n;

/** The length of the longest beginning of `s` whose bytes are all (or all not) in `set`. */
function span(m: Machine, s: Value, set: Value, wanted: 'in' | 'out'): number {
  const members = new Set(readBytes(m, set as Int));
  let i = 0;
  for (;;) {
    const c = byteAt(m, s, i);
    if (c === 0 || members.has(c) !== (wanted === 'in')) return i;
    i++;
  }
}

function search(m: Machine, hay: Value, needle: Value, fold: (c: number) => number): number {
  const h = readBytes(m, hay as Int).map(fold);
  const n = readBytes(m, needle as Int).map(fold);
  for (let i = 0; i + n.length <= h.length; i++) if (n.every((c, k) => h[i + k] === c)) return add(hay, i);
  noteAbsent(m, hay, latin(n));
  return 0;
}

/** The place of a character, -1 if it is not there. */
function findCharacter(m: Machine, s: Value, c: Value, length: number): number {
  const at = findByte(m, s, c, length);
  if (at < 0) noteAbsent(m, s, String.fromCharCode(Number(c) & 0xff));
  return at;
}

/** strtok and strtok_r: `place` holds the position to continue at, in the end that of the final zero. */
function nextToken(m: Machine, s: Value, delimiters: Value, place: Int): number {
  const start = s === 0 ? readPointer(m, place) : (s as Int);
  const begin = add(start, span(m, start, delimiters, 'in'));
  const length = span(m, begin, delimiters, 'out');
  if (length === 0) {
    writePointer(m, place, begin);
    return 0;
  }
  const end = add(begin, length);
  const last = byteAt(m, end, 0) === 0;
  if (!last) writeByte(m, end, 0);
  writePointer(m, place, last ? end : end + 1);
  return begin;
}

/** basename of libgen.h: cuts slashes at the end; of no path at all it is `.`. */
function lastComponent(m: Machine, path: Value): Value {
  const text = path === 0 ? '' : readText(m, path as Int);
  if (text === '') {
    const dot = libraryObject(m, 'basename', 2);
    writeText(m, dot, bytesOf('.'));
    return dot;
  }
  const end = text.replace(/\/+$/, '').length;
  if (end === 0) return add(path, text.length - 1);
  if (end < text.length) writeByte(m, add(path, end), 0);
  return add(path, text.lastIndexOf('/', end - 1) + 1);
}

export const strings: NativeTable = {
  memcpy: (m, [to, from, n]) => moveBytes(m, to!, from!, n!),
  memmove: (m, [to, from, n]) => moveBytes(m, to!, from!, n!),
  mempcpy: (m, [to, from, n]) => add(moveBytes(m, to!, from!, n!), Number(n)),
  bcopy: (m, [from, to, n]) => moveBytes(m, to!, from!, n!),
  memset: (m, [to, c, n]) => {
    if (n === 0) return to!;
    const a = m.memory.atWrite(to as Int, Number(n));
    m.memory.u8.fill(Number(c) & 0xff, a, a + Number(n));
    return to!;
  },
  bzero: (m, [to, n]) => strings.memset!(m, [to!, 0, n!], null as never, null as never),
  explicit_bzero: (m, [to, n]) => strings.memset!(m, [to!, 0, n!], null as never, null as never),
  memcmp: (m, [a, b, n]) => compareBytes(m, a!, b!, Number(n)),
  bcmp: (m, [a, b, n]) => compareBytes(m, a!, b!, Number(n)),
  memchr: (m, [s, c, n]) => {
    if (n === 0) return 0;
    const length = Math.min(Number(n), m.memory.room(s as Int));
    const at = findByte(m, s!, c!, length);
    if (at < 0 && Number(n) > length) m.memory.at(s as Int, Number(n));
    return at < 0 ? 0 : add(s!, at);
  },
  rawmemchr: (m, [s, c]) => {
    const length = m.memory.room(s as Int);
    const at = findByte(m, s!, c!, length);
    if (at < 0) m.memory.at(s as Int, length + 1);
    return add(s!, at);
  },
  memrchr: (m, [s, c, n]) => {
    for (let i = Number(n) - 1; i >= 0; i--) if (byteAt(m, s!, i) === (Number(c) & 0xff)) return add(s!, i);
    return 0;
  },
  memmem: (m, [hay, h, needle, n]) => {
    const [from, what] = [m.memory.at(hay as Int, Number(h)), m.memory.at(needle as Int, Number(n))];
    const a = m.memory.u8.subarray(from, from + Number(h));
    const b = m.memory.u8.slice(what, what + Number(n));
    for (let i = 0; i + b.length <= a.length; i++) if (b.every((c, k) => a[i + k] === c)) return add(hay!, i);
    return 0;
  },
  strnlen: (m, [s, n]) => boundedLength(m, s as Int, Number(n)),
  strcpy: (m, [to, from]) => {
    copyString(m, to!, from!);
    return to!;
  },
  stpcpy: (m, [to, from]) => add(to!, copyString(m, to!, from!)),
  strncpy: (m, [to, from, n]) => {
    strings.stpncpy!(m, [to!, from!, n!], null as never, null as never);
    return to!;
  },
  stpncpy: (m, [to, from, n]) => {
    const length = boundedLength(m, from as Int, Number(n));
    if (Number(n) === 0) return to!;
    const a = m.memory.atWrite(to as Int, Number(n));
    moveBytes(m, to!, from!, length);
    m.memory.u8.fill(0, a + length, a + Number(n));
    return add(to!, length);
  },
  strlcpy: (m, [to, from, n]) => {
    const bytes = readBytes(m, from as Int);
    if (Number(n) > 0) writeText(m, to as Int, bytes.subarray(0, Number(n) - 1));
    return bytes.length;
  },
  strcat: (m, [to, from]) => {
    copyString(m, add(to!, stringLength(m, to as Int)), from!);
    return to!;
  },
  strncat: (m, [to, from, n]) => {
    const length = boundedLength(m, from as Int, Number(n));
    const end = add(to!, stringLength(m, to as Int));
    moveBytes(m, end, from!, length);
    writeByte(m, end + length, 0);
    return to!;
  },
  strcmp: (m, [a, b]) => compareStrings(m, a!, b!, Number.POSITIVE_INFINITY, same),
  strcoll: (m, [a, b]) => compareStrings(m, a!, b!, Number.POSITIVE_INFINITY, same),
  strncmp: (m, [a, b, n]) => compareStrings(m, a!, b!, Number(n), same),
  strcasecmp: (m, [a, b]) => compareStrings(m, a!, b!, Number.POSITIVE_INFINITY, lower),
  strncasecmp: (m, [a, b, n]) => compareStrings(m, a!, b!, Number(n), lower),
  strchr: (m, [s, c]) => {
    const at = findCharacter(m, s!, c!, stringLength(m, s as Int) + 1);
    return at < 0 ? 0 : add(s!, at);
  },
  index: (m, args, site, f) => strings.strchr!(m, args, site, f),
  strchrnul: (m, [s, c]) => {
    const length = stringLength(m, s as Int);
    const at = findCharacter(m, s!, c!, length);
    return add(s!, at < 0 ? length : at);
  },
  strrchr: (m, [s, c]) => {
    for (let i = stringLength(m, s as Int); i >= 0; i--) if (byteAt(m, s!, i) === (Number(c) & 0xff)) return add(s!, i);
    noteAbsent(m, s!, String.fromCharCode(Number(c) & 0xff));
    return 0;
  },
  rindex: (m, args, site, f) => strings.strrchr!(m, args, site, f),
  strspn: (m, [s, set]) => span(m, s!, set!, 'in'),
  strcspn: (m, [s, set]) => span(m, s!, set!, 'out'),
  strpbrk: (m, [s, set]) => {
    const at = span(m, s!, set!, 'out');
    return byteAt(m, s!, at) === 0 ? 0 : add(s!, at);
  },
  strstr: (m, [hay, needle]) => search(m, hay!, needle!, same),
  strcasestr: (m, [hay, needle]) => search(m, hay!, needle!, lower),
  strtok: (m, [s, d]) => nextToken(m, s!, d!, libraryObject(m, 'strtok', 8)),
  strtok_r: (m, [s, d, place]) => nextToken(m, s!, d!, place as Int),
  strsep: (m, [place, d]) => {
    const start = readPointer(m, place as Int);
    if (start === 0) return 0;
    const end = add(start, span(m, start, d!, 'out'));
    const last = byteAt(m, end, 0) === 0;
    if (!last) writeByte(m, end, 0);
    writePointer(m, place as Int, last ? 0 : end + 1);
    return start;
  },
  strerror: (m, [code]) => {
    const pointer = libraryObject(m, `strerror ${Number(code)}`, 64);
    writeText(m, pointer, bytesOf(errorText(Number(code))));
    return pointer;
  },
  basename: (m, [s]) => {
    const text = readBytes(m, s as Int);
    return add(s!, text.lastIndexOf(47) + 1);
  },
  __xpg_basename: (m, [s]) => lastComponent(m, s!),
  strxfrm: (m, [to, from, n]) => {
    const bytes = readBytes(m, from as Int);
    if (Number(n) > bytes.length) writeText(m, to as Int, bytes);
    return bytes.length;
  },
  memccpy: (m, [to, from, c, n]) => {
    for (let i = 0; i < Number(n); i++) {
      moveBytes(m, add(to!, i), add(from!, i), 1);
      if (byteAt(m, from!, i) === (Number(c) & 0xff)) return add(to!, i + 1);
    }
    return 0;
  },
};
