// Transfer functions: the effect of each IR instruction on a state. Refine first, then update as on concrete memory.
// Called by fixpoint.ts for every instruction; calls.ts handles calls.

import { locateCrash } from '../../base/crash.js';
import { bytesOf } from '../../ir/bytes.js';
import type { AssignInstr, Expr, Instr, Place } from '../../ir/instr.js';
import type { LocalVariable } from '../../ir/program.js';
import { forget, keepOnly } from '../../numeric/numbers.js';
import { ANYTHING, informative } from '../../numeric/range.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import { access } from './access.js';
import { doubtAll, type Here, slotOf } from './analysis.js';
import { bringBack } from './aside.js';
import { call } from './calls.js';
import { assume } from './conditions.js';
import { copy, fill } from './copy.js';
import { lasting, letEscape } from './escape.js';
import { type Evaluated, evaluate, lastingValue, number, type Value } from './evaluate.js';
import { leftPath } from './paper/aep.js';
import { cellOf, ENDED, isHeap, NULL, nameOf, placeOf, pointsToNode, UNKNOWN } from './paper/cell.js';
import { makeNode } from './paper/graph.js';
import { type Arrival, at, refine } from './paper/refine.js';
import type { Removal } from './paper/update.js';
import type { State } from './state.js';
import { applyChange, store, storedValue } from './store.js';
import { assignAmount } from './stride.js';
import { isRegister } from './variable-names.js';

export function transfer(outer: Here, state: State, instr: Instr): State[] {
  const here = { ...outer, at: instr.at, end: instr.end };
  try {
    return execute(here, state, instr);
  } catch (error) {
    throw locateCrash(error, () => here.frame.body.source.locate(instr.at));
  }
}

function execute(here: Here, state: State, instr: Instr): State[] {
  switch (instr.kind) {
    case 'assign':
      return assignPlace(here, state, instr);
    case 'clear':
      return reach(here, state, instr.place).flatMap((a) => clear(here, a, instr.place));
    case 'call':
      return call(here, state, instr);
    case 'assume':
      return assume(here, state, instr.condition, instr.holds);
    case 'scope-end':
      return endScope(here, state, instr.variables);
    case 'asm':
      return assembly(here, state, instr);
  }
}

/** The graphs in which a place is one accessible cell. */
export function reach(here: Here, state: State, place: Place): Arrival[] {
  return refine(here, state, leftPath(place)).flatMap((a) => access(here, a, bytesOf(place)));
}

/** [e0 ← e1]: refine by lapath(e0), then by rapath(e1), then store. */
function assignPlace(here: Here, state: State, { place, value }: AssignInstr): State[] {
  if (isCopiedAsBytes(place.type)) return assignAggregate(here, state, place, value);
  if (place.kind === 'var' && isRegister(place.variable)) {
    const name = slotOf(here, place.variable);
    return evaluate(here, state, value).flatMap((v) => setRegister(here, v.state, name, place.type, v.value));
  }
  return reach(here, state, place).flatMap((a) =>
    evaluate(here, a.state, value).flatMap((v) => storeLater(here, a, place, v)),
  );
}

/** The value was evaluated after the place; the memory of either may have escaped in between. */
function storeLater(
  here: Here,
  { state: before, position }: Arrival,
  place: Place,
  { state, value }: Evaluated,
): State[] {
  const to = lasting(here, before, { state, position });
  const lasted = lastingValue(here, state, { state: to.state, value });
  return storeAt(here, lasted.state, to, place, lasted.value);
}

/** A value for a place whose position is known. */
export function storeAt(here: Here, state: State, { position }: Arrival, place: Place, value: Value): State[] {
  const isBits = place.kind === 'field' && place.field.bits !== null;
  return store(here, state, position, place.type, isBits ? number(ANYTHING) : value);
}

