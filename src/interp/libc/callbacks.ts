// Library functions that call back into the program: sorting, searching, exit.
// A call of one of these ends its segment, because the machine's loop is re-entered inside.

import { Stop } from '../incidents.js';
import type { NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Site } from '../memory.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { raise } from './signals.js';
import { copyOut } from './strings.js';

type Compare = (a: number, b: number) => number;

/**
 * glibc sorts by merging, so the sort is stable. Elements stay in place until the order is known, so that the program's
 * comparison is given elements of the array, as C demands.
 */
function sort(m: Machine, base: Value, count: number, size: number, compare: Compare): void {
  if (count < 2 || size === 0) return; // elements without bytes are in bounds, however many there are
  m.memory.atWrite(base as Int, count * size);
  const start = base as number;
  const order = mergeSort(
    Array.from({ length: count }, (_, i) => i),
    (i, k) => compare(start + i * size, start + k * size),
  );
  const bytes = copyOut(m, base as Int, count * size);
  const a = m.memory.atWrite(base as Int, count * size);
  order.forEach((from, to) => {
    m.memory.u8.set(bytes.subarray(from * size, from * size + size), a + to * size);
  });
}

function mergeSort(items: number[], compare: Compare): number[] {
  if (items.length < 2) return items;
  const middle = items.length >> 1;
  const left = mergeSort(items.slice(0, middle), compare);
  const right = mergeSort(items.slice(middle), compare);
  const out: number[] = [];
  let i = 0;
  let k = 0;
  while (i < left.length && k < right.length) {
    if (compare(left[i]!, right[k]!) <= 0) out.push(left[i++]!);
    else out.push(right[k++]!);
  }
  return out.concat(left.slice(i), right.slice(k));
}

function comparison(m: Machine, pointer: Value, extra: readonly Value[], site: Site): Compare {
  return (a, b) => Number(m.callPointer(pointer, [a, b, ...extra], site));
}

/** Runs the handlers in reverse order of registration, then the destructors. */
export function runExitHandlers(m: Machine, site: Site | null): void {
  for (let handler = m.process.exitHandlers.pop(); handler; handler = m.process.exitHandlers.pop()) {
    m.callPointer(handler.pointer, handler.args, site as Site);
  }
  for (const symbol of m.program.destructors()) m.call(symbol, []);
}

export const callbacks: NativeTable = {
  raise,
  qsort: (m, [base, n, size, compare], site) => {
    sort(m, base!, Number(n), Number(size), comparison(m, compare!, [], site));
    return 0;
  },
  qsort_r: (m, [base, n, size, compare, extra], site) => {
    sort(m, base!, Number(n), Number(size), comparison(m, compare!, [extra!], site));
    return 0;
  },
  bsearch: (m, [key, base, n, size, compare], site) => {
    const order = comparison(m, compare!, [], site);
    let low = 0;
    let high = Number(n);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const element = (base as number) + middle * Number(size);
      const sign = order(key as number, element);
      if (sign === 0) return element;
      if (sign < 0) high = middle;
      else low = middle + 1;
    }
    return 0;
  },
  exit: (m, [status], site) => {
    runExitHandlers(m, site);
    throw new Stop({ kind: 'exit', status: Number(status) & 0xff });
  },
};
