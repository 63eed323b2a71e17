// Validity of accesses, the obligations of dereferences: the pointer targets live memory, and the access is in bounds.
// Between refine.ts, which computes a position, and memory.ts, which reads or writes there.

import { isReadOnly, READ_ONLY } from '../../ir/read-only.js';
import { difference, type Linear, rangeOf } from '../../numeric/numbers.js';
import { leastAbove, leastProduct, productIn, rowOf, type Sum, sumOf } from '../../numeric/products.js';
import type { Range } from '../../numeric/range.js';
import type { Certainty } from '../engine.js';
import { checked, doubt, type Here, passed, report } from './analysis.js';
import { accessOutside, assumeThat, isFromOutside } from './outside.js';
import {
  cellOf,
  ENDED,
  FAILED,
  FREED,
  isNull,
  isSomewhere,
  nameOf,
  offsetOf,
  PASSED,
  pointsToNode,
  SIZE,
  type Target,
  UNINITIALIZED,
  UNKNOWN,
} from './paper/cell.js';
import type { ShapeNode } from './paper/graph.js';
import type { State } from './state.js';

/** Bytes in a range; they also equal the form, and the sum. */
interface Spread {
  readonly bytes: Range;
  readonly form: Linear | null;
  readonly sum?: Sum | null;
}

/** The end of an evaluation path. */
export interface Position {
  readonly target: Target;
  /** A non-constant offset from the target, in bytes. */
  readonly spread: Spread | null;
  /** Whether an offset was added to a special value such as null; `inside`: one of a member, to a pointer from outside. */
  readonly displaced: 'yes' | 'no' | 'inside';
}

interface Arrived {
  readonly state: State;
  readonly position: Position;
}

/** The arrival if the access can succeed, with `UNKNOWN` for untracked memory; nothing if it certainly fails. */
export function access(here: Here, arrival: Arrived, size: number): Arrived[] {
  const valid = validate(here, arrival, size);
  if (valid.length > 0) passed(here, 'valid-deref');
  return valid;
}

function validate(here: Here, arrival: Arrived, size: number): Arrived[] {
  checked(here, 'valid-deref');
  const { target } = arrival.position;
  const { certainty } = arrival.state;
  if (pointsToNode(target)) return checkBounds(here, arrival, size);
  if (isNull(target)) return failOnNull(here, target, certainty);
  if (isFromOutside(here, target)) {
    accessOutside(here, arrival.state, arrival.position);
    return [arrival];
  }
  switch (target) {
    case UNINITIALIZED:
      report(here, 'uninitialized-pointer', certainty, 'the pointer is uninitialized');
      return [];
    case FREED:
      report(here, 'use-after-free', certainty, 'the memory has been freed');
      return [];
    case ENDED:
      report(here, 'use-after-free', certainty, 'the variable behind the pointer is out of scope');
      return [];
    default:
      doubt(here, 'valid-deref', 'the pointer comes from code or memory that is not tracked');
      return [{ state: arrival.state, position: { target: UNKNOWN, spread: null, displaced: 'no' } }];
  }
}

/** Before a write: the target must not be constant memory of the program. */
export function checkWritable(here: Here, { target }: Position): void {
  const variable = pointsToNode(target) ? here.settings.slots.slot(nameOf(target))?.variable : null;
  if (variable && isReadOnly(variable)) doubt(here, 'valid-deref', READ_ONLY);
}

/** A path that dereferences null ends there. */
function failOnNull(here: Here, target: Target, certainty: Certainty): Arrived[] {
  if (target === PASSED) report(here, 'null-dereference', 'possible', 'the pointer is null if the caller passes null');
  else if (target !== FAILED) report(here, 'null-dereference', certainty, 'the pointer is null');
  else if (here.settings.outside)
    assumeThat(here, 'environment', 'the allocation whose result is used without a test does not fail');
  if (target === FAILED && here.settings.failures === 'reported') {
    report(here, 'unchecked-allocation', certainty, 'the allocation may have failed and its result was not tested');
  }
  return [];
}

type Inside = 'yes' | 'no' | 'perhaps' | 'unknown';

function checkBounds(here: Here, arrival: Arrived, size: number): Arrived[] {
  const node = arrival.state.graph.get(nameOf(arrival.position.target));
  if (!node) return [arrival];
  const inside = liesInside(arrival.state, node, arrival.position, size);
  if (inside === 'yes') return [arrival];
  if (inside === 'unknown') doubt(here, 'valid-deref', 'the access is not known to lie inside the allocation');
  else {
    const message = `it lies outside the ${node.size ?? 'allocated'} bytes of the allocation`;
    const certainty = inside === 'no' ? arrival.state.certainty : 'possible';
    report(here, 'out-of-bounds', certainty, message, node);
  }
  return inside === 'no' ? [] : [arrival];
}

/** 0 ≤ offset and offset + size ≤ size of the node */
export function liesInside(state: State, node: ShapeNode, position: Position, size: number): Inside {
  const offset = offsetOf(position.target);
  if (isSomewhere(offset)) return 'unknown';
  const low = offset + (position.spread?.bytes.low ?? 0);
  const high = offset + (position.spread?.bytes.high ?? 0) + size;
  const room = roomIn(state, node);
  if (low >= 0 && high <= room.low) return 'yes';
  if (low >= 0 && position.spread?.form && formFits(state, node, position.spread.form, offset + size)) return 'yes';
  if (low >= 0 && position.spread && sumFits(state, node, position.spread, offset + size)) return 'yes';
  if (high - size < 0 || low + size > room.high) return 'no';
  return isInformative(low, high) && Number.isFinite(room.high) ? 'perhaps' : 'unknown';
}

/** Bounds from the program, rather than the limits of an integer type. */
const isInformative = (low: number, high: number): boolean => low > -(2 ** 28) && high < 2 ** 28;

function roomIn(state: State, node: ShapeNode): Range {
  if (node.size !== null) return { low: node.size, high: node.size };
  const count = rangeOf(state.numbers, cellOf(node.name, SIZE));
  const least = leastProduct(state.numbers, cellOf(node.name, SIZE));
  return { low: Math.max(0, count.low, least) * node.unit, high: count.high * node.unit };
}

/** times·key + plus + behind ≤ unit·size, by the difference of key and size. */
function formFits(state: State, node: ShapeNode, form: Linear, behind: number): boolean {
  if (node.size !== null || form.times !== node.unit) return false;
  const most = difference(state.numbers, form.key, cellOf(node.name, SIZE));
  return most <= -Math.ceil((form.plus + behind) / node.unit);
}

/** sum + behind ≤ unit·size, where the size is known to be a product. */
function sumFits({ numbers }: State, { name, size, unit }: ShapeNode, { sum, form }: Spread, behind: number): boolean {
  if (size !== null) return false;
  const whole = productIn(numbers, { form: { key: cellOf(name, SIZE), times: unit, plus: 0 } });
  if (!whole) return false;
  const offsets = [sum, sumOf(numbers, { form }), form && rowOf(form, unit)];
  return offsets.some((offset) => offset && leastAbove(numbers, whole, offset) >= behind);
}
