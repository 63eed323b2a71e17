// Kleene's three truth values, with the information order on them.
// The lowest of the lattices: shape predicates of the engines take these values.

/** Definitely not, unknown, definitely. */
export type Kleene = 0 | 0.5 | 1;

export const FALSE = 0;
export const UNKNOWN = 0.5;
export const TRUE = 1;

/** a ∧ b, the minimum in the truth order 0 < 1/2 < 1. */
export const and = (a: Kleene, b: Kleene): Kleene => (a < b ? a : b);

/** a ∨ b, the maximum in the truth order. */
export const or = (a: Kleene, b: Kleene): Kleene => (a > b ? a : b);

export const not = (a: Kleene): Kleene => (1 - a) as Kleene;

/** a ⊔ b in the information order: 0 ⊔ 1 = 1/2. */
export const join = (a: Kleene, b: Kleene): Kleene => (a === b ? a : UNKNOWN);

/** a ⊑ b: a is at least as precise as b. */
export const leq = (a: Kleene, b: Kleene): boolean => a === b || b === UNKNOWN;
