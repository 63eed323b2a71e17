// Files by descriptor: open, read, write, lseek and close, on the same files in memory as stdio.h.
// Natives; a descriptor names a stream, which has no buffer of its own, so that both interfaces may be mixed.

import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import { type Int, normalize } from '../wide.js';
import { EBADF, EEXIST, EINVAL, ENOENT, refuse } from './errno.js';
import { readByte, type Stream, seekStream, writeStream } from './streams.js';
import { copyOut, readText } from './strings.js';

/** Flags of Linux. */
const ACCESS = 0o3;
const CREATE = 0o100;
const EXCLUSIVE = 0o200;
const TRUNCATE = 0o1000;
const APPEND = 0o2000;
const CREATE_ANEW = 1 | CREATE | TRUNCATE;

function openDescriptor(m: Machine, path: Value, flags: number): number {
  const name = readText(m, path as Int);
  const exists = m.files.exists(name);
  if (exists && (flags & CREATE) !== 0 && (flags & EXCLUSIVE) !== 0) return refuse(m, EEXIST, -1);
  if (!exists && (flags & CREATE) === 0) return refuse(m, ENOENT, -1);
  if ((!exists || (flags & TRUNCATE) !== 0) && !m.files.openFile(name, 'w')) return refuse(m, ENOENT, -1);
  const stream = m.files.openFile(name, (flags & APPEND) !== 0 ? 'a+' : 'r+');
  if (!stream) return refuse(m, ENOENT, -1);
  const access = flags & ACCESS;
  return m.files.describe({ ...stream, readable: access !== 1, writable: access !== 0 });
}

/** What `run` does with the stream of a descriptor; -1 if there is none. */
const withStream =
  (run: (m: Machine, s: Stream, args: readonly Value[]) => Value): NativeRun =>
  (m, args) => {
    const stream = m.files.streamAt(Number(args[0]));
    return stream ? run(m, stream, args) : refuse(m, EBADF, -1);
  };

export const descriptors: NativeTable = {
  open: (m, [path, flags]) => openDescriptor(m, path!, Number(flags)),
  creat: (m, [path]) => openDescriptor(m, path!, CREATE_ANEW),
  close: (m, [descriptor]) => (m.files.closeDescriptor(Number(descriptor)) ? 0 : refuse(m, EBADF, -1)),
  write: withStream((m, s, [, buffer, n]) => {
    if (!s.writable) return refuse(m, EBADF, -1);
    if (Number(n) > 0) writeStream(s, copyOut(m, buffer as Int, Number(n)));
    return normalize(BigInt(n as Int));
  }),
  read: withStream((m, s, [, buffer, n]) => {
    if (!s.readable) return refuse(m, EBADF, -1);
    if (Number(n) === 0) return 0;
    const a = m.memory.atWrite(buffer as Int, Number(n));
    let got = 0;
    for (let c = -1; got < Number(n); m.memory.u8[a + got++] = c) {
      c = readByte(s);
      if (c < 0) break;
    }
    return got;
  }),
  lseek: withStream((m, s, [, offset, whence]) =>
    seekStream(s, Number(offset), Number(whence)) ? s.position : refuse(m, EINVAL, -1),
  ),
};
