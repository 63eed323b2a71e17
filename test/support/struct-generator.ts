// Generates random struct and union types in C, with every feature that affects the layout.

import type { Random } from './random.js';

/** A named member, accessed from the outermost record: `f3`, also if it is in an anonymous struct. */
export interface GeneratedMember {
  readonly name: string;
  /** A value with all bits set, for a bit-field; null for other members. */
  readonly ones: string | null;
}

export interface GeneratedRecord {
  readonly tag: string;
  readonly keyword: 'struct' | 'union';
  readonly text: string;
  readonly members: readonly GeneratedMember[];
}

/** Declarations that the records use. */
export const PRELUDE = `
enum small { SMALL_A, SMALL_B = 7 };
enum negative { NEGATIVE = -1, POSITIVE = 1 };
enum wide { WIDE = 0x7fffffffffLL };
enum __attribute__((packed)) tiny { TINY_A, TINY_B = 100 };
typedef int aligned_int __attribute__((aligned(16)));
typedef long long loose_long __attribute__((aligned(2)));
typedef double aligned_double __attribute__((aligned(32)));
typedef int vector4 __attribute__((vector_size(16)));
`;

const SCALARS = [
  ...['char', 'signed char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned', 'long', 'unsigned long'],
  ...[
    'long long',
    'unsigned long long',
    '_Bool',
    'float',
    'double',
    'long double',
    '_Complex double',
    '_Complex float',
  ],
  ...['void *', 'char *', 'int (*)(void)', 'enum small', 'enum negative', 'enum wide', 'enum tiny'],
  ...['aligned_int', 'loose_long', 'aligned_double', 'vector4', '_Atomic int', 'const short'],
];

/** Types of bit-fields with their widths; `long` is as wide as a pointer. */
const BIT_TYPES: readonly (readonly [string, number | 'long'])[] = [
  ['char', 8],
  ['signed char', 8],
  ['unsigned char', 8],
  ['short', 16],
  ['unsigned short', 16],
  ['int', 32],
  ['unsigned', 32],
  ['long', 'long'],
  ['unsigned long', 'long'],
  ['long long', 64],
  ['unsigned long long', 64],
  ['_Bool', 1],
  ['enum small', 32],
  ['enum negative', 32],
];

const ALIGNMENTS = [1, 2, 4, 8, 16, 32];

export function generateRecords(random: Random, count: number, longBits: 32 | 64): GeneratedRecord[] {
  const records: GeneratedRecord[] = [];
  for (let i = 0; i < count; i++) records.push(new RecordMaker(random, records, longBits, i).make());
  return records;
}

class RecordMaker {
  private readonly members: GeneratedMember[] = [];

  constructor(
    private readonly random: Random,
    private readonly earlier: readonly GeneratedRecord[],
    private readonly longBits: 32 | 64,
    private readonly index: number,
  ) {}

  make(): GeneratedRecord {
    const keyword = this.random.oneIn(6) ? 'union' : 'struct';
    const tag = `s${this.index}`;
    const flexible = keyword === 'struct' && this.random.oneIn(12);
    const body = this.body(0) + (flexible ? ` ${this.flexibleArray()}` : '');
    const text = `${keyword}${this.typeAttributes()} ${tag} {${body} }${this.typeAttributes()};`;
    return { tag, keyword, text: this.packed(text), members: this.members };
  }

  private packed(text: string): string {
    return this.random.oneIn(8)
      ? `\n#pragma pack(push, ${this.random.pick([1, 2, 4, 8])})\n${text}\n#pragma pack(pop)\n`
      : text;
  }

  private body(depth: number): string {
    const count = 1 + this.random.below(7);
    return Array.from({ length: count }, () => ` ${this.member(depth)}`).join('');
  }

  private member(depth: number): string {
    const choice = this.random.below(20);
    if (choice < 8) return this.bitField();
    if (choice < 10 && depth < 2) return this.anonymous(depth);
    if (choice < 13 && this.earlier.length > 0) return this.nested();
    return this.scalar();
  }

  private scalar(): string {
    const type = this.random.pick(SCALARS);
    const name = this.name(null);
    if (type.includes('(*)')) return `${type.replace('(*)', `(*${name})`)}${this.memberAttributes()};`;
    const overAligned = type.startsWith('aligned_'); // gcc allows no arrays of these
    const array = this.random.oneIn(5) && !overAligned ? `[${1 + this.random.below(5)}]` : '';
    const alignas = this.random.oneIn(12) && !overAligned ? '_Alignas(32) ' : '';
    return `${alignas}${type} ${name}${array}${this.memberAttributes()};`;
  }

  private nested(): string {
    const { keyword, tag } = this.random.pick(this.earlier.filter(({ text }) => !text.includes('[]')));
    const array = this.random.oneIn(4) ? `[${1 + this.random.below(3)}]` : '';
    return `${keyword} ${tag} ${this.name(null)}${array}${this.memberAttributes()};`;
  }

  private bitField(): string {
    const [type, size] = this.random.pick(BIT_TYPES);
    const bits = size === 'long' ? this.longBits : size;
    if (this.random.oneIn(8)) return `${type} : 0;`;
    const width = 1 + this.random.below(bits);
    if (this.random.oneIn(10)) return `${type} : ${width};`;
    const ones = type === '_Bool' ? '1' : '-1';
    return `${type} ${this.name(ones)} : ${width}${this.memberAttributes()};`;
  }

  private anonymous(depth: number): string {
    const keyword = this.random.pick(['struct', 'union']);
    return `${keyword} {${this.body(depth + 1)} }${this.typeAttributes()};`;
  }

  private flexibleArray(): string {
    return `${this.random.pick(['char', 'int', 'double', 'void *'])} ${this.name(null)}[];`;
  }

  private typeAttributes(): string {
    if (this.random.oneIn(8)) return ' __attribute__((packed))';
    if (this.random.oneIn(14)) return ` __attribute__((aligned(${this.random.pick(ALIGNMENTS)})))`;
    return this.random.oneIn(30) ? ` __attribute__((packed, aligned(${this.random.pick(ALIGNMENTS)})))` : '';
  }

  private memberAttributes(): string {
    if (this.random.oneIn(12)) return ' __attribute__((packed))';
    if (this.random.oneIn(14)) return ` __attribute__((aligned(${this.random.pick(ALIGNMENTS)})))`;
    return this.random.oneIn(40) ? ' __attribute__((aligned))' : '';
  }

  private name(ones: string | null): string {
    const name = `f${this.members.length}`;
    this.members.push({ name, ones });
    return name;
  }
}
