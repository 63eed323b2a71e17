// What declarations declare, known by their tokens: for all units of a run.
// Filled and asked by parser/postponed.ts.

/** Of a declaration that can wait: which token is the name that it declares, and whether that becomes a type. */
export interface Shape {
  /** -1: it must be parsed at once. */
  readonly nameAt: number;
  readonly isType: boolean;
}

interface Entry extends Shape {
  readonly key: Int32Array;
  /** Another declaration with the same hash. */
  readonly next: Entry | null;
}

/** In all keys together. */
const MOST_TOKENS = 4_000_000;

/** A key is the spellings of the tokens, doubled; one more where the name of a type stands. */
export class DeclarationShapes {
  private readonly entries = new Map<number, Entry>();
  private tokens = 0;

  /** Of the first `length` elements of `key`. Hot: called for each declaration of each unit. */
  find(key: Int32Array, length: number, hash: number): Shape | null {
    let entry = this.entries.get(hash) ?? null;
    for (; entry; entry = entry.next) {
      const known = entry.key;
      if (known.length !== length) continue;
      let i = 0;
      while (i < length && known[i] === key[i]) i++;
      if (i === length) return entry;
    }
    return null;
  }

  add(key: Int32Array, hash: number, { nameAt, isType }: Shape): void {
    this.tokens += key.length;
    if (this.tokens > MOST_TOKENS) {
      this.entries.clear();
      this.tokens = key.length;
    }
    this.entries.set(hash, { key, nameAt, isType, next: this.entries.get(hash) ?? null });
  }
}
