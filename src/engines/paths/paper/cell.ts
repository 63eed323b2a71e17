// Names of memory: nodes, their cells, and the targets of a cell, all packed into plain numbers.
// The vocabulary of shape graphs, used by the whole engine.

/** A node: a variable has the name of its slot, a heap node a name from HEAP upwards. */
export type Name = number;

/** Bytes from the start of the node, or one of the special offsets below. */
export type Offset = number;

/** One cell of one node. */
export type Cell = number;

/** What a cell holds: a special value, a function (negative), or the address of a cell. */
export type Target = number;

export const HEAP: Name = 2 ** 28;

/** All cells of a node without a separate entry. */
export const REST: Offset = -1;
/** Not a cell: the size of the node, as a key of the numeric domain. */
export const SIZE: Offset = -2;
/** An unknown offset in the node. */
export const SOMEWHERE: Offset = -3;
/** Not a cell: the offset of a zero byte, an upper bound of where a string ends; a key of the numeric domain. */
export const ZERO: Offset = -4;

const BIAS = 128;
const STRIDES = -16;
const WIDEST = 96;
const SPAN = 2 ** 20;
const MOST = SPAN - BIAS - 1;

export const NULL: Target = 0;
/** The null that a failed allocation returns, until the program tests it. */
export const FAILED: Target = 1;
export const UNINITIALIZED: Target = 2;
/** A number: the node `value` of the paper. */
export const VALUE: Target = 3;
/** Any value outside tracked memory. */
export const UNKNOWN: Target = 4;
/** Freed memory. */
export const FREED: Target = 5;
/** A local variable out of scope. */
export const ENDED: Target = 6;

/** The null that an unknown caller may have passed, until the program tests it. */
export const PASSED: Target = 7;

/**
 * Pointers from outside a slice (outside.ts): an argument, one found in memory, a result of a call that is not followed.
 * Each may be null, unless the next number stands for it: it has been tested.
 */
export const GIVEN: Target = 8;
export const FOUND: Target = 10;
export const RETURNED: Target = 12;
/** An address that the program has computed from one of these, in the same array; not null. */
export const MOVED: Target = 14;
/** Like FOUND, after the slice itself has stored null outside. */
export const REFOUND: Target = 15;
/** The address of a member of an object outside; not null. */
export const WITHIN: Target = 16;

export const isOutside = (t: Target): boolean => t >= GIVEN && t <= WITHIN;
export const mayBeNullOutside = (t: Target): boolean => t === GIVEN || t === FOUND || t === RETURNED || t === REFOUND;
/** The same pointer, known not to be null. */
export const testedOutside = (t: Target): Target => (t === REFOUND ? FOUND + 1 : t >= MOVED ? t : t | 1);

/** A number of known size and sign, so that a read of another type does not mistake it for its own. */
export const numberTarget = (size: number, signed: boolean): Target => FIRST_NUMBER + 2 * size + (signed ? 1 : 0);
const FIRST_NUMBER = 18;

/** A small constant of that kind: the content of a cell of a summary node, for which the numeric domain has no key. */
export function constantTarget(kind: Target, value: number): Target {
  const index = value - LEAST;
  return kind >= FIRST_NUMBER && kind < FIRST_CONSTANT && index >= 0 && index < CONSTANTS
    ? FIRST_CONSTANT + kind * CONSTANTS + index
    : kind;
}

const isConstant = (t: Target): boolean => t >= FIRST_CONSTANT && t < SPAN;
/** The kind of a number, known or not. */
export const kindOf = (t: Target): Target => (isConstant(t) ? Math.floor((t - FIRST_CONSTANT) / CONSTANTS) : t);
/** The value, if it is known. */
export const valueOfTarget = (t: Target): number | null =>
  isConstant(t) ? ((t - FIRST_CONSTANT) % CONSTANTS) + LEAST : t === NULL ? 0 : null;

const FIRST_CONSTANT = 256;
const CONSTANTS = 16;
const LEAST = -1;

export const isNumber = (t: Target): boolean => t === VALUE || (t >= FIRST_NUMBER && t < SPAN);

/** The bytes of a special value: those of a pointer, unless it is a number of known size. */
export const widthOf = (t: Target, pointerSize: number): number =>
  t >= FIRST_NUMBER && t < SPAN ? (kindOf(t) - FIRST_NUMBER) >> 1 : pointerSize;

/** Offsets that do not fit become unknown. */
export function cellOf(name: Name, offset: Offset): Cell {
  const fits = offset <= MOST && offset > -BIAS;
  return name * SPAN + (fits ? offset : SOMEWHERE) + BIAS;
}

export const nameOf = (cell: Cell | Target): Name => Math.floor(cell / SPAN);
export const offsetOf = (cell: Cell | Target): Offset => (cell % SPAN) - BIAS;
export const pointsToNode = (target: Target): boolean => target >= SPAN;
export const isFunction = (target: Target): boolean => target < 0;
export const isNull = (target: Target): boolean => target === NULL || target === FAILED || target === PASSED;
export const isHeap = (name: Name): boolean => name >= HEAP;

/** The address `unit` times k bytes into the node; the numeric domain knows k under the place of the cell. */
export const strided = (unit: number): Offset => (unit > 0 && unit <= WIDEST ? STRIDES - unit : SOMEWHERE);

/** The unit of such an offset; null for others. */
export const strideOf = (offset: Offset): number | null => (offset < STRIDES ? STRIDES - offset : null);

/** Is the offset not a constant? */
export const isSomewhere = (offset: Offset): boolean => offset === SOMEWHERE || offset < STRIDES;

/** The key of the offset at which the pointer in the cell points into its node. */
export const placeOf = (cell: Cell): number => cell + 0.5;

/** A set of targets: ascending, without duplicates. */
export type Targets = readonly Target[];

export function union(a: Targets, b: Targets): Targets {
  if (b.every((t) => a.includes(t))) return a;
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

/** Maps every target; null drops it. */
export function mapTargets(targets: Targets, change: (t: Target) => Target | null): Targets {
  let same = true;
  const changed: Target[] = [];
  for (const t of targets) {
    const to = change(t);
    if (to !== t) same = false;
    if (to !== null) changed.push(to);
  }
  return same ? targets : [...new Set(changed)].sort((x, y) => x - y);
}
