// C types with their sizes: values shared by the front end and the IR, laid out for a target machine.
// Basic, pointer and qualified types are hash-consed, so that `===` on unqualified types decides most comparisons.

/** What programs can see of a machine and of the conventions of its compiler. Plain data: it is stored with packed units. */
export interface Target {
  /** The architecture, as compilers name it. */
  readonly name: string;
  readonly pointerSize: 4 | 8;
  readonly longSize: 4 | 8;
  /** How numbers of eight bytes are aligned in records. */
  readonly eightAlign: 4 | 8;
  readonly longDouble: LongDouble;
  /** The types of `sizeof`, of a difference of pointers, and of `L'x'`, by name. */
  readonly size: 'unsigned int' | 'unsigned long' | 'unsigned long long';
  readonly ptrdiff: 'int' | 'long' | 'long long';
  readonly wchar: 'int' | 'long' | 'unsigned short' | 'unsigned int';
  /** Is plain `char` signed? */
  readonly charSigned: boolean;
  /** Does `inline` mean what it meant to GNU C before C99? Then `extern inline` defines no symbol, and `inline` alone does. */
  readonly gnuInline: boolean;
  /** The type of an enumeration: gcc's choice, the smallest that suffices (`-fshort-enums`), or always `int` (Microsoft). */
  readonly enums: 'gnu' | 'shortest' | 'int';
  /** System V; the same, but unnamed bit-fields align their record, too (ARM); or units of the declared type (Microsoft). */
  readonly bitFields: 'sysv' | 'aapcs' | 'ms';
  /** What `aligned` means without a number. */
  readonly biggestAlign: number;
  /** Larger vectors are aligned like one of this size. */
  readonly vectorAlign: number;
  /** Is `struct tag;` inside of a record a member without a name (`-fms-extensions`)? */
  readonly taggedMembers: boolean;
  /** The limit on the alignment of members that `-fpack-struct` or `/Zp` sets; 0: none. */
  readonly pack: number;
  /** Is `va_list` an array, which is passed by its address, a pointer, or a record, which is copied? */
  readonly vaList: VaList;
  /** Are the records of the C library (`struct stat`, `struct tm`, …) those of glibc on x86, which caulk knows? */
  readonly libraryRecords: 'glibc' | 'unknown';
}

/** An array of one record or a record, of so many bytes; or a pointer. */
export interface VaList {
  readonly kind: 'array' | 'pointer' | 'record';
  readonly size: number;
}

/** `long double`: 80 bits of the x87, or a format of IEEE 754 by its size. */
export interface LongDouble {
  readonly size: number;
  readonly align: number;
  readonly format: 'x87' | 'ieee';
}

/** Linux on x86-64. */
export const LP64: Target = {
  name: 'x86_64',
  pointerSize: 8,
  longSize: 8,
  eightAlign: 8,
  longDouble: { size: 16, align: 16, format: 'x87' },
  size: 'unsigned long',
  ptrdiff: 'long',
  wchar: 'int',
  charSigned: true,
  gnuInline: false,
  enums: 'gnu',
  bitFields: 'sysv',
  biggestAlign: 16,
  vectorAlign: 64,
  taggedMembers: false,
  pack: 0,
  vaList: { kind: 'array', size: 24 },
  libraryRecords: 'glibc',
};

/** Linux on i386. */
export const ILP32: Target = {
  ...LP64,
  name: 'i386',
  pointerSize: 4,
  longSize: 4,
  eightAlign: 4,
  longDouble: { size: 12, align: 4, format: 'x87' },
  size: 'unsigned int',
  ptrdiff: 'int',
  wchar: 'long',
  vaList: { kind: 'pointer', size: 4 },
};

/** Windows on x86-64, as gcc (MinGW) sees it. */
export const LLP64: Target = {
  ...LP64,
  longSize: 4,
  size: 'unsigned long long',
  ptrdiff: 'long long',
  wchar: 'unsigned short',
  bitFields: 'ms',
  vaList: { kind: 'pointer', size: 8 },
  libraryRecords: 'unknown',
};

