// Identifiers, each a unique object that carries its current meaning: looking a name up is one field access.
// Filled by the lexer, bound and unbound by the parser as scopes open and close.

import type { EnumType, RecordType } from '../types/types.js';
import type { Declared } from './ast.js';
import { contextualWords, reservedWords, T } from './tokens.js';

export class Name {
  /** The keyword this spelling always is, or T.Identifier. */
  keyword: T = T.Identifier;
  /** The keyword it is while nothing is declared under it, or T.Identifier. */
  contextual: T = T.Identifier;
  /** Its meaning as an ordinary identifier and as a tag, in the innermost scope that declares it. */
  ordinary: Declared | null = null;
  tag: RecordType | EnumType | null = null;
  /** The nesting depth of those scopes: 0 is file scope. */
  ordinaryDepth = 0;
  tagDepth = 0;

  constructor(readonly text: string) {}
}

const EMPTY = -1;

/**
 * A hash table from the bytes of an identifier to its Name. Hot: open addressing in typed arrays; a known name
 * allocates nothing (guarded by `caulk bench speed`).
 */
export class NameTable {
  readonly names: Name[] = [];
  private slots = new Int32Array(1 << 14).fill(EMPTY);
  private hashes = new Int32Array(1 << 13);
  private starts = new Int32Array(1 << 13);
  private ends = new Int32Array(1 << 13);
  private pool = new Uint8Array(1 << 17);
  private poolEnd = 0;

  constructor() {
    for (const [text, kind] of reservedWords) this.internText(text).keyword = kind;
    for (const [text, kind] of contextualWords) this.internText(text).contextual = kind;
  }

  internText(text: string): Name {
    const bytes = new TextEncoder().encode(text);
    let hash = 0;
    for (const byte of bytes) hash = hashStep(hash, byte);
    return this.names[this.intern(bytes, 0, bytes.length, hash)]!;
  }

  /** Index in `names` of bytes[start, end), whose `hash` the caller has computed with hashStep. */
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

  private add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const index = this.names.length;
    this.reserve(index, end - start);
    this.names.push(new Name(decode(bytes, start, end)));
    this.hashes[index] = hash;
    this.starts[index] = this.poolEnd;
    this.pool.set(bytes.subarray(start, end), this.poolEnd);
    this.poolEnd += end - start;
    this.ends[index] = this.poolEnd;
    this.slots[slot] = index;
    if (this.names.length * 2 > this.slots.length) this.rehash();
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
    for (let index = 0; index < this.names.length; index++) {
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

function decode(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}
