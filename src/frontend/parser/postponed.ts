// Declarations of headers that most units never use: they are passed over, and parsed when their name is first looked up.
// Beside unit.ts, which asks about every external declaration; declaration-shapes.ts knows which ones can wait.

import type { Declared } from '../ast.js';
import type { DeclarationShapes, Shape } from '../declaration-shapes.js';
import type { Name, Postponed } from '../names.js';
import { T } from '../tokens.js';
import type { Parser } from './parser.js';

/** Longer declarations are not postponed. */
const MOST_TOKENS = 512;
/** Up to this many declarations are parsed for one another; beyond it, all in the order of the text. */
const DEEPEST = 40;

/**
 * A declaration can wait if it has been parsed in another unit, or before, with the same tokens and the same of its names
 * naming types, and it declared one prototype, typedef or `extern` object and no tag. It is parsed at file scope, where it
 * stands, so that symbols and positions are what they would have been. Hot: nothing is allocated for known declarations but
 * the note at their name.
 */
export class Postponing {
  private readonly key = new Int32Array(MOST_TOKENS);
  private length = 0;
  private hash = 0;
  /** The key is of a declaration about which nothing is known. */
  private isNew = false;
  /** In the order of the text. */
  private readonly waiting: Name[] = [];
  private depth = 0;

  constructor(
    private readonly p: Parser,
    /** By token, its spelling. */
    private readonly ids: Int32Array,
    private readonly shapes: DeclarationShapes,
    /** Parses the external declaration at the cursor. */
    private readonly parse: () => void,
  ) {}

  /** Passes over the declaration at the cursor, if it can wait. */
  skip(): boolean {
    this.isNew = false;
    if (!this.readKey()) return false;
    const { p } = this;
    const shape = this.shapes.find(this.key, this.length, this.hash);
    this.isNew = shape === null;
    if (!shape || shape.nameAt < 0) return false;
    const name = p.name(shape.nameAt);
    if (name.meaning !== null) return false; // a redeclaration is parsed at once
    this.waiting.push(name);
    name.later = new Waiting(this, p.pos, name.later as Waiting | null);
    name.isType = shape.isType;
    p.pos += this.length;
    return true;
  }

  /** The declaration that `skip` left has been parsed from `start` on. */
  learn(start: number, succeeded: boolean): void {
    if (!this.isNew) return;
    const { p } = this;
    const { name } = p.boundAtFileScope;
    const waits = succeeded && p.pos === start + this.length && name !== null && canWait(p, name.meaning);
    const shape: Shape = waits ? { nameAt: this.find(start, name), isType: name.isType } : AT_ONCE;
    this.shapes.add(this.key.slice(0, this.length), this.hash, shape);
  }

  /** The place of a name in the declaration that begins at `start`. */
  private find(start: number, name: Name): number {
    const { names, tokens } = this.p;
    for (let i = 0; i < this.length; i++) {
      if (this.p.kinds[start + i] === T.Identifier && names.names[tokens.names[start + i]!] === name) return i;
    }
    return -1;
  }

  /** The tokens up to the semicolon; false if there are braces or values, or a tag that is not known. */
  private readKey(): boolean {
    const { p, ids, key } = this;
    const { kinds, tokens } = p;
    const { names } = p.names;
    const start = p.pos;
    const most = Math.min(MOST_TOKENS, tokens.count - 1 - start);
    let hash = 0;
    for (let i = 0; i < most; i++) {
      const kind: T = kinds[start + i]!;
      let part = ids[start + i]! * 2;
      if (kind === T.Identifier) {
        const name = names[tokens.names[start + i]!]!;
        const before: T = i > 0 ? kinds[start + i - 1]! : T.End;
        if (before === T.Struct || before === T.Union || before === T.Enum) {
          if (name.tag === null) return false;
        } else if (name.isType) part++;
      } else if (kind === T.LeftBrace || kind === T.Equal) return false;
      key[i] = part;
      hash = (Math.imul(hash, 31) + part) | 0;
      if (kind !== T.Semicolon) continue;
      this.length = i + 1;
      this.hash = hash;
      return true;
    }
    return false;
  }

  /** Parses what waits under a name, in the order of the text. */
  settle(name: Name, last: Waiting): void {
    if (this.depth === DEEPEST) this.settleBefore(name);
    name.later = null;
    this.depth++;
    for (const start of last.starts()) this.p.atFileScope(start, this.parse);
    this.depth--;
  }

  /** What a declaration needs stands in front of it: in this order none leads to another. */
  private settleBefore(name: Name): void {
    for (const other of this.waiting) {
      if (other === name) return;
      other.later?.settle(other);
    }
  }
}

/** A declaration that waits under a name, behind those that have waited before. */
class Waiting implements Postponed {
  constructor(
    private readonly all: Postponing,
    private readonly start: number,
    private readonly before: Waiting | null,
  ) {}

  settle(name: Name): void {
    this.all.settle(name, this);
  }

  starts(): number[] {
    return this.before ? [...this.before.starts(), this.start] : [this.start];
  }
}

const AT_ONCE: Shape = { nameAt: -1, isType: false };

/** May a unit do without the declaration if it does not look the name up? */
function canWait(p: Parser, symbol: Declared | null): boolean {
  if (p.boundAtFileScope.names !== 1 || p.boundAtFileScope.tags > 0 || !symbol) return false;
  switch (symbol.kind) {
    case 'typedef':
      return true;
    case 'object':
      return !symbol.defined && symbol.label === null && symbol.alias === null;
    case 'function': {
      const { attributes: a } = symbol;
      return a.alias === null && a.label === null && !a.constructor && !a.destructor;
    }
    default:
      return false;
  }
}
