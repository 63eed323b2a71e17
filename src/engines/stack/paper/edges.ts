// The effect of one added or removed edge on paths, cycles, sharing, reachability and inverse links of a direction.
// The part of `x->f = …` that is the same for every direction; actions.ts combines the parts.

import type { RelationFormula, SetFormula } from '../../../logic/tvl/formula.js';
import * as f from '../../../logic/tvl/formula.js';
import type { Update } from '../../../logic/tvl/update.js';
import type { UnaryPredicate } from '../../../logic/tvl/vocabulary.js';
import { down, sharedBy, unanswered, variablesOf } from './definitions.js';
import type { Direction, Links, PointerField, PointerVariable, Predicates } from './predicates.js';

type UnaryUpdate = Update['unary'][number];

const NO_CHANGE: Update = { unary: [], binary: [] };

/** Removal of the edge from the cell; `kept` is what remains of its field. */
export interface LostEdge {
  readonly cell: SetFormula;
  readonly field: PointerField;
  readonly lost: SetFormula;
  readonly kept: RelationFormula;
}

/** A new edge from the cell to the target; `reach` is what was reachable from the target before. */
export interface NewEdge {
  readonly cell: SetFormula;
  readonly field: PointerField;
  readonly target: SetFormula;
  readonly reach: SetFormula;
}

/**
 * Only paths through the removed edge x → w can be broken, and no path from w or to x needs it:
 * affected(u, v) = ↓*(u, x) ∧ u ≠ w ∧ ↓*(w, v) ∧ v ≠ x. All of them are broken if w is the root of a tree that does not
 * contain x; else the closure of the remaining edges decides. If nothing below w is shared, all cycles through x → w
 * are broken.
 */
export function cutPaths(p: Predicates, d: Direction, i: number, edge: LostEdge): Update {
  const { cell, field, lost, kept } = edge;
  const remaining = (fields: readonly PointerField[]) => fields.map((g) => (g === field ? kept : f.related(g.points)));
  const answers = cutAnswers(d.links, edge, remaining);
  if (!d.fields.includes(field)) return { ...NO_CHANGE, unary: answers };
  const path = f.related(d.path);
  const below = f.image(lost, path);
  const edges = remaining(d.fields);
  const tangled = f.some(f.both(below, f.either(f.holds(d.shared), cell)));
  const above = f.preimage(path, cell);
  const affected = f.product(f.without(above, lost), f.without(below, cell));
  const left = f.meet(f.product(tangled, f.both()), f.star(f.union(...edges)));
  const newPath = f.meet(path, f.union(f.complement(affected), left));
  const onCycle = f.both(f.some(f.both(below, f.holds(d.shared))), f.diagonal(f.compose(f.union(...edges), newPath)));
  return {
    unary: [
      ...answers,
      ...(d.shared === field.shared ? [] : [cutSharing(d.shared, lost, sharedBy(edges))]),
      [d.cyclic, f.both(f.holds(d.cyclic), f.either(f.not(f.both(above, below)), onCycle))],
      ...variablesOf(p).flatMap((z) => cutReach(z, i, cell, below, newPath)),
    ],
    binary: [[d.path, newPath]],
  };
}

/** is'(v) = is(v) ∧ (¬lost(v) ∨ two or more edges into v remain) */
export const cutSharing = (shared: UnaryPredicate, lost: SetFormula, recount: SetFormula): UnaryUpdate => [
  shared,
  f.both(f.holds(shared), f.either(f.not(lost), recount)),
];

/** r_z'(v) = r_z(v) ∧ (¬(r_z(x) ∧ below(v) ∧ v ≠ x) ∨ ∃u: z(u) ∧ ↓*'(u, v)), for visible and invisible z alike */
function cutReach(
  z: PointerVariable,
  i: number,
  cell: SetFormula,
  below: SetFormula,
  path: RelationFormula,
): UnaryUpdate[] {
  const one = (reach: UnaryPredicate, at: UnaryPredicate): UnaryUpdate => {
    const affected = f.both(f.some(f.both(f.holds(reach), cell)), f.without(below, cell));
    return [reach, f.both(f.holds(reach), f.either(f.not(affected), f.image(f.holds(at), path)))];
  };
  const visible = one(z.reaches[i]!, z.at);
  return z.hidden ? [visible, one(z.hidden.reaches[i]!, z.hidden.at)] : [visible];
}

