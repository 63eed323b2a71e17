// `fold` and `expand` of Definition 1, on sets of flag vectors.
// The two basic operations; summarize and materialize extend them to the flags of the ghost.

import type { Bdd, Ref, Variable } from '../../../logic/bdd/bdd.js';

const swap = (bdd: Bdd, i: readonly Variable[], j: readonly Variable[]) =>
  bdd.renaming(i.flatMap((v, at) => [[v, j[at]!] as const, [j[at]!, v] as const]));

/** fold_{i,j}(b) = drop_j(b ∪ swap_{i,j}(b)) */
export function fold(bdd: Bdd, b: Ref, i: readonly Variable[], j: readonly Variable[]): Ref {
  return bdd.exists(bdd.or(b, bdd.rename(b, swap(bdd, i, j))), bdd.cube(j));
}

/** expand_{i,j}(b) = add_j(b) ∩ swap_{i,j}(add_j(b)); b does not depend on j, so add_j(b) = b. */
export function expand(bdd: Bdd, b: Ref, i: readonly Variable[], j: readonly Variable[]): Ref {
  return bdd.and(b, bdd.rename(b, swap(bdd, i, j)));
}
