// Types as text with everything that an analysis can learn from them, so that equal code of different units is
// recognised. Used for the keys of packed functions.

import type { CType, RecordBody } from '../../types/types.js';

/**
 * Records behind pointers are described by their tags; a record that the code accesses is mentioned and described in
 * full.
 */
export class TypeTexts {
  private readonly texts = new Map<CType, string>();
  private readonly records = new Map<RecordBody, string>();

  textOf(type: CType): string {
    const known = this.texts.get(type);
    if (known !== undefined) return known;
    const text = `${this.describe(type)}${type.quals === 0 ? '' : `q${type.quals}`}`;
    this.texts.set(type, text);
    return text;
  }

  private describe(type: CType): string {
    switch (type.kind) {
      case 'void':
        return 'void';
      case 'int':
      case 'float':
        return type.name;
      case 'pointer':
        return `${this.behind(type.target)}*`;
      case 'array':
        return `${this.textOf(type.element)}[${type.variable ? 'n' : type.length}]`;
      case 'function': {
        const params = type.params?.map((p) => this.behind(p.type)).join() ?? '?';
        return `${this.behind(type.result)}(${params}${type.variadic ? ',...' : ''})`;
      }
      case 'record':
        return this.recordText(type.body);
      case 'enum':
        return `enum ${type.integer.name}`;
      case 'vector':
        return `${this.textOf(type.element)}<${type.length}>`;
      case 'complex':
        return `complex ${this.textOf(type.part)}`;
    }
  }

  private behind(type: CType): string {
    if (type.kind !== 'record') return this.textOf(type);
    const { union, tag, size } = type.body;
    return `${union ? 'union' : 'struct'} ${tag ?? ''}:${size}${type.quals === 0 ? '' : `q${type.quals}`}`;
  }

  private recordText(body: RecordBody): string {
    const known = this.records.get(body);
    if (known !== undefined) return known;
    const { union, tag, size, align, fields } = body;
    const members = fields?.map(
      (f) => `${f.name ?? ''}@${f.offset}${f.bits ? `.${f.bits.shift}.${f.bits.width}` : ''}:${this.textOf(f.type)}`,
    );
    const text = `${union ? 'union' : 'struct'} ${tag ?? ''}:${size}:${align}{${members?.join(';') ?? '?'}}`;
    this.records.set(body, text);
    return text;
  }
}
