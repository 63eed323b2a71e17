// Join of structures whose nodes have the same canonical names, and the information order between them.
// A program point keeps one structure for each set of names, so that their number stays small.

import type { Structure } from './structure.js';

/** `into` := `into` ⊔ `other`; both canonical and with the same names. Has it grown? */
export function joinInto(into: Structure, other: Structure): boolean {
  let grown = (other.summary & ~into.summary) !== 0;
  into.summary |= other.summary;
  for (let i = 0; i < into.unary.length; i += 2) {
    const must = into.unary[i]! & other.unary[i]!;
    const may = into.unary[i + 1]! | other.unary[i + 1]!;
    if (must !== into.unary[i] || may !== into.unary[i + 1]) grown = true;
    into.unary[i] = must;
    into.unary[i + 1] = may;
  }
  for (let i = 0; i < into.binary.length; i++) {
    // Rows of `must` and of `may` alternate, 32 words each.
    const row = (i & 32) === 0 ? into.binary[i]! & other.binary[i]! : into.binary[i]! | other.binary[i]!;
    if (row !== into.binary[i]) grown = true;
    into.binary[i] = row;
  }
  return grown;
}