/** Qualifiers, as a bit set. */
export const CONST = 1;
export const VOLATILE = 2;
export const RESTRICT = 4;
export const ATOMIC = 8;

export type CType =
  | VoidType
  | IntType
  | FloatType
  | ComplexType
  | PointerType
  | ArrayType
  | FunctionType
  | RecordType
  | EnumType
  | VectorType;

/** Size of a type that is not complete (yet). */
export const INCOMPLETE = -1;

abstract class TypeBase<Self> {
  /** Qualified versions of this type by qualifier set; shared by all of them. */
  private variants: (Self | undefined)[] | null = null;
  private pointer: PointerType | null = null;
  /** The same type without qualifiers. */
  unqualified!: Self;
  quals = 0;

  /** Qualifies this type; the result is unique per base type and qualifier set. */
  qualify(quals: number): Self {
    const all = this.quals | quals;
    if (all === this.quals) return this as unknown as Self;
    const base = this.unqualified as unknown as TypeBase<Self>;
    base.variants ??= [];
    const known = base.variants[all];
    if (known) return known;
    const copy = base.copy() as unknown as TypeBase<Self>;
    copy.quals = all;
    copy.unqualified = base as unknown as Self;
    base.variants[all] = copy as unknown as Self;
    return copy as unknown as Self;
  }

  pointerTo(size: number): PointerType {
    this.pointer ??= new PointerType(this as unknown as CType, size);
    return this.pointer;
  }

  protected abstract copy(): Self;
}

export class VoidType extends TypeBase<VoidType> {
  readonly kind = 'void';
  readonly size = 1; // GNU C: arithmetic on void pointers is in bytes
  readonly align = 1;
  constructor() {
    super();
    this.unqualified = this;
  }
  protected copy(): VoidType {
    return new VoidType();
  }
}

export class IntType extends TypeBase<IntType> {
  readonly kind = 'int';
  readonly size: number;
  /** `rank` orders the integer conversion ranks; `bits` counts value bits and sign (1 for `_Bool`). */
  constructor(
    readonly name: string,
    readonly bits: number,
    readonly signed: boolean,
    readonly rank: number,
    readonly align: number,
  ) {
    super();
    this.size = Math.max(8, bits) / 8;
    this.unqualified = this;
  }
  protected copy(): IntType {
    return new IntType(this.name, this.bits, this.signed, this.rank, this.align);
  }
}

export class FloatType extends TypeBase<FloatType> {
  readonly kind = 'float';
  constructor(
    readonly name: string,
    readonly size: number,
    readonly align: number,
    readonly rank: number,
    readonly format: LongDouble['format'] = 'ieee',
  ) {
    super();
    this.unqualified = this;
  }
  protected copy(): FloatType {
    return new FloatType(this.name, this.size, this.align, this.rank, this.format);
  }
}

export class ComplexType extends TypeBase<ComplexType> {
  readonly kind = 'complex';
  readonly size: number;
  readonly align: number;
  constructor(readonly part: FloatType | IntType) {
    super();
    this.size = 2 * part.size;
    this.align = part.align;
    this.unqualified = this;
  }
  protected copy(): ComplexType {
    return new ComplexType(this.part);
  }
}

export class PointerType extends TypeBase<PointerType> {
  readonly kind = 'pointer';
  readonly align: number;
  constructor(
    readonly target: CType,
    readonly size: number,
  ) {
    super();
    this.align = size;
    this.unqualified = this;
  }
  protected copy(): PointerType {
    return new PointerType(this.target, this.size);
  }
}

