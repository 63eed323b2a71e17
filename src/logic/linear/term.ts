// Integer terms in normal form: a constant plus multiples of atoms; equal terms have equal keys.
// The numbers of the symbolic engine; everything above (constraints, recurrences, SMT) is made of these.

/** The origin of an unknown number; only inputs and failures may appear in a condition that is shown. */
export type Origin = 'input' | 'failure' | 'index' | 'unknown';

export interface Unknown {
  readonly id: string;
  readonly name: string;
  readonly low: bigint | null;
  readonly high: bigint | null;
  readonly origin: Origin;
  /** For an input, its index in order; for a failure, the index of the allocation. */
  readonly position?: Term;
  /** The value of a variable in any iteration of a loop. */
  readonly counted?: true;
  /** For the result of a call: the values that mean failure. */
  readonly fails?: 'null' | 'negative';
  /** For an unknown that is 0 or 1: the text for each. */
  readonly says?: readonly [string, string];
}

export type Atom =
  | { readonly kind: 'symbol'; readonly key: string; readonly symbol: Unknown }
  | { readonly kind: 'product'; readonly key: string; readonly factors: readonly Atom[] }
  | { readonly kind: 'power'; readonly key: string; readonly base: bigint; readonly exponent: Term }
  /** Rounded towards minus infinity. */
  | { readonly kind: 'quotient'; readonly key: string; readonly term: Term; readonly by: bigint }
  /** Never negative. */
  | { readonly kind: 'remainder'; readonly key: string; readonly term: Term; readonly by: bigint };

export interface Part {
  readonly atom: Atom;
  readonly times: bigint;
}

export interface Term {
  readonly key: string;
  /** The key without the constant: terms with the same form differ by a number. */
  readonly form: string;
  readonly constant: bigint;
  readonly parts: readonly Part[];
}

export const constant = (value: bigint | number): Term => make(BigInt(value), []);
export const ZERO: Term = make(0n, []);
export const ONE: Term = make(1n, []);

export const symbol = (s: Unknown): Term => ofAtom({ kind: 'symbol', key: s.id, symbol: s });
export const ofAtom = (atom: Atom): Term => make(0n, [{ atom, times: 1n }]);

function make(c: bigint, parts: readonly Part[]): Term {
  const sorted = parts.length > 1 ? [...parts].sort((a, b) => (a.atom.key < b.atom.key ? -1 : 1)) : parts;
  const form = sorted.length === 1 ? keyOfPart(sorted[0]!) : sorted.map(keyOfPart).join('+');
  return withForm(c, form, sorted);
}

function keyOfPart({ atom, times }: Part): string {
  return `${times}*${atom.key}`;
}

function withForm(c: bigint, form: string, parts: readonly Part[]): Term {
  return { key: form === '' ? `${c}` : c === 0n ? form : `${form}+${c}`, form, constant: c, parts };
}

export const isConstant = (t: Term): boolean => t.parts.length === 0;
export const numberIn = (t: Term): bigint | null => (t.parts.length === 0 ? t.constant : null);

export function add(a: Term, b: Term): Term {
  if (b.parts.length === 0) return plus(a, b.constant);
  if (a.parts.length === 0) return plus(b, a.constant);
  const sums = new Map(a.parts.map((p) => [p.atom.key, p]));
  for (const { atom, times } of b.parts) {
    const sum = (sums.get(atom.key)?.times ?? 0n) + times;
    if (sum === 0n) sums.delete(atom.key);
    else sums.set(atom.key, { atom, times: sum });
  }
  return make(a.constant + b.constant, [...sums.values()]);
}

export function scale(t: Term, by: bigint): Term {
  if (by === 0n) return ZERO;
  if (by === 1n) return t;
  return make(
    t.constant * by,
    t.parts.map((p) => ({ atom: p.atom, times: p.times * by })),
  );
}

export const subtract = (a: Term, b: Term): Term => add(a, scale(b, -1n));

export function plus(a: Term, n: number | bigint): Term {
  const more = BigInt(n);
  return more === 0n ? a : withForm(a.constant + more, a.form, a.parts);
}

export function multiply(a: Term, b: Term): Term {
  if (isConstant(a)) return scale(b, a.constant);
  if (isConstant(b)) return scale(a, b.constant);
  let sum = add(scale(a, b.constant), scale(make(0n, b.parts), a.constant));
  for (const p of a.parts)
    for (const q of b.parts) sum = add(sum, scale(ofAtom(product(p.atom, q.atom)), p.times * q.times));
  return sum;
}

function product(a: Atom, b: Atom): Atom {
  const factors = [...factorsOf(a), ...factorsOf(b)].sort((x, y) => (x.key < y.key ? -1 : 1));
  return { kind: 'product', key: `(${factors.map((f) => f.key).join('·')})`, factors };
}

const factorsOf = (a: Atom): readonly Atom[] => (a.kind === 'product' ? a.factors : [a]);

/** base^exponent, for a nonnegative exponent. */
export function power(base: bigint, exponent: Term): Term {
  const e = numberIn(exponent);
  if (e !== null && e >= 0n && e < 4096n) return constant(base ** e);
  // base^(x+c) = base^c · base^x keeps the atoms of neighbouring iterations equal
  const { constant: c } = exponent;
  if (c > 0n && c < 64n) return scale(power(base, plus(exponent, -c)), base ** c);
  return ofAtom({ kind: 'power', key: `${base}^(${exponent.key})`, base, exponent });
}

