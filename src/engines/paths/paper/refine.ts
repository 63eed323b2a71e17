// refine (Algorithm 1): follows an evaluation path in a graph and splits the graph until it ends in one unique cell.
// Every statement begins with it; the resulting graphs can be updated as if they were concrete.

import { type NumberValue, sumIn } from '../../../numeric/arithmetic.js';
import type { Linear, Numbers } from '../../../numeric/numbers.js';
import { scaleSum } from '../../../numeric/products.js';
import { add, constant, multiply, type Range } from '../../../numeric/range.js';
import { access, type Position } from '../access.js';
import { doubt, type Here, slotOf } from '../analysis.js';
import { bringBack } from '../aside.js';
import { lasting } from '../escape.js';
import { evaluate } from '../evaluate.js';
import { readTargets } from '../memory.js';
import { isForeign, isFromOutside, loadedOutside, stepInside } from '../outside.js';
import { guessed, type State } from '../state.js';
import { positionOf } from '../stride.js';
import { withVariable } from '../variables.js';
import type { EvaluationPath, Step } from './aep.js';
import {
  cellOf,
  isNumber,
  isSomewhere,
  nameOf,
  offsetOf,
  pointsToNode,
  SOMEWHERE,
  type Target,
  UNKNOWN,
} from './cell.js';
import { cut } from './cut.js';
import { isStrong, type ShapeNode, setTargets } from './graph.js';
import { split } from './split.js';

export interface Arrival {
  readonly state: State;
  readonly position: Position;
}

export const at = (target: Target): Position => ({ target, spread: null, displaced: 'no' });

export function refine(here: Here, state: State, path: EvaluationPath): Arrival[] {
  let arrivals: Arrival[] = [{ state, position: at(UNKNOWN) }];
  for (const step of path) arrivals = arrivals.flatMap((a) => take(here, a, step));
  return arrivals;
}

function take(here: Here, { state, position }: Arrival, step: Step): Arrival[] {
  switch (step.kind) {
    case 'variable': {
      const name = slotOf(here, step.variable);
      return bringBack(state, name).map((s) => ({
        state: withVariable(here, s, step.variable),
        position: at(cellOf(name, 0)),
      }));
    }
    case 'constant':
      return [{ state, position: at(step.target) }];
    case 'function':
      return [{ state, position: at(here.settings.slots.ofFunction(here.settings.program.addressed(step.target))) }];
    case 'offset':
      if (step.inside && isFromOutside(here, position.target)) {
        if (step.inside === 'overrun') doubt(here, 'valid-deref', 'the index lies outside the array');
        if (step.bytes > 0) stepInside(here, position.target);
        return [{ state, position: stepped(position, step.bytes) }];
      }
      if (step.bytes !== 0 && isFromOutside(here, position.target)) stepInside(here, position.target);
      return [{ state, position: displace(position, constant(step.bytes), null) }];
    case 'shift':
      return shiftBy(here, state, position, step);
    case 'follow':
      return follow({ ...here, at: step.at, end: step.end }, { state, position });
    case 'integer':
      return evaluate(here, state, step.value).map(({ state: after, value }) => ({
        state: after,
        position:
          value.kind === 'pointer' ? value.position : at(value.range.low === 0 && value.range.high === 0 ? 0 : UNKNOWN),
      }));
  }
}

function shiftBy(here: Here, state: State, position: Position, step: Step & { kind: 'shift' }): Arrival[] {
  return evaluate(here, state, step.index).map(({ state: later, value }) => {
    const { state: after, position: from } = lasting(here, state, { state: later, position });
    if (value.kind === 'pointer' || step.scale <= 0) return { state: after, position: somewhere(from) };
    if (step.length !== undefined && isFromOutside(here, from.target))
      return { state: after, position: indexed(here, from, value.range, step.length) };
    if (isFromOutside(here, from.target)) stepInside(here, from.target);
    const range = multiply(value.range, constant(step.scale));
    const form = value.form && scaled(value.form, step.scale);
    const by = { range, form, sum: scaleSum(value.sum ?? null, step.scale) };
    return { state: after, position: displaceBy(after.numbers, from, by) };
  });
}

/** An element of an array that is a member of an object outside: its length is known. */
function indexed(here: Here, from: Position, { low, high }: Range, length: number): Position {
  if (low < 0 || high >= length) doubt(here, 'valid-deref', 'the index is not known to lie inside the array');
  stepInside(here, from.target);
  return stepped(from, 1);
}

const scaled = (f: Linear, by: number): Linear => ({ key: f.key, times: f.times * by, plus: f.plus * by });

