// Storing a value at a position: the assignment e0 ← e1 of Tables 3 and 4, as strong and weak updates.
// Used by transfer and calls; reports memory that the store loses.

import type { NumberValue } from '../../numeric/arithmetic.js';
import { forget, keepOnly, type Numbers } from '../../numeric/numbers.js';
import { informative, singleOf } from '../../numeric/range.js';
import { integerOf, isInteger } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import { checkWritable, type Position } from './access.js';
import { checked, doubt, type Here, report } from './analysis.js';
import { rootOf, withRoot } from './chains.js';
import { letEscape } from './escape.js';
import type { Value } from './evaluate.js';
import { focus } from './focus.js';
import { exactOffset, hasOwnCells, overlapped } from './memory.js';
import { isForeign, isFromOutside, numberStoredOutside, storedOutside } from './outside.js';
import {
  cellOf,
  isHeap,
  isNumber,
  nameOf,
  numberTarget,
  type Offset,
  placeOf,
  pointsToNode,
  REST,
  type Target,
  type Targets,
  UNKNOWN,
  VALUE,
} from './paper/cell.js';
import { type Draft, type Graph, makeNode, namesIn, only, rootsOf, type ShapeNode, targetsOf } from './paper/graph.js';
import { settleSharing } from './paper/sharing.js';
import { type Affected, applyEdit, change, type Edit, forgetLost, lossesAmong, type Removal } from './paper/update.js';
import { guessed, type State, weaker } from './state.js';
import { assignAmount, type Stored, storedAs } from './stride.js';
import { afterWrite } from './strings.js';
import { HOLDER } from './variable-names.js';

/** Case 2 of the paper: nothing in this graph reaches the memory. */
export const LOST = 'the last reference to the memory is lost here';

export interface Change {
  readonly edits: readonly Edit[];
  readonly removals: readonly Removal[];
  /** A value that must stay reachable during the change although the cell it came from may be overwritten. */
  readonly held: Target | null;
}

/** Applies a change, reports what it loses, and removes it. */
export function applyChange(here: Here, state: State, { edits, removals, held }: Change): State[] {
  if (removals.length === 0 && edits.every((e) => isQuiet(state, e))) return [editQuietly(state, edits)];
  return holding(state, held).flatMap((draft) => {
    const affected = change(draft, edits, removals);
    if (draft.has(HOLDER)) dropHolder(draft);
    reportLosses(here, state, draft, affected, edits.some((e) => e.strength === 'weak') ? 'weak' : 'strong');
    return withoutLost(state, draft, affected).map((s) => ({ ...s, numbers: aboutNodesIn(s.graph, s.numbers) }));
  });
}

/** Names are reused: drops all numbers of removed nodes. */
const aboutNodesIn = (graph: Graph, numbers: Numbers): Numbers =>
  keepOnly(numbers, (key) => !isHeap(nameOf(key)) || graph.has(nameOf(key)));

/** Reports and removes nodes that a call has lost. */
export function settleLosses(here: Here, state: State, affected: Affected): State[] {
  const draft: Draft = new Map(state.graph);
  reportLosses(here, state, draft, affected, 'strong');
  return withoutLost(state, draft, affected);
}

/** Whether a possibly lost node is lost is a guess. */
function withoutLost(state: State, draft: Draft, affected: Affected): State[] {
  const isOpen = lossesAmong(draft, affected).some((l) => l.certainty === 'possible');
  const after = isOpen ? guessed(state) : state;
  return forgetLost(draft, affected).map((graph) => ({ ...after, graph }));
}

/** Neither the old nor the new content is an address: no predicate can change. */
const isQuiet = (state: State, { name, offset, targets }: Edit): boolean =>
  namesIn(targets).length === 0 && namesIn(targetsOf(state.graph.get(name)!, offset)).length === 0;

function editQuietly(state: State, edits: readonly Edit[]): State {
  const draft: Draft = new Map(state.graph);
  for (const edit of edits) applyEdit(draft, edit);
  return { ...state, graph: draft };
}

/** The graph with a temporary reference to the value, focused on what it reaches. */
function holding(state: State, held: Target | null): Draft[] {
  const draft: Draft = new Map(state.graph);
  if (held === null || !pointsToNode(held) || !state.graph.has(nameOf(held))) return [draft];
  draft.set(HOLDER, makeNode(HOLDER, { cells: new Map([[0, []]]) }));
  if (copyReach(draft, held)) return [draft];
  change(draft, [{ name: HOLDER, offset: 0, targets: [held], strength: 'strong' }], []);
  return focus(draft, cellOf(HOLDER, 0));
}

/** If a variable holds the same address already, the holder reaches the same nodes. */
function copyReach(draft: Draft, held: Target): boolean {
  for (const { cell, targets, strong } of rootsOf(draft)) {
    if (!strong || only(targets) === null || nameOf(only(targets)!) !== nameOf(held)) continue;
    const root = cellOf(HOLDER, 0);
    const rows = [...draft.values()].filter((n) => n.reach.has(cell));
    if (rows.some((n) => n.reach.get(cell) !== 1)) return false;
    draft.set(HOLDER, makeNode(HOLDER, { cells: new Map([[0, [held]]]) }));
    const same = only(targets) === held;
    for (const node of rows) {
      const own = same ? node.along.filter((c) => rootOf(c) === cell).map((c) => withRoot(c, root)) : [];
      const reach = new Map([[root, 1 as const], ...node.reach]);
      draft.set(node.name, { ...node, reach, along: [...own, ...node.along] });
    }
    return true;
  }
  return false;
}