/** Qualifiers of an array are those of its elements. */
export class ArrayType extends TypeBase<ArrayType> {
  readonly kind = 'array';
  /**
   * `length` is null for `[]`; for a variable length array it is null too and `variable` identifies the length
   * expression (an object of the front end's; opaque here).
   */
  constructor(
    readonly element: CType,
    readonly length: number | null,
    readonly variable: object | null = null,
  ) {
    super();
    this.unqualified = this;
  }
  get size(): number {
    if (this.length === null) return INCOMPLETE;
    const size = this.element.size; // computed once: nested arrays would compute it 2^n times
    return size < 0 ? INCOMPLETE : this.length * size;
  }
  get align(): number {
    return this.element.align;
  }
  override qualify(quals: number): ArrayType {
    return quals === 0 ? this : new ArrayType(this.element.qualify(quals) as CType, this.length, this.variable);
  }
  protected copy(): ArrayType {
    return this;
  }
}

export interface Parameter {
  readonly name: string | null;
  readonly type: CType;
}

export class FunctionType extends TypeBase<FunctionType> {
  readonly kind = 'function';
  readonly size = 1;
  readonly align = 1;
  /** `params` is null for `f()` without a prototype. */
  constructor(
    readonly result: CType,
    readonly params: readonly Parameter[] | null,
    readonly variadic: boolean,
    /** For an old-style definition: the promoted types of its arguments. */
    readonly arriving: readonly Parameter[] | null = null,
    /** A block of Apple's compilers is called like a function, but is none of the program's. */
    readonly code: 'function' | 'block' = 'function',
    /** Of what a pointer with the attribute `noreturn` points to. */
    readonly ends: 'maybe' | 'never' = 'maybe',
  ) {
    super();
    this.unqualified = this;
  }
  protected copy(): FunctionType {
    return new FunctionType(this.result, this.params, this.variadic, this.arriving, this.code, this.ends);
  }
}

/** The position of a bit-field: `shift` bits above the lowest bit of the byte at the field's offset. */
export interface BitRange {
  readonly shift: number;
  readonly width: number;
}

export interface Field {
  /** Null for an anonymous member, whose own fields are visible in the record. */
  readonly name: string | null;
  readonly type: CType;
  /** Bytes from the beginning of the record. */
  readonly offset: number;
  readonly bits: BitRange | null;
}

/** Shared by all qualified versions of one struct or union; filled in when its definition is read. */
export interface RecordBody {
  readonly union: boolean;
  readonly tag: string | null;
  /** Distinguishes equally named records of different scopes. */
  readonly id: number;
  fields: readonly Field[] | null;
  size: number;
  align: number;
  /** `transparent_union`, which a call converts to implicitly. */
  transparent: boolean;
}

export class RecordType extends TypeBase<RecordType> {
  readonly kind = 'record';
  constructor(readonly body: RecordBody) {
    super();
    this.unqualified = this;
  }
  get fields(): readonly Field[] | null {
    return this.body.fields;
  }
  get size(): number {
    return this.body.size;
  }
  get align(): number {
    return this.body.align;
  }
  protected copy(): RecordType {
    return new RecordType(this.body);
  }
}

export interface EnumBody {
  readonly tag: string | null;
  /** The compatible integer type; null until the definition is read. */
  integer: IntType | null;
  /** The values of its enumerators; undefined until the definition is read, or if there are very many. */
  values?: readonly number[];
}

export class EnumType extends TypeBase<EnumType> {
  readonly kind = 'enum';
  constructor(
    readonly body: EnumBody,
    private readonly fallback: IntType,
  ) {
    super();
    this.unqualified = this;
  }
  get integer(): IntType {
    return this.body.integer ?? this.fallback;
  }
  get size(): number {
    return this.integer.size;
  }
  get align(): number {
    return this.integer.align;
  }
  protected copy(): EnumType {
    return new EnumType(this.body, this.fallback);
  }
}

export class VectorType extends TypeBase<VectorType> {
  readonly kind = 'vector';
  readonly size: number;
  readonly align: number;
  constructor(
    readonly element: IntType | FloatType | PointerType,
    readonly length: number,
    private readonly mostAlign: number,
  ) {
    super();
    this.size = element.size * length;
    this.align = Math.min(this.size, mostAlign);
    this.unqualified = this;
  }
  protected copy(): VectorType {
    return new VectorType(this.element, this.length, this.mostAlign);
  }
}
