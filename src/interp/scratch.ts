// A few bytes outside the program's memory, to convert between bytes and values.
// Has only the arrays that reading and writing cells need.

import type { Memory } from './memory.js';

export function makeScratch(size: number): Memory {
  const u8 = new Uint8Array(size);
  return { u8, i8: new Int8Array(u8.buffer), view: new DataView(u8.buffer), addresses32: null } as unknown as Memory;
}
