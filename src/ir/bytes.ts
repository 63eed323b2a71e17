// How many bytes of memory a place covers: those of its type, or for a bit-field those that hold its bits.
// Asked by engines that check whether an access lies inside its block.

import type { Place } from './instr.js';

/** One at least: an empty object is accessed like a byte. */
export function bytesOf(place: Place): number {
  const bits = place.kind === 'field' ? place.field.bits : null;
  return bits ? Math.ceil((bits.shift + bits.width) / 8) : Math.max(1, place.type.size);
}
