// Variables enter a graph when they are first used: uninitialised locals, globals with their initial values.
// A global that is not in a graph still holds its initial value.

import type { Expr, Variable } from '../../ir/instr.js';
import type { GlobalVariable } from '../../ir/program.js';
import type { Kleene } from '../../lattice/kleene.js';
import { assignRange, type Numbers } from '../../numeric/numbers.js';
import { constant } from '../../numeric/range.js';
import { integerOf, isInteger } from '../../types/questions.js';
import { CONST, type CType } from '../../types/types.js';
import { type Here, slotOf } from './analysis.js';
import {
  cellOf,
  isHeap,
  isNumber,
  type Name,
  NULL,
  nameOf,
  numberTarget,
  type Offset,
  pointsToNode,
  REST,
  type Target,
  type Targets,
  UNINITIALIZED,
  UNKNOWN,
  VALUE,
  ZERO,
} from './paper/cell.js';
import { cellsOf, type Draft, makeNode, namesIn } from './paper/graph.js';
import { type ReachTable, readReach, rowOf, sharpenReach, writeReach } from './paper/reach.js';
import { settleSharing } from './paper/sharing.js';
import type { State } from './state.js';

export function withVariable(here: Here, state: State, variable: Variable): State {
  const name = slotOf(here, variable);
  if (state.graph.has(name)) return state;
  if (variable.kind !== 'global') {
    const node = makeNode(name, { size: sizeOf(variable), rest: [UNINITIALIZED] });
    return { ...state, graph: new Map(state.graph).set(name, node) };
  }
  const draft: Draft = new Map(state.graph);
  const numbers = addGlobal(here, draft, state.numbers, here.settings.program.variableOf(variable));
  const fresh = new Set([...draft.keys()].filter((n) => !state.graph.has(n)));
  return { ...state, graph: settleRoots(draft, fresh), numbers };
}

const sizeOf = (variable: Variable): number | null => (variable.type.size >= 0 ? variable.type.size : null);

/** Adds the global and the globals its initial value points to. */
function addGlobal(here: Here, draft: Draft, numbers: Numbers, variable: GlobalVariable): Numbers {
  const name = here.settings.slots.ofVariable(variable, -1);
  if (draft.has(name)) return numbers;
  const known =
    variable.defined &&
    (variable.literal ||
      here.settings.globals === 'initialized' ||
      isConstant(variable) ||
      (here.settings.outside !== null && (isTable(variable) || here.settings.program.isNeverChanged(variable))));
  const size = sizeOf(variable);
  if (!known) {
    draft.set(
      name,
      makeNode(name, { size, rest: [UNKNOWN], escaped: !variable.defined || here.settings.globals === 'unknown' }),
    );
    return numbers;
  }
  if (here.settings.outside && (variable.initializer?.length ?? 0) > LARGE_TABLE) {
    draft.set(name, makeNode(name, { size, rest: [UNKNOWN] }));
    return numbers;
  }
  draft.set(name, makeNode(name, { size, rest: [NULL] }));
  return initialize(here, draft, numbers, name, variable);
}

/** In a slice, constant tables with more entries than this are not tracked: most functions use them for numbers alone. */
const LARGE_TABLE = 24;

/** An array of constants. */
const isTable = ({ type }: GlobalVariable): boolean => {
  let element: CType = type;
  while (element.kind === 'array') element = element.element;
  return element !== type && (element.quals & CONST) !== 0;
};

const isConstant = (variable: GlobalVariable): boolean => (variable.type.quals & 1) !== 0;

function initialize(here: Here, draft: Draft, numbers: Numbers, name: Name, variable: GlobalVariable): Numbers {
  const cells = new Map<Offset, Targets>();
  let rest: Targets = [NULL];
  let result = numbers;
  for (const { offset, value, bits } of variable.initializer ?? []) {
    if (value.kind === 'string') {
      const end = value.bytes.indexOf(0);
      const zero = end < 0 ? value.bytes.length : end;
      if (offset + zero < variable.type.size) result = assignRange(result, cellOf(name, ZERO), constant(offset + zero));
    }
    if (value.kind === 'string' || bits) {
      rest = rest.includes(VALUE) ? rest : [...rest, VALUE].sort((a, b) => a - b);
      continue;
    }
    const target = initialTarget(here, value);
    cells.set(offset, [target]);
    if (pointsToNode(target))
      result = addGlobal(here, draft, result, here.settings.slots.slot(nameOf(target))!.variable as GlobalVariable);
    if (value.kind === 'int' && isNumber(target))
      result = assignRange(result, cellOf(name, offset), constant(Number(value.value)));
  }
  const sorted = new Map([...cells].sort((a, b) => a[0] - b[0]));
  draft.set(name, { ...draft.get(name)!, cells: sorted, rest });
  return result;
}

const numberFor = (type: CType): Target => (isInteger(type) ? numberTarget(type.size, integerOf(type).signed) : VALUE);

function initialTarget(here: Here, e: Expr): Target {
  switch (e.kind) {
    case 'int':
      return e.type.kind === 'pointer' ? (e.value === 0n ? NULL : UNKNOWN) : numberFor(e.type);
    case 'float':
    case 'complex':
      return VALUE;
    case 'function-address':
      return here.settings.slots.ofFunction(here.settings.program.addressed(e.target));
    case 'cast':
      return e.operand.type.kind === 'pointer'
        ? initialTarget(here, e.operand)
        : e.type.kind === 'pointer'
          ? UNKNOWN
          : VALUE;
    case 'address': {
      const place =
        e.place.kind === 'index' && e.place.index.kind === 'int' && e.place.index.value === 0n ? e.place.base : e.place;
      if (place.kind !== 'var' || place.variable.kind !== 'global') return UNKNOWN;
      const global = here.settings.program.variableOf(place.variable);
      return cellOf(here.settings.slots.ofVariable(global, -1), 0);
    }
    default:
      return UNKNOWN;
  }
}

/** Computes reachability and sharing for nodes that were added to a draft directly, and for what they point to. */
export function settleRoots(draft: Draft, fresh: ReadonlySet<Name>): Draft {
  const table: ReachTable = readReach(draft);
  const half: Kleene = 0.5;
  for (const node of draft.values()) {
    if (isHeap(node.name) || !fresh.has(node.name)) continue;
    for (const [offset, targets] of node.cells) addPaths(draft, table, cellOf(node.name, offset), targets, half);
    addPaths(draft, table, cellOf(node.name, REST), node.rest, half);
  }
  sharpenReach(draft, table);
  writeReach(draft, table);
  const pointed = [...fresh].flatMap((name) =>
    [...cellsOf(draft.get(name)!)].flatMap(([, targets]) => namesIn(targets)),
  );
  settleSharing(draft, new Set(pointed), new Set());
  return draft;
}

function addPaths(draft: Draft, table: ReachTable, root: number, targets: Targets, value: Kleene): void {
  const pending = [...targets];
  for (let t = pending.pop(); t !== undefined; t = pending.pop()) {
    const node = pointsToNode(t) ? draft.get(nameOf(t)) : undefined;
    if (!node) continue;
    const row = rowOf(table, root);
    if (row.has(node.name)) continue;
    row.set(node.name, value);
    pending.push(...node.rest, ...[...node.cells.values()].flat());
  }
}
