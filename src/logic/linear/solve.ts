// Decides cubes of linear constraints by Fourier–Motzkin elimination, tightened for integers:
// coefficients are divided by their gcd and bounds rounded. Products, powers and remainders count as unknowns.

import { type Constraint, type Cube, holds } from './constraint.js';
import { productFacts } from './products.js';
import {
  type Atom,
  constant,
  floorDiv,
  type Model,
  ofAtom,
  plus,
  scale,
  subtract,
  symbolsOf,
  type Term,
} from './term.js';

export type Verdict =
  | { readonly kind: 'sat'; readonly model: Model }
  | { readonly kind: 'unsat' }
  | { readonly kind: 'unknown' };

/** constant + sum of coefficients times unknowns <= 0. */
export interface Row {
  readonly constant: bigint;
  readonly times: ReadonlyMap<string, bigint>;
}

const UNSAT: Verdict = { kind: 'unsat' };
const UNKNOWN: Verdict = { kind: 'unknown' };
const MOST_ROWS = 600;
const MOST_SPLITS = 6;

/** `note` receives the number of rows made, the measure of work. */
export function solveCube(cube: Cube, note: (rows: number) => void = () => {}): Verdict {
  const known = [...cube, ...sideConditions(cube)];
  const facts = [...known, ...productFacts(known)];
  return solveSplit(
    cube,
    facts.filter((c) => c.kind !== 'ne'),
    facts.filter((c) => c.kind === 'ne'),
    0,
    note,
  );
}

/** Disequations are split only when the model that was found violates one. */
function solveSplit(
  cube: Cube,
  facts: readonly Constraint[],
  rest: readonly Constraint[],
  depth: number,
  note: (rows: number) => void,
): Verdict {
  const values = eliminate(facts.flatMap(rowsOf), note);
  if (values === 'unsat') return UNSAT;
  const model = values && symbolsOnly(facts, values);
  const broken = rest.find((c) => !model || !holds(c, model));
  if (model && !broken && cube.every((c) => holds(c, model))) return { kind: 'sat', model };
  if (!broken || depth >= MOST_SPLITS) return UNKNOWN;
  const others = rest.filter((c) => c !== broken);
  let open = false;
  for (const side of [lessThan(scale(broken.term, -1n), -1), lessThan(broken.term, -1)]) {
    const verdict = solveSplit(cube, [...facts, side], others, depth + 1, note);
    if (verdict.kind === 'sat') return verdict;
    open ||= verdict.kind === 'unknown';
  }
  return open ? UNKNOWN : UNSAT;
}

/** term <= most */
const lessThan = (term: Term, most: number): Constraint => {
  const t = plus(term, -most);
  return { kind: 'le', term: t, key: `le ${t.key}` };
};

function symbolsOnly(facts: readonly Constraint[], values: ReadonlyMap<string, bigint>): Model {
  const model = new Map<string, bigint>();
  for (const { term } of facts)
    for (const id of symbolsOf(term).keys()) if (!model.has(id)) model.set(id, values.get(id) ?? 0n);
  return model;
}

/** The ranges of symbols, and linear facts about nonlinear atoms. */
export function sideConditions(cube: Cube): Constraint[] {
  const seen = new Set<string>();
  const facts: Constraint[] = [];
  const visit = (t: Term): void => {
    for (const { atom } of t.parts) {
      if (seen.has(atom.key)) continue;
      seen.add(atom.key);
      const more = factsOf(atom);
      facts.push(...more);
      for (const f of more) visit(f.term);
      if (atom.kind === 'product') for (const f of atom.factors) visit(ofAtom(f));
    }
  };
  for (const c of cube) visit(c.term);
  return facts;
}

function factsOf(atom: Atom): Constraint[] {
  const t = ofAtom(atom);
  const least = (n: bigint) => lessThan(subtract(constant(n), t), 0);
  const most = (n: bigint) => lessThan(plus(t, -n), 0);
  switch (atom.kind) {
    case 'symbol': {
      const { low, high } = atom.symbol;
      return [...(low === null ? [] : [least(low)]), ...(high === null ? [] : [most(high)])];
    }
    case 'remainder':
      return [least(0n), most(atom.by - 1n)];
    case 'quotient':
      return [
        lessThan(subtract(scale(t, atom.by), atom.term), 0),
        lessThan(subtract(atom.term, scale(t, atom.by)), Number(atom.by) - 1),
      ];
    case 'power': // b^e >= e + 1
      return [least(1n), lessThan(subtract(plus(atom.exponent, 1), t), 0)];
    case 'product':
      return atom.factors.length === 2 && atom.factors[0]!.key === atom.factors[1]!.key ? [least(0n)] : [];
  }
}

// ---- elimination -----------------------------------------------------------------------------------------------

