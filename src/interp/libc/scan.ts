// The scanf family: bytes taken from a source one at a time, converted as the format says.
// The source is a stream or a string; results are stored through the program's pointers.

import type { Machine } from '../machine.js';
import type { Int } from '../wide.js';
import { type Arguments, taker } from './format.js';
import { parseFloating, parseInteger } from './numbers.js';
import { bytesOf, readText, writeBytes, writeFloat, writePointer } from './strings.js';

/** Characters to read, with one character of lookahead. */
export interface Source {
  /** The next byte without consuming it, -1 at the end. */
  peek(): number;
  take(): void;
  readonly taken: number;
}

export function stringSource(text: string): Source {
  let at = 0;
  return {
    peek: () => (at < text.length ? text.charCodeAt(at) : -1),
    take: () => {
      at++;
    },
    get taken() {
      return at;
    },
  };
}

const SPEC = /%(?:(\d+)\$)?(\*?)(\d*)(m?)(hh|h|ll|l|L|q|j|z|t)?([diouxXpeEfFgGaAcsn%]|\[\^?\]?[^\]]*\])/y;
const isSpace = (c: number) => c === 32 || (c >= 9 && c <= 13);

/** The number of stored conversions, or -1 if input ended before the first. */
export function scanText(
  m: Machine,
  source: Source,
  format: Int,
  next: Arguments,
  allocate: (n: number) => number,
): number {
  const text = readText(m, format);
  const take = taker(next);
  let stored = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      skipSpace(source);
      at++;
      continue;
    }
    if (code !== 37) {
      if (source.peek() !== code) return stored === 0 && source.peek() < 0 ? -1 : stored;
      source.take();
      at++;
      continue;
    }
    SPEC.lastIndex = at;
    const match = SPEC.exec(text);
    if (!match) return stored;
    at = SPEC.lastIndex;
    const outcome = scanOne(m, source, match, () => take(match[1]), allocate);
    if (outcome === 'end') return stored === 0 ? -1 : stored;
    if (outcome === 'mismatch') return stored;
    if (outcome === 'stored') stored++;
  }
  return stored;
}

type Outcome = 'stored' | 'skipped' | 'mismatch' | 'end';

function scanOne(
  m: Machine,
  s: Source,
  match: RegExpExecArray,
  next: Arguments,
  allocate: (n: number) => number,
): Outcome {
  const [, , star = '', digits = '', modifier = '', length = '', conversion = ''] = match;
  const width = digits === '' ? Number.POSITIVE_INFINITY : Number(digits);
  const kind = conversion[0]!;
  if (kind === 'n') {
    storeInt(m, next() as Int, BigInt(s.taken), length);
    return 'skipped';
  }
  if (kind !== 'c' && kind !== '[') skipSpace(s);
  if (kind === '%') {
    if (s.peek() !== 37) return s.peek() < 0 ? 'end' : 'mismatch';
    s.take();
    return 'skipped';
  }
  if (s.peek() < 0) return 'end';
  if (kind === 'c' || kind === 's' || kind === '[') {
    return scanCharacters(m, s, { kind, width, set: conversion, keep: star === '', modifier }, next, allocate);
  }
  const number = takeNumber(s, kind, width);
  if (number === '') return 'mismatch';
  return storeNumber(m, number, kind, length, star === '' ? next : null);
}

function storeNumber(m: Machine, text: string, kind: string, length: string, next: Arguments | null): Outcome {
  if ('eEfFgGaA'.includes(kind)) {
    const { value, used } = parseFloating(text);
    if (used === 0) return 'mismatch';
    if (next) storeFloat(m, next() as Int, value, length);
    return next ? 'stored' : 'skipped';
  }
  const base = kind === 'i' ? 0 : kind === 'o' ? 8 : 'xXp'.includes(kind) ? 16 : 10;
  const { value, used } = parseInteger(text, base);
  if (used === 0) return 'mismatch';
  if (next && kind === 'p') writePointer(m, next() as Int, value <= 9007199254740991n ? Number(value) : value);
  else if (next) storeInt(m, next() as Int, value, length);
  return next ? 'stored' : 'skipped';
}

