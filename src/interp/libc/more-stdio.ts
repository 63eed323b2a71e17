// Less common functions on streams: positions, locks, words, and the fortified versions that know how much room there is.
// Natives; the common ones are in stdio-h.ts.

import { fail } from '../incidents.js';
import { keeping, type NativeRun, type NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { stdio, streamOf } from './stdio-h.js';
import { positionOf, seekStream } from './streams.js';
import { readInt32, writeInt32 } from './strings.js';

/** fpos_t: the offset, and the state of a conversion. */
const POSITION_BYTES = 16;

const onStream =
  (result: (m: Machine, file: Value) => number): NativeRun =>
  (m, [file]) =>
    result(m, file!);

const locked = onStream((m, file) => {
  streamOf(m, file);
  return 0;
});

/** The library ends a program that asks for more than there is room for; a line of one byte has no room for a character. */
const getFortifiedLine: NativeRun = (m, [to, room, n, file], site, f) => {
  if (Number(n) > Number(room)) fail('abort', 'the buffer is too small for the line');
  return Number(n) === 1 ? 0 : stdio.fgets!(m, [to!, n!, file!], site, f);
};

const readFortified: NativeRun = (m, [to, room, size, n, file], site, f) => {
  if (Number(size) * Number(n) > Number(room)) fail('abort', 'the buffer is too small for what is read');
  return stdio.fread!(m, [to!, size!, n!, file!], site, f);
};

export const moreStdio: NativeTable = {
  fgetpos: (m, [file, where]) => {
    const a = m.memory.atWrite(where as Int, POSITION_BYTES);
    m.memory.u8.fill(0, a, a + POSITION_BYTES);
    m.memory.view.setBigInt64(a, BigInt(positionOf(streamOf(m, file!))), true);
    return 0;
  },
  fsetpos: (m, [file, where]) => {
    const a = m.memory.at(where as Int, POSITION_BYTES);
    return seekStream(streamOf(m, file!), Number(m.memory.view.getBigInt64(a, true)), 0) ? 0 : -1;
  },
  flockfile: locked,
  funlockfile: locked,
  ftrylockfile: locked,
  setbuffer: (m, args, site, f) => {
    streamOf(m, args[0]!);
    return keeping(1)(m, args, site, f);
  },
  __freadable: onStream((m, file) => (streamOf(m, file).readable ? 1 : 0)),
  __fwritable: onStream((m, file) => (streamOf(m, file).writable ? 1 : 0)),
  getw: (m, [file], site, f) => {
    const word = m.memory.allocateZeroed(4, 'library', null, null);
    const got = stdio.fread!(m, [word, 4, 1, file!], site, f);
    return got === 1 ? readInt32(m, word) : -1;
  },
  putw: (m, [value, file], site, f) => {
    const word = m.memory.allocateZeroed(4, 'library', null, null);
    writeInt32(m, word, Number(value));
    return stdio.fwrite!(m, [word, 4, 1, file!], site, f) === 1 ? 0 : -1;
  },
  __fgets_chk: getFortifiedLine,
  __fgets_unlocked_chk: getFortifiedLine,
  __fread_chk: readFortified,
  __fread_unlocked_chk: readFortified,
};
