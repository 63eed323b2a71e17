// The value of an uninitialised register: the bytes of uninitialised memory, read as its type.
// Makes registers and memory agree on what an uninitialised variable holds.

import type { CType } from '../../types/types.js';
import { readerOf } from '../cells.js';
import { POISON_64, POISON_BYTE } from '../pointer.js';
import { isPointerRep, repOf, type Value } from '../rep.js';
import { makeScratch } from '../scratch.js';

export function blankOf(type: CType): Value {
  const rep = repOf(type);
  if (isPointerRep(rep)) return POISON_64;
  if (rep === 'bytes' || rep === 'none') return 0;
  const scratch = makeScratch(64);
  scratch.u8.fill(POISON_BYTE);
  return readerOf(rep)(scratch, 0, type);
}
