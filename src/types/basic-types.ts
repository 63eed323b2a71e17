// The basic types of a target machine, made once, and the constructors that depend on its pointers.
// Every unit of a program has one `Types`; from here the front end gets its int, its size_t and its records.

import {
  ComplexType,
  type CType,
  FloatType,
  INCOMPLETE,
  IntType,
  type PointerType,
  RecordType,
  type Target,
  VectorType,
  VoidType,
} from './types.js';

/** The basic types of a target, and the constructors that depend on its pointers. */
export class Types {
  readonly void = new VoidType();
  readonly bool: IntType;
  readonly char: IntType;
  readonly schar: IntType;
  readonly uchar: IntType;
  readonly short: IntType;
  readonly ushort: IntType;
  readonly int: IntType;
  readonly uint: IntType;
  readonly long: IntType;
  readonly ulong: IntType;
  readonly llong: IntType;
  readonly ullong: IntType;
  readonly int128: IntType;
  readonly uint128: IntType;
  readonly float16: FloatType;
  readonly float: FloatType;
  readonly double: FloatType;
  readonly longDouble: FloatType;
  readonly float128: FloatType;
  /** Unsigned, signed and wide-character types of `sizeof`, pointer difference and `L'x'`. */
  readonly size: IntType;
  readonly ptrdiff: IntType;
  readonly wchar: IntType;
  readonly voidPointer: PointerType;
  readonly charPointer: PointerType;
  private readonly complexes = new Map<FloatType | IntType, ComplexType>();
  private nextRecord = 0;

  constructor(readonly target: Target) {
    const { eightAlign: eight, longDouble, longSize } = target;
    const longAlign = Math.min(longSize, eight);
    const int = (name: string, bits: number, signed: boolean, rank: number, align = Math.max(8, bits) / 8) =>
      new IntType(name, bits, signed, rank, align);
    this.bool = int('_Bool', 1, false, 0);
    this.char = int('char', 8, target.charSigned, 1);
    this.schar = int('signed char', 8, true, 1);
    this.uchar = int('unsigned char', 8, false, 1);
    this.short = int('short', 16, true, 2);
    this.ushort = int('unsigned short', 16, false, 2);
    this.int = int('int', 32, true, 3);
    this.uint = int('unsigned int', 32, false, 3);
    this.long = int('long', longSize * 8, true, 4, longAlign);
    this.ulong = int('unsigned long', longSize * 8, false, 4, longAlign);
    this.llong = int('long long', 64, true, 5, eight);
    this.ullong = int('unsigned long long', 64, false, 5, eight);
    this.int128 = int('__int128', 128, true, 6);
    this.uint128 = int('unsigned __int128', 128, false, 6);
    this.float16 = new FloatType('_Float16', 2, 2, 0);
    this.float = new FloatType('float', 4, 4, 1);
    this.double = new FloatType('double', 8, eight, 2);
    this.longDouble = new FloatType('long double', longDouble.size, longDouble.align, 3, longDouble.format);
    this.float128 = new FloatType('__float128', 16, 16, 4);
    const named = [this.int, this.uint, this.long, this.ulong, this.llong, this.ullong, this.ushort];
    const typeNamed = (name: string): IntType => named.find((type) => type.name === name)!;
    this.size = typeNamed(target.size);
    this.ptrdiff = typeNamed(target.ptrdiff);
    this.wchar = typeNamed(target.wchar);
    this.voidPointer = this.pointer(this.void);
    this.charPointer = this.pointer(this.char);
  }

  pointer(target: CType): PointerType {
    return target.pointerTo(this.target.pointerSize);
  }

  complex(part: FloatType | IntType): ComplexType {
    const base = part.unqualified;
    let type = this.complexes.get(base);
    if (!type) {
      type = new ComplexType(base);
      this.complexes.set(base, type);
    }
    return type;
  }

  vector(element: VectorType['element'], length: number): VectorType {
    return new VectorType(element, length, this.target.vectorAlign);
  }

  record(union: boolean, tag: string | null): RecordType {
    const id = this.nextRecord++;
    return new RecordType({ union, tag, id, fields: null, size: INCOMPLETE, align: 1, transparent: false });
  }

  /** The unsigned (or signed) integer type of the same size. */
  withSign(type: IntType, signed: boolean): IntType {
    if (type.signed === signed) return type.unqualified;
    for (const [s, u] of this.signPairs()) {
      if (type.unqualified === s) return u;
      if (type.unqualified === u) return s;
    }
    return signed ? this.schar : this.uchar;
  }

  private signPairs(): [IntType, IntType][] {
    return [
      [this.int, this.uint],
      [this.long, this.ulong],
      [this.llong, this.ullong],
      [this.short, this.ushort],
      [this.schar, this.uchar],
      [this.int128, this.uint128],
    ];
  }
}
