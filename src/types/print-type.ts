// Types in C syntax, around an optional name: `int (*compare)(const void *, const void *)`.
// For `caulk ir`, messages and reports.

import { ATOMIC, CONST, type CType, RESTRICT, VOLATILE } from './types.js';

export function printType(type: CType, name = ''): string {
  const quals = printQuals(type.quals);
  switch (type.kind) {
    case 'pointer': {
      const inner = `*${quals ? `${quals} ` : ''}${name}`;
      const target = type.target.kind;
      return printType(type.target, target === 'array' || target === 'function' ? `(${inner})` : inner);
    }
    case 'array':
      return printType(type.element, `${name}[${type.length ?? (type.variable ? '*' : '')}]`);
    case 'function': {
      const params = type.params?.map((p) => printType(p.type)) ?? [];
      if (type.variadic) params.push('...');
      return printType(type.result, `${name}(${params.join(', ') || (type.params ? 'void' : '')})`);
    }
    default:
      return [quals, printBase(type), name].filter(Boolean).join(' ');
  }
}

function printBase(type: CType): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'int':
    case 'float':
      return type.name;
    case 'complex':
      return `_Complex ${type.part.name}`;
    case 'record':
      return `${type.body.union ? 'union' : 'struct'} ${type.body.tag ?? `<${type.body.id}>`}`;
    case 'enum':
      return `enum ${type.body.tag ?? '<unnamed>'}`;
    case 'vector':
      return `${printType(type.element)} __vector(${type.length})`;
    default:
      return '';
  }
}

const printQuals = (quals: number): string =>
  [
    quals & CONST ? 'const' : '',
    quals & VOLATILE ? 'volatile' : '',
    quals & RESTRICT ? 'restrict' : '',
    quals & ATOMIC ? '_Atomic' : '',
  ]
    .filter(Boolean)
    .join(' ');
