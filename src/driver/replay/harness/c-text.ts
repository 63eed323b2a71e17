// Values, types and texts of a recording as C, and words as the shell reads them.
// Used by everything in this folder that writes files.

import type { Value } from '../../../interp/rep.js';
import type { CType } from '../../../types/types.js';

/** The name of a scalar type: pointers are untyped. Null for anything else. */
export function scalarName(type: CType): string | null {
  switch (type.kind) {
    case 'pointer':
    case 'array':
    case 'function':
      return 'void *';
    case 'int':
    case 'float':
      return type.name;
    case 'enum':
      return type.integer.name;
    default:
      return null;
  }
}

/** A number that C reads back to the same bits; null if there is none. */
export function numberText(value: Value): string | null {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)))
    return wholeText(BigInt(value));
  if (typeof value !== 'number') return null;
  if (Number.isNaN(value)) return '__builtin_nan("")';
  if (!Number.isFinite(value)) return value > 0 ? '__builtin_inf()' : '(-__builtin_inf())';
  return String(value);
}

function wholeText(n: bigint): string | null {
  if (n >= -(2n ** 31n) && n < 2n ** 31n) return n === -(2n ** 31n) ? '(-2147483647 - 1)' : String(n);
  if (n >= 2n ** 64n || n < -(2n ** 63n)) return null;
  return `0x${BigInt.asUintN(64, n).toString(16)}ULL`;
}

/** A string literal of exactly these bytes, as arguments of functions that take a length. */
export function bytesText(bytes: Uint8Array): string {
  const parts = [...bytes].map((b) =>
    b >= 0x20 && b < 0x7f && b !== 0x22 && b !== 0x5c && b !== 0x3f
      ? String.fromCharCode(b)
      : `\\${b.toString(8).padStart(3, '0')}`,
  );
  return `"${parts.join('')}"`;
}

/** A comment on the same line. */
export const comment = (text: string): string =>
  `/* ${plainLine(text).replaceAll('*/', '* /').replaceAll('/*', '/ *')} */`;

/** Without control characters. */
export const plainLine = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

/** One word of a shell command, whatever is in it. */
export const shellWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** In order of the first of each. */
export function groupByName<T extends { readonly name: string }>(all: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
}

export const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);
