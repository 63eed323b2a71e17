// The state before the entry function runs: global variables hold their initial values.
// Static initialisers are constants and addresses, so every cell has a known value.

import type { GlobalVariable, InitialValue } from '../../ir/program.js';
import { NOTHING_KNOWN } from '../../numeric/numbers.js';
import { type Frame, nodeOfVariable } from './analysis.js';
import { evaluate } from './evaluate.js';
import { withNumberAt } from './numbered.js';
import { assignRoot, rootNode } from './paper/assign.js';
import { type State, withNode } from './paper/state.js';
import { isTracked } from './pointer-offsets.js';
import { Table } from './table.js';
import { UNKNOWN_VALUE } from './value.js';

export function initialGlobals(f: Frame): State {
  const { k } = f.run;
  const start: State = {
    nodes: Table.EMPTY,
    b: k.none(f.run.failures === 'assumed-away' ? [k.leaked] : [k.leaked, k.untested]),
    numbers: NOTHING_KNOWN,
  };
  const globals = f.run.program.units.flatMap((u) => u.globals).filter((g) => f.run.program.variableOf(g) === g);
  const declared = globals.reduce((s, g) => declare(f, s, g), start);
  return globals.reduce((s, g) => (g.initializer ?? []).reduce((t, v) => initialize(f, t, g, v), s), declared);
}

function declare(f: Frame, s: State, g: GlobalVariable): State {
  const id = nodeOfVariable(f, g);
  return withNode(s, rootNode(id, g.type.size >= 0 ? g.type.size : null, g.defined ? 'null' : 'unknown'));
}

function initialize(f: Frame, s: State, g: GlobalVariable, v: InitialValue): State {
  const { offset } = v;
  const x = { node: nodeOfVariable(f, g), offset };
  const whole = v.type.kind === 'pointer' || (isTracked(v.type) && offset === 0 && g.type.size === v.type.size);
  if (v.value.kind === 'string' || v.bits || !whole)
    return withNumberAt(f.run.k, s, x.node, { offset, size: v.type.size });
  const value = evaluate(f, s, v.value);
  return assignRoot(f.run.k, s, x, value === 'unknown' ? UNKNOWN_VALUE : value, () => {});
}