/** Removing the holder loses nothing: its value is stored elsewhere by now, or counts as affected. */
function dropHolder(draft: Draft): void {
  const pointed = new Set(namesIn(targetsOf(draft.get(HOLDER)!, 0)));
  draft.delete(HOLDER);
  const root = cellOf(HOLDER, 0);
  for (const node of draft.values()) {
    if (!node.reach.has(root)) continue;
    const along = node.along.filter((c) => rootOf(c) !== root);
    draft.set(node.name, { ...node, along, reach: new Map([...node.reach].filter(([cell]) => cell !== root)) });
  }
  settleSharing(draft, new Set(), pointed);
}

function reportLosses(here: Here, state: State, draft: Draft, affected: Affected, strength: Edit['strength']): void {
  checked(here, 'valid-memtrack');
  for (const { node, certainty } of lossesAmong(draft, affected)) {
    const message = certainty === 'definite' ? LOST : 'the memory may be lost here';
    if (strength === 'weak' && certainty === 'possible')
      doubt(here, 'valid-memtrack', 'an element of an array is overwritten');
    else report(here, 'leak', weaker(certainty, state.certainty), message, node);
  }
}

/** position := value, of the given type */
export function store(here: Here, state: State, position: Position, type: CType, value: Value): State[] {
  checkWritable(here, position);
  const { target, place } = storedValue(here, state, position, value);
  if (isFromOutside(here, position.target)) return [storeOutside(here, state, type, value, target)];
  if (!pointsToNode(position.target)) return [letEscape(here, state, [target])];
  const name = nameOf(position.target);
  const node = state.graph.get(name)!;
  if (isForeign(here, node)) return [storeOutside(here, state, type, value, target)];
  if (node.escaped) return [letEscape(here, state, [target])];
  const held = value.kind === 'number' && isInteger(type) ? numberTarget(type.size, integerOf(type).signed) : target;
  const edits = editsFor(here, state, position, Math.max(1, type.size), held);
  const zeroes = value.kind === 'number' && singleOf(value.range) === 0 ? 'zeroes' : 'anything';
  const size = Math.max(1, type.size);
  return applyChange(
    here,
    { ...state, numbers: afterWrite(state, position, size, zeroes) },
    { edits, removals: [], held },
  ).map((s) => storeNumber(s, state, position, type, value, place, here));
}

/** What is stored outside a slice is in the hands of others. */
function storeOutside(here: Here, state: State, type: CType, value: Value, target: Target): State {
  if (value.kind === 'pointer' || type.kind === 'pointer')
    return storedOutside(here, state, letEscape(here, state, [target], 'outside'), target);
  return numberStoredOutside(here, state);
}

/** The target and offset by which the cell at a position stores a value. */
export function storedValue(here: Here, state: State, position: Position, value: Value): Stored {
  if (value.kind !== 'pointer') return { target: VALUE, place: null };
  const variable = pointsToNode(position.target) ? here.settings.slots.slot(nameOf(position.target))?.variable : null;
  const walk = variable ? (here.settings.walkers.get(variable) ?? null) : null;
  return storedAs(value.position, state.graph, walk);
}

function editsFor(here: Here, state: State, position: Position, size: number, target: Target): Edit[] {
  const node = state.graph.get(nameOf(position.target))!;
  const offset = exactOffset(position);
  const cells = overlapped(node, position, size, here.settings.pointerSize);
  const make = (o: Offset, targets: Targets, strength: Edit['strength']): Edit => ({
    name: node.name,
    offset: o,
    targets,
    strength,
  });
  if (offset === null || !node.unique || (!hasOwnCells(node) && !node.cells.has(offset))) {
    const loose = isNumber(target) ? VALUE : target;
    return cells.flatMap((o) => (targetsOf(node, o).includes(loose) ? [] : [make(o, [loose], 'weak')]));
  }
  const others = cells.filter((o) => o !== offset && o !== REST);
  return [make(offset, [target], 'strong'), ...others.map((o) => make(o, [o >= offset ? VALUE : UNKNOWN], 'strong'))];
}

function storeNumber(
  state: State,
  before: State,
  position: Position,
  type: CType,
  value: Value,
  place: NumberValue | null,
  here: Here,
): State {
  const name = nameOf(position.target);
  const offset = exactOffset(position);
  const node = before.graph.get(name)!;
  const stale = overlapped(node, position, Math.max(1, type.size), here.settings.pointerSize).filter((o) => o !== REST);
  const numbers = forget(
    state.numbers,
    offset === null
      ? keysIn(state, node)
      : stale.filter((o) => o !== offset).flatMap((o) => [cellOf(name, o), placeOf(cellOf(name, o))]),
  );
  const key = offset === null ? null : cellOf(name, offset);
  if (key === null) return { ...state, numbers };
  const own = state.graph.get(name)?.unique && state.graph.get(name)!.cells.has(offset!);
  const cleared = forget(numbers, [key, ...(place && own ? [] : [placeOf(key)])]);
  if (place && own) return { ...state, numbers: assignAmount(cleared, placeOf(key), place) };
  if (value.kind === 'pointer' || !isInteger(type) || !own) return { ...state, numbers: cleared };
  return {
    ...state,
    numbers: assignAmount(forget(numbers, [placeOf(key)]), key, { ...value, range: informative(value.range, type) }),
  };
}

const keysIn = (state: State, node: ShapeNode): number[] =>
  state.numbers.zone.keys.filter((key) => nameOf(key) === node.name && key >= cellOf(node.name, 0));
