// Layout of structs and unions as gcc does it for the System V ABI: offsets, bit-fields, packed, aligned, pragma pack.
// Called when the parser reaches the closing brace of a definition.

import type { BitRange, CType, Field, RecordBody } from '../../types/types.js';

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
  /** From `#pragma pack(n)`; 0 if none is active. */
  readonly pack: number;
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit;

export function layoutRecord(body: RecordBody, members: readonly MemberDeclaration[], options: LayoutOptions): void {
  const placer = new Placer(body.union, options);
  const fields: Field[] = [];
  for (const m of members) {
    const at = m.width === null ? placer.place(m) : placer.placeBits(m, m.width);
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

  constructor(
    private readonly union: boolean,
    private readonly options: LayoutOptions,
  ) {
    this.align = Math.max(1, options.align);
  }

  place(m: MemberDeclaration): { offset: number; bits: null } {
    const align = this.memberAlign(m);
    this.align = Math.max(this.align, align);
    const position = roundUp(this.position, align * 8);
    this.advance(position, Math.max(m.type.size, 0) * 8);
    return { offset: position / 8, bits: null };
  }

  placeBits(m: MemberDeclaration, width: number): { offset: number; bits: BitRange } {
    const packed = m.packed || this.options.packed;
    let unit = m.typeAlign;
    if (this.options.pack) unit = Math.min(unit, this.options.pack);
    let position = this.position;
    if (m.align) position = roundUp(position, m.align * 8);
    if (width === 0) {
      this.advance(roundUp(position, Math.max(unit, m.align) * 8), 0);
      return { offset: 0, bits: { shift: 0, width: 0 } };
    }
    // A bit-field may not span more units of its type's alignment than the type itself does.
    if (!packed && !this.options.pack) {
      const bits = unit * 8;
      const spanned = Math.ceil(((position % bits) + width) / bits);
      if (spanned > Math.ceil((m.type.size * 8) / bits)) position = roundUp(position, bits);
    }
    if (m.name !== null) this.align = Math.max(this.align, packed ? 1 : unit, m.align);
    this.advance(position, width);
    return { offset: Math.floor(position / 8), bits: { shift: position % 8, width } };
  }

  private memberAlign(m: MemberDeclaration): number {
    const packed = m.packed || this.options.packed;
    const natural = packed ? 1 : m.typeAlign;
    const align = Math.max(natural, m.align);
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
