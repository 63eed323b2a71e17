// The numeric domain that heap engines are paired with: ranges, differences, multiples, and nonzero keys.
// One value per shape graph, so that flags and status codes stay correlated with pointers. Null is bottom.

import {
  isSame,
  keysIn,
  mapTerms,
  NO_PRODUCTS,
  ordered,
  type Product,
  type ProductFact,
  printProduct,
  renameProducts,
  shiftProducts,
  type Term,
} from './product-facts.js';
import { ANYTHING, isEmpty, meet, type Range, range } from './range.js';
import {
  bound,
  close,
  commonKeys,
  constrain,
  type Key,
  rowOf,
  TOP,
  trim,
  withKeys,
  withRange,
  type Zone,
} from './zone.js';

export type { Key } from './zone.js';

export interface Numbers {
  readonly zone: Zone;
  /** Ascending; only keys whose range holds zero. */
  readonly nonzero: readonly Key[];
  /** Keys that are known to be a multiple of another, such as the bytes of an array of n elements; ascending. */
  readonly multiples: readonly Multiple[];
  /** Keys that are known to be the product of two others; ascending. */
  readonly products: readonly ProductFact[];
}

/** key = times · of.key + plus, with times ≠ 1 */
interface Multiple {
  readonly key: Key;
  readonly of: Linear;
}

export const NOTHING_KNOWN: Numbers = { zone: TOP, nonzero: [], multiples: [], products: NO_PRODUCTS };

/** `times · key + plus` */
export interface Linear {
  readonly key: Key;
  readonly times: number;
  readonly plus: number;
}

export function rangeOf(n: Numbers, key: Key): Range {
  const row = rowOf(n.zone, key);
  return row === 0 ? ANYTHING : { low: 0 - bound(n.zone, 0, row), high: bound(n.zone, row, 0) };
}

/** The greatest value of a - b. */
export function difference(n: Numbers, a: Key, b: Key): number {
  if (a === b) return 0;
  const [i, j] = [rowOf(n.zone, a), rowOf(n.zone, b)];
  return i === 0 || j === 0 ? Infinity : bound(n.zone, i, j);
}

export const isNonzero = (n: Numbers, key: Key): boolean => {
  const { low, high } = rangeOf(n, key);
  return low > 0 || high < 0 || n.nonzero.includes(key);
};

/** The linear form that the key is a multiple of, or null. */
export const multipleOf = (n: Numbers, key: Key): Linear | null => n.multiples.find((m) => m.key === key)?.of ?? null;

export function forget(n: Numbers, keys: readonly Key[]): Numbers {
  if (!keys.some((key) => mentions(n, key))) return n;
  const gone = new Set(keys);
  return keepOnly(n, (key) => !gone.has(key));
}

const mentions = (n: Numbers, key: Key): boolean =>
  rowOf(n.zone, key) > 0 ||
  n.nonzero.includes(key) ||
  n.multiples.some((m) => m.key === key || m.of.key === key) ||
  n.products.some((p) => keysIn(p).includes(key));

export function keepOnly(n: Numbers, wanted: (key: Key) => boolean): Numbers {
  const multiples = n.multiples.filter((m) => wanted(m.key) && wanted(m.of.key));
  const products = keepProducts(n, wanted);
  const same = multiples.length === n.multiples.length && products === n.products;
  if (same && n.zone.keys.every(wanted) && n.nonzero.every(wanted)) return n;
  const zone = trim(withKeys(n.zone, n.zone.keys.filter(wanted)));
  return { zone, nonzero: n.nonzero.filter(wanted), multiples, products };
}

/** A factor that is forgotten is replaced by a key that is kept and differs from it by a constant. */
function keepProducts(n: Numbers, wanted: (key: Key) => boolean): readonly ProductFact[] {
  if (n.products.every((p) => keysIn(p).every(wanted))) return n.products;
  const kept = (t: Term): Term | null => (wanted(t.key) ? t : equalTerm(n, t, wanted));
  return ordered(n.products.filter((p) => wanted(p.key)).flatMap((p) => mapTerms(p, kept) ?? []));
}

