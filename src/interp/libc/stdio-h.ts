// stdio.h: streams, characters, lines and the printf and scanf families.
// Natives; FILE pointers of the program point to objects of the library that name a stream.

import { fail } from '../incidents.js';
import { keeping, type NativeRun, type NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Site } from '../memory.js';
import { isPoisoned, objectOf } from '../pointer.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { EBADF, EINVAL, ENOENT, lastError, libraryObject, refuse } from './errno.js';
import { ByteBuffer, makeStream, positionOf, readByte, type Stream, seekStream, writeStream } from './streams.js';
import {
  bytesOf,
  copyOut,
  latin,
  readBytes,
  readPointer,
  readText,
  writeBytes,
  writePointer,
  writeText,
} from './strings.js';

export function streamOf(m: Machine, file: Value): Stream {
  if (file === 0) fail('null-dereference', 'a null pointer is used as a file');
  if (isPoisoned(file as Int)) fail('uninitialized-pointer', 'an uninitialised pointer is used as a file');
  const id = objectOf(file as Int);
  const stream = m.files.open.get(id);
  if (!stream && m.given && m.memory.isAlive(id)) return openGiven(m, id);
  if (!stream) fail(m.memory.isAlive(id) ? 'invalid-pointer' : 'use-after-free', 'use of a file that is not open', id);
  return stream;
}

/** A stream of the input of a run that begins at a function: one line, for reading and writing. */
function openGiven(m: Machine, id: number): Stream {
  const stream = makeStream(new ByteBuffer(Buffer.from('x\n', 'latin1')), 'r+');
  m.files.open.set(id, stream);
  return stream;
}

/** How to open a file; null unless it starts with `r`, `w` or `a`. */
function readMode(m: Machine, mode: Value): string | null {
  const text = readText(m, mode as Int);
  return /^[rwa]/.test(text) ? text : null;
}

/** The same file in another mode. */
function reopen(old: Stream, mode: string): Stream {
  if (mode.startsWith('w')) old.buffer.length = 0;
  return makeStream(old.buffer, mode);
}

/** A stream on the program's own bytes; what is written reaches them at once, with a final zero if there is room. */
function memoryStream(m: Machine, target: Int, size: number, mode: string): Stream {
  const all = copyOut(m, target, size);
  const text = all.subarray(0, all.includes(0) ? all.indexOf(0) : size);
  const initial = mode.startsWith('r') ? all : mode.startsWith('a') ? text : new Uint8Array(0);
  const stream = makeStream(new ByteBuffer(initial), mode);
  let stored = latin(initial);
  stream.onFlush = () => {
    const bytes = stream.buffer.toBytes().subarray(0, size);
    if (latin(bytes) === stored) return;
    stored = latin(bytes);
    if (bytes.length < size) writeText(m, target, bytes);
    else writeBytes(m, target, bytes);
  };
  return stream;
}

function openPointer(m: Machine, stream: Stream): number {
  const pointer = m.memory.allocateZeroed(216, 'library', null, null);
  m.files.open.set(objectOf(pointer), stream);
  return pointer;
}

function close(m: Machine, file: Value): number {
  const stream = streamOf(m, file);
  stream.onFlush?.();
  m.files.forget(stream);
  m.files.open.delete(objectOf(file as Int));
  m.memory.release(objectOf(file as Int), null);
  return 0;
}

const put = (s: Stream, text: string): boolean => writeStream(s, bytesOf(text));

const getCharacter: NativeRun = (m, [file]) => readByte(streamOf(m, file!));
const putCharacter: NativeRun = (m, [c, file]) => {
  const byte = (c as number) & 0xff;
  return writeStream(streamOf(m, file!), Uint8Array.of(byte)) ? byte : -1;
};

/** A line with its newline, or null at the end. */
function takeLine(s: Stream, limit: number, delimiter = 10): number[] | null {
  const bytes: number[] = [];
  while (bytes.length < limit) {
    const c = readByte(s);
    if (c < 0) break;
    bytes.push(c);
    if (c === delimiter) break;
  }
  return bytes.length === 0 ? null : bytes;
}

const seek: NativeRun = (m, [file, offset, whence]) =>
  seekStream(streamOf(m, file!), Number(offset), Number(whence)) ? 0 : refuse(m, EINVAL, -1);