export function rowsOf({ kind, term }: Constraint): Row[] {
  const row = (t: Term): Row => ({ constant: t.constant, times: new Map(t.parts.map((p) => [p.atom.key, p.times])) });
  if (kind === 'ne') return [];
  return kind === 'le' ? [row(term)] : [row(term), row(scale(term, -1n))];
}

/** Values for all unknowns, 'unsat', or null if no model was found. */
function eliminate(rows: readonly Row[], note: (rows: number) => void): Map<string, bigint> | 'unsat' | null {
  const order: { unknown: string; rows: readonly Row[] }[] = [];
  let left = tidy(rows);
  for (;;) {
    if (left === null) return 'unsat';
    const unknown = cheapest(left);
    if (unknown === null) break;
    order.push({ unknown, rows: left.filter((r) => r.times.has(unknown)) });
    const next = eliminateOne(left, unknown);
    note(next.length);
    left = tidy(next);
    if (left && left.length > MOST_ROWS) return null;
  }
  const values = new Map<string, bigint>();
  for (const step of order.reverse()) {
    const value = choose(step.unknown, step.rows, values);
    if (value === null) return null;
    values.set(step.unknown, value);
  }
  return values;
}

export function eliminateOne(rows: readonly Row[], unknown: string): Row[] {
  const kept = rows.filter((r) => !r.times.has(unknown));
  const uppers = rows.filter((r) => (r.times.get(unknown) ?? 0n) > 0n);
  const lowers = rows.filter((r) => (r.times.get(unknown) ?? 0n) < 0n);
  for (const u of uppers) for (const l of lowers) kept.push(combine(u, l, unknown));
  return kept;
}

function combine(u: Row, l: Row, unknown: string): Row {
  const [a, b] = [-l.times.get(unknown)!, u.times.get(unknown)!];
  const times = new Map<string, bigint>();
  for (const [key, n] of u.times) times.set(key, n * a);
  for (const [key, n] of l.times) {
    const sum = (times.get(key) ?? 0n) + n * b;
    if (sum === 0n) times.delete(key);
    else times.set(key, sum);
  }
  times.delete(unknown);
  return { constant: u.constant * a + l.constant * b, times };
}

/** Divided by the gcd, the strictest of parallel rows only; null if a row is unsatisfiable. */
export function tidy(rows: readonly Row[]): Row[] | null {
  const best = new Map<string, Row>();
  for (const row of rows) {
    const tight = tighten(row);
    if (tight.times.size === 0) {
      if (tight.constant > 0n) return null;
      continue;
    }
    const key = [...tight.times]
      .map(([k, n]) => `${n}*${k}`)
      .sort()
      .join('+');
    const known = best.get(key);
    if (!known || known.constant < tight.constant) best.set(key, tight);
  }
  return [...best.values()];
}

/** g·x + c <= 0 is x <= floor(-c / g). */
function tighten(row: Row): Row {
  let g = 0n;
  for (const n of row.times.values()) g = gcd(g, n < 0n ? -n : n);
  if (g <= 1n) return row;
  return { constant: -floorDiv(-row.constant, g), times: new Map([...row.times].map(([k, n]) => [k, n / g])) };
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The unknown whose elimination makes the fewest rows; unit coefficients first, because their elimination is exact. */
function cheapest(rows: readonly Row[]): string | null {
  const counts = new Map<string, { up: number; down: number; odd: number }>();
  for (const { times } of rows) {
    for (const [key, n] of times) {
      const c = counts.get(key) ?? { up: 0, down: 0, odd: 0 };
      if (n > 0n) c.up++;
      else c.down++;
      if (n > 1n || n < -1n) c.odd++;
      counts.set(key, c);
    }
  }
  let best: string | null = null;
  let cost = Infinity;
  for (const [key, { up, down, odd }] of counts) {
    const price = up * down - up - down + odd * 4;
    if (price < cost) [best, cost] = [key, price];
  }
  return best;
}

/** The value nearest to zero within the bounds that the other values leave. */
function choose(unknown: string, rows: readonly Row[], values: ReadonlyMap<string, bigint>): bigint | null {
  let low: bigint | null = null;
  let high: bigint | null = null;
  for (const { constant, times } of rows) {
    let rest = constant;
    for (const [key, n] of times) if (key !== unknown) rest += n * (values.get(key) ?? 0n);
    const n = times.get(unknown)!;
    if (n > 0n) {
      const most = floorDiv(-rest, n);
      if (high === null || most < high) high = most;
    } else {
      const least = -floorDiv(-rest, -n);
      if (low === null || least > low) low = least;
    }
  }
  if (low !== null && high !== null && low > high) return null;
  if (low !== null && low > 0n) return low;
  return high !== null && high < 0n ? high : 0n;
}
