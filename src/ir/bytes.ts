// The size in bytes of the memory that a place covers: that of its type, or for a bit-field the bytes that hold its
// bits. Used by engines that check whether an access is in bounds.

import type { Place } from './instr.js';

/** At least one: an empty object is accessed like a byte. */
export function bytesOf(place: Place): number {
  const bits = place.kind === 'field' ? place.field.bits : null;
  return bits ? Math.ceil((bits.shift + bits.width) / 8) : Math.max(1, place.type.size);
}
