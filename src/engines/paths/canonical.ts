// The canonical form of a state: nodes in a fixed order, equivalent ones merged, so that equal states have equal texts.
// Combines collapse.ts with the numbers of a state; used by run.ts, fixpoint.ts and return.ts.

import type { Variable } from '../../ir/instr.js';
import { assignRange, fingerprint, rename } from '../../numeric/numbers.js';
import { constant } from '../../numeric/range.js';
import type { Frame, Settings } from './analysis.js';
import { printAside } from './aside.js';
import { cellOf, isHeap, kindOf, nameOf, offsetOf, valueOfTarget } from './paper/cell.js';
import { type Collapsed, type CorePredicates, collapse, DEFAULT_CORE } from './paper/collapse.js';
import { type Draft, only, setTargets } from './paper/graph.js';
import { isWatched } from './registers.js';
import { numbered, type State } from './state.js';
import { SUMMARY_DEPTH } from './variable-names.js';

/** A call is a join point only if the function is active already. */
export function modeOf(frame: Frame): 'merge' | 'keep' {
  if (frame.depth >= SUMMARY_DEPTH) return 'merge';
  for (let f = frame.caller; f; f = f.caller) if (f.body === frame.body) return 'merge';
  return 'keep';
}

/** A pointer that is not read again, or one that only the analysis holds. */
export function isDead(settings: Settings, name: number, live: readonly ReadonlySet<Variable>[]): boolean {
  const slot = settings.slots.slot(name);
  if (!slot?.variable) return slot?.depth === -1;
  return isWatched(slot.variable) && live[slot.depth] !== undefined && !live[slot.depth]!.has(slot.variable);
}

interface Canonical {
  readonly state: State;
  readonly collapsed: Collapsed;
}

/** Graphs with more heap nodes than this are collapsed everywhere. */
const MANY_NODES = 12;

function isLarge({ graph }: State): boolean {
  let nodes = 0;
  for (const name of graph.keys()) if (isHeap(name)) nodes++;
  return nodes > MANY_NODES;
}

/** A constant that a summary node is known to hold enters the numeric domain once the node is unique. */
function withKeys(state: State): State {
  let { numbers } = state;
  let graph: Draft | null = null;
  for (const node of state.graph.values()) {
    if (!node.unique || !isHeap(node.name)) continue;
    for (const [offset, targets] of node.cells) {
      const held = only(targets);
      if (held === null || kindOf(held) === held) continue;
      graph ??= new Map(state.graph);
      setTargets(graph, node.name, offset, [kindOf(held)]);
      numbers = assignRange(numbers, cellOf(node.name, offset), constant(valueOfTarget(held)!));
    }
  }
  return graph ? { ...state, graph, numbers } : state;
}

export function canonical(
  state: State,
  core: CorePredicates,
  mode: 'merge' | 'keep',
  dead?: (name: number) => boolean,
): Canonical {
  const plain = withKeys(state);
  const { numberIn } = numbered(plain);
  const collapsed = collapse(plain.graph, core, isLarge(plain) ? 'merge' : mode, dead, numberIn);
  const numbers = rename(plain.numbers, (key) => {
    if (!isHeap(nameOf(key))) return key;
    const to = collapsed.renamed.get(nameOf(key));
    return to === undefined || to === null ? null : cellOf(to, offsetOf(key));
  });
  return { state: { ...state, graph: collapsed.graph, numbers }, collapsed };
}

export function withoutTwins(states: readonly State[]): State[] {
  const kept = new Map<string, State>();
  for (const s of states) {
    const { collapsed, state } = canonical(s, DEFAULT_CORE, 'keep');
    const key = collapsed.text + fingerprint(state.numbers) + printAside(state.aside);
    if (!kept.has(key) || s.certainty === 'definite') kept.set(key, s);
  }
  return [...kept.values()];
}
