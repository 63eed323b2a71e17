// Reads the bytes that pickle.ts has written. Corrupt bytes always end in a PickleError.
// Used for units and summaries: src/ir/pack, the engine `modular`, the cache of projects.
//
// Hot: every function that is analysed is read from here.

import { PickleError, Tag, type Vocabulary } from './pickle.js';

/** A LEB128 integer, and the position after it. */
export function countAt(bytes: Uint8Array): { size: number; start: number } {
  let size = 0;
  for (let i = 0, scale = 1; i < 6; i++, scale *= 0x80) {
    const byte = bytes[i] ?? 0;
    size += (byte & 0x7f) * scale;
    if (byte < 0x80) return { size, start: i + 1 };
  }
  throw new PickleError('a corrupt length');
}

/** The graph. `inside` gives the objects that were not written; corrupt bytes end in a PickleError. */
export function unpickle(
  bytes: Uint8Array,
  vocabulary: Vocabulary,
  outside: (number: number) => unknown = noOutside,
  base = 0,
  blanks: Blanks = NO_BLANKS,
): unknown {
  try {
    return new Unpickler(bytes, vocabulary, outside, base, blanks).readAll();
  } catch (error) {
    if (error instanceof RangeError) throw new PickleError('nested too deeply'); // the stack is at its end
    throw error;
  }
}

/**
 * Constructors for objects with certain fields, by the field names joined by commas: objects that are read then have
 * the same hidden class as those that the program creates, which keeps call sites monomorphic.
 */
export type Blanks = ReadonlyMap<string, () => object>;

const NO_BLANKS: Blanks = new Map();

interface ReadShape {
  readonly keys: readonly string[];
  readonly blank: () => object;
}

const nothing = (): object => ({});

function noOutside(): never {
  throw new PickleError('an unexpected outside reference');
}

class Unpickler {
  private readonly buffer: Buffer;
  private readonly view: DataView;
  private at = 0;
  private readonly words: string[] = [];
  private readonly seen: unknown[] = [];
  private readonly shapes: ReadShape[] = [];

  constructor(
    bytes: Uint8Array,
    private readonly vocabulary: Vocabulary,
    private readonly outside: (number: number) => unknown,
    private readonly base: number,
    private readonly blanks: Blanks,
  ) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  readAll(): unknown {
    const value = this.read();
    if (this.at !== this.buffer.length) throw new PickleError('trailing bytes');
    return value;
  }

  private byte(): number {
    const value = this.buffer[this.at++];
    if (value === undefined) throw new PickleError('unexpected end of input');
    return value;
  }

  private count(): number {
    let byte = this.byte();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let scale = 0x80; byte >= 0x80; scale *= 0x80) {
      if (scale > 2 ** 53) throw new PickleError('an integer is too long');
      byte = this.byte();
      value += (byte & 0x7f) * scale;
    }
    return value;
  }

  /** A length: at most the number of bytes left. */
  private size(): number {
    const size = this.count();
    if (size > this.buffer.length - this.at) throw new PickleError('a length exceeds the input');
    return size;
  }

  private text(): string {
    const size = this.size();
    this.at += size;
    return this.buffer.toString('utf8', this.at - size, this.at);
  }

  private read(): unknown {
    const tag = this.byte();
    switch (tag) {
      case Tag.Undefined:
        return undefined;
      case Tag.Null:
        return null;
      case Tag.True:
        return true;
      case Tag.False:
        return false;
      case Tag.Integer: {
        const n = this.count();
        return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
      }
      case Tag.Double:
        if (this.at + 8 > this.buffer.length) throw new PickleError('unexpected end of input');
        this.at += 8;
        return this.view.getFloat64(this.at - 8, true);
      case Tag.Known:
        return this.word(this.count());
      case Tag.Text:
        return this.newWord();
      case Tag.BigInt:
        return bigIntOf(this.text());
      case Tag.Array:
        return this.array();
      case Tag.Map:
        return this.map();
      case Tag.Set:
        return this.set();
      case Tag.NewShape:
        return this.object(this.newShape());
      case Tag.Again: {
        const number = this.count();
        if (number >= this.seen.length) throw new PickleError('a forward reference');
        return this.seen[number];
      }
      case Tag.Outside:
        return this.outside(this.count());
      case Tag.Bytes: {
        const size = this.size();
        this.at += size;
        return this.keep(new Uint8Array(this.buffer.subarray(this.at - size, this.at)));
      }
      case Tag.Position:
        return this.count() + this.base;
      default:
        return this.object(this.shape(tag === 255 ? this.count() : tag - Tag.Shape));
    }
  }

  private keep<T>(value: T): T {
    this.seen.push(value);
    return value;
  }

  private word(number: number): string {
    const { vocabulary } = this;
    const word = number < vocabulary.length ? vocabulary[number] : this.words[number - vocabulary.length];
    if (word === undefined) throw new PickleError('an unknown word');
    return word;
  }

  private newWord(): string {
    const word = this.text();
    this.words.push(word);
    return word;
  }

  private array(): unknown[] {
    const size = this.size();
    const value: unknown[] = this.keep([]);
    for (let i = 0; i < size; i++) value.push(this.read());
    return value;
  }

  private map(): Map<unknown, unknown> {
    const size = this.size();
    const value = this.keep(new Map<unknown, unknown>());
    for (let i = 0; i < size; i++) {
      const key = this.read();
      value.set(key, this.read());
    }
    return value;
  }

  private set(): Set<unknown> {
    const size = this.size();
    const value = this.keep(new Set<unknown>());
    for (let i = 0; i < size; i++) value.add(this.read());
    return value;
  }

  private newShape(): ReadShape {
    const size = this.size();
    const keys: string[] = [];
    for (let i = 0; i < size; i++) {
      const tag = this.byte();
      if (tag !== Tag.Known && tag !== Tag.Text) throw new PickleError('a field name is missing');
      keys.push(tag === Tag.Known ? this.word(this.count()) : this.newWord());
    }
    if (keys.includes('__proto__')) throw new PickleError('a forbidden field name');
    const blank = (this.blanks.size > 0 && this.blanks.get(keys.join())) || nothing;
    const shape = { keys, blank };
    this.shapes.push(shape);
    return shape;
  }

  private shape(number: number): ReadShape {
    const shape = this.shapes[number];
    if (shape === undefined) throw new PickleError('an unknown shape');
    return shape;
  }

  private object({ keys, blank }: ReadShape): unknown {
    const value = this.keep(blank()) as Record<string, unknown>;
    for (let i = 0; i < keys.length; i++) value[keys[i]!] = this.read();
    return value;
  }
}

function bigIntOf(text: string): bigint {
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  if (!/^[0-9a-z]{1,60}$/.test(digits)) throw new PickleError('a corrupt number');
  let value = 0n;
  for (const digit of digits) value = 36n * value + BigInt(Number.parseInt(digit, 36));
  return negative ? -value : value;
}
