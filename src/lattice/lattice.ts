// What a lattice of facts is: an order, a join, and a widening where chains are infinite.
// The law suite of the tests is written against this record; domains give one of it.

export interface Lattice<T> {
  leq(a: T, b: T): boolean;
  /** An upper bound of both. */
  join(a: T, b: T): T;
  /** An upper bound of both; no chain of widenings grows for ever. */
  widen(older: T, newer: T): T;
}
