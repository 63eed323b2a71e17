// Identifiers, each a unique object that carries its current meaning: looking a name up is one field access.
// Filled by the lexer, bound and unbound by the parser as scopes open and close.

import type { EnumType, RecordType } from '../types/types.js';
import type { Declared } from './ast.js';
import { ByteTable } from './byte-table.js';
import { contextualWords, reservedWords, T } from './tokens.js';

export class Name {
  /** The keyword this spelling always is, or T.Identifier. */
  keyword: T = T.Identifier;
  /** The keyword it is while nothing is declared under it, or T.Identifier. */
  contextual: T = T.Identifier;
  /** Its meaning as an ordinary identifier and as a tag, in the innermost scope that declares it, as far as it is parsed. */
  meaning: Declared | null = null;
  tag: RecordType | EnumType | null = null;
  /** The nesting depth of those scopes: 0 is file scope. */
  ordinaryDepth = 0;
  tagDepth = 0;

  /** Whoever parses the declarations of it that wait; null if none does. */
  later: Postponed | null = null;
  /** At file scope it is, or will be, the name of a type. */
  isType = false;

  constructor(readonly text: string) {}

  /** Its meaning, for which declarations that wait are parsed. */
  get ordinary(): Declared | null {
    if (this.later !== null) this.later.settle(this);
    return this.meaning;
  }
}

/** Parses declarations when they are needed. */
export interface Postponed {
  settle(name: Name): void;
}

/** From the bytes of an identifier to its Name. */
export class NameTable {
  readonly names: Name[] = [];
  private readonly table = new ByteTable();

  constructor() {
    for (const [text, kind] of reservedWords) this.internText(text).keyword = kind;
    for (const [text, kind] of contextualWords) this.internText(text).contextual = kind;
  }

  internText(text: string): Name {
    return this.named(this.table.internAll(new TextEncoder().encode(text)));
  }

  /** Index in `names` of bytes[start, end), whose `hash` the caller has computed with hashStep. */
  intern(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const index = this.table.intern(bytes, start, end, hash);
    if (index === this.names.length) this.names.push(new Name(this.table.text(index)));
    return index;
  }

  private named(index: number): Name {
    if (index === this.names.length) this.names.push(new Name(this.table.text(index)));
    return this.names[index]!;
  }
}
