// Serialises object graphs: plain objects, arrays, maps, sets, numbers, text; sharing is preserved.
// The way of units and summaries to disk and to other threads. Deterministic; unpickle.ts reads the bytes.
//
// Hot: reading a project writes all its code once.

/** Known words that are written as numbers: names of fields and kinds that occur in nearly every graph. */
export type Vocabulary = readonly string[];

/** Objects that are not written because both sides know them, by number. */
export interface Outside {
  /** The number of an outside object; -1 for an object to be written. */
  numberOf(object: object): number;
}

/** Positions (`at`, `end`) are relative to this base, so that moved code has the same bytes. */
export interface Frame {
  readonly base: number;
}

/** The kind of the next item. */
export enum Tag {
  Undefined,
  Null,
  True,
  False,
  Integer,
  Double,
  Known,
  Text,
  BigInt,
  Array,
  Map,
  Set,
  NewShape,
  Again,
  Outside,
  Bytes,
  Position,
  /** This and all above: an object whose shape has been seen before; the first shapes take no further byte. */
  Shape,
}

const DIRECT_SHAPES = 255 - Tag.Shape;

export class PickleError extends Error {}

/** A growing byte buffer with variable-length integers. */
export class ByteWriter {
  length = 0;

  constructor(private bytes: Buffer = Buffer.allocUnsafe(1 << 12)) {}

