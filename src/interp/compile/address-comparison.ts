// Comparisons of addresses whose result C leaves open: parts of two literals, the end of one object and the start of another.
// Between the compiler of expressions and the machine: such a run shows one of several behaviours, and proves nothing.

import type { Variable } from '../../ir/instr.js';
import { mayShareMemory } from '../../ir/read-only.js';
import type { Eval } from '../frame.js';
import type { Memory, ObjectInfo } from '../memory.js';
import { objectOf, offsetOf } from '../pointer.js';
import type { Int } from '../wide.js';

/** The same test; notes in the memory when addresses are compared that may be equal or not. */
export function noteOpenComparison(m: Memory, test: Eval<boolean>, a: Eval, b: Eval): Eval<boolean> {
  return (f) => {
    const x = a(f) as Int;
    const y = b(f) as Int;
    if (x !== y && x !== 0 && y !== 0) noteOpenAddresses(m, x, y);
    return test(f);
  };
}

/** C17 6.4.5p7, 6.5.2.5p7 and 6.5.9p6. */
export function noteOpenAddresses(m: Memory, x: Int, y: Int): void {
  const [first, second] = [objectOf(x), objectOf(y)];
  if (first === second || !m.isAlive(first) || !m.isAlive(second)) return;
  if (mayBeOne(m, first, offsetOf(x), second, offsetOf(y))) m.reliesOn ??= 'whether two literals are one object';
  else if (mayTouch(m, first, offsetOf(x), second, offsetOf(y))) {
    m.reliesOn ??= 'whether one object begins where another ends';
  }
}

/** Are all bytes equal that both would have in common? */
function mayBeOne(m: Memory, first: number, i: number, second: number, j: number): boolean {
  if (!isLiteral(m.info[first]) || !isLiteral(m.info[second])) return false;
  const before = Math.min(i, j);
  const after = Math.min(m.size[first]! - i, m.size[second]! - j);
  if (before < 0 || after <= 0) return false;
  for (let k = -before; k < after; k++) {
    if (m.u8[m.base[first]! + i + k] !== m.u8[m.base[second]! + j + k]) return false;
  }
  return true;
}

const isLiteral = (info: ObjectInfo | null | undefined): boolean =>
  info?.kind === 'literal' ||
  (!!info?.owner && info.owner.kind !== 'function' && mayShareMemory(info.owner as Variable));

const mayTouch = (m: Memory, first: number, i: number, second: number, j: number): boolean =>
  (i === m.size[first] && j === 0) || (j === m.size[second] && i === 0);
