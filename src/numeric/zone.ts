// Zones: conjunctions of x - y ≤ c over integer keys, as closed difference bound matrices.
// Immutable; row 0 stands for the number zero, so that intervals are differences too. Null is bottom.

/** Names a number: a variable, a cell of a node, the size of an allocation. Chosen by the engine. */
export type Key = number;

export interface Zone {
  /** Ascending. A key without constraints is not listed. */
  readonly keys: readonly Key[];
  /** (n+1)² bounds: entry (i, j) is an upper bound of key i minus key j. Always closed. */
  readonly bounds: Float64Array;
}

export const TOP: Zone = { keys: [], bounds: new Float64Array(1) };

/** The row of a key, or 0 if it is not listed. */
export function rowOf(z: Zone, key: Key): number {
  let low = 0;
  let high = z.keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = z.keys[middle]!;
    if (here === key) return middle + 1;
    if (here < key) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

export const bound = (z: Zone, i: number, j: number): number => z.bounds[i * (z.keys.length + 1) + j]!;

/** The same constraints over exactly these keys (ascending): others are projected out, new ones are unconstrained. */
export function withKeys(z: Zone, keys: readonly Key[]): Zone {
  const width = keys.length + 1;
  const bounds = new Float64Array(width * width).fill(Infinity);
  const rows = [0, ...keys.map((key) => rowOf(z, key) || -1)];
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < width; j++) {
      if (i === j) bounds[i * width + j] = 0;
      else if (rows[i]! >= 0 && rows[j]! >= 0) bounds[i * width + j] = bound(z, rows[i]!, rows[j]!);
    }
  }
  return { keys, bounds };
}

/** z ∧ low ≤ key ≤ high for an unlisted key: its difference from any other key goes through zero. */
export function withRange(z: Zone, key: Key, low: number, high: number): Zone {
  if (low === -Infinity && high === Infinity) return z;
  const keys = [...z.keys, key].sort((a, b) => a - b);
  const { bounds } = withKeys(z, keys);
  const width = keys.length + 1;
  const row = keys.indexOf(key) + 1;
  for (let i = 0; i < width; i++) {
    if (i === row) continue;
    bounds[row * width + i] = high + bounds[i]!;
    bounds[i * width + row] = bounds[i * width]! - low;
  }
  return { keys, bounds };
}

/** z ∧ (i - j ≤ c) by incremental closure through the new edge; null if empty. */
export function constrain(z: Zone, i: number, j: number, c: number): Zone | null {
  if (i === j) return c < 0 ? null : z;
  if (bound(z, i, j) <= c) return z;
  if (bound(z, j, i) + c < 0) return null;
  const width = z.keys.length + 1;
  const bounds = z.bounds.slice();
  for (let a = 0; a < width; a++) {
    const toI = z.bounds[a * width + i]! + c;
    if (toI === Infinity) continue;
    for (let b = 0; b < width; b++) {
      const through = toI + z.bounds[j * width + b]!;
      if (through < bounds[a * width + b]!) bounds[a * width + b] = through;
    }
  }
  return { keys: z.keys, bounds };
}

/** Drops unconstrained keys, so that equal zones are equal data. */
export function trim(z: Zone): Zone {
  const width = z.keys.length + 1;
  const free = (i: number): boolean => {
    for (let j = 0; j < width; j++) {
      if (i !== j && (bound(z, i, j) !== Infinity || bound(z, j, i) !== Infinity)) return false;
    }
    return true;
  };
  const kept = z.keys.filter((_, index) => !free(index + 1));
  return kept.length === z.keys.length ? z : withKeys(z, kept);
}

/** Full closure (Floyd–Warshall), for zones with many changed bounds. */
export function close(z: Zone): Zone {
  const width = z.keys.length + 1;
  const bounds = z.bounds.slice();
  for (let k = 0; k < width; k++) {
    for (let i = 0; i < width; i++) {
      const left = bounds[i * width + k]!;
      if (left === Infinity) continue;
      for (let j = 0; j < width; j++) {
        const through = left + bounds[k * width + j]!;
        if (through < bounds[i * width + j]!) bounds[i * width + j] = through;
      }
    }
  }
  return { keys: z.keys, bounds };
}

export const commonKeys = (a: Zone, b: Zone): Key[] => a.keys.filter((key) => rowOf(b, key) > 0);
