// stat and related functions: what can be said of files in memory; and a few calls on descriptors that change nothing.
// Natives; the layout of struct stat is that of Linux on x86-64.

import { obstruct } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { descriptors } from './descriptors.js';
import { EBADF, ENOENT, refuse } from './errno.js';
import { streamOf } from './stdio-h.js';
import { readText } from './strings.js';

const STAT_BYTES = 144;
const MODE_AT = 24;
const LINKS_AT = 16;
const SIZE_AT = 48;
const REGULAR = 0o100644;
const TERMINAL = 0o020620;
/** Relative to the working directory. */
const AT_FDCWD = -100;

function fill(m: Machine, where: Value, mode: number, size: number): number {
  if (m.pointerSize !== 8) return obstruct('unsupported', 'struct stat of 32-bit machines');
  const a = m.memory.atWrite(where as Int, STAT_BYTES);
  m.memory.u8.fill(0, a, a + STAT_BYTES);
  m.memory.view.setBigUint64(a + LINKS_AT, 1n, true);
  m.memory.view.setUint32(a + MODE_AT, mode, true);
  m.memory.view.setBigInt64(a + SIZE_AT, BigInt(size), true);
  return 0;
}

const byName: NativeRun = (m, [name, where]) => {
  const size = m.files.sizeOf(readText(m, name as Int));
  return size === null ? refuse(m, ENOENT, -1) : fill(m, where!, REGULAR, size);
};

const byDescriptor: NativeRun = (m, [descriptor, where]) => {
  const stream = m.files.streamAt(Number(descriptor));
  if (!stream) return refuse(m, EBADF, -1);
  return m.files.isStandard(stream) ? fill(m, where!, TERMINAL, 0) : fill(m, where!, REGULAR, stream.buffer.length);
};

const isOpen: NativeRun = (m, [descriptor]) => (m.files.streamAt(Number(descriptor)) ? 0 : refuse(m, EBADF, -1));

/** Names relative to an open folder: there are none. */
const inWorkingFolder = (folder: Value): void => {
  if (Number(folder) !== AT_FDCWD) obstruct('unsupported', 'files relative to an open folder');
};

export const status: NativeTable = {
  stat: byName,
  lstat: byName,
  fstat: byDescriptor,
  fstatat: (m, [folder, name, where], site, f) => {
    inWorkingFolder(folder!);
    return byName(m, [name!, where!], site, f);
  },
  openat: (m, [folder, ...rest], site, f) => {
    inWorkingFolder(folder!);
    return descriptors.open!(m, rest, site, f);
  },
  fsync: isOpen,
  fchmod: isOpen,
  fchown: isOpen,
  chmod: (m, [name]) => (m.files.exists(readText(m, name as Int)) ? 0 : refuse(m, ENOENT, -1)),
  umask: () => 0o022,
  __freading: (m, [file]) => (streamOf(m, file!).writable ? 0 : 1),
  __fwriting: (m, [file]) => (streamOf(m, file!).readable ? 0 : 1),
  __fpending: (m, [file]) => {
    streamOf(m, file!);
    return 0;
  },
  fpurge: (m, [file]) => {
    streamOf(m, file!);
    return 0;
  },
  fcntl: (m, [descriptor, command], site, f) =>
    DUPLICATES.has(Number(command))
      ? obstruct('unsupported', 'a copy of a descriptor')
      : isOpen(m, [descriptor!], site, f),
};

/** F_DUPFD and F_DUPFD_CLOEXEC. */
const DUPLICATES: ReadonlySet<number> = new Set([0, 1030]);
