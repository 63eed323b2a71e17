// focus: splits nodes until a new reference reaches all or none of the locations that each stands for.
// Before an address is stored (store.ts). Otherwise, taking a child of a tree would merge its subtree with the rest.

import type { Kleene } from '../../lattice/kleene.js';
import { type Cell, isHeap, type Name } from './paper/cell.js';
import { cut } from './paper/cut.js';
import type { Draft, ShapeNode } from './paper/graph.js';
import { split } from './paper/split.js';

/** More undecided nodes than this stay undecided, because the cases multiply. */
const MOST = 4;

/** Every result has r_root(v) ∈ {0, 1} for all heap nodes v, unless there are too many. */
export function focus(draft: Draft, root: Cell): Draft[] {
  const open = [...draft.values()].filter((n) => isHeap(n.name) && n.reach.get(root) === 0.5);
  if (open.length === 0 || open.length > MOST) return [draft];
  return open.reduce((drafts, node) => drafts.flatMap((d) => decide(d, node.name, root)), [draft]);
}

/** v is reached, is not reached, or is split into a part that is and a part that is not. */
function decide(draft: Draft, name: Name, root: Cell): Draft[] {
  const node = draft.get(name);
  if (node?.reach.get(root) !== 0.5) return [draft];
  const cases = [withReach(draft, node, root, 1), withReach(draft, node, root, 0)];
  if (!node.unique) cases.push(inTwo(draft, node, root));
  return cases.filter((d) => cut(d) === 'consistent');
}

function withReach(draft: Draft, node: ShapeNode, root: Cell, value: Kleene): Draft {
  const reach = new Map(node.reach);
  if (value === 0) reach.delete(root);
  else reach.set(root, value);
  return new Map(draft).set(node.name, { ...node, reach });
}

function inTwo(draft: Draft, node: ShapeNode, root: Cell): Draft {
  const reached = withReach(draft, node, root, 1);
  const twin = split(reached, node.name);
  return withReach(reached, { ...reached.get(twin)!, unique: false }, root, 0);
}
