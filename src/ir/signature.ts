// Types of functions as text that is comparable across units, so that function pointers match functions of other files.
// Used by link.ts; coarser than the compatibility of the language, never finer.

import { integerOf } from '../types/questions.js';
import type { CType, FunctionType } from '../types/types.js';

const DEEPEST = 4;
const UNKNOWN_PARAMETERS = '(?)';

/** result(parameter,…): enumerations are integers, lengths of arrays are ignored, records are their tags. */
export function signatureOf(type: FunctionType, depth = 0): string {
  const result = textOf(type.result, depth + 1);
  if (!type.params) return `${result}${UNKNOWN_PARAMETERS}`;
  const params = type.params.map((p) => textOf(p.type.unqualified as CType, depth + 1));
  return `${result}(${params.join(',')}${type.variadic ? ',...' : ''})`;
}

/** May a pointer of signature `b` hold a function of signature `a`? Without a prototype, only the result must match. */
export function fits(a: string, b: string): boolean {
  if (a === b) return true;
  if (!a.endsWith(UNKNOWN_PARAMETERS) && !b.endsWith(UNKNOWN_PARAMETERS)) return false;
  return resultIn(a) === resultIn(b);
}

const resultIn = (signature: string): string => signature.slice(0, signature.indexOf('('));

function textOf(type: CType, depth: number): string {
  const t = type.unqualified as CType;
  if (depth > DEEPEST) return '_';
  switch (t.kind) {
    case 'pointer':
      return `${textOf(t.target, depth + 1)}${t.target.quals}*`;
    case 'array':
      return `${textOf(t.element, depth + 1)}[]`;
    case 'function':
      return `<${signatureOf(t, depth)}>`;
    case 'enum':
      return integerOf(t).name;
    case 'record':
      return `${t.body.union ? 'union' : 'struct'} ${t.body.tag ?? ''}`;
    case 'int':
    case 'float':
      return t.name;
    case 'complex':
      return `complex ${t.part.name}`;
    case 'vector':
      return `vector ${t.size}`;
    case 'void':
      return 'void';
  }
}
