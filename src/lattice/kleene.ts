// Kleene's three truth values, with the order of information on them.
// The bottom of the lattices: shape predicates of the engines take these values.

/** Definitely not, unknown, definitely. */
export type Kleene = 0 | 0.5 | 1;

export const FALSE = 0;
export const UNKNOWN = 0.5;
export const TRUE = 1;

/** a ∧ b, the minimum in the order of truth 0 < 1/2 < 1. */
export const and = (a: Kleene, b: Kleene): Kleene => (a < b ? a : b);

/** a ∨ b, the maximum in the order of truth. */
export const or = (a: Kleene, b: Kleene): Kleene => (a > b ? a : b);

export const not = (a: Kleene): Kleene => (1 - a) as Kleene;

/** a ⊔ b in the order of information: 0 ⊔ 1 = 1/2. */
export const join = (a: Kleene, b: Kleene): Kleene => (a === b ? a : UNKNOWN);

/** a ⊑ b: a says at least as much as b. */
export const leq = (a: Kleene, b: Kleene): boolean => a === b || b === UNKNOWN;
