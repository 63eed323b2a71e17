// errno and its messages.
// Library functions set it; the program reads it through __errno_location.

import type { Machine } from '../machine.js';
import { bytesOf, writeInt32, writeText } from './strings.js';

export const ENOENT = 2;
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

/** Sets errno and gives the result of the failed call. */
export function refuse(m: Machine, code: number, result: number): number {
  setErrno(m, code);
  return result;
}

const messages = new Map([
  [0, 'Success'],
  [1, 'Operation not permitted'],
  [2, 'No such file or directory'],
  [4, 'Interrupted system call'],
  [5, 'Input/output error'],
  [9, 'Bad file descriptor'],
  [11, 'Resource temporarily unavailable'],
  [12, 'Cannot allocate memory'],
  [13, 'Permission denied'],
  [14, 'Bad address'],
  [17, 'File exists'],
  [22, 'Invalid argument'],
  [33, 'Numerical argument out of domain'],
  [34, 'Numerical result out of range'],
]);

export function errorText(code: number): string {
  return messages.get(code) ?? `Unknown error ${code}`;
}
