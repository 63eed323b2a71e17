// The lattice of states: join, inclusion, and the clean-up that keeps maps small.
// p₁▷b₁ ⊔ p₂▷b₂ = p▷b₁∪b₂ and p₁▷b₁ ⊑ p₂▷b₂ iff b₁ ⊆ b₂, both after `make compatible`.

import { negate } from '../../../logic/bdd/bdd.js';
import { canBeTrue } from '../../../logic/bdd/models.js';
import { join as joinNumbers, leq } from '../../../numeric/numbers.js';
import { align } from '../align.js';
import { GHOST, type Kernel } from '../kernel.js';
import { adapt, unite } from './compatible.js';
import {
  bottom,
  existsFlag,
  flagsAbout,
  ghostFlags,
  ghostInFlag,
  heapNodes,
  isBottom,
  makeNode,
  mapEdges,
  type State,
  withB,
} from './state.js';

/** s ⊔ t; `s` itself if it includes `t`. */
export function join(k: Kernel, s: State, other: State): State {
  if (isBottom(s) || isBottom(other)) return isBottom(other) ? s : other;
  const t = align(k, s, other);
  const nodes = unite(k, s.nodes, t.nodes);
  const before = adapt(k, s, nodes);
  const b = k.bdd.or(before, adapt(k, t, nodes));
  if (b === before && sameOutsideB(s.nodes, nodes) && leq(t.numbers, s.numbers)) return s;
  const numbers = s.numbers === t.numbers ? s.numbers : joinNumbers(s.numbers, t.numbers);
  return { nodes, b, numbers };
}

export function includes(k: Kernel, large: State, other: State): boolean {
  if (isBottom(other)) return true;
  if (isBottom(large) || !leq(other.numbers, large.numbers)) return false;
  const small = align(k, large, other);
  const nodes = unite(k, large.nodes, small.nodes);
  return sameOutsideB(large.nodes, nodes) && k.bdd.entails(adapt(k, small, nodes), adapt(k, large, nodes));
}

/** Are the facts outside of b, such as the blank values of nodes, the same in the united map as before? */
function sameOutsideB(before: State['nodes'], united: State['nodes']): boolean {
  if (before === united) return true;
  return united.values().every((n) => {
    const own = before.get(n.id);
    if (own === n) return true;
    if (!own) return n.region === 'heap' || n.blank === 'uninitialized';
    return n.blank === own.blank && n.numbered === own.numbered && n.summary === own.summary && n.size === own.size;
  });
}

/** The state without nodes that never exist and edges that are never present. */
export function prune(k: Kernel, s: State): State {
  if (isBottom(s)) return bottom;
  const possible = canBeTrue(k.bdd, s.b);
  return pruneEdges(k, pruneNodes(k, s, possible), possible);
}

function pruneNodes(k: Kernel, s: State, possible: Uint8Array): State {
  let result = s;
  for (const n of heapNodes(s)) {
    if (possible[existsFlag(k, n.id)] === 1) continue;
    const b = k.drop(result.b, flagsAbout(k, result, n));
    const nodes = mapEdges(result.nodes, (e) => (e.target === n.id ? null : e));
    result = { nodes: nodes.without(n.id), b, numbers: s.numbers };
  }
  return result;
}

function pruneEdges(k: Kernel, s: State, possible: Uint8Array): State {
  const dead = new Set<number>();
  const never = (flag: number) => possible[flag] === 0;
  for (const n of s.nodes.values()) {
    for (const cell of n.cells.values()) {
      for (const e of cell.edges) {
        if (!never(e.flag)) continue;
        const back = e.target === GHOST ? ghostInFlag(k, n.id, cell.offset, e.offset) : null;
        if (back === null) dead.add(e.flag);
        else if (never(back)) dead.add(e.flag).add(back);
      }
      for (const r of cell.reach) if (never(r.flag)) dead.add(r.flag);
    }
  }
  if (dead.size === 0) return s;
  return { nodes: mapEdges(s.nodes, (e) => (dead.has(e.flag) ? null : e)), b: k.drop(s.b, dead), numbers: s.numbers };
}

/** The node is concrete from now on: removes its ghost. */
export function unsummarize(k: Kernel, s: State, id: number): State {
  const n = s.nodes.get(id)!;
  const nodes = mapEdges(s.nodes, (e, from) => (e.target === GHOST && from.id === id ? null : e));
  const single = makeNode({ ...nodes.get(id)!, summary: false });
  return {
    nodes: nodes.with(id, single),
    b: k.drop(k.withZero(s.b, ghostFlags(k, n)), ghostFlags(k, n)),
    numbers: s.numbers,
  };
}

/** The states in which `condition` holds. */
export const given = (k: Kernel, s: State, condition: number): State => withB(s, k.bdd.and(s.b, condition));

export const givenNot = (k: Kernel, s: State, condition: number): State => given(k, s, negate(condition));
