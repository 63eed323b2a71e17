// Closed forms of recurrences v(k+1) = f(v(k), k): linear, polynomial and geometric; bounds by monotonicity for others.
// Used by the symbolic engine for the variables that a loop changes.

import {
  add,
  coefficientOf,
  constant,
  dividesAll,
  multiply,
  numberIn,
  ofAtom,
  plus,
  power,
  quotient,
  type Substitution,
  scale,
  substitute,
  subtract,
  symbol,
  symbolsOf,
  type Term,
  type Unknown,
} from '../linear/term.js';

export interface Recurrence {
  /** v(k) */
  readonly variable: Unknown;
  readonly start: Term;
  /** v(k+1) in terms of the variables of the system at k, and of loop-invariant terms. */
  readonly next: Term;
}

export interface Solution {
  /** v(k) as a term over the index, by the id of the variable; variables without a closed form are missing. */
  readonly closed: Substitution;
  readonly open: readonly Recurrence[];
}

/** Solves the recurrences that have a closed form, in order of dependence. */
export function solveRecurrences(system: readonly Recurrence[], index: Unknown): Solution {
  const closed = new Map<string, Term>();
  let open = system;
  for (let progress = true; progress && open.length > 0; ) {
    progress = false;
    for (const r of open) {
      const form = closedForm({ ...r, next: substitute(r.next, closed) }, index, unsolved(open, r));
      if (!form) continue;
      closed.set(r.variable.id, form);
      progress = true;
    }
    open = open.filter((r) => !closed.has(r.variable.id));
  }
  return { closed, open };
}

const unsolved = (open: readonly Recurrence[], but: Recurrence): Set<string> =>
  new Set(open.filter((r) => r !== but).map((r) => r.variable.id));

function closedForm({ variable, start, next }: Recurrence, index: Unknown, others: ReadonlySet<string>): Term | null {
  if ([...symbolsOf(next).keys()].some((id) => others.has(id))) return null;
  const times = coefficientOf(next, variable);
  if (times === null) return null;
  const rest = subtract(next, scale(symbol(variable), times));
  if (times === 1n) return addUp(start, rest, index);
  if (times === 0n) return isFree(rest, index) && rest.key === start.key ? start : null; // v(k+1) = c from the start
  return times >= 2n && isFree(rest, index) ? geometric(start, times, rest, index) : null;
}

const isFree = (t: Term, index: Unknown): boolean => !symbolsOf(t).has(index.id);

/** v(k+1) = v(k) + r(k)  gives  v(k) = v(0) + Σ r(j), 0 <= j < k, for polynomials r */
function addUp(start: Term, step: Term, index: Unknown): Term | null {
  const coefficients = polynomialIn(step, index);
  if (!coefficients || coefficients.length > 3) return null;
  const k = symbol(index);
  const one = (n: number) => plus(k, n);
  const sums: readonly ((c: Term) => Term)[] = [
    (c) => multiply(c, k),
    (c) => quotient(multiply(c, multiply(k, one(-1))), 2n),
    (c) => quotient(multiply(c, multiply(multiply(one(-1), k), add(k, one(-1)))), 6n),
  ];
  return coefficients.reduce((sum, c, degree) => add(sum, sums[degree]!(c)), start);
}

/** The coefficients of 1, k, k², … in a term; null if it is no polynomial in k. */
function polynomialIn(t: Term, index: Unknown): Term[] | null {
  const coefficients: Term[] = [constant(t.constant)];
  for (const { atom, times } of t.parts) {
    const factors = atom.kind === 'product' ? atom.factors : [atom];
    const degree = factors.filter((f) => f.kind === 'symbol' && f.symbol.id === index.id).length;
    const rest = factors.filter((f) => !(f.kind === 'symbol' && f.symbol.id === index.id));
    const others = rest.map(ofAtom);
    if (others.some((f) => symbolsOf(f).has(index.id))) return null;
    const coefficient = others.reduce(multiply, constant(times));
    while (coefficients.length <= degree) coefficients.push(constant(0));
    coefficients[degree] = add(coefficients[degree]!, coefficient);
  }
  return coefficients;
}

/** v(k+1) = a·v(k) + b  gives  v(k) = a^k·v(0) + b·(a^k - 1)/(a - 1) */
function geometric(start: Term, a: bigint, b: Term, index: Unknown): Term {
  const grown = power(a, symbol(index));
  const sum = multiply(b, subtract(grown, constant(1)));
  return add(multiply(grown, start), dividesAll(b, a - 1n) ? scaleDown(sum, a - 1n) : quotient(sum, a - 1n));
}

const scaleDown = (t: Term, by: bigint): Term => quotient(t, by);

/** Bounds of a variable that grows by one of several steps: low·k <= v(k) - v(0) <= high·k. */
export function boundGrowth(
  variable: Unknown,
  nexts: readonly Term[],
): { readonly low: bigint | null; readonly high: bigint | null } | null {
  const steps = nexts.map((n) => numberIn(subtract(n, symbol(variable))));
  if (steps.length === 0 || steps.includes(null)) return null;
  const numbers = steps as bigint[];
  return { low: numbers.reduce((a, b) => (a < b ? a : b)), high: numbers.reduce((a, b) => (a > b ? a : b)) };
}
