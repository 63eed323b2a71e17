// The laws of lattices as properties: one suite for every domain that has a Lattice.
// Used by the tests of domains; `elements` generates random elements.

import fc from 'fast-check';
import type { Lattice } from '../../src/lattice/lattice.js';
import './fixed-seed.js';

export function checkLaws<T>(lattice: Lattice<T>, elements: fc.Arbitrary<T>, runs = 300): void {
  const { leq, join, widen } = lattice;
  const holds = (property: fc.IRawProperty<unknown>) => fc.assert(property as fc.IProperty<unknown>, { numRuns: runs });
  holds(fc.property(elements, (a) => leq(a, a)));
  holds(fc.property(elements, elements, (a, b) => leq(a, join(a, b)) && leq(b, join(a, b))));
  holds(fc.property(elements, elements, (a, b) => leq(join(a, b), join(b, a))));
  holds(fc.property(elements, elements, elements, (a, b, c) => leq(join(join(a, b), c), join(a, join(b, c)))));
  holds(fc.property(elements, elements, elements, (a, b, c) => !(leq(a, b) && leq(b, c)) || leq(a, c)));
  holds(fc.property(elements, elements, (a, b) => !leq(a, b) || leq(join(a, b), b)));
  holds(fc.property(elements, elements, (a, b) => leq(a, widen(a, b)) && leq(b, widen(a, b))));
}
