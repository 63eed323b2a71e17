// The types of a packed unit: a table of small entries, each decoded on demand.
// Beside pack.ts and open.ts, for which types are numbers.

import type { Types } from '../../types/basic-types.js';
import {
  ArrayType,
  ComplexType,
  type CType,
  EnumType,
  type Field,
  type FloatType,
  FunctionType,
  type IntType,
  type Parameter,
  type RecordBody,
  RecordType,
  type VectorType,
} from '../../types/types.js';

/** By the first element; other types by their number. */
export type TypeEntry =
  | readonly ['basic', string]
  | readonly ['qualified', number, number]
  | readonly ['pointer', number]
  | readonly ['array', number, number | null, boolean]
  | readonly ['function', number, ParameterEntry[] | null, boolean, ParameterEntry[] | null, FunctionType['ends']]
  | readonly ['record', RecordEntry]
  | readonly ['enum', string | null, string, readonly number[]]
  | readonly ['vector', number, number]
  | readonly ['complex', number];

type ParameterEntry = readonly [string | null, number];

/** Members are name, type, offset, and for bit-fields shift and width. */
interface RecordEntry {
  readonly union: boolean;
  readonly tag: string | null;
  readonly id: number;
  readonly fields: readonly (readonly (string | number | null)[])[] | null;
  readonly size: number;
  readonly align: number;
  readonly transparent: boolean;
}

const basicName = (t: CType): string => (t.kind === 'void' ? 'void' : (t as IntType | FloatType).name);

/** Numbers the types that a unit uses. */
export class TypeWriter {
  private readonly numbers = new Map<CType, number>();
  private readonly types: CType[] = [];

  numberOf(type: CType): number {
    const known = this.numbers.get(type);
    if (known !== undefined) return known;
    this.numbers.set(type, this.types.length);
    this.types.push(type);
    return this.types.length - 1;
  }

  /** All entries; writing one may number more types, which follow. */
  entries(): TypeEntry[] {
    const entries: TypeEntry[] = [];
    for (let i = 0; i < this.types.length; i++) entries.push(this.entryOf(this.types[i]!));
    return entries;
  }

  private entryOf(type: CType): TypeEntry {
    if (type.quals !== 0 && type.kind !== 'array')
      return ['qualified', this.numberOf(type.unqualified as CType), type.quals];
    switch (type.kind) {
      case 'void':
      case 'int':
      case 'float':
        return ['basic', basicName(type)];
      case 'pointer':
        return ['pointer', this.numberOf(type.target)];
      case 'array':
        return ['array', this.numberOf(type.element), type.length, type.variable !== null];
      case 'function':
        return [
          'function',
          this.numberOf(type.result),
          this.list(type.params),
          type.variadic,
          this.list(type.arriving),
          type.ends,
        ];
      case 'record':
        return ['record', this.recordEntry(type.body)];
      case 'enum':
        return ['enum', type.body.tag, type.integer.name, type.body.values ?? []];
      case 'vector':
        return ['vector', this.numberOf(type.element), type.length];
      case 'complex':
        return ['complex', this.numberOf(type.part)];
    }
  }

  private list(params: readonly Parameter[] | null): ParameterEntry[] | null {
    return params && params.map(({ name, type }) => [name, this.numberOf(type)]);
  }

  private recordEntry(body: RecordBody): RecordEntry {
    const { union, tag, id, size, align, transparent } = body;
    const fields = body.fields && body.fields.map((f) => this.fieldEntry(f));
    return { union, tag, id, fields, size, align, transparent };
  }

  private fieldEntry({ name, type, offset, bits }: Field): (string | number | null)[] {
    const entry = [name, this.numberOf(type), offset];
    return bits ? [...entry, bits.shift, bits.width] : entry;
  }
}

/** Types by number, decoded on demand. */
export class TypeReader {
  private readonly made: (CType | undefined)[] = [];

  constructor(
    readonly types: Types,
    private readonly entryAt: (number: number) => TypeEntry,
  ) {}

  typeAt(number: number): CType {
    const known = this.made[number];
    if (known) return known;
    const type = this.make(this.entryAt(number));
    this.made[number] = type;
    return type;
  }

  fieldAt(number: number, index: number): Field {
    return (this.typeAt(number) as RecordType).fields![index]!;
  }

  private make(entry: TypeEntry): CType {
    switch (entry[0]) {
      case 'basic':
        return basicTypes(this.types).get(entry[1])!;
      case 'qualified':
        return this.typeAt(entry[1]).qualify(entry[2]) as CType;
      case 'pointer':
        return this.types.pointer(this.typeAt(entry[1]));
      case 'array':
        return new ArrayType(this.typeAt(entry[1]), entry[2], entry[3] ? {} : null);
      case 'function':
        return new FunctionType(
          this.typeAt(entry[1]),
          this.list(entry[2]),
          entry[3],
          this.list(entry[4]),
          'function',
          entry[5],
        );
      case 'record':
        return new RecordType(new PackedRecord(entry[1], this));
      case 'enum': {
        const integer = basicTypes(this.types).get(entry[2]) as IntType;
        return new EnumType({ tag: entry[1], integer, values: entry[3] }, integer);
      }
      case 'vector':
        return this.types.vector(this.typeAt(entry[1]) as VectorType['element'], entry[2]);
      case 'complex':
        return new ComplexType(this.typeAt(entry[1]) as ComplexType['part']);
    }
  }

  private list(params: readonly ParameterEntry[] | null): Parameter[] | null {
    return params && params.map(([name, type]) => ({ name, type: this.typeAt(type) }));
  }
}

/** Members are decoded on demand: through pointers, types lead to nearly all others. */
class PackedRecord implements RecordBody {
  readonly union: boolean;
  readonly tag: string | null;
  readonly id: number;
  readonly size: number;
  readonly align: number;
  readonly transparent: boolean;
  private members: readonly Field[] | null = null;

  constructor(
    private readonly entry: RecordEntry,
    private readonly reader: TypeReader,
  ) {
    this.union = entry.union;
    this.tag = entry.tag;
    this.id = entry.id;
    this.size = entry.size;
    this.align = entry.align;
    this.transparent = entry.transparent;
  }

  get fields(): readonly Field[] | null {
    const { entry, reader } = this;
    if (!entry.fields) return null;
    this.members ??= entry.fields.map(([name, type, offset, shift, width]) => ({
      name: name as string | null,
      type: reader.typeAt(type as number),
      offset: offset as number,
      bits: shift === undefined ? null : { shift: shift as number, width: width as number },
    }));
    return this.members;
  }
}

const basics = new WeakMap<Types, ReadonlyMap<string, CType>>();

/** The types of a target that have a name of their own. */
export function basicTypes(types: Types): ReadonlyMap<string, CType> {
  const known = basics.get(types);
  if (known) return known;
  const all = Object.values(types).filter((t): t is CType => ['void', 'int', 'float'].includes((t as CType)?.kind));
  const named = new Map(all.map((t) => [basicName(t), t]));
  basics.set(types, named);
  return named;
}
