// The interface of a lattice: an order, a join, and a widening for domains with infinite ascending chains.
// The law suite of the tests is written against this record; every domain provides one.

export interface Lattice<T> {
  leq(a: T, b: T): boolean;
  /** An upper bound of both. */
  join(a: T, b: T): T;
  /** An upper bound of both; every widening chain stabilises. */
  widen(older: T, newer: T): T;
}