/** The position moved by a number of bytes, with the product that its offset then is. */
function displaceBy(n: Numbers, from: Position, by: NumberValue): Position {
  const to = displace(from, by.range, by.form);
  if (!to.spread || to === from) return to;
  const { spread } = from;
  const sum = spread ? sumIn(n, { range: spread.bytes, form: spread.form, sum: spread.sum ?? null }, by) : by.sum;
  return sum ? { ...to, spread: { ...to.spread, sum } } : to;
}

const somewhere = (p: Position): Position =>
  pointsToNode(p.target) ? at(cellOf(nameOf(p.target), SOMEWHERE)) : { ...p, displaced: 'yes' };

/** The position moved by an offset; a constant one becomes part of the address, another becomes the spread. */
export function displace(p: Position, bytes: Range, form: Linear | null): Position {
  if (bytes.low === 0 && bytes.high === 0) return p;
  if (!pointsToNode(p.target)) return { ...p, displaced: 'yes' };
  if (isSomewhere(offsetOf(p.target))) return p;
  if (p.spread === null && bytes.low === bytes.high) {
    const offset = offsetOf(p.target) + bytes.low;
    if (offset >= 0) return at(cellOf(nameOf(p.target), offset));
  }
  const both = p.spread ? add(p.spread.bytes, bytes) : bytes;
  const lasting = p.spread === null ? form : shifted(p.spread.form, bytes);
  return { target: p.target, spread: { bytes: both, form: lasting }, displaced: 'no' };
}

function shifted(form: Linear | null, bytes: Range): Linear | null {
  return form && bytes.low === bytes.high ? { ...form, plus: form.plus + bytes.low } : null;
}

/** The position of a member of an object outside. */
const stepped = (p: Position, bytes: number): Position =>
  bytes === 0 || p.displaced === 'yes' ? p : { ...p, displaced: 'inside' };

/** Lines 24 to 36 of the algorithm: one graph per possible target of the current cell. */
function follow(here: Here, arrival: Arrival): Arrival[] {
  const { pointerSize } = here.settings;
  return access(here, arrival, pointerSize).flatMap(({ state, position }) => {
    if (!pointsToNode(position.target))
      return [{ state, position: at(isFromOutside(here, position.target) ? loadedOutside(here, state) : UNKNOWN) }];
    const name = nameOf(position.target);
    const { targets, offset } = readTargets(state.graph, position, pointerSize);
    const node = state.graph.get(name)!;
    if (isForeign(here, node)) return [{ state, position: at(loadedOutside(here, state)) }];
    const cell = offset !== null && isStrong(node, offset) ? { name, offset } : null;
    const open = targets.length > 1;
    const key = cell && cellOf(cell.name, cell.offset);
    const chosen = targets.flatMap((t) => choose(state, cell, open, t)).map((a) => asPointer(placed(a, key)));
    return open && !cell ? chosen.map((a) => ({ ...a, state: guessed(a.state) })) : chosen;
  });
}

/** Adds the number that is the offset of a non-constant address. */
const placed = ({ state, position }: Arrival, cell: number | null): Arrival => ({
  state,
  position: positionOf(state.numbers, position.target, cell),
});

/** A number read as a pointer may point anywhere. */
const asPointer = (a: Arrival): Arrival => (isNumber(a.position.target) ? { ...a, position: at(UNKNOWN) } : a);

interface Chosen {
  readonly name: number;
  readonly offset: number;
}

function choose(state: State, cell: Chosen | null, open: boolean, target: Target): Arrival[] {
  const reached = pointsToNode(target) ? state.graph.get(nameOf(target)) : undefined;
  if (reached && !reached.unique) return materialize(state, cell, target, reached);
  if (!cell || !open) return [{ state, position: at(target) }];
  return arrive(state, new Map(state.graph), cell, target);
}

/** unique(v) = 1/2: either v is one location, or one is materialised and the others remain. */
function materialize(state: State, cell: Chosen | null, target: Target, node: ShapeNode): Arrival[] {
  const single = new Map(state.graph).set(node.name, { ...node, unique: true });
  const several = new Map(state.graph);
  const twin = split(several, node.name);
  return [...arrive(state, single, cell, target), ...arrive(state, several, cell, cellOf(twin, offsetOf(target)))];
}

function arrive(state: State, draft: Map<number, ShapeNode>, cell: Chosen | null, target: Target): Arrival[] {
  if (cell) setTargets(draft, cell.name, cell.offset, [target]);
  if (cut(draft) === 'contradictory') return [];
  return [{ state: { ...state, graph: draft }, position: at(target) }];
}