const tell: NativeRun = (m, [file]) => positionOf(streamOf(m, file!));

/** _IOFBF, _IOLBF and _IONBF. */
const BUFFERING = [0, 1, 2];

/** The size of the buffer that glibc begins with. */
const FIRST_LINE = 120;

/** getline and getdelim: the program's buffer is reallocated as needed. */
const getDelimited: NativeRun = (m, [where, length, delimiter, file], site) => {
  const stream = streamOf(m, file!);
  if (!growLine(m, where as Int, length as Int, 1, site)) return -1;
  const line = takeLine(stream, Number.POSITIVE_INFINITY, Number(delimiter) & 0xff);
  if (!line || !growLine(m, where as Int, length as Int, line.length + 1, site)) return -1;
  writeText(m, readPointer(m, where as Int), Uint8Array.from(line));
  return line.length;
};

/** Makes room for a line, also where there turns out to be none; false if there is no memory. */
function growLine(m: Machine, where: Int, length: Int, needed: number, site: Site): boolean {
  const size = m.pointerSize;
  const a = m.memory.atWrite(length, size);
  const capacity = size === 8 ? Number(m.memory.view.getBigUint64(a, true)) : m.memory.view.getUint32(a, true);
  const old = readPointer(m, where);
  if (old !== 0 && capacity >= needed) return true;
  const grown = old === 0 || capacity === 0 ? Math.max(FIRST_LINE, needed) : Math.max(2 * capacity, needed);
  const buffer = m.allocator.reallocate(old, grown, site);
  if (buffer === 0) return false;
  writePointer(m, where, buffer);
  if (size === 8) m.memory.view.setBigUint64(a, BigInt(grown), true);
  else m.memory.view.setUint32(a, grown, true);
  return true;
}

