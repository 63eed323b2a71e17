// Embedding: does one structure describe at least what another describes? By a given map, or by canonical names.
// The order on structures; tests use it to hold abstract states against concrete heaps.

import { elementsOf, MAX_NODES } from './bits.js';
import { ROWS, type Structure } from './structure.js';

/** S ⊑^f S': f is onto, only summary nodes get several, and every value agrees or is 1/2. A string says what fails. */
export function embedsBy(small: Structure, large: Structure, f: ReadonlyMap<number, number>): true | string {
  const counts = new Int32Array(MAX_NODES);
  for (const v of elementsOf(small.nodes)) counts[f.get(v)!]! += (small.summary >>> v) & 1 ? 2 : 1;
  for (const w of elementsOf(large.nodes)) {
    if (counts[w] === 0) return `node ${w} stands for nothing`;
    if (counts[w]! > 1 && ((large.summary >>> w) & 1) === 0) return `node ${w} stands for several`;
  }
  for (const v of elementsOf(small.nodes)) {
    const why = unaryDisagreement(small, large, v, f.get(v)!);
    if (why) return why;
    for (const u of elementsOf(small.nodes)) {
      const trouble = binaryDisagreement(small, large, [u, v], [f.get(u)!, f.get(v)!]);
      if (trouble) return trouble;
    }
  }
  return true;
}

function unaryDisagreement(small: Structure, large: Structure, v: number, w: number): string | null {
  for (const p of small.vocabulary.unary) {
    if ((large.must(p) >>> w) & 1 && !((small.must(p) >>> v) & 1)) return `${p.name}(${w}) is 1, not so at ${v}`;
    if (!((large.may(p) >>> w) & 1) && (small.may(p) >>> v) & 1) return `${p.name}(${w}) is 0, not so at ${v}`;
  }
  return null;
}

type Pair = readonly [number, number];

function binaryDisagreement(small: Structure, large: Structure, [u, v]: Pair, [x, y]: Pair): string | null {
  for (const b of small.vocabulary.binary) {
    const start = ROWS * b.id;
    const must = (large.binary[start + x]! >>> y) & 1;
    const may = (large.binary[start + MAX_NODES + x]! >>> y) & 1;
    if (must && !((small.binary[start + u]! >>> v) & 1)) return `${b.name}(${x}, ${y}) is 1, not so at (${u}, ${v})`;
    if (!may && (small.binary[start + MAX_NODES + u]! >>> v) & 1)
      return `${b.name}(${x}, ${y}) is 0, not so at (${u}, ${v})`;
  }
  return null;
}
