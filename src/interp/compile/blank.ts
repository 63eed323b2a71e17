// The value of a register that was never written: the bytes of untouched memory, read as its type.
// Keeps registers and memory alike in what an uninitialised variable shows.

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