/** The longest text that can be (a prefix of) a number. */
function takeNumber(s: Source, kind: string, width: number): string {
  const floating = 'eEfFgGaA'.includes(kind);
  const prefix = floating
    ? /^[-+]?(\d*\.?\d*([eE]?|[eE][-+]?\d*)|0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*([pP][-+]?\d*)?|[a-zA-Z]{0,8})$/
    : integerPrefix(kind);
  let text = '';
  while (text.length < width && s.peek() >= 0) {
    const longer = text + String.fromCharCode(s.peek());
    if (!prefix.test(longer)) break;
    text = longer;
    s.take();
  }
  return /[0-9a-zA-Z]/.test(text) ? text : '';
}

function integerPrefix(kind: string): RegExp {
  if (kind === 'o') return /^[-+]?[0-7]*$/;
  if ('xXp'.includes(kind)) return /^[-+]?(0[xX])?[0-9a-fA-F]*$/;
  if (kind === 'i') return /^[-+]?(0[xX][0-9a-fA-F]*|\d*)$/;
  return /^[-+]?\d*$/;
}

interface CharacterSpec {
  readonly kind: string;
  readonly width: number;
  readonly set: string;
  readonly keep: boolean;
  readonly modifier: string;
}

function scanCharacters(
  m: Machine,
  s: Source,
  spec: CharacterSpec,
  next: Arguments,
  allocate: (n: number) => number,
): Outcome {
  const width = spec.kind === 'c' && spec.width === Number.POSITIVE_INFINITY ? 1 : spec.width;
  const accepts = spec.kind === 'c' ? () => true : spec.kind === 's' ? (c: number) => !isSpace(c) : makeSet(spec.set);
  let text = '';
  while (text.length < width && s.peek() >= 0 && accepts(s.peek())) {
    text += String.fromCharCode(s.peek());
    s.take();
  }
  if (text === '') return 'mismatch';
  if (!spec.keep) return 'skipped';
  const bytes = bytesOf(spec.kind === 'c' ? text : `${text}\0`);
  let target = next() as Int;
  if (spec.modifier === 'm') {
    const made = allocate(bytes.length);
    writePointer(m, target, made);
    target = made;
  }
  writeBytes(m, target, bytes);
  return 'stored';
}

/** `[a-z]` and `[^...]` as a predicate. */
function makeSet(set: string): (c: number) => boolean {
  const inner = set.slice(1, -1);
  const inverted = inner.startsWith('^');
  const body = inverted ? inner.slice(1) : inner;
  const members = new Set<number>();
  for (let i = 0; i < body.length; i++) {
    const from = body.charCodeAt(i);
    if (body[i + 1] === '-' && i + 2 < body.length) {
      for (let c = from; c <= body.charCodeAt(i + 2); c++) members.add(c);
      i += 2;
    } else members.add(from);
  }
  return (c) => members.has(c) !== inverted;
}

function skipSpace(s: Source): void {
  while (isSpace(s.peek())) s.take();
}

const sizes: Record<string, number> = { hh: 1, h: 2, '': 4, L: 8, ll: 8, q: 8, j: 8 };

function storeInt(m: Machine, pointer: Int, value: bigint, length: string): void {
  const size = sizes[length] ?? m.pointerSize; // l, z and t
  const a = m.memory.atWrite(pointer, size);
  for (let i = 0; i < size; i++) m.memory.u8[a + i] = Number((value >> BigInt(8 * i)) & 0xffn);
}

function storeFloat(m: Machine, pointer: Int, value: number, length: string): void {
  writeFloat(m, pointer, length === '' ? 4 : 8, value);
}