function equalTerm(n: Numbers, { key, plus }: Term, wanted: (key: Key) => boolean): Term | null {
  for (const other of n.zone.keys) {
    const apart = difference(n, key, other);
    if (other !== key && wanted(other) && apart === -difference(n, other, key) && Number.isSafeInteger(apart))
      return { key: other, plus: plus + apart };
  }
  return null;
}

/** n ∧ key = product */
export function withProduct(n: Numbers, key: Key, { times, left, right }: Product): Numbers {
  const fact = { key, times, left, right };
  return key === left.key || key === right.key ? n : { ...n, products: ordered([...n.products, fact]) };
}

function listed(z: Zone, ...keys: readonly Key[]): Zone {
  const missing = keys.filter((key) => rowOf(z, key) === 0);
  if (missing.length === 0) return z;
  return withKeys(
    z,
    [...new Set([...z.keys, ...missing])].sort((a, b) => a - b),
  );
}

/** n ∧ a - b ≤ c; a null key stands for the number zero. */
export function assumeAtMost(n: Numbers, a: Key | null, b: Key | null, c: number): Numbers | null {
  if (c === Infinity) return n;
  const zone = listed(n.zone, ...[a, b].filter((key) => key !== null));
  const row = (key: Key | null) => (key === null ? 0 : rowOf(zone, key));
  const closed = constrain(zone, row(a), row(b), c);
  return closed && normalize({ ...n, zone: closed });
}

/** n ∧ key ∈ r */
export function assumeRange(n: Numbers, key: Key, r: Range): Numbers | null {
  if (isEmpty(meet(rangeOf(n, key), r))) return null;
  const upper = assumeAtMost(n, key, null, r.high);
  return upper && assumeAtMost(upper, null, key, -r.low);
}

/** n ∧ key ≠ 0 */
export function assumeNonzero(n: Numbers, key: Key): Numbers | null {
  return isNonzero(n, key) ? n : normalize({ ...n, nonzero: [...n.nonzero, key].sort((a, b) => a - b) });
}

/** Tightens the range of a nonzero key whose bound is zero, and drops keys whose range already excludes zero. */
function normalize(n: Numbers): Numbers | null {
  for (const key of n.nonzero) {
    const { low, high } = rangeOf(n, key);
    if (low === 0 && high === 0) return null;
    if (low > 0 || high < 0) return normalize({ ...n, nonzero: n.nonzero.filter((k) => k !== key) });
    if (low === 0) return assumeAtMost(n, null, key, -1);
    if (high === 0) return assumeAtMost(n, key, null, -1);
  }
  return n;
}

/** key := r */
export function assignRange(n: Numbers, key: Key, r: Range): Numbers {
  const rest = forget(n, [key]);
  const zone = isEmpty(r) ? rest.zone : withRange(rest.zone, key, r.low, r.high);
  return zone === rest.zone ? rest : { ...rest, zone };
}

/**
 * key := value, where the value is in `r` and, if `form` is not null, equals this linear form of other keys or of
 * itself.
 */
export function assign(n: Numbers, key: Key, r: Range, form: Linear | null): Numbers {
  if (form === null) return assignRange(n, key, r);
  if (form.times !== 1) return withMultiple(assignRange(n, key, r), key, form);
  if (form.key === key) return shift(n, key, form.plus, r);
  const known = multipleOf(n, form.key);
  const ranged = assignRange(n, key, r);
  const fresh = withEqualProducts(
    known ? withMultiple(ranged, key, { ...known, plus: known.plus + form.plus }) : ranged,
    key,
    form,
  );
  const above = assumeAtMost(fresh, key, form.key, form.plus);
  return (above && assumeAtMost(above, form.key, key, -form.plus)) ?? fresh;
}

/** key := form: a copy of a product is the same product. */
function withEqualProducts(n: Numbers, key: Key, form: Linear): Numbers {
  if (form.plus !== 0) return n;
  return n.products.filter((p) => p.key === form.key).reduce((m, p) => withProduct(m, key, p), n);
}

function withMultiple(n: Numbers, key: Key, of: Linear): Numbers {
  if (of.key === key) return n;
  return { ...n, multiples: [...n.multiples, { key, of }].sort((a, b) => a.key - b.key) };
}