export function quotient(term: Term, by: bigint): Term {
  if (by === 1n) return term;
  if (isConstant(term)) return constant(floorDiv(term.constant, by));
  // (by·q + r) / by = q + r / by: equal numbers get equal terms
  const rest = reduceAll(term, by);
  const whole = divideAll(subtract(term, rest), by);
  if (isConstant(rest)) return whole;
  return add(whole, ofAtom({ kind: 'quotient', key: `(${rest.key})/${by}`, term: rest, by }));
}

/** Every coefficient brought between 0 and by - 1. */
function reduceAll(t: Term, by: bigint): Term {
  const reduce = (n: bigint): bigint => n - floorDiv(n, by) * by;
  const parts = t.parts.map((p) => ({ atom: p.atom, times: reduce(p.times) })).filter((p) => p.times !== 0n);
  return make(reduce(t.constant), parts);
}

export function remainder(term: Term, by: bigint): Term {
  if (isConstant(term)) return constant(term.constant - floorDiv(term.constant, by) * by);
  const rest = reduceAll(term, by);
  if (isConstant(rest)) return rest;
  return ofAtom({ kind: 'remainder', key: `(${rest.key})%${by}`, term: rest, by });
}

export const floorDiv = (a: bigint, b: bigint): bigint => {
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
};

export const dividesAll = (t: Term, by: bigint): boolean =>
  t.constant % by === 0n && t.parts.every((p) => p.times % by === 0n);

export const divideAll = (t: Term, by: bigint): Term =>
  make(
    t.constant / by,
    t.parts.map((p) => ({ atom: p.atom, times: p.times / by })),
  );

// ---- looking inside --------------------------------------------------------------------------------------------

export function symbolsOf(t: Term, found: Map<string, Unknown> = new Map()): Map<string, Unknown> {
  for (const { atom } of t.parts) collect(atom, found);
  return found;
}

function collect(atom: Atom, found: Map<string, Unknown>): void {
  switch (atom.kind) {
    case 'symbol':
      found.set(atom.symbol.id, atom.symbol);
      return;
    case 'product':
      for (const f of atom.factors) collect(f, found);
      return;
    case 'power':
      symbolsOf(atom.exponent, found);
      return;
    default:
      symbolsOf(atom.term, found);
  }
}

export const mentions = (t: Term, s: Unknown): boolean => t.key.includes(s.id) && symbolsOf(t).has(s.id);

export type Substitution = ReadonlyMap<string, Term>;

/** The same term, if nothing in it is replaced. */
export function substitute(t: Term, by: Substitution): Term {
  if (!mentionsAny(t, by)) return t;
  let result = constant(t.constant);
  for (const { atom, times } of t.parts) result = add(result, scale(substituteAtom(atom, by), times));
  return result;
}

const mentionsAny = (t: Term, by: Substitution): boolean => t.parts.some(({ atom }) => mentionsAnyIn(atom, by));

function mentionsAnyIn(atom: Atom, by: Substitution): boolean {
  switch (atom.kind) {
    case 'symbol':
      return by.has(atom.symbol.id);
    case 'product':
      return atom.factors.some((f) => mentionsAnyIn(f, by));
    case 'power':
      return mentionsAny(atom.exponent, by);
    default:
      return mentionsAny(atom.term, by);
  }
}

function substituteAtom(atom: Atom, by: Substitution): Term {
  switch (atom.kind) {
    case 'symbol':
      return by.get(atom.symbol.id) ?? ofAtom(atom);
    case 'product':
      return atom.factors.map((f) => substituteAtom(f, by)).reduce(multiply);
    case 'power':
      return power(atom.base, substitute(atom.exponent, by));
    case 'quotient':
      return quotient(substitute(atom.term, by), atom.by);
    case 'remainder':
      return remainder(substitute(atom.term, by), atom.by);
  }
}

/** The number that multiplies the symbol, if it occurs nowhere else in the term; null if it does. */
export function coefficientOf(t: Term, s: Unknown): bigint | null {
  let times = 0n;
  for (const p of t.parts) {
    if (p.atom.kind === 'symbol' && p.atom.symbol.id === s.id) times = p.times;
    else if (symbolsOf(ofAtom(p.atom)).has(s.id)) return null;
  }
  return times;
}

export type Model = ReadonlyMap<string, bigint>;

/** The value under an assignment; symbols without a value are 0. */
export function evaluate(t: Term, model: Model): bigint {
  return t.parts.reduce((sum, { atom, times }) => sum + times * evaluateAtom(atom, model), t.constant);
}

function evaluateAtom(atom: Atom, model: Model): bigint {
  switch (atom.kind) {
    case 'symbol':
      return model.get(atom.symbol.id) ?? 0n;
    case 'product':
      return atom.factors.reduce((p, f) => p * evaluateAtom(f, model), 1n);
    case 'power': {
      const e = evaluate(atom.exponent, model);
      return e < 0n || e > 4096n ? 0n : atom.base ** e;
    }
    case 'quotient':
      return floorDiv(evaluate(atom.term, model), atom.by);
    case 'remainder': {
      const v = evaluate(atom.term, model);
      return v - floorDiv(v, atom.by) * atom.by;
    }
  }
}

/** Are the values of its symbols within their ranges? */
export const boundsHold = (t: Term, model: Model): boolean => t.parts.every(({ atom }) => boundsHoldIn(atom, model));

function boundsHoldIn(atom: Atom, model: Model): boolean {
  switch (atom.kind) {
    case 'symbol': {
      const { id, low, high } = atom.symbol;
      const value = model.get(id) ?? 0n;
      return (low === null || value >= low) && (high === null || value <= high);
    }
    case 'product':
      return atom.factors.every((f) => boundsHoldIn(f, model));
    case 'power':
      return boundsHold(atom.exponent, model) && evaluate(atom.exponent, model) >= 0n;
    default:
      return boundsHold(atom.term, model);
  }
}
