// A hash table from byte strings to consecutive numbers: the spellings of identifiers and other tokens.
// Used by the name table of the parser and by the preprocessor.

const EMPTY = -1;

/** Hot: open addressing in typed arrays; a known string allocates nothing (guarded by `caulk bench speed`). */
export class ByteTable {
  count = 0;
  private slots = new Int32Array(1 << 14).fill(EMPTY);
  hashes = new Int32Array(1 << 13);
  starts = new Int32Array(1 << 13);
  ends = new Int32Array(1 << 13);
  pool = new Uint8Array(1 << 17);
  private poolEnd = 0;

  /** The number of bytes[start, end), whose `hash` the caller has computed with hashStep: `count` before, if it is new. */
  intern(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const { slots, hashes, pool } = this;
    const mask = slots.length - 1;
    for (let slot = mix(hash) & mask; ; slot = (slot + 1) & mask) {
      const index = slots[slot]!;
      if (index === EMPTY) return this.add(bytes, start, end, hash, slot);
      if (hashes[index] !== hash) continue;
      const from = this.starts[index]!;
      if (this.ends[index]! - from !== end - start) continue;
      let i = start;
      let j = from;
      while (i < end && bytes[i] === pool[j]) {
        i++;
        j++;
      }
      if (i === end) return index;
    }
  }

  internAll(bytes: Uint8Array): number {
    let hash = 0;
    for (const byte of bytes) hash = hashStep(hash, byte);
    return this.intern(bytes, 0, bytes.length, hash);
  }

  text(index: number): string {
    const { pool, starts, ends } = this;
    return Buffer.from(pool.buffer, starts[index]!, ends[index]! - starts[index]!).toString('utf8');
  }

  private add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const index = this.count++;
    this.reserve(index, end - start);
    this.hashes[index] = hash;
    this.starts[index] = this.poolEnd;
    for (let i = start; i < end; i++) this.pool[this.poolEnd++] = bytes[i]!;
    this.ends[index] = this.poolEnd;
    this.slots[slot] = index;
    if (this.count * 2 > this.slots.length) this.rehash();
    return index;
  }

  private reserve(index: number, length: number): void {
    if (index >= this.hashes.length) {
      this.hashes = grown(this.hashes);
      this.starts = grown(this.starts);
      this.ends = grown(this.ends);
    }
    while (this.poolEnd + length > this.pool.length) {
      const wider = new Uint8Array(this.pool.length * 2);
      wider.set(this.pool);
      this.pool = wider;
    }
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(EMPTY);
    const mask = slots.length - 1;
    for (let index = 0; index < this.count; index++) {
      let slot = mix(this.hashes[index]!) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = index;
    }
    this.slots = slots;
  }
}

/** hash × 31 + byte, in 32 bits. */
export const hashStep = (hash: number, byte: number): number => ((hash << 5) - hash + byte) | 0;

const mix = (hash: number): number => hash ^ (hash >>> 15);

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(array.length * 2);
  wider.set(array);
  return wider;
}
