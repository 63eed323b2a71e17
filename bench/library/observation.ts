// What one call did: its result, memory, files, callbacks, allocations and errors, in words that both runs share.
// Parsed from the output of real.ts and ours.ts; compared by compare.ts.

import { MARK } from './harness.js';

export interface ObservedError {
  /** A rule of the checker where there is one: out-of-bounds, null-dereference, double-free, … */
  readonly kind: string;
  /** The block that it concerns, if known. */
  readonly block: string | null;
}

export interface Observation {
  /** What was shown, by name: `r`, `errno`, `c0`, `b0`, `text`, …; values of the same name in order. */
  readonly shown: ReadonlyMap<string, string>;
  /** What the function wrote to standard output. */
  readonly output: string;
  readonly error: ObservedError | null;
}

export function parseReport(text: string): Observation {
  const shown = new Map<string, string>();
  let output = '';
  let error: ObservedError | null = null;
  for (const [i, part] of text.split(MARK).entries()) {
    if (i === 0) output += part;
    else {
      const end = part.indexOf('\n');
      const [name, ...words] = part.slice(0, end).split(' ');
      output += part.slice(end + 1);
      const value = words.join(' ');
      if (name === 'error') error ??= errorOf(words);
      else shown.set(name!, shown.has(name!) ? `${shown.get(name!)}, ${value}` : value);
    }
  }
  return { shown, output, error };
}

/** The words of the sanitizer, as rules. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/buffer-(over|under)flow|negative-size-param|string-function-memory-ranges|container-overflow/, 'out-of-bounds'],
  [/use-after-free|use-after-poison/, 'use-after-free'],
  [/double-free/, 'double-free'],
  [/bad-free|alloc-dealloc-mismatch|bad-malloc_usable_size/, 'invalid-free'],
  [/param-overlap/, 'overlap'],
];

function errorOf([kind, block]: readonly string[]): ObservedError {
  const rule = KINDS.find(([pattern]) => pattern.test(kind!))?.[1] ?? kind!;
  return { kind: kind === 'signal' ? `signal ${block}` : rule, block: block && /^b\d+$/.test(block) ? block : null };
}
