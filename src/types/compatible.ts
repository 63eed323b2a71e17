// Compatible types (C17 6.2.7): when two declarations may speak of the same thing.
// Asked by the type checker and wherever functions are called through pointers.

import type { CType, FunctionType } from './types.js';

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
