// Wide characters on streams: fgetwc, fputws and related functions of wchar.h, in the C locale.
// Natives; files hold bytes, of which only those of ASCII are characters. Wide printf is in print-scan.ts.

import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Int } from '../wide.js';
import { EILSEQ, setErrno } from './errno.js';
import { isAscii } from './multibyte.js';
import { streamOf } from './stdio-h.js';
import { readByte, type Stream, writeStream } from './streams.js';
import { readWide, writeWide } from './wide-strings.js';

const WEOF = 0xffffffff;

function refuseCharacter(m: Machine, s: Stream): number {
  s.error = true;
  setErrno(m, EILSEQ);
  return WEOF;
}

function take(m: Machine, s: Stream): number {
  const c = readByte(s);
  if (c < 0) return WEOF;
  if (isAscii(c)) return c;
  s.pushed.push(c);
  return refuseCharacter(m, s);
}

function put(m: Machine, s: Stream, c: number): number {
  if (!isAscii(c)) return refuseCharacter(m, s);
  return writeStream(s, Uint8Array.of(c)) ? c : WEOF;
}

const getCharacter: NativeRun = (m, [file]) => take(m, streamOf(m, file!));
const putCharacter: NativeRun = (m, [c, file]) => put(m, streamOf(m, file!), Number(c));

const putText: NativeRun = (m, [s, file]) => {
  const units = readWide(m, s as Int);
  const stream = streamOf(m, file!);
  return units.every((c) => put(m, stream, c) !== WEOF) ? 1 : -1;
};

/** A line of fewer than `n` characters with its newline; null at the end of the file. */
const getLine: NativeRun = (m, [to, n, file]) => {
  const stream = streamOf(m, file!);
  const room = Number(n) - 1;
  if (room < 0) return 0;
  const units: number[] = [];
  while (units.length < room && units.at(-1) !== 10) {
    const c = take(m, stream);
    if (c === WEOF) break;
    units.push(c);
  }
  if (room > 0 && (units.length === 0 || stream.error)) return 0;
  writeWide(m, to as Int, [...units, 0]);
  return to!;
};

/** The fortified versions have the number of characters of the array behind it; of no characters they make null. */
const getFortifiedLine: NativeRun = (m, [to, , n, file], site, f) =>
  Number(n) === 1 ? 0 : getLine(m, [to!, n!, file!], site, f);

export const wideStreams: NativeTable = {
  fgetwc: getCharacter,
  getwc: getCharacter,
  fgetwc_unlocked: getCharacter,
  getwc_unlocked: getCharacter,
  getwchar: (m) => take(m, m.files.stdin),
  fputwc: putCharacter,
  putwc: putCharacter,
  fputwc_unlocked: putCharacter,
  putwc_unlocked: putCharacter,
  putwchar: (m, [c]) => put(m, m.files.stdout, Number(c)),
  fputws: putText,
  fputws_unlocked: putText,
  fgetws: getLine,
  fgetws_unlocked: getLine,
  __fgetws_chk: getFortifiedLine,
  __fgetws_unlocked_chk: getFortifiedLine,
  ungetwc: (m, [c, file]) => {
    const s = streamOf(m, file!);
    if (Number(c) === WEOF || Number(c) === -1) return WEOF;
    s.pushed.push(Number(c) & 0x7f);
    s.eof = false;
    return c!;
  },
  /** The first call decides whether a stream is one of wide characters. */
  fwide: (m, [file, mode]) => {
    const s = streamOf(m, file!);
    s.orientation ||= Math.sign(Number(mode));
    return s.orientation;
  },
};
