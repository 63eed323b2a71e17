// C types with their sizes: values shared by the front end and the IR, laid out for a target machine.
// Basic, pointer and qualified types are hash-consed, so that `===` on unqualified types decides most comparisons.

export interface Target {
  readonly name: 'x86_64' | 'i386';
  readonly pointerSize: 4 | 8;
  /** Is plain `char` signed? */
  readonly charSigned: boolean;
  /** Does `inline` mean what it meant to GNU C before C99? Then `extern inline` defines no symbol, and `inline` alone does. */
  readonly gnuInline: boolean;
}

export const LP64: Target = { name: 'x86_64', pointerSize: 8, charSigned: true, gnuInline: false };
export const ILP32: Target = { name: 'i386', pointerSize: 4, charSigned: true, gnuInline: false };

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
  ) {
    super();
    this.unqualified = this;
  }
  protected copy(): FloatType {
    return new FloatType(this.name, this.size, this.align, this.rank);
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
  ) {
    super();
    this.unqualified = this;
  }
  protected copy(): FunctionType {
    return new FunctionType(this.result, this.params, this.variadic, this.arriving);
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
  ) {
    super();
    this.size = element.size * length;
    this.align = this.size;
    this.unqualified = this;
  }
  protected copy(): VectorType {
    return new VectorType(this.element, this.length);
  }
}

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
    const wide = target.pointerSize === 8;
    const eight = wide ? 8 : 4; // i386 aligns eight-byte members to four
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
    this.long = int('long', wide ? 64 : 32, true, 4);
    this.ulong = int('unsigned long', wide ? 64 : 32, false, 4);
    this.llong = int('long long', 64, true, 5, eight);
    this.ullong = int('unsigned long long', 64, false, 5, eight);
    this.int128 = int('__int128', 128, true, 6);
    this.uint128 = int('unsigned __int128', 128, false, 6);
    this.float16 = new FloatType('_Float16', 2, 2, 0);
    this.float = new FloatType('float', 4, 4, 1);
    this.double = new FloatType('double', 8, eight, 2);
    this.longDouble = new FloatType('long double', wide ? 16 : 12, wide ? 16 : 4, 3);
    this.float128 = new FloatType('__float128', 16, 16, 4);
    this.size = wide ? this.ulong : this.uint;
    this.ptrdiff = wide ? this.long : this.int;
    this.wchar = wide ? this.int : this.long;
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

// ---- predicates and queries ------------------------------------------------------------------------------------

export const isInteger = (t: CType): t is IntType | EnumType => t.kind === 'int' || t.kind === 'enum';
export const isFloating = (t: CType): t is FloatType | ComplexType => t.kind === 'float' || t.kind === 'complex';
export const isArithmetic = (t: CType): boolean => isInteger(t) || isFloating(t);
export const isScalar = (t: CType): boolean => isArithmetic(t) || t.kind === 'pointer';
export const isComplete = (t: CType): boolean => t.size >= 0 || (t.kind === 'array' && t.variable !== null);

/** The integer type of an integer or enumerated type. */
export const integerOf = (t: IntType | EnumType): IntType => (t.kind === 'enum' ? t.integer : t.unqualified);

/** Does the size of the type depend on a value known only at run time? */
export function isVariable(t: CType): boolean {
  return t.kind === 'array' && (t.variable !== null || isVariable(t.element));
}

/** May a value of this type contain a pointer? */
export function holdsPointer(t: CType): boolean {
  switch (t.kind) {
    case 'pointer':
      return true;
    case 'array':
      return holdsPointer(t.element);
    case 'record':
      return t.fields?.some((f) => holdsPointer(f.type)) ?? false;
    default:
      return false;
  }
}

const DEEPEST_COMPARISON = 8;

/**
 * Compatible types (C17 6.2.7), ignoring top-level qualifiers. Comparing function types nested as parameters doubles
 * with every level, so types that agree up to a depth count as compatible.
 */
export function compatible(a: CType, b: CType, depth = 0): boolean {
  const x = a.unqualified;
  const y = b.unqualified;
  if (x === y) return true;
  if (x.kind === 'enum' && y.kind !== 'enum') return compatible(x.integer, y, depth);
  if (y.kind === 'enum' && x.kind !== 'enum') return compatible(x, y.integer, depth);
  if (x.kind === 'pointer' && y.kind === 'pointer') {
    return x.target.quals === y.target.quals && compatible(x.target, y.target, depth);
  }
  if (x.kind === 'array' && y.kind === 'array') {
    return (x.length === null || y.length === null || x.length === y.length) && compatible(x.element, y.element, depth);
  }
  if (x.kind === 'function' && y.kind === 'function') {
    return depth > DEEPEST_COMPARISON || compatibleFunctions(x, y, depth + 1);
  }
  if (x.kind === 'complex' && y.kind === 'complex') return x.part === y.part;
  if (x.kind === 'vector' && y.kind === 'vector') return x.length === y.length && compatible(x.element, y.element);
  if (x.kind === 'record' && y.kind === 'record') return x.body === y.body;
  if (x.kind === 'enum' && y.kind === 'enum') return x.body === y.body;
  return false;
}

function compatibleFunctions(x: FunctionType, y: FunctionType, depth: number): boolean {
  if (!compatible(x.result, y.result, depth)) return false;
  if (!x.params || !y.params) return true;
  if (x.variadic !== y.variadic || x.params.length !== y.params.length) return false;
  return x.params.every((p, i) => compatible(p.type, y.params![i]!.type, depth));
}

/** Finds a member by name, through anonymous members: the chain of fields that leads to it, or null. */
export function findField(record: RecordType, name: string): readonly Field[] | null {
  for (const field of record.fields ?? []) {
    if (field.name === name) return [field];
    if (field.name === null && field.type.kind === 'record') {
      const inner = findField(field.type, name);
      if (inner) return [field, ...inner];
    }
  }
  return null;
}