/**
 * The removed edge is a forward link: br'(v) = br(v) ∧ (¬x(v) ∨ a remaining forward edge of v has no inverse).
 * It is an inverse link: br'(v) = br(v) ∨ (lost(v) ∧ v links to x ∧ x has no other inverse edge to v).
 */
function cutAnswers(
  links: Links | null,
  { cell, field, lost }: LostEdge,
  remaining: (fields: readonly PointerField[]) => RelationFormula[],
): UnaryUpdate[] {
  if (!links) return [];
  const { asking, answering, broken } = links;
  if (asking.includes(field)) {
    const asked = f.image(cell, f.union(...remaining(asking)));
    const open = f.some(f.without(asked, f.preimage(down(answering), cell)));
    return [[broken, f.both(f.holds(broken), f.either(f.not(cell), open))]];
  }
  if (!answering.includes(field)) return [];
  const silent = f.without(
    f.both(lost, f.preimage(down(asking), cell)),
    f.image(cell, f.union(...remaining(answering))),
  );
  return [[broken, f.either(f.holds(broken), silent)]];
}

/** New paths pass through the new edge: ↓*'(u, v) = ↓*(u, v) ∨ (↓*(u, x) ∧ reach(v)), and r_z', c', is' accordingly. */
export function linkPaths(p: Predicates, d: Direction, i: number, edge: NewEdge): Update {
  const { cell, field, target, reach } = edge;
  const answers = linkAnswers(d.links, edge);
  if (!d.fields.includes(field)) return { ...NO_CHANGE, unary: answers };
  const path = f.related(d.path);
  const above = f.preimage(path, cell);
  const shared: UnaryUpdate = [d.shared, f.either(f.holds(d.shared), f.both(target, f.range(down(d.fields))))];
  return {
    unary: [
      ...answers,
      ...(d.shared === field.shared ? [] : [shared]),
      [d.cyclic, f.either(f.holds(d.cyclic), f.both(above, reach))],
      ...variablesOf(p).flatMap((z) => linkReach(z, i, cell, reach)),
    ],
    binary: [[d.path, f.union(path, f.product(above, reach))]],
  };
}

/** r_z'(v) = r_z(v) ∨ (r_z(x) ∧ reach(v)) */
function linkReach(z: PointerVariable, i: number, cell: SetFormula, reach: SetFormula): UnaryUpdate[] {
  const one = (r: UnaryPredicate): UnaryUpdate => [
    r,
    f.either(f.holds(r), f.both(f.some(f.both(f.holds(r), cell)), reach)),
  ];
  return z.hidden ? [one(z.reaches[i]!), one(z.hidden.reaches[i]!)] : [one(z.reaches[i]!)];
}

/**
 * The new edge is a forward link: br'(v) = br(v) ∨ (x(v) ∧ the target has no inverse edge to x).
 * It is an inverse link: br'(v) = br(v) ∧ (¬target(v) ∨ ¬(v links to x) ∨ another edge of v has no inverse).
 */
function linkAnswers(links: Links | null, { cell, field, target }: NewEdge): UnaryUpdate[] {
  if (!links) return [];
  const { asking, answering, broken } = links;
  if (asking.includes(field)) {
    const open = f.some(f.without(target, f.preimage(down(answering), cell)));
    return [[broken, f.either(f.holds(broken), f.both(cell, open))]];
  }
  if (!answering.includes(field)) return [];
  const answers = f.union(down(answering), f.product(cell, target));
  const served = f.both(target, f.preimage(down(asking), cell));
  const left = asking.length === 1 ? f.nothing() : f.domain(unanswered(links, answers));
  return [[broken, f.both(f.holds(broken), f.either(f.not(served), left))]];
}
