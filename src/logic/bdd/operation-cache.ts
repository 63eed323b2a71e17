// The cache of BDD operations: direct-mapped, lossy, in one typed array; a lost entry costs time, never a result.
// Consulted and filled by every recursive operation of bdd.ts. A hot path: nothing is allocated after growth stops.

const WORDS = 4;
const EMPTY = 0;
/** Most lookups miss, and a table that fits into the processor's caches answers sooner. */
const LARGEST = 1 << 18;
const PATIENCE = 8;
const GROWTH = 4;

/** What `lookup` returns on a miss. */
export const UNKNOWN = -1;

export class OperationCache {
  private entries: Int32Array;
  private mask: number;
  private misses = 0;

  constructor(slots = 1 << 13) {
    this.entries = new Int32Array(slots * WORDS);
    this.mask = slots - 1;
  }

  /** `first` is never zero, for constants need no cache; `third` tells the operations apart. */
  lookup(first: number, second: number, third: number): number {
    const at = this.slot(first, second, third);
    const e = this.entries;
    return e[at] === first && e[at + 1] === second && e[at + 2] === third ? e[at + 3]! : UNKNOWN;
  }

  store(first: number, second: number, third: number, result: number): number {
    if (++this.misses > this.mask * PATIENCE && this.mask < LARGEST) this.grow();
    const at = this.slot(first, second, third);
    const e = this.entries;
    e[at] = first;
    e[at + 1] = second;
    e[at + 2] = third;
    e[at + 3] = result;
    return result;
  }

  clear(): void {
    this.entries.fill(EMPTY);
  }

  private slot(a: number, b: number, c: number): number {
    const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 15)) & this.mask) * WORDS;
  }

  private grow(): void {
    const old = this.entries;
    this.misses = 0;
    this.mask = (this.mask + 1) * GROWTH - 1;
    this.entries = new Int32Array((this.mask + 1) * WORDS);
    for (let i = 0; i < old.length; i += WORDS) {
      if (old[i] !== EMPTY) this.store(old[i]!, old[i + 1]!, old[i + 2]!, old[i + 3]!);
    }
    this.misses = 0;
  }
}
