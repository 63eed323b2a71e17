// errno, and objects that library functions keep.
// Library functions set it; the program reads it through __errno_location.

import type { Machine } from '../machine.js';
import { errorText } from './messages.js';
import { bytesOf, readInt32, writeInt32, writeText } from './strings.js';

export const ENOENT = 2;
export const ESRCH = 3;
export const ENOMEM = 12;
export const EEXIST = 17;
export const EFAULT = 14;
export const EINVAL = 22;
export const EDOM = 33;
export const ERANGE = 34;
export const EOVERFLOW = 75;
export const EILSEQ = 84;
export const EBADF = 9;

export function errnoPointer(m: Machine): number {
  return libraryObject(m, 'errno', 4);
}

/** An object that a library function keeps between calls; initially zero. */
export function libraryObject(m: Machine, name: string, size: number): number {
  let pointer = m.process.objects.get(name);
  if (pointer === undefined) {
    pointer = m.memory.allocateZeroed(size, 'library', null, null);
    m.process.objects.set(name, pointer);
  }
  return pointer;
}

/** A text of the library; the same one whenever it is asked for. */
export function libraryText(m: Machine, text: string): number {
  const pointer = libraryObject(m, `text ${text}`, text.length + 1);
  writeText(m, pointer, bytesOf(text));
  return pointer;
}

export function setErrno(m: Machine, code: number): void {
  writeInt32(m, errnoPointer(m), code);
}

export const readErrno = (m: Machine): number => readInt32(m, errnoPointer(m));

/** The message of the last error. */
export const lastError = (m: Machine): string => errorText(readErrno(m));

/** Sets errno and gives the result of the failed call. */
export function refuse(m: Machine, code: number, result: number): number {
  setErrno(m, code);
  return result;
}
