// May-keep analysis of a component of the call graph: one fixpoint over its functions, given the facts of their callees.
// Called by group.ts before the component is executed. Over-approximates: what it says is not kept is not kept.

import type { FunctionSymbol } from '../../../ir/program.js';
import { flowsIn, type Surroundings } from './flows.js';
import { KEEPS_NOTHING, type Keeping, keepingOf } from './keeping.js';

/** What the functions of a component keep. The least solution: calls within the component keep nothing at first. */
export function keepingIn(
  component: readonly FunctionSymbol[],
  around: Surroundings,
): ReadonlyMap<FunctionSymbol, Keeping> {
  const known = new Map<FunctionSymbol, Keeping>(component.map((f) => [f, KEEPS_NOTHING]));
  const inside: Surroundings = { ...around, keepingOf: (f) => known.get(f) ?? around.keepingOf(f) };
  for (let changed = true; changed; ) {
    changed = false;
    for (const f of component) {
      const now = keepingOf(flowsIn(f, inside));
      if (now === known.get(f)) continue;
      known.set(f, now);
      changed = true;
    }
    if (component.length === 1 && !inside.isRecursive) break;
  }
  return known;
}
