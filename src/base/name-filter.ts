// Approximate sets of names in constant space: false positives are possible, false negatives are not.
// Bloom filters, serialised as they are in summaries; the same names always give the same bytes.

export type NameFilter = Uint8Array;

const BITS = 8_192;

export const NO_NAMES: NameFilter = new Uint8Array(BITS / 8);

/** Two bit positions for each name, from one 32-bit hash. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const isSet = (filter: NameFilter, bit: number): boolean => (filter[bit >> 3]! & (1 << (bit & 7))) !== 0;

export function mayContain(filter: NameFilter, name: string): boolean {
  const hash = hashOf(name);
  return isSet(filter, hash % BITS) && isSet(filter, (hash >>> 16) % BITS);
}

export function filterOf(names: Iterable<string>): NameFilter {
  const filter = new Uint8Array(BITS / 8);
  for (const name of names) {
    const hash = hashOf(name);
    for (const bit of [hash % BITS, (hash >>> 16) % BITS]) filter[bit >> 3]! |= 1 << (bit & 7);
  }
  return filter;
}

/** The union; one of the two itself if it contains the other. */
export function unionOf(a: NameFilter, b: NameFilter): NameFilter {
  if (a === b || includes(a, b)) return a;
  return includes(b, a) ? b : a.map((byte, i) => byte | b[i]!);
}

function includes(a: NameFilter, b: NameFilter): boolean {
  for (let i = 0; i < b.length; i++) if ((b[i]! & ~a[i]!) !== 0) return false;
  return true;
}
