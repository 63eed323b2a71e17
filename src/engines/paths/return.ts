// Leaving a function: the result goes to its slot, locals die, and what only they reached is lost.
// Called by fixpoint.ts at every return.

import type { Expr } from '../../ir/instr.js';
import { keepOnly } from '../../numeric/numbers.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import type { Here } from './analysis.js';
import { bringBack } from './aside.js';
import { withoutTwins } from './canonical.js';
import { copy } from './copy.js';
import { evaluate, type Value } from './evaluate.js';
import { cellOf, ENDED, isHeap, nameOf, UNKNOWN } from './paper/cell.js';
import { makeNode, type ShapeNode } from './paper/graph.js';
import { at } from './paper/refine.js';
import type { State } from './state.js';
import { applyChange, store } from './store.js';
import { reach, removeNodes, setRegister } from './transfer.js';

export function leaveFunction(here: Here, state: State, value: Expr | null): State[] {
  const results = value ? setResult(here, state, value) : [state];
  return results.flatMap((s) => withoutParts(here, s)).flatMap((s) => dropLocals(here, s));
}

function setResult(here: Here, state: State, e: Expr): State[] {
  const name = here.settings.slots.ofResult(here.frame.depth);
  if (isCopiedAsBytes(e.type)) {
    if (e.kind !== 'load') return [state];
    return reach(here, withNode(state, name, e.type.size), e.place).flatMap((a) =>
      copy(here, a.state, a.position, at(cellOf(name, 0)), e.type.size),
    );
  }
  return evaluate(here, state, e).flatMap((v) => setScalar(here, v.state, name, e, v.value));
}

function setScalar(here: Here, state: State, name: number, e: Expr, value: Value): State[] {
  if (value.kind === 'number') return setRegister(here, state, name, e.type, value);
  return store(here, withNode(state, name, e.type.size), at(cellOf(name, 0)), e.type, value);
}

const withNode = (state: State, name: number, size: number): State => ({
  ...state,
  graph: new Map(state.graph).set(name, makeNode(name, { size, rest: [UNKNOWN] })),
});

/** Local variables that are set aside are removed first, part by part. */
function withoutParts(here: Here, state: State): State[] {
  const isOwn = (name: number) => here.settings.slots.slot(name)?.depth === here.frame.depth;
  const own = state.aside.map((p) => p.variables.filter(isOwn)).filter((names) => names.length > 0);
  return own.reduce(
    (states, names) =>
      withoutTwins(states.flatMap((s) => bringBack(s, names[0]!)).flatMap((s) => removeNodes(here, s, names))),
    [state],
  );
}

function dropLocals(here: Here, state: State): State[] {
  const { slots } = here.settings;
  const isLocal = (name: number): boolean => {
    const slot = isHeap(name) ? null : slots.slot(name);
    return slot?.variable?.kind !== 'global' && slot?.variable !== null && slot?.depth === here.frame.depth;
  };
  const isOver = (node: ShapeNode): boolean => isLocal(node.name) || node.stack === here.frame.depth;
  const removals = [...state.graph.values()].filter(isOver).map(({ name }) => ({ name, becomes: ENDED }));
  const over = new Set(removals.map((r) => r.name));
  const numbers = keepOnly(state.numbers, (key) => !isLocal(nameOf(key)) && !over.has(nameOf(key)));
  if (removals.length === 0) return [{ ...state, numbers }];
  return applyChange(here, { ...state, numbers }, { edits: [], removals, held: null });
}