export const stdio: NativeTable = {
  fopen: (m, [name, mode]) => {
    const path = readText(m, name as Int);
    const how = readMode(m, mode!);
    if (how === null) return refuse(m, EINVAL, 0);
    const stream = m.files.openFile(path, how);
    return stream ? openPointer(m, stream) : refuse(m, ENOENT, 0);
  },
  freopen: (m, [name, mode, file]) => {
    const old = streamOf(m, file!);
    const how = readMode(m, mode!);
    if (how === null) return refuse(m, EINVAL, 0);
    if (name === 0 && m.files.isStandard(old)) return file!;
    const stream = name === 0 ? reopen(old, how) : m.files.openFile(readText(m, name as Int), how);
    if (!stream) return refuse(m, ENOENT, 0);
    for (const standard of ['stdin', 'stdout', 'stderr'] as const) {
      if (m.files[standard] === old) m.files[standard] = stream;
    }
    m.files.open.set(objectOf(file as Int), stream);
    return file!;
  },
  tmpfile: (m) => openPointer(m, makeStream(new ByteBuffer(), 'w+')),
  fmemopen: (m, [buffer, size, mode]) => {
    const how = readMode(m, mode!);
    if (how === null) return refuse(m, EINVAL, 0);
    const stream = buffer === 0 ? makeStream(new ByteBuffer(), how) : memoryStream(m, buffer as Int, Number(size), how);
    return openPointer(m, stream);
  },
  fclose: (m, [file]) => close(m, file!),
  pclose: (m, [file]) => close(m, file!),
  fflush: (m, [file]) => {
    if (file !== 0) streamOf(m, file!).onFlush?.();
    return 0;
  },
  fgetc: getCharacter,
  getc: getCharacter,
  _IO_getc: getCharacter,
  getc_unlocked: getCharacter,
  fgetc_unlocked: getCharacter,
  getchar: (m) => readByte(m.files.stdin),
  getchar_unlocked: (m) => readByte(m.files.stdin),
  ungetc: (m, [c, file]) => {
    const s = streamOf(m, file!);
    if ((c as number) < 0) return -1;
    s.pushed.push((c as number) & 0xff);
    s.eof = false;
    return c!;
  },
  fputc: putCharacter,
  putc: putCharacter,
  _IO_putc: putCharacter,
  putc_unlocked: putCharacter,
  fputc_unlocked: putCharacter,
  putchar: (m, [c]) => {
    writeStream(m.files.stdout, Uint8Array.of((c as number) & 0xff));
    return (c as number) & 0xff;
  },
  putchar_unlocked: (m, args, site, f) => stdio.putchar!(m, args, site, f),
  puts: (m, [s]) => {
    writeStream(m.files.stdout, readBytes(m, s as Int));
    put(m.files.stdout, '\n');
    return 1;
  },
  fputs: (m, [s, file]) => (writeStream(streamOf(m, file!), readBytes(m, s as Int)) ? 1 : -1),
  fputs_unlocked: (m, args, site, f) => stdio.fputs!(m, args, site, f),
  fgets: (m, [buffer, size, file]) => {
    const stream = streamOf(m, file!);
    const limit = Number(size) - 1;
    if (limit < 0) return 0;
    const line = limit === 0 ? [] : takeLine(stream, limit);
    if (!line) return 0;
    writeText(m, buffer as Int, Uint8Array.from(line));
    return buffer!;
  },
  gets: (m, [buffer]) => {
    const line = takeLine(m.files.stdin, Number.POSITIVE_INFINITY);
    if (!line) return 0;
    if (line.at(-1) === 10) line.pop();
    writeText(m, buffer as Int, Uint8Array.from(line));
    return buffer!;
  },
  getline: (m, [where, length, file], site, f) => getDelimited(m, [where!, length!, 10, file!], site, f),
  getdelim: getDelimited,
  __getdelim: getDelimited,
  fread: (m, [buffer, size, n, file]) => {
    const s = streamOf(m, file!);
    const all = Number(size) * Number(n);
    if (all === 0) return 0;
    const a = m.memory.atWrite(buffer as Int, all);
    let got = 0;
    for (let c = readByte(s); c >= 0; c = readByte(s)) {
      m.memory.u8[a + got++] = c;
      if (got === all) break;
    }
    return Math.floor(got / Number(size));
  },
  fwrite: (m, [buffer, size, n, file]) => {
    const all = Number(size) * Number(n);
    if (all === 0) return 0;
    return writeStream(streamOf(m, file!), copyOut(m, buffer as Int, all)) ? n! : 0;
  },
  feof: (m, [file]) => (streamOf(m, file!).eof ? 1 : 0),
  ferror: (m, [file]) => (streamOf(m, file!).error ? 1 : 0),
  clearerr: (m, [file]) => {
    const s = streamOf(m, file!);
    s.eof = false;
    s.error = false;
    return 0;
  },
  fseek: seek,
  fseeko: seek,
  ftell: tell,
  ftello: tell,
  rewind: (m, [file], site, f) => seek(m, [file!, 0, 0], site, f),
  fileno: (m, [file]) => m.files.describe(streamOf(m, file!)),
  fdopen: (m, [descriptor, mode]) => {
    const stream = m.files.streamAt(Number(descriptor));
    if (readMode(m, mode!) === null) return refuse(m, EINVAL, 0);
    return stream ? openPointer(m, stream) : refuse(m, EBADF, 0);
  },
  tmpnam: (m, [buffer]) => {
    const name = bytesOf(`/tmp/file${m.process.tick()}`);
    const target = buffer === 0 ? libraryObject(m, 'tmpnam', 32) : (buffer as Int);
    writeText(m, target, name);
    return target;
  },
  setvbuf: (m, args, site, f) => {
    streamOf(m, args[0]!);
    return BUFFERING.includes(Number(args[2])) ? keeping(1)(m, args, site, f) : -1;
  },
  setbuf: keeping(1),
  setlinebuf: () => 0,
  remove: (m, [name]) => (m.files.remove(readText(m, name as Int)) ? 0 : -1),
  unlink: (m, [name]) => (m.files.remove(readText(m, name as Int)) ? 0 : -1),
  rename: (m, [from, to]) => (m.files.rename(readText(m, from as Int), readText(m, to as Int)) ? 0 : -1),
  access: (m, [name, mode]) => {
    const path = readText(m, name as Int);
    if ((Number(mode) & ~7) !== 0) return refuse(m, EINVAL, -1);
    return m.files.exists(path) ? 0 : refuse(m, ENOENT, -1);
  },
  perror: (m, [s]) => {
    const prefix = s === 0 ? '' : `${readText(m, s as Int)}: `;
    put(m.files.stderr, `${prefix}${lastError(m)}\n`);
    return 0;
  },
  isatty: () => 0,
};