/** key := key + by */
function shift(n: Numbers, key: Key, by: number, r: Range): Numbers {
  const row = rowOf(n.zone, key);
  const nonzero = n.nonzero.filter((k) => k !== key);
  const multiples = n.multiples.filter((m) => m.key !== key && m.of.key !== key);
  const products = shiftProducts(n.products, key, by);
  if (row === 0) return assumeRange({ zone: n.zone, nonzero, multiples, products }, key, r) ?? forget(n, [key]);
  const width = n.zone.keys.length + 1;
  const bounds = n.zone.bounds.slice();
  for (let j = 0; j < width; j++) {
    if (j === row) continue;
    bounds[row * width + j]! += by;
    bounds[j * width + row]! -= by;
  }
  const moved = { zone: { keys: n.zone.keys, bounds }, nonzero, multiples, products };
  return assumeRange(moved, key, r) ?? moved;
}

/** Renames keys injectively. Keys that map to null are forgotten. */
export function rename(n: Numbers, name: (key: Key) => Key | null): Numbers {
  const all = [
    ...n.zone.keys,
    ...n.nonzero,
    ...n.multiples.flatMap((m) => [m.key, m.of.key]),
    ...n.products.flatMap(keysIn),
  ];
  if (all.every((key) => name(key) === key)) return n;
  const pairs = n.zone.keys.flatMap((key, i): [Key, number][] => {
    const to = name(key);
    return to === null ? [] : [[to, i + 1]];
  });
  pairs.sort((a, b) => a[0] - b[0]);
  const rows = [0, ...pairs.map(([, row]) => row)];
  const bounds = new Float64Array(rows.length * rows.length);
  rows.forEach((from, i) => {
    rows.forEach((to, j) => {
      bounds[i * rows.length + j] = bound(n.zone, from, to);
    });
  });
  const nonzero = n.nonzero.flatMap((key) => name(key) ?? []).sort((a, b) => a - b);
  const multiples = n.multiples.flatMap((m): Multiple[] => {
    const [key, other] = [name(m.key), name(m.of.key)];
    return key === null || other === null ? [] : [{ key, of: { ...m.of, key: other } }];
  });
  multiples.sort((a, b) => a.key - b.key);
  return {
    zone: trim({ keys: pairs.map(([key]) => key), bounds }),
    nonzero,
    multiples,
    products: renameProducts(n.products, name),
  };
}

export function leq(a: Numbers, b: Numbers): boolean {
  const { keys } = b.zone;
  const rows = [0, ...keys.map((key) => rowOf(a.zone, key))];
  for (let i = 0; i <= keys.length; i++) {
    for (let j = 0; j <= keys.length; j++) {
      if (i === j || bound(b.zone, i, j) === Infinity) continue;
      if ((i > 0 && rows[i] === 0) || (j > 0 && rows[j] === 0)) return false;
      if (bound(a.zone, rows[i]!, rows[j]!) > bound(b.zone, i, j)) return false;
    }
  }
  if (!b.products.every((p) => hasProduct(a, p))) return false;
  return b.nonzero.every((key) => isNonzero(a, key)) && b.multiples.every((m) => hasMultiple(a, m));
}

function hasMultiple(n: Numbers, { key, of }: Multiple): boolean {
  const known = multipleOf(n, key);
  return known !== null && known.key === of.key && known.times === of.times && known.plus === of.plus;
}

const hasProduct = (n: Numbers, fact: ProductFact): boolean =>
  n.products.some((p) => isSame(p, fact)) ||
  isConstantRow(n, fact, fact.left, fact.right) ||
  isConstantRow(n, fact, fact.right, fact.left);

/** times · 0 · y = 0, and 1 · 1 · y = y: so begin loops over rows. */
function isConstantRow(n: Numbers, { key, times }: ProductFact, x: Term, y: Term): boolean {
  const [row, value] = [rangeOf(n, x.key), rangeOf(n, key)];
  if (row.low !== row.high) return false;
  const c = times * (row.low + x.plus);
  if (c === 0) return value.low === 0 && value.high === 0;
  return c === 1 && difference(n, key, y.key) <= y.plus && difference(n, y.key, key) <= -y.plus;
}

