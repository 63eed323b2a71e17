// The numeric domain that heap engines are paired with: ranges, differences, and keys known not to be zero.
// One value per shape graph, so that flags and status codes stay correlated with pointers. Null is the empty state.

import { ANYTHING, isEmpty, meet, type Range, range } from './range.js';
import { bound, close, commonKeys, constrain, type Key, rowOf, TOP, trim, withKeys, type Zone } from './zone.js';

export type { Key } from './zone.js';

export interface Numbers {
  readonly zone: Zone;
  /** Ascending; only keys whose range holds zero. */
  readonly nonzero: readonly Key[];
}

export const NOTHING_KNOWN: Numbers = { zone: TOP, nonzero: [] };

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

export function forget(n: Numbers, keys: Iterable<Key>): Numbers {
  const gone = new Set(keys);
  return keepOnly(n, (key) => !gone.has(key));
}

export function keepOnly(n: Numbers, wanted: (key: Key) => boolean): Numbers {
  if (n.zone.keys.every(wanted) && n.nonzero.every(wanted)) return n;
  return { zone: trim(withKeys(n.zone, n.zone.keys.filter(wanted))), nonzero: n.nonzero.filter(wanted) };
}

function listed(z: Zone, ...keys: readonly Key[]): Zone {
  const missing = keys.filter((key) => rowOf(z, key) === 0);
  if (missing.length === 0) return z;
  return withKeys(
    z,
    [...new Set([...z.keys, ...missing])].sort((a, b) => a - b),
  );
}

/** n ∧ a - b ≤ c; a key of null is the number zero. */
export function assumeAtMost(n: Numbers, a: Key | null, b: Key | null, c: number): Numbers | null {
  if (c === Infinity) return n;
  const zone = listed(n.zone, ...[a, b].filter((key) => key !== null));
  const row = (key: Key | null) => (key === null ? 0 : rowOf(zone, key));
  const closed = constrain(zone, row(a), row(b), c);
  return closed && normalize({ zone: closed, nonzero: n.nonzero });
}

/** n ∧ key ∈ r */
export function assumeRange(n: Numbers, key: Key, r: Range): Numbers | null {
  if (isEmpty(meet(rangeOf(n, key), r))) return null;
  const upper = assumeAtMost(n, key, null, r.high);
  return upper && assumeAtMost(upper, null, key, -r.low);
}

/** n ∧ key ≠ 0 */
export function assumeNonzero(n: Numbers, key: Key): Numbers | null {
  return isNonzero(n, key) ? n : normalize({ zone: n.zone, nonzero: [...n.nonzero, key].sort((a, b) => a - b) });
}

/** A key that is not zero has no zero at the end of its range; one whose range excludes zero needs no mention. */
function normalize(n: Numbers): Numbers | null {
  for (const key of n.nonzero) {
    const { low, high } = rangeOf(n, key);
    if (low === 0 && high === 0) return null;
    if (low > 0 || high < 0) return normalize({ zone: n.zone, nonzero: n.nonzero.filter((k) => k !== key) });
    if (low === 0) return assumeAtMost(n, null, key, -1);
    if (high === 0) return assumeAtMost(n, key, null, -1);
  }
  return n;
}

/** key := r */
export function assignRange(n: Numbers, key: Key, r: Range): Numbers {
  return assumeRange(forget(n, [key]), key, r) ?? forget(n, [key]);
}

/** key := value, where the value is both in `r` and, if known, `form` of other keys or of itself. */
export function assign(n: Numbers, key: Key, r: Range, form: Linear | null): Numbers {
  if (form?.times !== 1) return assignRange(n, key, r);
  if (form.key === key) return shift(n, key, form.plus, r);
  const fresh = assignRange(n, key, r);
  const above = assumeAtMost(fresh, key, form.key, form.plus);
  return (above && assumeAtMost(above, form.key, key, -form.plus)) ?? fresh;
}

/** key := key + by */
function shift(n: Numbers, key: Key, by: number, r: Range): Numbers {
  const row = rowOf(n.zone, key);
  const nonzero = n.nonzero.filter((k) => k !== key);
  if (row === 0) return assumeRange({ zone: n.zone, nonzero }, key, r) ?? n;
  const width = n.zone.keys.length + 1;
  const bounds = n.zone.bounds.slice();
  for (let j = 0; j < width; j++) {
    if (j === row) continue;
    bounds[row * width + j]! += by;
    bounds[j * width + row]! -= by;
  }
  const moved = { zone: { keys: n.zone.keys, bounds }, nonzero };
  return assumeRange(moved, key, r) ?? moved;
}

/** Gives keys new names; two keys must not get the same. Keys that map to null are forgotten. */
export function rename(n: Numbers, name: (key: Key) => Key | null): Numbers {
  if (n.zone.keys.length === 0 && n.nonzero.length === 0) return n;
  if (n.zone.keys.every((key) => name(key) === key) && n.nonzero.every((key) => name(key) === key)) return n;
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
  return { zone: trim({ keys: pairs.map(([key]) => key), bounds }), nonzero };
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
  return b.nonzero.every((key) => isNonzero(a, key));
}

export function join(a: Numbers, b: Numbers): Numbers {
  return merge(a, b, (x, y) => Math.max(x, y));
}

/** Bounds that still grow are given up. */
export function widen(older: Numbers, newer: Numbers): Numbers {
  const merged = merge(older, newer, (x, y) => (y <= x ? x : Infinity));
  return { zone: trim(close(merged.zone)), nonzero: merged.nonzero.filter((key) => holdsZero(merged, key)) };
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
  const merged = { zone, nonzero: both };
  return { zone, nonzero: both.filter((key) => holdsZero(merged, key)) };
}

export const equal = (a: Numbers, b: Numbers): boolean => a === b || (leq(a, b) && leq(b, a));

/** Text that is the same exactly for the same facts. */
export function fingerprint(n: Numbers): string {
  return `${n.zone.keys.join()};${n.zone.bounds.join()};${n.nonzero.join()}`;
}

/** Every fact as text, for people. */
export function describe(n: Numbers, name: (key: Key) => string): string[] {
  const facts = n.nonzero.map((key) => `${name(key)} != 0`);
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
