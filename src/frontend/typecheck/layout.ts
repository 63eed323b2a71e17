// Layout of structs and unions as gcc does it: offsets, bit-fields, packed, aligned, pragma pack; System V, ARM, Microsoft.
// Called when the parser reaches the closing brace of a definition.

import type { BitRange, CType, Field, RecordBody, Target } from '../../types/types.js';

/** A member as declared, not yet placed. */
export interface MemberDeclaration {
  /** null: an anonymous struct or union, or an unnamed bit-field. */
  readonly name: string | null;
  readonly type: CType;
  /** Width of a bit-field, else null. */
  readonly width: number | null;
  /** From `aligned(n)` or `_Alignas`; 0 if not given. */
  readonly align: number;
  /** The type's alignment, which a typedef may have changed. */
  readonly typeAlign: number;
  readonly packed: boolean;
}

export interface LayoutOptions {
  readonly packed: boolean;
  /** From `aligned(n)` on the type itself; 0 if not given. */
  readonly align: number;
  /** From `#pragma pack(n)`, else from the command line; 0 if there is none. */
  readonly pack: number;
  readonly commandLinePack: number;
  readonly bitFields: Target['bitFields'];
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit;

export function layoutRecord(body: RecordBody, members: readonly MemberDeclaration[], options: LayoutOptions): void {
  const placer = new Placer(body.union, options);
  const fields: Field[] = [];
  for (const m of members) {
    const at = m.width === null ? placer.place(m) : placer.placeBitField(m, m.width);
    if (m.width !== null && m.name === null) continue;
    fields.push({ name: m.name, type: m.type, offset: at.offset, bits: at.bits });
  }
  body.fields = fields;
  body.align = placer.align;
  body.size = roundUp(Math.ceil(placer.extent / 8), placer.align);
}

class Placer {
  align: number;
  /** Bits used so far, and for a union the widest member. */
  extent = 0;
  private position = 0;
  /** Microsoft: the unit that bit-fields share. */
  private unit: { readonly size: number; readonly end: number } | null = null;

  constructor(
    private readonly union: boolean,
    private readonly options: LayoutOptions,
  ) {
    this.align = Math.max(1, options.align);
  }

  place(m: MemberDeclaration): { offset: number; bits: null } {
    if (this.unit && !this.union) this.position = this.unit.end;
    this.unit = null;
    const align = this.memberAlign(m);
    this.align = Math.max(this.align, align);
    const position = roundUp(this.position, align * 8);
    this.advance(position, Math.max(m.type.size, 0) * 8);
    return { offset: position / 8, bits: null };
  }

  placeBitField(m: MemberDeclaration, width: number): { offset: number; bits: BitRange } {
    return this.options.bitFields === 'ms' ? this.placeInUnit(m, width) : this.placeBits(m, width);
  }

  /** Microsoft: neighbours share a unit if their types have the same size and the unit has room. */
  private placeInUnit(m: MemberDeclaration, width: number): { offset: number; bits: BitRange } {
    const size = m.type.size * 8;
    const packed = m.packed || this.options.packed;
    if (width === 0) {
      if (this.unit) {
        this.align = Math.max(this.align, this.limited(Math.max(m.typeAlign, m.align)));
        this.advance(roundUp(this.unit.end, this.memberAlign(m) * 8), 0);
      }
      this.unit = null;
      return { offset: 0, bits: { shift: 0, width: 0 } };
    }
    if (!packed) this.align = Math.max(this.align, this.limited(Math.max(m.typeAlign, m.align)));
    if (this.union) this.extent = Math.max(this.extent, width);
    else if (this.unit?.size !== size || this.position + width > this.unit.end) {
      const start = roundUp(this.unit?.end ?? this.position, this.memberAlign(m) * 8);
      this.unit = { size, end: start + size };
      this.position = start;
      this.extent = Math.max(this.extent, start + size);
    }
    const { position } = this;
    this.position = this.union ? 0 : position + width;
    return { offset: Math.floor(position / 8), bits: { shift: position % 8, width } };
  }

  private placeBits(m: MemberDeclaration, width: number): { offset: number; bits: BitRange } {
    const packed = m.packed || this.options.packed;
    const unit = this.limited(m.typeAlign);
    const asked = this.limited(m.align);
    if (width === 0) {
      // Neither packed nor the pragma has a say here.
      const { commandLinePack: limit, bitFields } = this.options;
      const natural = limit ? Math.min(m.typeAlign, limit) : m.typeAlign;
      if (bitFields === 'aapcs') this.align = Math.max(this.align, natural);
      this.advance(roundUp(this.position, Math.max(natural, m.align) * 8), 0);
      return { offset: 0, bits: { shift: 0, width: 0 } };
    }
    let position = asked ? roundUp(this.position, asked * 8) : this.position;
    // A bit-field may not span more units of its type's alignment than the type itself does.
    if (!packed && !this.options.pack) {
      const bits = unit * 8;
      const spanned = Math.ceil(((position % bits) + width) / bits);
      if (spanned > Math.ceil((m.type.size * 8) / bits)) position = roundUp(position, bits);
    }
    if (m.name !== null || this.options.bitFields === 'aapcs')
      this.align = Math.max(this.align, packed && !this.options.pack ? 1 : unit, asked);
    this.advance(position, width);
    return { offset: Math.floor(position / 8), bits: { shift: position % 8, width } };
  }

  private memberAlign(m: MemberDeclaration): number {
    const packed = m.packed || this.options.packed;
    const natural = packed ? 1 : m.typeAlign;
    return this.limited(Math.max(natural, m.align));
  }

  private limited(align: number): number {
    return this.options.pack ? Math.min(align, this.options.pack) : align;
  }

  private advance(position: number, size: number): void {
    if (this.union) {
      this.extent = Math.max(this.extent, size);
      return;
    }
    this.position = position + size;
    this.extent = Math.max(this.extent, this.position);
  }
}
