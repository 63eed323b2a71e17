// Variants of names: what compilers and headers make of the name of a library function.
// Used by load.ts, so that each model is written only once.

/** `__builtin_memcpy`, `__memcpy_chk`, `__isoc99_sscanf`, `fopen64`, `fputs_unlocked`, `_strdup`, `_fopen$DARWIN_EXTSN` are variants of plain names. */
const VARIANTS: readonly (readonly [RegExp, string])[] = [
  [/^__builtin_(?:__)?(.*)$/, '$1'],
  [/^__isoc(?:99|23)_(.*)$/, '$1'],
  [/^__(.*)_chk$/, '$1'],
  [/^(.*_chk)$/, '__$1'],
  [/^(.*)_unlocked$/, '$1'],
  [/^(.*)64(_r|_2)?$/, '$1$2'],
  [/^_(\w+?)\$[\w$]+$/, '$1'],
  [/^_((?:str|wcs)dup|popen|pclose|fdopen|fileno)$/, '$1'],
  [/^__(?:xpg_|gnu_|libc_)?(.*)$/, '$1'],
];

/** The name under which the library has the function; null if it has none. */
export function plainName(name: string, isKnown: (name: string) => boolean, depth = 3): string | null {
  if (isKnown(name)) return name;
  if (depth === 0) return null;
  for (const [pattern, plain] of VARIANTS) {
    const found = pattern.test(name) ? plainName(name.replace(pattern, plain), isKnown, depth - 1) : null;
    if (found !== null) return found;
  }
  return null;
}