/** a ∧ b, which have no key in common. */
export function conjoin(a: Numbers, b: Numbers): Numbers {
  const keys = [...a.zone.keys, ...b.zone.keys].sort((x, y) => x - y);
  const [left, right] = [withKeys(a.zone, keys), withKeys(b.zone, keys)];
  const bounds = left.bounds.map((x, i) => Math.min(x, right.bounds[i]!));
  const nonzero = [...a.nonzero, ...b.nonzero].sort((x, y) => x - y);
  const multiples = [...a.multiples, ...b.multiples].sort((x, y) => x.key - y.key);
  return { zone: close({ keys, bounds }), nonzero, multiples, products: ordered([...a.products, ...b.products]) };
}

export function join(a: Numbers, b: Numbers): Numbers {
  return merge(a, b, (x, y) => Math.max(x, y));
}

/** Widening thresholds for differences: just below, at, or just above another key. */
const THRESHOLDS = [-1, 0, 1];

/** Unstable bounds are widened to the next threshold, or dropped. */
export function widen(older: Numbers, newer: Numbers): Numbers {
  const merged = merge(older, newer, (x, y) => (y <= x ? x : (THRESHOLDS.find((t) => t >= y) ?? Infinity)));
  return { ...merged, zone: trim(close(merged.zone)), nonzero: merged.nonzero.filter((key) => holdsZero(merged, key)) };
}

const holdsZero = (n: Numbers, key: Key): boolean => {
  const { low, high } = rangeOf(n, key);
  return low <= 0 && high >= 0;
};

function merge(a: Numbers, b: Numbers, choose: (x: number, y: number) => number): Numbers {
  const keys = commonKeys(a.zone, b.zone);
  const [left, right] = [withKeys(a.zone, keys), withKeys(b.zone, keys)];
  const bounds = left.bounds.map((x, i) => choose(x, right.bounds[i]!));
  const zone = trim({ keys, bounds });
  const candidates = [...new Set([...a.nonzero, ...b.nonzero, ...keys])].sort((x, y) => x - y);
  const both = candidates.filter((key) => isNonzero(a, key) && isNonzero(b, key));
  const multiples = a.multiples.filter((m) => hasMultiple(b, m));
  const merged = { zone, nonzero: both, multiples, products: commonProducts(a, b) };
  return { ...merged, nonzero: both.filter((key) => holdsZero(merged, key)) };
}

const commonProducts = (a: Numbers, b: Numbers): readonly ProductFact[] =>
  a.products.length + b.products.length === 0
    ? a.products
    : ordered([...a.products.filter((p) => hasProduct(b, p)), ...b.products.filter((p) => hasProduct(a, p))]);

export const equal = (a: Numbers, b: Numbers): boolean => a === b || (leq(a, b) && leq(b, a));

/** Equal for two values iff they have the same facts. */
export function fingerprint(n: Numbers): string {
  const multiples = n.multiples.map(({ key, of }) => `${key}=${of.times}*${of.key}+${of.plus}`);
  return `${n.zone.keys.join()};${n.zone.bounds.join()};${n.nonzero.join()};${multiples.join()};${n.products.map((p) => printProduct(p, String)).join()}`;
}

/** Every fact as text, for messages. */
export function describe(n: Numbers, name: (key: Key) => string): string[] {
  const facts = n.nonzero.map((key) => `${name(key)} != 0`);
  for (const { key, of } of n.multiples)
    facts.push(`${name(key)} == ${of.times} * ${name(of.key)}${of.plus === 0 ? '' : ` + ${of.plus}`}`);
  for (const p of n.products) facts.push(printProduct(p, name));
  n.zone.keys.forEach((key, i) => {
    const { low, high } = rangeOf(n, key);
    if (low === high) facts.push(`${name(key)} == ${low}`);
    else if (low !== -Infinity || high !== Infinity) facts.push(`${name(key)} ${describeRange(low, high)}`);
    n.zone.keys.forEach((other, j) => {
      const most = bound(n.zone, i + 1, j + 1);
      if (i !== j && most < rangeOf(n, key).high - rangeOf(n, other).low)
        facts.push(`${name(key)} - ${name(other)} <= ${most}`);
    });
  });
  return facts;
}

function describeRange(low: number, high: number): string {
  if (high === Infinity) return `>= ${low}`;
  return low === -Infinity ? `<= ${high}` : `in [${low}, ${high}]`;
}

export const narrow = (n: Numbers, key: Key, type: Range): Range => {
  const r = meet(rangeOf(n, key), type);
  return range(r.low, r.high);
};
