// The initial states of an analysis: `main`, or any function with unknown arguments that satisfy its requirements.
// By default, a pointer parameter is null or points to an acyclic structure of its type, disjoint from all others.

import type { LocalVariable } from '../../ir/program.js';
import { assignRange, NOTHING_KNOWN } from '../../numeric/numbers.js';
import type { Requirement } from '../engine.js';
import { because } from '../reason.js';
import type { Frame, Settings } from './analysis.js';
import { NO_PARTS } from './aside.js';
import { withFlags } from './outside.js';
import { cellOf, FOUND, GIVEN, type Name, type Target, testedOutside, UNKNOWN } from './paper/cell.js';
import { makeNode } from './paper/graph.js';
import type { State } from './state.js';
import { type Demand, demandOf, describeDemand, settleStructure, sharedStructures, structures } from './structures.js';
import { isRegister } from './variable-names.js';

export function entryStates(settings: Settings, frame: Frame, requires: readonly Requirement[]): State[] {
  const { body } = frame;
  const empty: State = { graph: new Map(), numbers: NOTHING_KNOWN, aside: NO_PARTS, certainty: 'definite', escapes: 0 };
  if (settings.outside) return [sliceState(settings, frame, withFlags(settings, empty), requires)];
  if (body.symbol.name === 'main') return [mainState(settings, frame, empty)];
  const demands = body.params.map((p) => demandOf(p, requires, body.params));
  demands.forEach((d, i) => {
    if (body.params[i]!.type.kind === 'pointer')
      settings.ledger.assume(because('parameter-shape', describeDemand(body.params[i]!.name, d)));
  });
  return body.params.reduce((states, p, i) => addParameter(settings, frame, states, p, demands[i]!), [empty]);
}

/** argc is at least 0; argv is not tracked. */
function mainState(settings: Settings, frame: Frame, state: State): State {
  const graph = new Map(state.graph);
  let { numbers } = state;
  for (const p of frame.body.params) {
    const name = settings.slots.ofVariable(p, frame.depth);
    if (isRegister(p)) numbers = assignRange(numbers, cellOf(name, 0), { low: 0, high: 2 ** 31 - 1 });
    else graph.set(name, makeNode(name, { size: p.type.size, rest: [UNKNOWN] }));
  }
  return { ...state, graph, numbers };
}

/** Arguments come from outside, and so do pointers in records that are passed. */
function sliceState(settings: Settings, frame: Frame, state: State, requires: readonly Requirement[]): State {
  const graph = new Map(state.graph);
  const isTested = ({ name }: LocalVariable) =>
    requires.some(({ kind, params }) => kind === 'nonnull' && params.includes(name));
  for (const p of frame.body.params) {
    const name = settings.slots.ofVariable(p, frame.depth);
    if (isRegister(p)) continue;
    const cells = new Map(
      p.type.kind === 'pointer' ? [[0, [isTested(p) ? testedOutside(GIVEN) : GIVEN]] as const] : [],
    );
    graph.set(name, makeNode(name, { size: p.type.size, cells, rest: [FOUND] }));
  }
  return { ...state, graph };
}

function addParameter(
  settings: Settings,
  frame: Frame,
  states: readonly State[],
  p: LocalVariable,
  demand: Demand,
): State[] {
  const name = settings.slots.ofVariable(p, frame.depth);
  if (isRegister(p)) return [...states];
  if (p.type.kind !== 'pointer') {
    const node = makeNode(name, { size: p.type.size, rest: [UNKNOWN] });
    return states.map((s) => ({ ...s, graph: new Map(s.graph).set(name, node) }));
  }
  const goal = p.type.target.unqualified;
  const ghost = settings.slots.ofGhost(`the caller's ${p.name}`);
  const roots = [name, ghost];
  const partner = demand.partner && partnerOf(settings, frame, demand.partner, p);
  return states.flatMap((s) => {
    if (demand.relation === 'same' && partner) return [pointTo(s, roots, heldBy(s, partner.name), p.type.size)];
    const made =
      demand.relation === 'shares' && partner
        ? sharedStructures(s.graph, goal, partner.name, demand)
        : structures(s.graph, goal, demand);
    return made.map(({ draft, head, shape }) => {
      for (const n of roots) draft.set(n, makeNode(n, { size: p.type.size, cells: new Map([[0, [head]]]) }));
      return {
        ...s,
        graph: settleStructure(
          draft,
          s.graph,
          roots.map((n) => cellOf(n, 0)),
          shape,
        ),
      };
    });
  });
}

/** The parameter that a requirement relates to this one, if it precedes it. */
function partnerOf(settings: Settings, frame: Frame, name: string, own: LocalVariable): { readonly name: Name } | null {
  const { params } = frame.body;
  const partner = params.slice(0, params.indexOf(own)).find((q) => q.name === name && q.type.kind === 'pointer');
  return partner ? { name: settings.slots.ofVariable(partner, frame.depth) } : null;
}

const heldBy = ({ graph }: State, name: Name): Target => graph.get(name)?.cells.get(0)?.[0] ?? UNKNOWN;

function pointTo(state: State, roots: readonly Name[], target: Target, size: number): State {
  const draft = new Map(state.graph);
  for (const n of roots) draft.set(n, makeNode(n, { size, cells: new Map([[0, [target]]]) }));
  const cells = roots.map((n) => cellOf(n, 0));
  return { ...state, graph: settleStructure(draft, state.graph, cells, 'shared') };
}