/** A number without a node; if the value is an address, the variable gets a node. */
export function setRegister(here: Here, state: State, name: number, type: CType, value: Value): State[] {
  const key = cellOf(name, 0);
  if (value.kind === 'number' && !state.graph.has(name)) {
    const amount = { ...value, range: informative(value.range, type) };
    return [{ ...state, numbers: assignAmount(state.numbers, key, amount) }];
  }
  if (value.kind === 'number') {
    const gone = applyChange(here, state, { edits: [], removals: [{ name, becomes: ENDED }], held: null });
    return gone.flatMap((s) => setRegister(here, s, name, type, value));
  }
  const { target, place } = storedValue(here, state, at(key), value);
  const forgotten = forget(state.numbers, [key, ...(place ? [] : [placeOf(key)])]);
  const numbers = place ? assignAmount(forgotten, placeOf(key), place) : forgotten;
  const graph = state.graph.has(name)
    ? state.graph
    : new Map(state.graph).set(name, makeNode(name, { size: type.size, rest: [UNKNOWN] }));
  const edit = { name, offset: 0, targets: [target], strength: 'strong' } as const;
  return applyChange(here, { ...state, graph, numbers }, { edits: [edit], removals: [], held: target });
}

function assignAggregate(here: Here, state: State, place: Place, value: Expr): State[] {
  return reach(here, state, place).flatMap((to) => {
    if (value.kind !== 'load') return fill(here, to.state, to.position, place.type.size, UNKNOWN);
    return reach(here, to.state, value.place).flatMap((from) => {
      const goal = lasting(here, to.state, { state: from.state, position: to.position });
      const source = lasting(here, from.state, { state: goal.state, position: from.position });
      return copy(here, source.state, source.position, goal.position, Math.max(1, place.type.size));
    });
  });
}

function clear(here: Here, { state, position }: Arrival, place: Place): State[] {
  return fill(here, state, position, place.type.size, NULL);
}

/**
 * Removes the nodes of the variables; what only they reached is lost. The memory of a variable length array goes with
 * it.
 */
export function endScope(here: Here, state: State, variables: readonly LocalVariable[]): State[] {
  const names = variables.map((v) => slotOf(here, v));
  return withAll(state, names).flatMap((s) => {
    const owned = variables.flatMap((v) => (v.ownsBlock ? blocksOf(s, slotOf(here, v)) : []));
    return removeNodes(here, s, [...names, ...owned]);
  });
}

/** The states with these variables in their graphs, brought back if they were set aside. */
export const withAll = (state: State, names: readonly number[]): State[] =>
  names.reduce((states, name) => states.flatMap((s) => bringBack(s, name)), [state]);

export function removeNodes(here: Here, state: State, names: readonly number[]): State[] {
  const gone = new Set(names);
  const numbers = keepOnly(state.numbers, (key) => !gone.has(nameOf(key)));
  const removals = names.flatMap((name): Removal[] => (state.graph.has(name) ? [{ name, becomes: ENDED }] : []));
  if (removals.length === 0) return [{ ...state, numbers }];
  return applyChange(here, { ...state, numbers }, { edits: [], removals, held: null });
}

function blocksOf(state: State, name: number): number[] {
  const held = state.graph.get(name)?.cells.get(0) ?? [];
  return held.filter((t) => pointsToNode(t) && isHeap(nameOf(t))).map(nameOf);
}

/** Unknown code: its inputs escape, its outputs are unknown, and its other effects are recorded as doubts. */
function assembly(here: Here, state: State, instr: Instr & { kind: 'asm' }): State[] {
  doubtAll(here, 'inline assembly is not followed');
  const escaped = instr.inputs.reduce((states, e) => states.flatMap((s) => escapeValue(here, s, e)), [state]);
  return instr.outputs.reduce(
    (states, place) =>
      states.flatMap((s) =>
        reach(here, s, place).flatMap((a) => fill(here, a.state, a.position, place.type.size, UNKNOWN)),
      ),
    escaped,
  );
}

/** The value of an expression escapes to unknown code. */
export function escapeValue(here: Here, state: State, e: Expr): State[] {
  if (isCopiedAsBytes(e.type)) {
    if (e.kind !== 'load') return [state];
    return reach(here, state, e.place).map((a) => escapeNode(here, a));
  }
  return evaluate(here, state, e).map(({ state: s, value }) =>
    value.kind === 'pointer' && pointsToNode(value.position.target) ? letEscape(here, s, [value.position.target]) : s,
  );
}

function escapeNode(here: Here, { state, position }: Arrival): State {
  const node = pointsToNode(position.target) ? state.graph.get(nameOf(position.target)) : undefined;
  return node ? letEscape(here, state, [...node.rest, ...[...node.cells.values()].flat()]) : state;
}
