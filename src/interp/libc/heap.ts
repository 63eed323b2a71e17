// The malloc family and the functions that return heap memory.
// Natives; the work is done by the allocator and by strings.ts.

import { fail } from '../incidents.js';
import type { NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Site } from '../memory.js';
import { objectOf } from '../pointer.js';
import type { Value } from '../rep.js';
import { type Int, normalize } from '../wide.js';
import { EINVAL, ENOMEM, setErrno } from './errno.js';
import { boundedLength, copyOut, readBytes, stringLength, writePointer, writeText } from './strings.js';

export const SIZE_MAX = (m: Machine): bigint => (m.pointerSize === 8 ? 2n ** 64n - 1n : 2n ** 32n - 1n);

function checked(m: Machine, pointer: number): number {
  if (pointer === 0) setErrno(m, ENOMEM);
  return pointer;
}

/** Size 0 frees the old memory: null is then no failure. */
function reallocate(m: Machine, pointer: Value, size: Int, site: Site): number {
  const made = m.allocator.reallocate(pointer as Int, size, site);
  return pointer !== 0 && size === 0 ? made : checked(m, made);
}

/** The product, or a size that always fails if it overflows. */
function product(m: Machine, a: Value, b: Value): Int {
  const all = BigInt(a as Int) * BigInt(b as Int);
  const most = SIZE_MAX(m);
  if (all > most) return most;
  return normalize(all);
}

/** A fresh copy of the bytes with a final zero. */
export function duplicate(m: Machine, bytes: Uint8Array, site: Site): number {
  const pointer = checked(m, m.allocator.allocate(bytes.length + 1, site));
  if (pointer !== 0) writeText(m, pointer, bytes);
  return pointer;
}

function release(m: Machine, pointer: Value, site: Site): number {
  const id = objectOf(pointer as Int);
  if (m.files.open.has(id)) fail('mismatched-free', 'free of a stream, which fclose releases', id);
  m.allocator.free(pointer as Int, site);
  return 0;
}

export const heap: NativeTable = {
  malloc: (m, [size], site) => checked(m, m.allocator.allocate(size as Int, site)),
  calloc: (m, [n, size], site) => checked(m, m.allocator.allocateZeroed(product(m, n!, size!), site)),
  realloc: (m, [p, size], site) => reallocate(m, p!, size as Int, site),
  reallocarray: (m, [p, n, size], site) => reallocate(m, p!, product(m, n!, size!), site),
  aligned_alloc: (m, [, size], site) => checked(m, m.allocator.allocate(size as Int, site)),
  memalign: (m, [, size], site) => checked(m, m.allocator.allocate(size as Int, site)),
  valloc: (m, [size], site) => checked(m, m.allocator.allocate(size as Int, site)),
  posix_memalign: (m, [where, align, size], site) => {
    const bits = BigInt(align as Int);
    if (bits === 0n || (bits & (bits - 1n)) !== 0n || bits % BigInt(m.pointerSize) !== 0n) return EINVAL;
    const pointer = m.allocator.allocate(size as Int, site);
    if (pointer === 0) return ENOMEM;
    writePointer(m, where as Int, pointer);
    return 0;
  },
  free: (m, [p], site) => release(m, p!, site),
  cfree: (m, [p], site) => release(m, p!, site),
  malloc_usable_size: (m, [p]) => (p === 0 ? 0 : m.memory.size[objectOf(p as Int)]!),
  strdup: (m, [s], site) => duplicate(m, readBytes(m, s as Int), site),
  strndup: (m, [s, n], site) => duplicate(m, copyOut(m, s as Int, boundedLength(m, s as Int, Number(n))), site),
  alloca: (m, [size], site, f) => {
    const pointer = m.memory.allocateFresh(Number(size), 'alloca', null, site);
    f.allocas ??= [];
    f.allocas.push(objectOf(pointer));
    return pointer;
  },
  alloca_with_align: (m, [size], site, f) => heap.alloca!(m, [size!], site, f),
  strlen: (m, [s]) => stringLength(m, s as Int),
};
