// A structure as text: one line per node with the predicates that hold there and the targets of its edges; `?` marks
// 1/2. For debugging imprecision and for messages of tests.

import { elementsOf } from './bits.js';
import type { Structure } from './structure.js';

export function printStructure(s: Structure): string {
  return elementsOf(s.nodes)
    .map((v) => `${v}${(s.summary >>> v) & 1 ? '*' : ' '} ${[...properties(s, v), ...edges(s, v)].join(' ')}`)
    .join('\n');
}

function properties(s: Structure, v: number): string[] {
  return s.vocabulary.unary
    .filter((p) => (s.may(p) >>> v) & 1)
    .map((p) => ((s.must(p) >>> v) & 1 ? p.name : `${p.name}?`));
}

function edges(s: Structure, v: number): string[] {
  return s.vocabulary.binary.flatMap((b) => {
    const targets = elementsOf(s.mayRow(b, v)).map((w) => ((s.mustRow(b, v) >>> w) & 1 ? `${w}` : `${w}?`));
    return targets.length > 0 ? [`${b.name}:${targets.join(',')}`] : [];
  });
}