  /** The buffer, to be reused by the next writer. */
  get memory(): Buffer {
    return this.bytes;
  }

  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const next = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.length + count));
    this.bytes.copy(next, 0, 0, this.length);
    this.bytes = next;
  }

  byte(value: number): void {
    this.room(1);
    this.bytes[this.length++] = value;
  }

  /** A nonnegative integer, in groups of seven bits (LEB128). */
  count(value: number): void {
    this.room(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  double(value: number): void {
    this.room(8);
    this.length = this.bytes.writeDoubleLE(value, this.length);
  }

  text(value: string): void {
    const size = Buffer.byteLength(value);
    this.count(size);
    this.room(size);
    this.length += this.bytes.write(value, this.length);
  }

  raw(value: Uint8Array): void {
    this.room(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
  }

  /** A copy of what has been written. */
  done(): Uint8Array {
    return new Uint8Array(this.bytes.subarray(0, this.length));
  }
}

/** The field names of an object, as a trie. */
interface Shape {
  readonly keys: readonly string[];
  readonly isPosition: readonly boolean[];
  readonly next: Map<string, Shape>;
  /** -1 until an object has it. */
  number: number;
}

function grow({ keys, isPosition, next }: Shape, key: string): Shape {
  const shape: Shape = {
    keys: [...keys, key],
    isPosition: [...isPosition, key === 'at' || key === 'end'],
    next: new Map(),
    number: -1,
  };
  next.set(key, shape);
  return shape;
}

export function pickle(root: unknown, vocabulary: Vocabulary, outside?: Outside, frame?: Frame): Uint8Array {
  const writer = new Pickler(vocabulary, outside ?? null, frame ?? null);
  writer.write(root);
  spare = writer.out.memory;
  return writer.out.done();
}

/** The buffer of the last writer, reused: most graphs are small, and allocation is expensive. */
let spare: Buffer | null = null;

const vocabularies = new WeakMap<Vocabulary, ReadonlyMap<string, number>>();

function numbersOf(vocabulary: Vocabulary): ReadonlyMap<string, number> {
  const known = vocabularies.get(vocabulary);
  if (known) return known;
  const numbers = new Map(vocabulary.map((word, i) => [word, i]));
  vocabularies.set(vocabulary, numbers);
  return numbers;
}

class Pickler {
  readonly out: ByteWriter;
  private readonly common: ReadonlyMap<string, number>;
  private readonly words = new Map<string, number>();
  private readonly seen = new Map<object, number>();
  private readonly root: Shape = { keys: [], isPosition: [], next: new Map(), number: -1 };
  private shapes = 0;

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly outside: Outside | null,
    private readonly frame: Frame | null,
  ) {
    this.common = numbersOf(vocabulary);
    this.out = spare ? new ByteWriter(spare) : new ByteWriter();
    spare = null; // a nested writer needs a buffer of its own
  }

  write(value: unknown): void {
    switch (typeof value) {
      case 'number':
        this.number(value);
        return;
      case 'string':
        this.word(value);
        return;
      case 'object':
        if (value === null) this.out.byte(Tag.Null);
        else this.object(value);
        return;
      case 'boolean':
        this.out.byte(value ? Tag.True : Tag.False);
        return;
      case 'undefined':
        this.out.byte(Tag.Undefined);
        return;
      case 'bigint':
        this.out.byte(Tag.BigInt);
        this.out.text(value.toString(36));
        return;
      default:
        throw new PickleError(`cannot write a ${typeof value}`);
    }
  }

  private number(value: number): void {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
      this.out.byte(Tag.Integer);
      this.out.count(value >= 0 ? 2 * value : -2 * value - 1);
    } else {
      this.out.byte(Tag.Double);
      this.out.double(value);
    }
  }

  private word(value: string): void {
    const known = this.common.get(value) ?? this.words.get(value);
    if (known !== undefined) {
      this.out.byte(Tag.Known);
      this.out.count(known);
      return;
    }
    this.words.set(value, this.vocabulary.length + this.words.size);
    this.out.byte(Tag.Text);
    this.out.text(value);
  }

  private object(value: object): void {
    const number = this.outside?.numberOf(value) ?? -1;
    if (number >= 0) {
      this.out.byte(Tag.Outside);
      this.out.count(number);
      return;
    }
    const known = this.seen.get(value);
    if (known !== undefined) {
      this.out.byte(Tag.Again);
      this.out.count(known);
      return;
    }
    this.seen.set(value, this.seen.size);
    if (Array.isArray(value)) this.list(Tag.Array, value.length, value);
    else if (value instanceof Map) this.map(value);
    else if (value instanceof Set) this.list(Tag.Set, value.size, value);
    else if (value instanceof Uint8Array) this.bytes(value);
    else this.fields(value as Record<string, unknown>);
  }

  private list(tag: Tag, size: number, values: Iterable<unknown>): void {
    this.out.byte(tag);
    this.out.count(size);
    for (const value of values) this.write(value);
  }

  private map(value: Map<unknown, unknown>): void {
    this.out.byte(Tag.Map);
    this.out.count(value.size);
    for (const [key, entry] of value) {
      this.write(key);
      this.write(entry);
    }
  }

  private bytes(value: Uint8Array): void {
    this.out.byte(Tag.Bytes);
    this.out.count(value.length);
    this.out.raw(value);
  }

  private fields(value: Record<string, unknown>): void {
    let shape = this.root;
    for (const key in value) shape = shape.next.get(key) ?? grow(shape, key);
    if (shape.number < 0) this.newShape(shape);
    else if (shape.number < DIRECT_SHAPES) this.out.byte(Tag.Shape + shape.number);
    else {
      this.out.byte(255);
      this.out.count(shape.number);
    }
    const { keys, isPosition } = shape;
    for (let i = 0; i < keys.length; i++) {
      const field = value[keys[i]!];
      if (isPosition[i] && this.frame && typeof field === 'number') this.position(field, this.frame.base);
      else this.write(field);
    }
  }

  private newShape(shape: Shape): void {
    if (shape.keys.includes('__proto__')) throw new PickleError('a forbidden field name');
    shape.number = this.shapes++;
    this.out.byte(Tag.NewShape);
    this.out.count(shape.keys.length);
    for (const key of shape.keys) this.word(key);
  }

  /** Positions before the base are clamped to the base; -1 means no position, and is kept. */
  private position(value: number, base: number): void {
    if (value < 0) return this.number(value);
    this.out.byte(Tag.Position);
    this.out.count(Math.max(0, value - base));
  }
}
