// Names of memory: nodes, their cells, and what a cell can point to, all packed into plain numbers.
// The alphabet of the shape graphs; everything else in this engine speaks it.

/** A node: a variable has the name of its slot, a heap node a name from HEAP upwards. */
export type Name = number;

/** Bytes from the start of the node, or one of the special offsets below. */
export type Offset = number;

/** One cell of one node. */
export type Cell = number;

/** What a cell holds: a special value, a function (negative), or the address of a cell. */
export type Target = number;

export const HEAP: Name = 2 ** 28;

/** All cells of a node that have no entry of their own. */
export const REST: Offset = -1;
/** Not a cell: the size of the block, as a key of the numeric domain. */
export const SIZE: Offset = -2;
/** An address inside the node, nobody knows where. */
export const SOMEWHERE: Offset = -3;
/** Not a cell: the offset of a byte that is zero, where a string ends at the latest; a key of the numeric domain. */
export const ZERO: Offset = -4;

const BIAS = 128;
const STRIDES = -16;
const WIDEST = 96;
const SPAN = 2 ** 20;
const MOST = SPAN - BIAS - 1;

export const NULL: Target = 0;
/** The null that an allocation returns when it fails, until somebody looks at it. */
export const FAILED: Target = 1;
export const UNINITIALIZED: Target = 2;
/** A number: the node `value` of the paper. */
export const VALUE: Target = 3;
/** Anything at all outside the tracked memory. */
export const UNKNOWN: Target = 4;
/** Memory that has been freed. */
export const FREED: Target = 5;
/** A local variable that is no more. */
export const ENDED: Target = 6;

/** The null that an unknown caller may have passed, until somebody looks at it. */
export const PASSED: Target = 7;

/** A number of known size and sign, so that a read of another kind does not take it for its own. */
export const numberTarget = (size: number, signed: boolean): Target => FIRST_NUMBER + 2 * size + (signed ? 1 : 0);
const FIRST_NUMBER = 8;

/** A small number of that kind: what a cell of many blocks holds, where no key of the numeric domain can say it. */
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

/** How many bytes a special value may take up; that of a pointer, unless it is a number that says otherwise. */
export const widthOf = (t: Target, pointerSize: number): number =>
  t >= FIRST_NUMBER && t < SPAN ? (kindOf(t) - FIRST_NUMBER) >> 1 : pointerSize;

/** Offsets that do not fit are somewhere. */
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

/** An address `unit` times k bytes into the node, where the numeric domain knows k under the place of the cell. */
export const strided = (unit: number): Offset => (unit > 0 && unit <= WIDEST ? STRIDES - unit : SOMEWHERE);

/** The unit of such an offset; null for others. */
export const strideOf = (offset: Offset): number | null => (offset < STRIDES ? STRIDES - offset : null);

/** Is the offset not a constant? */
export const isSomewhere = (offset: Offset): boolean => offset === SOMEWHERE || offset < STRIDES;

/** The key of how far into its node the pointer in the cell points. */
export const placeOf = (cell: Cell): number => cell + 0.5;

/** A set of targets: ascending, without repetition. */
export type Targets = readonly Target[];

export function union(a: Targets, b: Targets): Targets {
  if (b.every((t) => a.includes(t))) return a;
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

/** Every target through `change`; null drops it. */
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
